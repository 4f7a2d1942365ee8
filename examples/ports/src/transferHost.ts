/** A host that takes bank transfers through Rubline, and hears its webhooks at `/rubline`. */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Redacted from "effect/Redacted"
import { Florin, TransferReports } from "florin/effect"
import { WebHandler } from "florin/http"
import * as Rubline from "./transferProvider.js"

export interface Settings {
  /** `sqlite:<path>` or `postgres://…`. */
  readonly database: string
  /** The file of the key ring, or its JSON text. */
  readonly keys: string
  readonly bank: Rubline.Options
  /** With which the bank signs its webhooks. */
  readonly webhookSecret: Redacted.Redacted<string>
}

const shops = [{ id: "books", secretKey: "a-long-random-secret" }]

/** A webhook of the bank. The bank sends it again until it is answered with `2xx`. */
const hear = (secret: Redacted.Redacted<string>, request: Request) =>
  Effect.gen(function* () {
    const { report } = yield* TransferReports.TransferReports
    const body = yield* Effect.promise(() => request.text())
    const notice = Rubline.noticeIn(secret, body, request.headers.get("rubline-signature") ?? "")
    if (notice === undefined) return 400
    yield* report(Rubline.gatewayId, notice.key, notice.progress)
    return 204
  }).pipe(
    Effect.catchTags({
      // None of ours, whenever it is sent again.
      NotFound: () => Effect.succeed(204),
      InvalidRequest: () => Effect.succeed(400),
      StorageError: () => Effect.succeed(503)
    }),
    Effect.map((status) => new Response(null, { status }))
  )

export const start = async ({ bank, webhookSecret, ...settings }: Settings) => {
  const transferProviders = [Rubline.make(bank)]
  const baseUrl = "https://shop.example/pay"
  const app = ManagedRuntime.make(Florin.layer({ ...settings, baseUrl, shops, acquirers: [], transferProviders }))
  const pay = WebHandler.toWebHandler(await app.runtime(), { prefix: "/pay" })
  return {
    fetch: (request: Request): Promise<Response> =>
      new URL(request.url).pathname === "/rubline" ? app.runPromise(hear(webhookSecret, request)) : pay(request),
    close: () => app.dispose()
  }
}

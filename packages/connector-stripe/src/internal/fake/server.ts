/** The fake over HTTP: the API, the pages of a browser, and its webhooks. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import { type Account, type FakeEvent, makeAccount } from "./account.js"
import { concludeAction, pendingAction } from "./accountParts.js"
import { makeApi } from "./api.js"
import { type Dials, defaults } from "./dials.js"
import * as Door from "./door.js"
import { Failure } from "./failures.js"
import * as Keys from "./keys.js"
import * as Pages from "./pages.js"
import { decode, text } from "./params.js"
import { deliver, signed, type Webhook } from "./webhooks.js"

export interface Options {
  /** Default: `sk_test_fake`. */
  readonly apiKey?: string
  /** Default: `whsec_fake`. */
  readonly webhookSecret?: string
  /** Where webhooks are sent. Default: nowhere; `webhooks` has them. */
  readonly webhookUrl?: string
  /** Default: false. */
  readonly multicapture?: boolean
  /** Whether the account may send card numbers. Default: true. */
  readonly takesNumbers?: boolean
  /** Default: a free one. */
  readonly port?: number
}

export interface Running {
  readonly url: string
  readonly account: Account
  readonly keys: Keys.Keys
  readonly dials: Dials
  readonly webhooks: ReadonlyArray<Webhook>
  readonly tellTo: (url: string | undefined) => void
  /** Sends the webhooks that wait: those of what happened without a request. */
  readonly flush: Effect.Effect<void>
}

type Sent = Door.Outgoing | undefined

const page = (status: number, body: string, type = "text/html; charset=utf-8"): Door.Outgoing => ({
  status,
  headers: { "content-type": type },
  body
})

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

const respond = (outgoing: ServerResponse, sent: Sent): void => {
  if (sent === undefined) return void outgoing.destroy()
  outgoing.writeHead(sent.status, { ...sent.headers }).end(sent.body)
}

const scripts: Readonly<Record<string, Door.Outgoing>> = {
  "/v3": page(200, Pages.script, "text/javascript; charset=utf-8"),
  "/v3/": page(200, Pages.script, "text/javascript; charset=utf-8"),
  "/v3/fields": page(200, Pages.fields),
  "/v3/fields.js": page(200, Pages.fieldsScript, "text/javascript; charset=utf-8")
}

/** The browser's side. Undefined: the request is one to the API. */
const browsing =
  (account: Account, api: (params: string) => Door.Outgoing) =>
  ({ body, method, url }: Door.Incoming): Door.Outgoing | undefined => {
    const [path = ""] = url.split("?", 1)
    if (method === "GET" && Object.hasOwn(scripts, path)) return scripts[path]
    if (method === "POST" && path === "/v3/payment_methods") return api(body)
    const id = /^\/fake\/3ds\/([A-Za-z0-9_]+)$/.exec(path)?.[1]
    if (id === undefined) return undefined
    const pending = pendingAction(account, id)
    if (pending === undefined) return page(200, Pages.nothingToConfirm)
    if (method !== "POST") return page(200, Pages.challenge({ action: path, ...pending }))
    const isConfirmed = text(decode(body), "outcome") === "complete"
    concludeAction(account, id, isConfirmed)
    return {
      ...page(303, ""),
      headers: { location: Pages.returnAddress(pending.returnUrl, id, isConfirmed) }
    }
  }

const listening = (handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void, port: number) =>
  Effect.acquireRelease(
    Effect.async<readonly [server: Server, url: string]>((resume) => {
      const server = createServer({ keepAliveTimeout: 60_000 }, handle)
      server.listen(port, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed([server, `http://127.0.0.1:${port}`]))
      })
    }),
    ([server]) => Effect.sync(() => server.close().closeAllConnections())
  )

/** Serves until the scope ends, on the clock that is in use. */
export const serve = (options: Options): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { apiKey = "sk_test_fake", port = 0, webhookSecret = "whsec_fake" } = options
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    const fork = yield* FiberSet.makeRuntime<never>()
    const dials = defaults()
    const webhooks: Array<Webhook> = []
    const due: Array<Webhook> = []
    let target = options.webhookUrl
    let origin = ""

    const onEvent = (event: FakeEvent): void => {
      if (dials.telling === "never") return
      const webhook = signed(webhookSecret, event, Math.floor(now() / 1000))
      const times = dials.telling === "twice" ? [webhook, webhook] : [webhook]
      webhooks.push(...times)
      due.push(...times)
    }

    const account = makeAccount({
      now,
      pageOf: (id) => `${origin}/fake/3ds/${id}`,
      multicapture: options.multicapture ?? false,
      takesNumbers: options.takesNumbers ?? true,
      searchLag: () => dials.searchLag,
      onEvent
    })
    const api = makeApi(account)
    const keys = Keys.make(now, () => dials.keyLife)
    const door = Door.make({ account, api, keys, dials, apiKey, now })

    const tell = Effect.suspend(() => {
      const all = due.splice(0)
      return target === undefined ? Effect.void : Effect.forEach(all, (one) => deliver(target!, one), { discard: true })
    })

    const fieldsApi = (body: string): Door.Outgoing => {
      try {
        const document = api({ method: "POST", path: "/v1/payment_methods", params: decode(body), key: "" })
        return page(200, JSON.stringify(document), "application/json")
      } catch (error) {
        if (error instanceof Failure)
          return page(error.status, JSON.stringify({ error: error.body }), "application/json")
        throw error
      }
    }

    const browse = browsing(account, fieldsApi)

    const handled = (incoming: Door.Incoming): Effect.Effect<Sent> =>
      Effect.suspend(() => {
        const seen = browse(incoming)
        return seen === undefined ? door.handle(incoming) : Effect.succeed(seen)
      })

    const exchange = (incoming: IncomingMessage, outgoing: ServerResponse) =>
      Effect.promise(() => bodyOf(incoming)).pipe(
        Effect.flatMap((body) =>
          handled({ method: incoming.method ?? "", url: incoming.url ?? "", headers: incoming.headers, body })
        ),
        Effect.tap(() => (dials.telling === "before-answer" ? tell : Effect.void)),
        Effect.catchAllCause(() => Effect.succeed<Sent>(undefined)),
        Effect.map((sent) => respond(outgoing, sent)),
        Effect.zipRight(tell)
      )

    const [, url] = yield* listening((incoming, outgoing) => void fork(exchange(incoming, outgoing)), port)
    origin = url
    const tellTo = (url: string | undefined): void => {
      target = url
    }
    return { url, account, keys, dials, webhooks, tellTo, flush: tell }
  })

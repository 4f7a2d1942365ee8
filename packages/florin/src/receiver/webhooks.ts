/** Receivers of a shop's webhooks over its gateway. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Runtime from "effect/Runtime"
import { shopOf } from "../faces/calls.js"
import type { Services } from "../host/florin.js"
import { unknownIn } from "../host/optionNames.js"
import { OptionRefused } from "../host/options.js"
import { promiseOf, start } from "../host/promises.js"
import { bytesOf } from "./message.js"
import { receiver } from "./webHandler.js"
import type * as Face from "./webhook.js"
import { WebhookRefused } from "./webhookRefused.js"
import * as WebhookSeen from "./webhookSeen.js"

/** Requests that are being answered, which a closing Florin waits for. */
interface Open {
  readonly answers: Set<Promise<unknown>>
  isClosing: boolean
}

const unavailable = () => new Response(null, { status: 503, headers: { "retry-after": "1" } })

const noSecret = (shop: string) =>
  new WebhookRefused("unusable-secret", {
    wrong: `The shop ${shop} has no webhookSecret, so its webhooks are not signed and cannot be verified`
  })

const secretOf = (id: string) =>
  Effect.flatMap(shopOf(id), ({ id, webhookSecret }) =>
    webhookSecret === undefined
      ? Effect.fail(noSecret(id))
      : // biome-ignore lint/plugin/secrets: the shop's own secret verifies what was signed with it
        Effect.succeed({ id, secret: Redacted.value(webhookSecret) })
  )

/** What the handler failed with is the host's: it goes to the log, and nowhere else. */
const failed = (shop: string, error: unknown) =>
  Effect.annotateLogs(Effect.logError("A webhook was not handled, and is sent again", Cause.fail(error)), { shop })

const answering = (runtime: Runtime.Runtime<Services>, open: Open) => {
  const run = start(runtime)
  const seenBy = WebhookSeen.make(runtime)

  return (shop: string, handle: Face.WebhookHandler, options: Face.WebhookOptions) => {
    const answered = async (request: () => Request): Promise<Response> => {
      try {
        const { id, secret } = await promiseOf(run(secretOf(shop)))
        return await receiver({ ...options, secrets: secret, seen: seenBy(id), handle })(request())
      } catch (error) {
        if (error instanceof WebhookSeen.Held) return unavailable()
        await promiseOf(run(failed(shop, error)))
        return new Response(null, { status: 500 })
      }
    }
    return (request: () => Request): Promise<Response> => {
      if (open.isClosing) return Promise.resolve(unavailable())
      const answer = answered(request)
      open.answers.add(answer)
      return answer.finally(() => open.answers.delete(answer))
    }
  }
}

/** The body as it arrived, or as a host's parser of raw bodies left it. Errors: `WebhookRefused` `not-raw`. */
const bodyOf = (request: IncomingMessage): Uint8Array | ReadableStream => {
  const { body } = request as IncomingMessage & { readonly body?: unknown }
  if (body === undefined && !request.readableEnded) return Readable.toWeb(request)
  return bytesOf({ headers: {}, body: body as string })
}

const requestOf = (request: IncomingMessage): Request => {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value])
  )
  const init = { method: "POST", headers, body: bodyOf(request), duplex: "half" }
  return new Request("http://localhost/", init as RequestInit)
}

const write = async (response: ServerResponse, answer: Response): Promise<void> => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

const optionNames: Readonly<Record<keyof Face.WebhookOptions, true>> = {
  tolerance: true,
  bodyLimit: true,
  onRefused: true
}

/** What the compiler refuses, of a host without TypeScript. */
const refusalOf = (handle: unknown, options: object): OptionRefused | undefined =>
  typeof handle === "function"
    ? unknownIn(optionNames, options)
    : new OptionRefused({ option: "handler", expected: "must be a function" })

/** `close` refuses new requests from its call on; its effect waits for those that are being answered. */
export const make = (
  runtime: Runtime.Runtime<Services>
): {
  readonly webhook: Face.ReceiveWebhooks
  readonly close: (time: Duration.DurationInput) => Effect.Effect<void>
} => {
  const open: Open = { answers: new Set(), isClosing: false }
  const answer = answering(runtime, open)
  return {
    webhook: (shop, handle, options = {}) => {
      const refused = refusalOf(handle, options)
      if (refused !== undefined) throw refused
      const answered = answer(shop, handle, options)
      return {
        fetch: (request) => answered(() => request),
        handler: (request, response) => {
          // A response that the host has begun itself can't be written any more.
          void answered(() => requestOf(request)).then((reply) =>
            write(response, reply).catch(() => response.destroy())
          )
        }
      }
    },
    close: (time) => {
      open.isClosing = true
      return Effect.promise(() => Promise.allSettled(open.answers)).pipe(
        Effect.timeoutOption(time),
        Effect.asVoid,
        // Handlers take the machine's time, wherever the sandbox's clock stands.
        Effect.withClock(Clock.make())
      )
    }
  }
}

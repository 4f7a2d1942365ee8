/** Requests to the vendor, and what an answer is worth. */
import { type Exchange, type Reply, retryAfterOf, type Trace, textOf, Unclear } from "@florin/exchange/Exchange"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { reading } from "./documents.js"

export interface Client {
  /** Sends under a key. Repeated only while the vendor says that it has not begun: its limit, or the key in use. */
  readonly post: (path: string, key: string, body: string, trace: Trace) => Effect.Effect<Reply, Unclear>
  /** Asks. None: the vendor itself says that there is no such thing. */
  readonly get: <A, I>(path: string, schema: Schema.Schema<A, I>) => Effect.Effect<Option.Option<A>, Unclear>
}

/** Every answer of the vendor's own carries it; a proxy's does not. Source: its page "API basics". */
export const isTheirs = ({ header }: Reply): boolean => header("cko-request-id") !== undefined

/** 409: the first request under the key is still being worked on. 429: the rate limit, and formerly the same. */
const isBusy = ({ status }: Reply): boolean => status === 409 || status === 429

/** Limits how long a server can make us wait. */
const pauseOf = (reply: Reply): Duration.Duration =>
  Duration.clamp(retryAfterOf(reply) ?? Duration.seconds(1), { minimum: "1 second", maximum: "5 seconds" })

const isGood = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Reads an answer of the vendor's. A page in place of a document is none. */
export const read = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = reading(schema)
  return (reply: Reply): Either.Either<A, Unclear> =>
    Either.mapLeft(decode(textOf(reply)), () => new Unclear({ because: "the answer is not what the vendor documents" }))
}

export const make = (name: string, exchange: Exchange): Client => {
  const noted = ({ status }: Reply): Effect.Effect<void> =>
    status === 401 ? Effect.logError(`${name} refuses our API key (401): check its setting`) : Effect.void

  const post: Client["post"] = (path, key, body, trace) => {
    const onSending = () => {
      trace.hasLeft = true
    }
    const headers = { "content-type": "application/json", "cko-idempotency-key": key }
    return exchange({ method: "POST", path, headers, body, onSending }).pipe(
      Effect.tap(noted),
      Effect.tap((reply) => (isBusy(reply) ? Effect.sleep(pauseOf(reply)) : Effect.void)),
      Effect.repeat({ while: isBusy })
    )
  }

  const get: Client["get"] = (path, schema) => {
    const decode = read(schema)
    return exchange({ method: "GET", path, headers: {}, onSending: () => undefined }).pipe(
      Effect.tap(noted),
      Effect.flatMap((reply) => {
        if (isGood(reply)) return Either.map(decode(reply), Option.some)
        if (reply.status === 404 && isTheirs(reply)) return Effect.succeedNone
        return new Unclear({ because: `it answered a question with ${reply.status}` })
      })
    )
  }

  return { post, get }
}

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
  readonly get: <A>(path: string, read: Reading<A>) => Effect.Effect<Option.Option<A>, Unclear>
}

/** What an answer says, if it is a document of its kind. */
export type Reading<A> = (reply: Reply) => Either.Either<A, Unclear>

/** Every answer of the vendor's own carries it; a proxy's does not. Source: its page "API basics". */
export const isTheirs = ({ header }: Reply): boolean => header("cko-request-id") !== undefined

/** 409: the first request under the key is still being worked on. 429: the rate limit, and formerly the same. */
const isBusy = ({ status }: Reply): boolean => status === 409 || status === 429

/** How long it wants to be left alone. */
const pauseOf = (reply: Reply): Duration.Duration =>
  Duration.max(retryAfterOf(reply) ?? Duration.seconds(1), Duration.seconds(1))

/** A customer waits: what wants to be left alone for longer is not sent again here. */
const longestPause = Duration.seconds(5)

const isWorthWaiting = (reply: Reply): boolean =>
  isBusy(reply) && Duration.lessThanOrEqualTo(pauseOf(reply), longestPause)

const isGood = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Reads an answer of the vendor's. A page in place of a document is none. */
export const read = <A, I>(schema: Schema.Schema<A, I>): Reading<A> => {
  const decode = reading(schema)
  return (reply) =>
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
      Effect.tap((reply) => (isWorthWaiting(reply) ? Effect.sleep(pauseOf(reply)) : Effect.void)),
      Effect.repeat({ while: isWorthWaiting })
    )
  }

  const get: Client["get"] = (path, read) =>
    exchange({ method: "GET", path, headers: {}, onSending: () => undefined }).pipe(
      Effect.tap(noted),
      Effect.flatMap((reply) => {
        if (isGood(reply)) return Either.map(read(reply), Option.some)
        if (reply.status === 404 && isTheirs(reply)) return Effect.succeedNone
        return new Unclear({ because: `it answered a question with ${reply.status}` })
      })
    )

  return { post, get }
}

/**
 * Common to all routes with credentials, which are checked before anything else of a request is looked at; and to all
 * merchant routes: authentication, admission, and the idempotency key of a POST.
 */
import { isUtf8 } from "node:buffer"
import { hash } from "node:crypto"
import { keyPattern } from "@florin/core/idempotency/IdempotencyKey"
import { Entropy } from "@florin/core/ids/Ids"
import { ShopDirectory, type Unauthorized } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Errors from "@florin/wire/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import type { Incoming } from "../../Incoming.js"
import type { Ticket, Turned } from "../transport/admission.js"
import {
  type Exchange,
  type Failure,
  type Handler,
  type Seen as Observed,
  Refused,
  type Reply,
  turnedAway,
  type Visit
} from "../transport/exchange.js"

interface Credentials {
  readonly id: string
  readonly secret: Redacted.Redacted<string>
}

const scheme = /^basic +([A-Za-z0-9+/]{4,1024}={0,2})$/i
const controls = /[\u0000-\u001f\u007f]/

const decode = (encoded: string): string | undefined => {
  if (encoded.length % 4 !== 0) return undefined
  const bytes = Buffer.from(encoded, "base64")
  return bytes.toString("base64") === encoded && isUtf8(bytes) ? bytes.toString("utf8") : undefined
}

/** Parses HTTP Basic strictly; the platform's own decoders accept almost anything. */
export const credentialsOf = (header: string | undefined): Credentials | undefined => {
  const encoded = header === undefined ? undefined : scheme.exec(header)?.[1]
  const text = encoded === undefined ? undefined : decode(encoded)
  if (text === undefined || controls.test(text)) return undefined
  const colon = text.indexOf(":")
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  if (colon < 1 || secret === "") return undefined
  return { id, secret: Redacted.make(secret) }
}

/**
 * Credentials that were valid recently. They decide which queue a request waits in, never whether it is authenticated:
 * every request is checked, so that a rotated secret takes effect at once.
 */
interface Seen {
  readonly has: (digest: string) => boolean
  readonly add: (digest: string) => void
  readonly remove: (digest: string) => void
  /** Digest of the header, salted per process, so that memory holds no credentials. */
  readonly digest: (header: string) => string
}

/** With more active shops than this, some requests wait among unknown credentials. */
const kept = 10_000

const makeSeen: Effect.Effect<Seen> = Effect.map(Entropy, (entropy) => {
  const salt = Encoding.encodeHex(entropy(32))
  const digests = new Set<string>()
  return {
    has: (digest) => digests.has(digest),
    add: (digest) => {
      if (digests.has(digest)) return
      // Evict the oldest.
      if (digests.size === kept) digests.delete(digests.values().next().value as string)
      digests.add(digest)
    },
    remove: (digest) => {
      digests.delete(digest)
    },
    digest: (header) => hash("sha256", `${salt}${header}`, "base64")
  }
})

/** Who comes through a door. */
interface Party<Who> {
  readonly authenticate: (
    id: string,
    secret: Redacted.Redacted<string>
  ) => Effect.Effect<Who, Unauthorized | StorageError>
  readonly idOf: (who: Who) => string
  /** The place in which a request waits whose credentials are right, or were a moment ago. */
  readonly arrive: (ticket: Ticket, id: string) => Turned | undefined
  /** Tells an observer who it is. */
  readonly tell: (observed: Observed, id: string) => void
  readonly unauthorized: Reply
}

export const refused = (turned: Turned, { requestId }: Exchange): Effect.Effect<never, Refused> =>
  Effect.fail(new Refused(turnedAway(turned, requestId)))

/** What is done for whoever comes through. */
type Within<Who> = (exchange: Exchange, who: Who) => Effect.Effect<Reply, Failure>

/** Checks the credentials of a request, and lets it in. Every door remembers its own. */
export const access = <Who>({ arrive, authenticate, idOf, tell, unauthorized: refusal }: Party<Who>) =>
  Effect.map(makeSeen, (seen) => {
    const unauthorized = Effect.fail(new Refused(refusal))

    const known = (exchange: Exchange, who: Who, digest: string, route: Within<Who>): Effect.Effect<Reply, Failure> => {
      const id = idOf(who)
      seen.add(digest)
      if (exchange.seen !== undefined) tell(exchange.seen, id)
      const turned = arrive(exchange.ticket, id)
      return turned === undefined ? route(exchange, who) : refused(turned, exchange)
    }

    const unknown = (error: Unauthorized | StorageError, digest: string): Effect.Effect<never, Failure> => {
      if (error._tag === "StorageError") return Effect.fail(error)
      seen.remove(digest)
      return unauthorized
    }

    const checked = (exchange: Exchange, { id, secret }: Credentials, digest: string, route: Within<Who>) =>
      Effect.matchEffect(authenticate(id, secret), {
        onFailure: (error) => unknown(error, digest),
        onSuccess: (who) => known(exchange, who, digest, route)
      })

    return (route: Within<Who>): Handler =>
      (exchange) => {
        const header = exchange.incoming.header("authorization")
        const credentials = credentialsOf(header)
        if (header === undefined || credentials === undefined) return unauthorized
        const digest = seen.digest(header)
        const turned = seen.has(digest) ? arrive(exchange.ticket, credentials.id) : exchange.ticket.checkCredentials()
        return turned === undefined ? checked(exchange, credentials, digest, route) : refused(turned, exchange)
      }
  })

type Route = (visit: Visit) => Effect.Effect<Reply, Failure>

/** Shared by all routes, so that they share the set of recent credentials. */
export class Merchant extends Context.Tag("@florin/http-adapter/internal/Merchant")<
  Merchant,
  {
    /** A route without a body. It runs as soon as the shop is authenticated. */
    readonly asking: (route: Route) => Handler
    /** A route that reads a body and then continues with `working`. */
    readonly sending: (route: Route) => Handler
  }
>() {}

/** Continues in the shop's share of the places for work. */
export const working = <A, E>(visit: Visit, work: () => Effect.Effect<A, E>): Effect.Effect<A, E | Refused> => {
  const turned = visit.ticket.work(visit.shop.id)
  return turned === undefined ? work() : refused(turned, visit)
}

export const make: Effect.Effect<Context.Tag.Service<Merchant>, never, ShopDirectory> = Effect.gen(function* () {
  const { authenticate } = yield* ShopDirectory
  const entering = yield* access({
    authenticate,
    idOf: ({ id }) => id,
    arrive: ({ arrive }, id) => arrive(id),
    tell: (observed, id) => {
      observed.shop = id
    },
    unauthorized: Errors.unauthorized
  })

  const sending = (route: Route): Handler => entering((exchange, shop) => route({ ...exchange, shop }))

  return { sending, asking: (route) => sending((visit) => working(visit, () => route(visit))) }
})

/** Credentials are refused in the form of the route. */
export const refusing =
  (unauthorized: Reply) =>
  (handler: Handler): Handler =>
  (exchange) =>
    Effect.mapError(handler(exchange), (error) =>
      error._tag === "Refused" && error.reply === Errors.unauthorized ? new Refused(unauthorized) : error
    )

const keyHeaders = [
  ["idempotency-key", "Idempotency-Key"],
  ["requestid", "RequestID"]
] as const

const noKey = Either.right(undefined)

/**
 * The key of a request, checked before the body is read: `Idempotency-Key`, or else `RequestID`. `undefined` without
 * either. A key that is not 1 to 255 visible characters is refused, and the refusal, made by `refuse`, names the header. Source: D13.
 */
export const keyOf = (
  { header }: Pick<Incoming, "header">,
  refuse = Errors.invalidRequest
): Either.Either<string | undefined, Refused> => {
  for (const [name, spelled] of keyHeaders) {
    const key = header(name)
    if (key === undefined) continue
    if (keyPattern.test(key)) return Either.right(key)
    const sentence = `${spelled} must be 1 to 255 visible characters`
    return Either.left(new Refused(refuse([{ path: [], sentence }])))
  }
  return noKey
}

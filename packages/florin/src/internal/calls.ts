/** Calls in process: how they run, and how their errors are told. */
import { AlreadyAnswered, IdempotencyInFlight, IdempotencyMismatch } from "@florin/core/idempotency/IdempotencyKey"
import { ShopId } from "@florin/core/ids/Ids"
import type { OperationError } from "@florin/core/operations/Answer"
import * as Fields from "@florin/core/request/Fields"
import { DuplicateRequest, InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Page } from "../billing.js"
import { duplicate, KeyRefused, RecordMissing, RequestRefused } from "../refusals.js"
import { pathOf, subscriptionToHost, toHost } from "./camelCase.js"
import { refusalIn } from "./keyed.js"
import type { CallError, Parts } from "./twoFaces.js"

/** The answer of a call that has none. */
export const nothing = "null"

export type Kind = RecordMissing["kind"]

/** Why the gateway did not carry out a call. */
export type Failure = OperationError | NotFound | CallError

/** Refuses a call for one member, or as a whole. */
export const refusal = (path: ReadonlyArray<string>, sentence: string): RequestRefused =>
  new RequestRefused({ errors: [{ path, sentence }] })

/** The errors of the gateway in the words of the host. */
export const toldOf =
  (kind: Kind) =>
  (error: Failure): CallError => {
    if (error instanceof NotFound) return new RecordMissing({ kind })
    if (error instanceof DuplicateRequest) return refusal([], duplicate)
    if (error instanceof IdempotencyMismatch) return new KeyRefused({ reason: "another-request" })
    if (error instanceof IdempotencyInFlight) return new KeyRefused({ reason: "in-flight" })
    if (error instanceof AlreadyAnswered) return refusalIn(error)
    if (!(error instanceof InvalidRequest)) return error
    const [first, ...others] = error.errors.map(({ path, sentence }) => ({ path: pathOf(path), sentence }))
    return new RequestRefused({ errors: [first!, ...others] })
  }

const notText = "must be a text"

/** An argument that is a text, where a host without TypeScript may pass anything. */
export const textOf = (name: string, said: unknown): Effect.Effect<string, InvalidRequest> =>
  typeof said === "string" ? Effect.succeed(said) : invalid(name, notText)

/** An ill-formed id is not found, like an unknown one. `name` is the argument's. */
export const idOf = <Id extends string>(schema: Schema.Schema<Id, string>, name = "id") => {
  const isId = Schema.is(schema)
  return (id: string): Effect.Effect<Id, NotFound | InvalidRequest> =>
    Effect.flatMap(textOf(name, id), (text) => (isId(text) ? Effect.succeed(text) : Effect.fail(new NotFound())))
}

/** A member that is one of a few words, or that the host leaves out. */
export const wordOf = <Word extends string>(member: string, schema: Schema.Schema<Word>) => {
  const isWord = Schema.is(schema)
  return (said: string | undefined): Effect.Effect<Word | undefined, InvalidRequest> =>
    said === undefined || isWord(said) ? Effect.succeed(said) : invalid(member, "is invalid")
}

const readInstant = Schema.decodeUnknownOption(Fields.instant)

/** A member that is an instant. */
export const instantOf = (member: string, said: string): Effect.Effect<DateTime.Utc, InvalidRequest> =>
  Option.match(readInstant(said), {
    onNone: () => invalid(member, "is invalid. Format should be ISO 8601 with a time-zone offset"),
    onSome: (instant) => Effect.succeed(instant)
  })

/** The same, of a member that the host may leave out. */
export const instantIn = <Member extends string>(
  member: Member,
  said: string | undefined
): Effect.Effect<{ readonly [Name in Member]?: DateTime.Utc }, InvalidRequest> =>
  said === undefined
    ? Effect.succeed({})
    : Effect.map(instantOf(member, said), (instant) => ({ [member]: instant }) as { [Name in Member]: DateTime.Utc })

/** The page of a list. An `after` of another form finds nothing, like an unknown one. */
export const pageOf = <Id extends string, A, E>(
  id: (text: string) => Effect.Effect<Id, NotFound | InvalidRequest>,
  { after, limit }: Page,
  list: (page: { readonly limit?: number; readonly after?: Id }) => Effect.Effect<ReadonlyArray<A>, E>
) => {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    return invalid("limit", "must be greater than 0: a whole number, of which at most 1000 are answered")
  }
  const size = limit === undefined ? {} : { limit }
  if (after === undefined) return list(size)
  if (typeof after !== "string") return invalid("after", notText)
  return Effect.matchEffect(id(after), {
    onFailure: () => Effect.succeed<ReadonlyArray<A>>([]),
    onSuccess: (last) => list({ ...size, after: last })
  })
}

const usual = 100
const most = 1000

/** The page of a list whose records are large or many: 100 of them unless the host says another number, up to 1000. */
export const shortPageOf = <Id extends string, A, E>(
  id: (text: string) => Effect.Effect<Id, NotFound | InvalidRequest>,
  page: Page,
  list: (page: { readonly limit: number; readonly after?: Id }) => Effect.Effect<ReadonlyArray<A>, E>
) => pageOf(id, page, ({ limit = usual, ...rest }) => list({ limit: Math.min(limit, most), ...rest }))

const isShopId = Schema.is(ShopId)

/** The shop of a call. Errors: `RecordMissing`; `RequestRefused` where its id is no text. */
export const shopOf = (id: string) =>
  Effect.gen(function* () {
    if (typeof id !== "string") return yield* refusal(["shop"], notText)
    const { find } = yield* ShopDirectory
    const found: Option.Option<Shop> = isShopId(id) ? yield* find(id) : Option.none()
    return Option.isSome(found) ? found.value : yield* new RecordMissing({ kind: "shop" })
  })

/** Calls of a shop, which answer with the documents of the wire as plain values. */
export const answering =
  (id: string) =>
  <Answer>(
    kind: Kind,
    call: (shop: Shop) => Effect.Effect<string, Failure, Parts>
  ): Effect.Effect<Answer, CallError, Parts> => {
    const shown = kind === "subscription" ? subscriptionToHost : toHost
    return Effect.flatMap(shopOf(id), call).pipe(
      Effect.map((text) => shown(JSON.parse(text)) as Answer),
      Effect.mapError(toldOf(kind))
    )
  }

export type Answering = ReturnType<typeof answering>

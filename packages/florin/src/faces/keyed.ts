/** Idempotency keys of calls in process: as over HTTP, a refusal leaves its key free. Source: D13. */
import {
  type AlreadyAnswered,
  IdempotencyInFlight,
  type IdempotencyKey,
  IdempotencyMismatch,
  type KeptAnswer,
  keyPattern
} from "@florin/core/idempotency/IdempotencyKey"
import { DuplicateRequest, InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Errors from "@florin/wire/Errors"
import * as Fingerprints from "@florin/wire/Fingerprints"
import * as Idempotent from "@florin/wire/Idempotent"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pathOf } from "./camelCase.js"
import type { CallOptions } from "./cards.js"
import { KeyRefused, RequestRefused } from "./refusals.js"

type Fault = RequestRefused["errors"][number]

/** The errors of a refusal that was kept, whose tree ends in lists of sentences. */
const faultsIn = (tree: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Fault> => {
  if (Array.isArray(tree)) return tree.map((sentence) => ({ path, sentence: String(sentence) }))
  if (typeof tree !== "object" || tree === null) return []
  return Object.entries(tree).flatMap(([name, branch]) => faultsIn(branch, [...path, ...pathOf([name])]))
}

/** The refusal that was a first answer. */
export const refusalIn = ({ body }: Pick<KeptAnswer, "body">): RequestRefused => {
  const { response } = JSON.parse(body)
  const [first = { path: [], sentence: String(response?.message) }, ...others] = faultsIn(response?.errors)
  return new RequestRefused({ errors: [first, ...others] })
}

/** What an answer that was first tells: of the key itself, where another call has taken it meanwhile. */
const toldBy = (first: KeptAnswer): KeyRefused | RequestRefused | NotFound => {
  if (first.status === Errors.notFound.status) return new NotFound()
  if (first.status === Errors.idempotencyInFlight.status) return new KeyRefused({ reason: "in-flight" })
  if (first.status === Errors.idempotencyMismatch.status) return new KeyRefused({ reason: "another-request" })
  return refusalIn(first)
}

/** Stands for a refusal, whatever it says: the error itself is told. */
const ownRefusal: Errors.ErrorReply = { status: 422, body: "" }

const isRefusal = (error: unknown): boolean =>
  error instanceof InvalidRequest || error instanceof DuplicateRequest || error instanceof NotFound

const isAnswered = (error: unknown): error is AlreadyAnswered =>
  (error as { readonly _tag?: unknown })._tag === "AlreadyAnswered"

/** A shop's call: under which name, with which request as the wire spells it, and under which key. */
export interface Call {
  readonly shop: Shop
  readonly name: string
  readonly request: unknown
  readonly options: CallOptions | undefined
}

/** The key of a call. Whatever else stands in its place would leave the call without one, or be another key next time. */
const keyIn = (options: unknown): Effect.Effect<string | undefined, InvalidRequest> => {
  if (options === undefined) return Effect.succeed(undefined)
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return invalid("options", "must be an object with idempotencyKey")
  }
  const { idempotencyKey: key, ...others } = options as Readonly<Record<string, unknown>>
  if (Object.keys(others).length > 0) return invalid("options", "must have no other member than idempotencyKey")
  if (key === undefined) return Effect.succeed(key)
  return typeof key === "string" && keyPattern.test(key)
    ? Effect.succeed(key)
    : invalid("idempotency_key", "must be a text of 1 to 255 visible characters")
}

/** The key of a call, with the digest of its request. */
const printOf = Effect.fnUntraced(function* ({ name, options, request, shop }: Call) {
  const key = yield* keyIn(options)
  if (key === undefined) return undefined
  const fingerprint = yield* Fingerprints.make
  return yield* fingerprint({ shop, method: "CALL", path: name }, key, Buffer.from(JSON.stringify(request)))
})

/** Runs a call under its key, if it has one. Its operation keeps what it answers. */
export const keyed = <A, E, R>(call: Call, run: (key?: IdempotencyKey) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const print = yield* printOf(call)
    if (print === undefined) return yield* run()
    const { refuse } = yield* Idempotent.make
    const refused = (error: E): Effect.Effect<never, E | KeyRefused | RequestRefused | NotFound | StorageError> => {
      if (error instanceof IdempotencyMismatch) return new KeyRefused({ reason: "another-request" })
      if (error instanceof IdempotencyInFlight) return new KeyRefused({ reason: "in-flight" })
      if (isAnswered(error)) return Effect.fail(toldBy(error))
      if (!isRefusal(error)) return Effect.fail(error)
      // The operation may not have looked at the key, which can be that of another request.
      return Effect.flatMap(refuse(call.shop, print, ownRefusal), (told) =>
        Effect.fail(told === ownRefusal ? error : toldBy(told))
      )
    }
    return yield* Effect.catchAll(run(print), refused)
  })

/**
 * Runs a call under its key, if it has one, and keeps what it answers. `subject`: 16 hex digits that are the same when
 * the work of one key runs again; the id of what it creates ends in them. `done`: the answer of a command that has had its
 * effect, from what it made; absent: it may run again.
 */
export const once = <E, R>(
  call: Call,
  run: (subject?: string) => Effect.Effect<string, E, R>,
  done?: (made: string) => Effect.Effect<string, E, R>
) =>
  Effect.gen(function* () {
    const print = yield* printOf(call)
    if (print === undefined) return yield* run()
    const idempotent = yield* Idempotent.make
    let refusal = Option.none<E>()
    const settled = ({ made, subject }: Idempotent.Begun) =>
      Effect.catchAll(
        Effect.map(
          made === undefined || done === undefined ? run(subject) : done(made),
          (body): Errors.ErrorReply => ({ status: 200, body })
        ),
        (error) => {
          if (!isRefusal(error)) return Effect.fail(error)
          refusal = Option.some(error)
          return Effect.succeed(ownRefusal)
        }
      )
    const first = yield* idempotent.once(call.shop, print, settled)
    if (Option.isSome(refusal)) return yield* Effect.fail(refusal.value)
    return first.status === 200 ? first.body : yield* Effect.fail(toldBy(first))
  })

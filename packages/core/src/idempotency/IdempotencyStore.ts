/**
 * Idempotency keys: the first answer to a request is the answer to every repetition.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"

/**
 * How long a first answer is replayed, counted from the first request. Source: D13.
 *
 * @since 0.1.0
 * @category limits
 */
export const keptFor = Duration.days(30)

/**
 * What a key is: 1 to 255 visible characters. Source: D13.
 *
 * @since 0.1.0
 * @category limits
 */
export const keyPattern = /^[!-~]{1,255}$/

/**
 * What a caller sends to make a request repeatable.
 *
 * @since 0.1.0
 * @category models
 */
export interface IdempotencyKey {
  /** As `keyPattern` says. */
  readonly key: string
  /** A digest of the operation and its input: another one under the same key is refused. */
  readonly fingerprint: string
}

/**
 * An answer that was given: the HTTP status and the exact text.
 *
 * @since 0.1.0
 * @category models
 */
export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

/**
 * What is known of a key.
 *
 * - `Claimed`: it is new and now ours
 * - `Answered`: it was used for the same request, and this was the answer
 * - `InFlight`: the first request has no answer yet
 * - `Mismatch`: it was used for another request
 *
 * @since 0.1.0
 * @category models
 */
export type Claim =
  | { readonly _tag: "Claimed" }
  | { readonly _tag: "Answered"; readonly answer: KeptAnswer }
  | { readonly _tag: "InFlight" }
  | { readonly _tag: "Mismatch" }

/**
 * The same key was used for another request.
 *
 * @since 0.1.0
 * @category errors
 */
export class IdempotencyMismatch extends Schema.TaggedError<IdempotencyMismatch>("@florin/core/IdempotencyMismatch")(
  "IdempotencyMismatch",
  {}
) {}

/**
 * The first request under this key has no answer yet.
 *
 * @since 0.1.0
 * @category errors
 */
export class IdempotencyInFlight extends Schema.TaggedError<IdempotencyInFlight>("@florin/core/IdempotencyInFlight")(
  "IdempotencyInFlight",
  {}
) {}

/**
 * The request was made before; this is its first answer. Not an error of the caller: it ends the operation early.
 *
 * @since 0.1.0
 * @category errors
 */
export class AlreadyAnswered extends Schema.TaggedError<AlreadyAnswered>("@florin/core/AlreadyAnswered")(
  "AlreadyAnswered",
  { status: Schema.Int, body: Schema.String }
) {}

/**
 * Where keys are kept, per shop.
 *
 * @since 0.1.0
 * @category ports
 */
export class IdempotencyStore extends Context.Tag("@florin/core/IdempotencyStore")<
  IdempotencyStore,
  {
    /**
     * Claims the key at `now`. A key older than `keptFor` counts as new. `abandonedAfter`: a claim without an answer
     * that is older than this counts as new too (for requests that leave no transaction behind).
     */
    readonly claim: (
      shop: ShopId,
      key: IdempotencyKey,
      now: DateTime.Utc,
      abandonedAfter?: Duration.Duration
    ) => Effect.Effect<Claim, StorageError, UnitOfWorkContext>
    /** Keeps the first answer of a claimed key; a later one changes nothing. */
    readonly answer: (
      shop: ShopId,
      key: string,
      answer: KeptAnswer
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /** Removes up to `limit` keys claimed before `before`; says how many. */
    readonly sweep: (before: DateTime.Utc, limit: number) => Effect.Effect<number, StorageError, UnitOfWorkContext>
  }
>() {}

/**
 * Idempotency over HTTP: how first answers are kept and given again.
 *
 * @since 0.1.0
 */
import {
  AlreadyAnswered,
  type Claim,
  type IdempotencyKey,
  IdempotencyStore
} from "@florin/core/idempotency/IdempotencyStore"
import type { Shop } from "@florin/core/shops/Shop"
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Errors from "@florin/wire/Errors"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * How long a claim of a request that leaves no transaction behind counts as being worked on. After that the request is
 * made again: what such a request does can be repeated.
 *
 * @since 0.1.0
 * @category limits
 */
export const abandonedAfter = Duration.seconds(60)

/**
 * The answer of an earlier request, or why there is none.
 *
 * @since 0.1.0
 * @category answers
 */
export const answerOf = (claim: Exclude<Claim, { readonly _tag: "Claimed" }>): Errors.ErrorReply => {
  switch (claim._tag) {
    case "Answered":
      return Errors.errorReply(new AlreadyAnswered(claim.answer), "")
    case "InFlight":
      return Errors.idempotencyInFlight
    case "Mismatch":
      return Errors.idempotencyMismatch
  }
}

/**
 * First answers of the requests that core's operations do not keep themselves.
 *
 * @since 0.1.0
 * @category models
 */
export interface Idempotent {
  /**
   * Keeps a refusal as the first answer, in a commit of its own; what was answered first goes out. Without a key the
   * refusal goes out.
   */
  readonly refuse: (
    shop: Shop,
    key: IdempotencyKey | undefined,
    refusal: Errors.ErrorReply
  ) => Effect.Effect<Errors.ErrorReply, StorageError>
  /**
   * Runs the work for the first of equal requests and keeps its answer, whatever it says. Work that fails has no
   * answer: its key counts as in flight until the claim is abandoned.
   */
  readonly once: <E>(
    shop: Shop,
    key: IdempotencyKey | undefined,
    work: Effect.Effect<Errors.ErrorReply, E>
  ) => Effect.Effect<Errors.ErrorReply, E | StorageError>
}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make: Effect.Effect<Idempotent, never, UnitOfWork | IdempotencyStore> = Effect.gen(function* () {
  const commit = yield* committing
  const store = yield* IdempotencyStore

  const kept = ({ body, status }: Errors.ErrorReply) => ({ status, body })

  const refuse = Effect.fnUntraced(function* (shop: Shop, key: IdempotencyKey, refusal: Errors.ErrorReply) {
    const claim = yield* store.claim(shop.id, key, yield* DateTime.now)
    if (claim._tag !== "Claimed") return answerOf(claim)
    yield* store.answer(shop.id, key.key, kept(refusal))
    return refusal
  }, commit("key-refuse"))

  const once = Effect.fnUntraced(function* <E>(
    shop: Shop,
    key: IdempotencyKey,
    work: Effect.Effect<Errors.ErrorReply, E>
  ) {
    const now = yield* DateTime.now
    const claim = yield* commit("key-claim")(store.claim(shop.id, key, now, abandonedAfter))
    if (claim._tag !== "Claimed") return answerOf(claim)
    const answer = yield* work
    yield* commit("key-answer")(store.answer(shop.id, key.key, kept(answer)))
    return answer
  })

  return {
    refuse: (shop, key, refusal) => (key === undefined ? Effect.succeed(refusal) : refuse(shop, key, refusal)),
    once: (shop, key, work) => (key === undefined ? work : once(shop, key, work))
  }
})

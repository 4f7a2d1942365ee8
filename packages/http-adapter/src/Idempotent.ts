/** Idempotency over HTTP: keeps first answers and replays them. */
import {
  type IdempotencyKey,
  type KeyRecord,
  type KeyRefusal,
  refusalOf
} from "@florin/core/idempotency/IdempotencyKey"
import type { Shop } from "@florin/core/shops/Shop"
import * as Operation from "@florin/core/store/Operation"
import * as Reads from "@florin/core/store/Reads"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Write } from "@florin/core/store/Write"
import * as Errors from "@florin/wire/Errors"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * How long a claim by a request that creates no transaction counts as in progress. After that, a repetition runs the
 * request again, which is safe for such requests.
 */
export const abandonedAfter = Duration.seconds(60)

/** First answers that core's operations do not keep themselves. */
export interface Idempotent {
  /**
   * Keeps a refusal as the first answer, in a commit of its own, and returns the answer that was first. Without a key,
   * returns the refusal.
   */
  readonly refuse: (
    shop: Shop,
    key: IdempotencyKey | undefined,
    refusal: Errors.ErrorReply
  ) => Effect.Effect<Errors.ErrorReply, StorageError>
  /**
   * Runs the work for the first of equal requests and keeps its answer, success or refusal. Work that fails has no
   * answer, and its key stays in flight until the claim is abandoned.
   */
  readonly once: <E>(
    shop: Shop,
    key: IdempotencyKey | undefined,
    work: Effect.Effect<Errors.ErrorReply, E>
  ) => Effect.Effect<Errors.ErrorReply, E | StorageError>
}

interface Claim {
  readonly shop: Shop
  readonly key: IdempotencyKey
  /** In milliseconds of the epoch. */
  readonly now: number
  readonly abandonedAfter?: Duration.Duration
}

const keeping = ({ key, shop }: Pick<Claim, "shop" | "key">, { body, status }: Errors.ErrorReply): Write => ({
  _tag: "KeepAnswer",
  shop: shop.id,
  key: key.key,
  answer: { status, body }
})

interface Facts {
  readonly known: KeyRecord | undefined
}

/** Claims a key that is new, and writes `more` with it. */
const claiming = (
  name: "key-refuse" | "key-claim",
  { abandonedAfter, key: { fingerprint, key }, now, shop }: Claim,
  more: ReadonlyArray<Write>
): Operation.Operation<Facts, undefined, KeyRefusal> => ({
  name,
  load: { known: Reads.key(shop.id, key) },
  decide: ({ known }) => {
    const refusal = refusalOf({ key, fingerprint }, known, now, abandonedAfter)
    if (refusal !== undefined) return Operation.refuse(refusal)
    const unanswered = known !== undefined && known.answer === undefined
    const claim: Write = { _tag: "ClaimKey", shop: shop.id, key, fingerprint, now, unanswered }
    return Operation.decided([claim, ...more], undefined)
  }
})

/** Keeps the answer of a claim, unless the work took so long that another request has claimed the key since. */
const answering = (claim: Claim, answer: Errors.ErrorReply): Operation.Operation<Facts, undefined, never> => ({
  name: "key-answer",
  load: { known: Reads.key(claim.shop.id, claim.key.key) },
  decide: ({ known }) => {
    const isOurs = known?.claimedAt === claim.now && known.fingerprint === claim.key.fingerprint
    return Operation.decided(isOurs ? [keeping(claim, answer)] : [], undefined)
  }
})

export const make: Effect.Effect<Idempotent, never, Operation.OperationStore> = Effect.gen(function* () {
  const commit = Operation.commit(yield* Operation.OperationStore)

  /** The answer to a repetition; `undefined` for a new key. */
  const earlier = (claim: ReturnType<typeof claiming>): Effect.Effect<Errors.ErrorReply | undefined, StorageError> =>
    Effect.catchAll(commit(claim), (error) => {
      switch (error._tag) {
        case "StorageError":
          return Effect.fail(error)
        // The record had no answer when it was read; by now it has one or is gone.
        case "Stale":
          return earlier(claim)
        default:
          return Effect.succeed(Errors.errorReply(error, ""))
      }
    })

  const refuse = Effect.fnUntraced(function* (shop: Shop, key: IdempotencyKey, refusal: Errors.ErrorReply) {
    const claim = { shop, key, now: yield* Clock.currentTimeMillis }
    return (yield* earlier(claiming("key-refuse", claim, [keeping(claim, refusal)]))) ?? refusal
  })

  const once = Effect.fnUntraced(function* <E>(
    shop: Shop,
    key: IdempotencyKey,
    work: Effect.Effect<Errors.ErrorReply, E>
  ) {
    const claim = { shop, key, now: yield* Clock.currentTimeMillis, abandonedAfter }
    const first = yield* earlier(claiming("key-claim", claim, []))
    if (first !== undefined) return first
    const answer = yield* work
    yield* Effect.catchTag(commit(answering(claim, answer)), "Stale", Effect.die)
    return answer
  })

  return {
    refuse: (shop, key, refusal) => (key === undefined ? Effect.succeed(refusal) : refuse(shop, key, refusal)),
    once: (shop, key, work) => (key === undefined ? work : once(shop, key, work))
  }
})

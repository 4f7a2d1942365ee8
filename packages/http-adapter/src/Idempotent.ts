/** Idempotency over HTTP: how first answers are kept and given again. */
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
 * How long a claim of a request that leaves no transaction behind counts as being worked on. After that the request is
 * made again: what such a request does can be repeated.
 */
export const abandonedAfter = Duration.seconds(60)

/** First answers of the requests that core's operations do not keep themselves. */
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

  /** What is answered instead, where the key is not new. */
  const earlier = (claim: ReturnType<typeof claiming>): Effect.Effect<Errors.ErrorReply | undefined, StorageError> =>
    Effect.catchAll(commit(claim), (error) => {
      switch (error._tag) {
        case "StorageError":
          return Effect.fail(error)
        // What was found without an answer has one by now, or is gone: it is looked at again.
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

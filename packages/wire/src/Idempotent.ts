/** First answers: keeps the answers to what was accepted, and replays them. Source: D13. */
import { ClaimLost, CurrentClaim } from "@florin/core/commits/CommandKey"
import * as Commit from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import {
  begunBy,
  type FirstAnswer,
  type FirstDocument,
  IdempotencyInFlight,
  type IdempotencyKey,
  type KeyRecord,
  type KeyRefusal,
  refusalOf,
  refusedIn
} from "@florin/core/idempotency/IdempotencyKey"
import { Entropy } from "@florin/core/ids/Ids"
import { given } from "@florin/core/request/Given"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"

/**
 * How long a claim by a request that creates no transaction of its own counts as in progress. After that, a repetition
 * runs the request again, which creates nothing a second time: it goes on under the subject of the first.
 */
export const abandonedAfter = Duration.seconds(60)

/** Whose key it is: of a shop, or of an operator. Source: D13. */
export type Owner = Pick<Shop, "id">

/** Answers that core's operations do not keep themselves. */
export interface Idempotent {
  /** Refuses a request, which keeps no key. Its key goes first if it is another request's, or has an answer. */
  readonly refused: <E>(
    owner: Owner,
    key: IdempotencyKey | undefined,
    refusal: E
  ) => Effect.Effect<never, E | KeyRefusal | StorageError>
  /** Runs an operation that keeps its first answer itself, in the commit that decides it. */
  readonly kept: <A, E, R>(
    owner: Owner,
    key: IdempotencyKey,
    run: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | KeyRefusal | StorageError, R>
  /**
   * Runs the work for the first of equal requests and keeps its answer. A refusal is not kept: it leaves the key free,
   * because the same request may be right a moment later. Work that fails has no answer, and its key stays in flight
   * until the claim is abandoned. The first commit of the work that writes anything marks the key, and is refused once
   * another request has claimed it.
   */
  readonly once: <E, R>(
    owner: Owner,
    key: IdempotencyKey | undefined,
    work: (begun: Begun) => Effect.Effect<FirstDocument, E, R>
  ) => Effect.Effect<FirstDocument, E | KeyRefusal | StorageError, R>
}

/** What the requests under a key have begun. */
export interface Begun {
  /** 16 random hex digits, the same whenever the work of one key runs again: they name what the work creates. */
  readonly subject: string
  /**
   * An earlier request under this key had its effect, and died before its answer was kept: only the answer is missing. The
   * transaction that it made; empty if none.
   */
  readonly made?: string | undefined
}

interface Claim {
  readonly shop: Owner
  readonly key: IdempotencyKey
  /** In milliseconds of the epoch. */
  readonly now: number
  /** Names what the work creates, however often it runs. */
  readonly subject: string
}

interface Facts {
  readonly known: KeyRecord | undefined
}

/** Claims a key that is new, or was abandoned. */
const claiming = ({ key, now, shop, subject: fresh }: Claim): Commit.Commit<Facts, Begun, KeyRefusal> => ({
  name: "key-claim",
  load: { known: Reads.key(shop.id, key.key) },
  decide: ({ known }) => {
    const refusal = refusalOf(key, known, now, abandonedAfter)
    if (refusal !== undefined) return Commit.refuse(refusal)
    const unanswered = known !== undefined && known.answer === undefined
    const { made, subject = fresh } = begunBy(known, now)
    const begun = { subject, ...given({ made }) }
    return Commit.decided([{ _tag: "ClaimKey", shop: shop.id, ...key, now, unanswered, ...begun }], begun)
  }
})

/** Looks at a key, and claims nothing. */
const looking = ({ key, now, shop }: Omit<Claim, "subject">): Commit.Commit<Facts, undefined, KeyRefusal> => ({
  name: "key-claim",
  load: { known: Reads.key(shop.id, key.key) },
  decide: ({ known }) => {
    const refusal = refusalOf(key, known, now, abandonedAfter)
    return refusal === undefined ? Commit.decided([], undefined) : Commit.refuse(refusal)
  }
})

/**
 * What becomes of a claim: an answer is kept, and after a refusal the key is free again, unless the work has had an effect
 * before it was refused, which must not come twice.
 */
const settling = ({ key, shop }: Claim, answer: FirstAnswer, { made }: KeyRecord): Write =>
  "refused" in answer && made === undefined
    ? { _tag: "ForgetKeys", keys: [[shop.id, key.key]] }
    : { _tag: "KeepAnswer", shop: shop.id, key: key.key, answer }

/**
 * Settles a claim, unless the work took so long that another request has claimed the key since, or it is settled: the store
 * may have committed, and have lost its connection before it said so.
 */
const answering = (claim: Claim, answer: FirstAnswer): Commit.Commit<Facts, undefined, never> => ({
  name: "key-answer",
  load: { known: Reads.key(claim.shop.id, claim.key.key) },
  decide: ({ known }) => {
    const isOurs = known?.claimedAt === claim.now && known.fingerprint === claim.key.fingerprint
    return Commit.decided(isOurs && known.answer === undefined ? [settling(claim, answer, known)] : [], undefined)
  }
})

/** The part of an answer that repetitions get. */
const keptOf = ({ document, isNew }: FirstDocument): FirstDocument => ({ document, ...given({ isNew }) })

/** A subject of a request without a key. */
export const newSubject: Effect.Effect<string> = Effect.map(Entropy, (entropy) => Encoding.encodeHex(entropy(8)))

export const make: Effect.Effect<Idempotent, never, Commit.CommitStore> = Effect.gen(function* () {
  const commit = Commit.commit(yield* Commit.CommitStore)
  // The record had no answer when it was read; by now it has one or is gone.
  const claimed = (claim: Claim): Effect.Effect<Begun, KeyRefusal | StorageError> =>
    Effect.catchTag(commit(claiming(claim)), "Stale", () => claimed(claim))

  const settle = (claim: Claim, answer: FirstAnswer): Effect.Effect<undefined, StorageError> =>
    Effect.catchTag(commit(answering(claim, answer)), "Stale", () => settle(claim, answer))

  const refused: Idempotent["refused"] = Effect.fnUntraced(function* (shop, key, refusal) {
    if (key === undefined) return yield* Effect.fail(refusal)
    const looked = commit(looking({ shop, key, now: yield* Clock.currentTimeMillis }))
    return yield* Effect.zipRight(
      Effect.catchTag(looked, "Stale", () => Effect.void),
      Effect.fail(refusal)
    )
  })

  const once = Effect.fnUntraced(function* <E, R>(
    shop: Owner,
    key: IdempotencyKey,
    work: (begun: Begun) => Effect.Effect<FirstDocument, E, R>
  ) {
    const claim = { shop, key, now: yield* Clock.currentTimeMillis, subject: yield* newSubject }
    const begun = yield* claimed(claim)
    const command = { ...key, shop: shop.id, claimedAt: claim.now, subject: begun.subject }
    const worked = yield* Effect.provideService(work(begun), CurrentClaim, command).pipe(
      Effect.catchSomeDefect((defect) =>
        defect instanceof ClaimLost ? Option.some(new IdempotencyInFlight()) : Option.none()
      ),
      Effect.either
    )
    const refused = Either.isLeft(worked) ? refusedIn(worked.left) : undefined
    const answer = Either.isRight(worked) ? keptOf(worked.right) : refused && { refused }
    if (answer !== undefined) yield* settle(claim, answer)
    return yield* worked
  })

  return {
    refused,
    kept: (shop, key, run) =>
      Effect.catchAll(run, (error) =>
        refusedIn(error) === undefined ? Effect.fail(error) : refused(shop, key, error)
      ),
    once: (shop, key, work) =>
      key === undefined ? Effect.flatMap(newSubject, (subject) => work({ subject })) : once(shop, key, work)
  }
})

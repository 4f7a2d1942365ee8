/** First answers: keeps the answers to what was accepted, and replays them. Source: D13. */
import { ClaimLost, CommandKey } from "@florin/core/commits/CommandKey"
import * as Operation from "@florin/core/commits/Operation"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import {
  begunBy,
  type IdempotencyKey,
  type KeyRecord,
  type KeyRefusal,
  refusalOf
} from "@florin/core/idempotency/IdempotencyKey"
import { Entropy } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Errors from "./Errors.js"

/**
 * How long a claim by a request that creates no transaction of its own counts as in progress. After that, a repetition
 * runs the request again, which creates nothing a second time: it goes on under the subject of the first.
 */
export const abandonedAfter = Duration.seconds(60)

/** Whose key it is: of a shop, or of an operator. Source: D13. */
export type Owner = Pick<Shop, "id">

/** Answers that core's operations do not keep themselves. */
export interface Idempotent {
  /**
   * What a request is told that was refused: the refusal, which keeps no key, unless its key is that of another request
   * or has an answer already.
   */
  readonly refuse: (
    shop: Owner,
    key: IdempotencyKey | undefined,
    refusal: Errors.ErrorReply
  ) => Effect.Effect<Errors.ErrorReply, StorageError>
  /**
   * Runs the work for the first of equal requests and keeps its answer. A refusal is not kept: it leaves the key free,
   * because the same request may be right a moment later. Work that fails has no answer, and its key stays in flight
   * until the claim is abandoned. The first commit of the work that writes anything marks the key, and is refused once
   * another request has claimed it.
   */
  readonly once: <E, R>(
    shop: Owner,
    key: IdempotencyKey | undefined,
    work: (begun: Begun) => Effect.Effect<Errors.ErrorReply, E, R>
  ) => Effect.Effect<Errors.ErrorReply, E | StorageError, R>
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
const claiming = ({ key, now, shop, subject: fresh }: Claim): Operation.Operation<Facts, Begun, KeyRefusal> => ({
  name: "key-claim",
  load: { known: Reads.key(shop.id, key.key) },
  decide: ({ known }) => {
    const refusal = refusalOf(key, known, now, abandonedAfter)
    if (refusal !== undefined) return Operation.refuse(refusal)
    const unanswered = known !== undefined && known.answer === undefined
    const { made, subject = fresh } = begunBy(known, now)
    const begun = { subject, ...(made === undefined ? {} : { made }) }
    return Operation.decided([{ _tag: "ClaimKey", shop: shop.id, ...key, now, unanswered, ...begun }], begun)
  }
})

/** Looks at a key, and claims nothing. */
const looking = ({ key, now, shop }: Omit<Claim, "subject">): Operation.Operation<Facts, undefined, KeyRefusal> => ({
  name: "key-claim",
  load: { known: Reads.key(shop.id, key.key) },
  decide: ({ known }) => {
    const refusal = refusalOf(key, known, now, abandonedAfter)
    return refusal === undefined ? Operation.decided([], undefined) : Operation.refuse(refusal)
  }
})

const isRefusal = ({ status }: Errors.ErrorReply): boolean => status >= 400

/**
 * What becomes of a claim: an answer is kept, and after a refusal the key is free again, unless the work has had an effect
 * before it was refused, which must not come twice.
 */
const settling = ({ key, shop }: Claim, answer: Errors.ErrorReply, { made }: KeyRecord): Write =>
  isRefusal(answer) && made === undefined
    ? { _tag: "ForgetKeys", keys: [[shop.id, key.key]] }
    : { _tag: "KeepAnswer", shop: shop.id, key: key.key, answer: { status: answer.status, body: answer.body } }

/** Settles a claim, unless the work took so long that another request has claimed the key since. */
const answering = (claim: Claim, answer: Errors.ErrorReply): Operation.Operation<Facts, undefined, never> => ({
  name: "key-answer",
  load: { known: Reads.key(claim.shop.id, claim.key.key) },
  decide: ({ known }) => {
    const isOurs = known?.claimedAt === claim.now && known.fingerprint === claim.key.fingerprint
    return Operation.decided(isOurs ? [settling(claim, answer, known)] : [], undefined)
  }
})

export const make: Effect.Effect<Idempotent, never, Operation.OperationStore> = Effect.gen(function* () {
  const commit = Operation.commit(yield* Operation.OperationStore)
  const entropy = yield* Entropy
  const newSubject = () => Encoding.encodeHex(entropy(8))

  type Claimed = Either.Either<Begun, Errors.ErrorReply>

  /** What was begun by what may go on, or the answer to a repetition. */
  const claimed = (claim: ReturnType<typeof claiming>): Effect.Effect<Claimed, StorageError> =>
    Effect.catchAll(Effect.map(commit(claim), Either.right), (error): Effect.Effect<Claimed, StorageError> => {
      switch (error._tag) {
        case "StorageError":
          return Effect.fail(error)
        // The record had no answer when it was read; by now it has one or is gone.
        case "Stale":
          return claimed(claim)
        default:
          return Effect.succeed(Either.left(Errors.errorReply(error, "")))
      }
    })

  const refuse = Effect.fnUntraced(function* (shop: Owner, key: IdempotencyKey, refusal: Errors.ErrorReply) {
    const known = yield* Effect.either(commit(looking({ shop, key, now: yield* Clock.currentTimeMillis })))
    if (Either.isRight(known) || known.left._tag === "Stale") return refusal
    return known.left._tag === "StorageError" ? yield* known.left : Errors.errorReply(known.left, "")
  })

  const once = Effect.fnUntraced(function* <E, R>(
    shop: Owner,
    key: IdempotencyKey,
    work: (begun: Begun) => Effect.Effect<Errors.ErrorReply, E, R>
  ) {
    const claim = { shop, key, now: yield* Clock.currentTimeMillis, subject: newSubject() }
    const first = yield* claimed(claiming(claim))
    if (Either.isLeft(first)) return first.left
    const command = { ...key, shop: shop.id, claimedAt: claim.now, subject: first.right.subject }
    const answer = yield* Effect.provideService(work(first.right), CommandKey, command).pipe(
      Effect.catchSomeDefect((defect) =>
        defect instanceof ClaimLost ? Option.some(Effect.succeed(Errors.idempotencyInFlight)) : Option.none()
      )
    )
    yield* Effect.catchTag(commit(answering(claim, answer)), "Stale", Effect.die)
    return answer
  })

  return {
    refuse: (shop, key, refusal) => (key === undefined ? Effect.succeed(refusal) : refuse(shop, key, refusal)),
    once: (shop, key, work) => (key === undefined ? work({ subject: newSubject() }) : once(shop, key, work))
  }
})

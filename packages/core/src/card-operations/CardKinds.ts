/**
 * The kinds of card transactions. Charges roll back; captures, voids, refunds, credits and payouts roll forward.
 *
 * Source: D40.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AcquirerRequest } from "../cards/Acquirer.js"
import { openActionOf, referenceOf } from "../cards/AtProvider.js"
import { apply, isCharge } from "../cards/CardChange.js"
import { type AcquirerDecision, type AcquirerEvent, CardEvent, isDecision } from "../cards/CardEvent.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import { challengeLimit, endOfWait } from "../cards/ChargeMachine.js"
import type { NeverSeen, ProviderStatus, TransactionKind } from "../operations/TransactionKind.js"
import type { Progress } from "../three-d-secure/ThreeDSecureRules.js"
import { nextQueryAt } from "../time/RetrySchedule.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import { consequencesOf, writesOf } from "./CardWrites.js"
import { isChild } from "./ChildRules.js"
import * as AcquirerCalls from "./internal/acquirerCalls.js"
import * as AuthenticationCalls from "./internal/authenticationCalls.js"
import { eventOf } from "./internal/chargeCalls.js"
import * as OpenedCard from "./internal/openedCard.js"
import * as KeyRules from "./KeyRules.js"

export class CardKinds extends Context.Tag("@florin/core/CardKinds")<
  CardKinds,
  {
    readonly charge: TransactionKind<CardTransaction>
    /** What follows a charge, or pays out. */
    readonly child: TransactionKind<CardTransaction>
    /**
     * A decision that the acquirer tells by itself, with what 3-D Secure has said of the charge: only the process that
     * called knew it until then.
     */
    readonly proved: (transaction: CardTransaction, decision: AcquirerDecision) => Effect.Effect<AcquirerDecision>
  }
>() {}

/**
 * The customer's time is over, as is that of a customer who was never needed: the server's answer leads nowhere any more,
 * and what the acquirer knows decides.
 *
 * Source: D15; D40, "Charges roll back".
 */
const isGivenUp = ({ authentication, createdAt }: CardTransaction, now: DateTime.Utc): boolean => {
  const since = authentication?.waitingSince ?? createdAt
  return DateTime.greaterThanOrEqualTo(now, DateTime.addDuration(since, challengeLimit))
}

/** No 3-D Secure server is left: an earlier one may have let the charge go on. */
const isUnasked = ({ authentication, reason }: Progress): boolean =>
  reason === "authentication-unavailable" && authentication.proof === null

/** How long after the end of the customer's time an acquirer without an answer is asked before an action is given up. */
const graceOfDoubt = Duration.minutes(1)

/**
 * An action that nobody has ended in time, at an acquirer that does not say what became of it: it counts as open, so that
 * it is taken back, instead of keeping its order pending for days.
 */
const leftOpen = (transaction: CardTransaction, now: DateTime.Utc): AcquirerEvent | undefined => {
  const [action, end] = [openActionOf(transaction), endOfWait(transaction)]
  const reference = referenceOf(transaction)
  if (action === undefined || reference === undefined || end === undefined) return undefined
  if (DateTime.lessThan(now, DateTime.addDuration(end, graceOfDoubt))) return undefined
  return CardEvent.ActionNeeded({ reference, action })
}

const proving = Effect.gen(function* () {
  const authenticate = yield* AuthenticationCalls.make
  const reopen = yield* OpenedCard.make

  /** What the 3-D Secure server says, asked again under the same key. */
  const progressOf = (transaction: CardTransaction) =>
    Effect.flatMap(reopen(transaction), (found) => {
      const source = Option.getOrUndefined(found)
      return source?.source === "card" ? authenticate(transaction, source.card) : Effect.succeed(undefined)
    })

  const proved: CardKinds["Type"]["proved"] = (transaction, decision) =>
    transaction.authentication?.stage !== "asked"
      ? Effect.succeed(decision)
      : Effect.map(progressOf(transaction), (progress) =>
          progress?.then === "go-on" ? { ...decision, authentication: progress.authentication } : decision
        )

  return { progressOf, proved, reopen }
})

type Asking = Effect.Effect.Success<typeof AcquirerCalls.make>
type Reopen = Effect.Effect.Success<typeof proving>["reopen"]

/** What rolls forward: when it is asked about, and when it is sent again. */
const resending = (asking: Asking, reopen: Reopen) => {
  // A resend that was never sent says nothing about the earlier attempt.
  const unknownUnlessDecided = (event: CardEvent): CardEvent =>
    isDecision(event) || event._tag === "Acknowledged" ? event : CardEvent.NoAnswer()

  /** The request again, from stored data; undefined while that is unavailable. */
  const rebuilt = (transaction: CardTransaction): Effect.Effect<AcquirerRequest | undefined> => {
    const { type } = transaction
    if (isChild(type)) return Effect.succeed(AcquirerCalls.childRequest(type, transaction))
    // The sealed number, or the provider's token, is kept until the decision; a payout does not need the security code.
    return Effect.map(reopen(transaction), (source) =>
      Option.isNone(source) ? undefined : AcquirerCalls.payoutRequest(transaction, source.value)
    )
  }

  const sendAgain: TransactionKind<CardTransaction>["sendAgain"] = (transaction, now) => {
    const { createdAt, gatewayId } = transaction
    const acquirer = asking.acquirerOf(gatewayId)
    if (acquirer === undefined || !KeyRules.isRepeatable(acquirer, createdAt, now)) return undefined
    return Effect.fnUntraced(function* (owner: string) {
      const request = yield* rebuilt(transaction)
      // The key has grown older while the acquirer was asked.
      const isAlive = KeyRules.isAlive(acquirer, createdAt, yield* DateTime.now)
      if (request === undefined || !isAlive) return CardEvent.NoAnswer()
      return yield* Effect.map(asking.perform(gatewayId, request)(owner), unknownUnlessDecided)
    })
  }

  /** An acquirer that cannot be asked has received what it gave a reference; all else is sent again under its key. */
  const followed = (transaction: CardTransaction): Effect.Effect<ProviderStatus<AcquirerEvent>> =>
    Effect.zipWith(asking.status(transaction), DateTime.now, (known, now) => {
      const { createdAt, gatewayId } = transaction
      const acquirer = asking.acquirerOf(gatewayId)
      if (known !== "unknown" || acquirer === undefined || referenceOf(transaction) !== undefined) return known
      return KeyRules.isRepeatableUnqueried(acquirer, createdAt, now) ? "never-seen" : known
    })

  const inFlightWindow = ({ gatewayId }: CardTransaction): Duration.Duration => {
    const acquirer = asking.acquirerOf(gatewayId)
    return acquirer === undefined ? Duration.zero : KeyRules.resendWindow(acquirer)
  }

  return { status: followed, sendAgain, inFlightWindow }
}

export const make = Effect.gen(function* () {
  const asking = yield* AcquirerCalls.make
  const { progressOf, proved, reopen } = yield* proving

  // Only the last charge attempt can be in doubt: the next acquirer is tried only after a decline.
  const queried = (transaction: CardTransaction): Effect.Effect<ProviderStatus<AcquirerEvent>> =>
    asking.status(transaction)

  /**
   * Asks the 3-D Secure server again under the same key. A process that had its answer may have asked the acquirer too,
   * whose decision stands, whatever the server says now; and what it sent may still be on its way there.
   */
  const authenticated = Effect.fnUntraced(function* (
    transaction: CardTransaction
  ): Effect.fn.Return<ProviderStatus<AcquirerEvent> | NeverSeen> {
    const known = yield* queried(transaction)
    const progress = yield* progressOf(transaction)
    const isPassed = progress?.then === "go-on"
    if (typeof known !== "string") {
      return isPassed ? { ...known, authentication: progress.authentication } : known
    }
    if (progress === undefined) return isGivenUp(transaction, yield* DateTime.now) ? known : "unknown"
    const then = known === "never-seen" && !isUnasked(progress) ? eventOf(progress) : undefined
    return then === undefined ? known : { _tag: "NeverSeen", then }
  })

  const charged = (transaction: CardTransaction): Effect.Effect<ProviderStatus<AcquirerEvent>> =>
    Effect.zipWith(queried(transaction), DateTime.now, (known, now) =>
      known === "unknown" ? (leftOpen(transaction, now) ?? known) : known
    )

  const common = {
    decide: apply,
    writesOf,
    consequencesOf,
    status: (transaction: CardTransaction): Effect.Effect<ProviderStatus<AcquirerEvent>> => queried(transaction),
    inFlightWindow: (transaction: CardTransaction) =>
      asking.acquirerOf(lastCharge(transaction).gatewayId)?.inFlightWindow ?? Duration.zero,
    nextQueryAt: (_: CardTransaction, now: DateTime.Utc, attempts: number) => nextQueryAt(now, attempts)
  }

  return CardKinds.of({
    charge: {
      ...common,
      status: (transaction) =>
        transaction.authentication?.stage === "asked" ? authenticated(transaction) : charged(transaction),
      unknownOutcome: "rolls-back",
      sendAgain: () => undefined
    },
    proved,
    child: { ...common, ...resending(asking, reopen), unknownOutcome: "rolls-forward" }
  })
})

/** The kind of a card transaction. */
export const kindOf = (
  { charge, child }: CardKinds["Type"],
  { type }: CardTransaction
): TransactionKind<CardTransaction> => (isCharge(type) ? charge : child)

import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import { isExpired } from "@florin/core/cards/CardInput"
import { subtractOrZero } from "@florin/core/money/Amount"
import { given } from "@florin/core/request/Given"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { Verdict } from "../Ledger.js"
import type { Entry, ParentState } from "../Movement.js"
import {
  type AcquirerReason,
  acceptance,
  amountTriggers,
  Behaviour,
  holderTriggers,
  type TestTrigger
} from "../TestTriggers.js"
import type { Acting, LedgerAnswer } from "../Underway.js"
import { type CardReading, maskedThatLookAtAmount } from "./readCard.js"
import { approved, declined, type Remarks } from "./reports.js"

const plainApproval = Behaviour.Approve({})

const behaviourOf = (triggers: ReadonlyArray<TestTrigger>, value: string): Behaviour | undefined =>
  triggers.find((trigger) => trigger.value === value)?.behaviour

const byHolder = (holder: string | undefined): Behaviour | undefined =>
  behaviourOf(holderTriggers, (holder ?? "").trim().toUpperCase())

/** The amount's test trigger, only on cards that look at it and on children of their charges. */
const byAmount = (card: string | null, amount: number): Behaviour | undefined =>
  card !== null && maskedThatLookAtAmount.has(card)
    ? behaviourOf(amountTriggers, String(amount % 1000).padStart(3, "0"))
    : undefined

const prompt = (answer: ReturnType<typeof approved>): Verdict => Verdict.Booked({ answer, manner: "prompt" })

const refuse = (entry: Entry, reason: AcquirerReason, because: string, remarks?: Remarks): Verdict =>
  prompt(declined(entry, reason, remarks, because))

/** A customer who can act, and where. */
export type Actor = Pick<Acting, "token" | "returnUrl" | "shop" | "language" | "last4">

/** What a decision depends on beside the request: the time, and the customer, if one is present. */
export interface Circumstances {
  readonly now: DateTime.Utc
  readonly actor?: Actor | undefined
}

const acting = (entry: Entry, remarks: Remarks, actor: Actor | undefined, posts: boolean): Verdict => {
  const answer = approved(entry, remarks)
  if (actor === undefined) return prompt(answer)
  const declining = declined(entry, "unspecified", remarks, "the customer refused")
  return Verdict.Kept({ underway: { _tag: "Acting", entry, posts, ...actor, approved: answer, declined: declining } })
}

const waiting = (entry: Entry, decision: LedgerAnswer, now: DateTime.Utc): Verdict => {
  const decidedAt = now.epochMillis + Duration.toMillis(acceptance)
  return Verdict.Kept({ underway: { _tag: "Waiting", entry, decidedAt, decision } })
}

const follow = (behaviour: Behaviour, entry: Entry, remarks: Remarks, { actor, now }: Circumstances): Verdict => {
  switch (behaviour._tag) {
    case "Act":
      return acting(entry, remarks, actor, behaviour.posts)
    case "Accept":
      return waiting(
        entry,
        behaviour.approves ? approved(entry, remarks) : declined(entry, "unspecified", remarks),
        now
      )
    case "Decline":
      return prompt(declined(entry, behaviour.reason, remarks))
    case "Lose":
      return Verdict.Lost({ answer: approved(entry, remarks) })
    case "ApproveLate":
      return Verdict.Booked({ answer: approved(entry, remarks), manner: "late" })
    case "ApproveSlowly":
      return Verdict.Booked({ answer: approved(entry, remarks), manner: "slow" })
    case "Approve": {
      const { avsResult, cvcResult } = behaviour
      return prompt(approved(entry, { ...remarks, ...given({ avsResult, cvcResult }) }))
    }
  }
}

/** Decides on a charge of a card or a payout to one. */
export const onCard = (
  entry: Entry,
  card: AcquirerCard,
  { cvcResult, masked, scripted, testCard }: CardReading & { readonly scripted: Behaviour | undefined },
  remarks: Remarks,
  circumstances: Circumstances
): Verdict => {
  const { now } = circumstances
  const remarked = { ...remarks, cvcResult }
  if (testCard === undefined) return refuse(entry, "not-allowed", "not a test card", remarks)
  if (isExpired(card, now)) return prompt(declined(entry, "card-expired", remarked))
  if (scripted !== undefined) return follow(scripted, entry, remarked, circumstances)
  if (testCard.outcome === "declines" || card.expMonth === testCard.decliningMonth) {
    return prompt(declined(entry, "unspecified", remarked))
  }
  return follow(
    byHolder(card.holder) ?? byAmount(masked, entry.amount) ?? plainApproval,
    entry,
    remarked,
    circumstances
  )
}

/** Why a parent movement doesn't allow this child, if so. */
const obstacle = (entry: Entry, parent: ParentState): string | undefined => {
  const { captured, kind, refunded, voided } = parent
  const settled = kind === "payment" || kind === "capture"
  if (entry.kind === "refund") {
    if (!settled) return `a refund does not follow the kind ${kind}`
    return entry.amount > subtractOrZero(subtractOrZero(parent.amount, voided), refunded)
      ? "more than is left"
      : undefined
  }
  if (kind === "authorization") {
    return entry.amount > subtractOrZero(subtractOrZero(parent.amount, captured), voided)
      ? "more than is held"
      : undefined
  }
  if (entry.kind !== "void" || !settled) return `a ${entry.kind} does not follow the kind ${kind}`
  if (voided > 0 || refunded > 0) return "taken back already"
  return entry.amount === parent.amount ? undefined : "only the whole amount can be taken back"
}

/** Decides on a capture, void or refund. */
export const onParent = (
  entry: Entry,
  parent: Option.Option<ParentState>,
  scripted: Behaviour | undefined,
  now: DateTime.Utc
): Verdict => {
  if (Option.isNone(parent)) return refuse(entry, "not-allowed", "nothing to follow")
  if (parent.value.currency !== entry.currency) return refuse(entry, "currency", "not the currency it follows")
  const because = obstacle(entry, parent.value)
  if (because !== undefined) return refuse(entry, "not-allowed", because)
  return follow(scripted ?? byAmount(parent.value.card, entry.amount) ?? plainApproval, entry, {}, { now })
}

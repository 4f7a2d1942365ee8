/** What the simulated acquirer has and has not decided: its customer has to act, or its time has not come. Source: D53. */
import { AcquirerReport } from "@florin/core/cards/AcquirerReport"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Entry } from "./Movement.js"

/** The test token that was charged or paid. */
const token = Schema.optionalWith(Schema.String, { exact: true })

/** The final answer for a key. */
export const LedgerAnswer = Schema.Union(
  Schema.TaggedStruct("Approved", { report: AcquirerReport, token }),
  Schema.TaggedStruct("Declined", { reason: DeclineReason, report: AcquirerReport, token })
)

export type LedgerAnswer = typeof LedgerAnswer.Type

/** The customer acts on the acquirer's page, which the token opens. `posts`: it is reached and left by a form. */
export const Acting = Schema.TaggedStruct("Acting", {
  entry: Entry,
  token: Schema.String,
  posts: Schema.Boolean,
  returnUrl: Schema.String,
  shop: Schema.String,
  language: Schema.String,
  last4: Schema.String,
  approved: LedgerAnswer,
  declined: LedgerAnswer
})

export type Acting = typeof Acting.Type

/** The acquirer has it, and decides at that instant of the sandbox's clock. Unit of `decidedAt`: milliseconds since 1970. */
export const Waiting = Schema.TaggedStruct("Waiting", {
  entry: Entry,
  decidedAt: Schema.Number,
  decision: LedgerAnswer
})

export const Underway = Schema.Union(Acting, Waiting)

export type Underway = typeof Underway.Type

/** What was taken back before it was decided. */
export const Canceled = Schema.TaggedStruct("Canceled", { answer: LedgerAnswer })

export type Canceled = typeof Canceled.Type

/** What is kept under a key. */
export const KeptAnswer = Schema.Union(LedgerAnswer, Acting, Waiting, Canceled)

export type KeptAnswer = typeof KeptAnswer.Type

export const isUnderway = (kept: KeptAnswer): kept is Underway => kept._tag === "Acting" || kept._tag === "Waiting"

/** The decision that its time has brought. */
export const due = (kept: KeptAnswer, now: DateTime.Utc): LedgerAnswer | undefined =>
  kept._tag === "Waiting" && now.epochMillis >= kept.decidedAt ? kept.decision : undefined

/** The page of the simulated acquirer, beside the pages of the gateway. */
const pageOf = (returnUrl: string): string => returnUrl.replace(/\/process\/[^/]+\/return$/, "/sandbox/pay")

/** The members that open the page. */
export const openedBy = ({ entry: { key }, token }: Acting): Readonly<Record<string, string>> => ({
  payment: key,
  token
})

/** Where the customer goes. */
export const actionOf = (acting: Acting): CustomerAction => {
  const url = pageOf(acting.returnUrl)
  const fields = openedBy(acting)
  return acting.posts
    ? { _tag: "Form", url, fields }
    : { _tag: "Redirect", url: `${url}?${new URLSearchParams(fields).toString()}` }
}

/** What there is to do for a subscription whose work is due. Source: D25, D60, D62. */
import * as DateTime from "effect/DateTime"
import type { WaitingLine } from "../terms/OneOff.js"
import { isEnding, isFinal, type QueuedTerms, type Subscription } from "./Subscription.js"

/** By the subscription as it was read before the commit. */
export type DueTask =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Later"; readonly at: DateTime.Utc }
  | { readonly _tag: "Change"; readonly subscription: Subscription; readonly wish: QueuedTerms }
  | { readonly _tag: "Lines"; readonly subscription: Subscription; readonly lines: ReadonlyArray<WaitingLine> }
  | { readonly _tag: "End"; readonly subscription: Subscription }
  | { readonly _tag: "Charge"; readonly subscription: Subscription; readonly card: NonNullable<Subscription["card"]> }

/** A clock that was set back runs the job before its time. */
export const of = (found: Subscription | undefined, now: DateTime.Utc): DueTask => {
  if (found === undefined || isFinal(found) || found.charging !== null) return { _tag: "Nothing" }
  const { card, linesNow, pausedAt, renewAt, wished } = found
  const isLast = isEnding(found)
  if (wished !== undefined) return { _tag: "Change", subscription: found, wish: wished }
  if (linesNow !== undefined && pausedAt === null) return { _tag: "Lines", subscription: found, lines: linesNow }
  if (renewAt === null) return { _tag: "Nothing" }
  if (!isLast && (card === null || pausedAt !== null)) return { _tag: "Nothing" }
  if (DateTime.greaterThan(renewAt, now)) return { _tag: "Later", at: renewAt }
  if (isLast) return { _tag: "End", subscription: found }
  if (card === null) return { _tag: "Nothing" }
  return { _tag: "Charge", subscription: found, card }
}

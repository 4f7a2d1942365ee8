import { longestReference } from "../../cards/AcquirerReference.js"
import type { AcquirerDecision } from "../../cards/CardEvent.js"
import type { AcquirerKey } from "../../ids/Ids.js"
import type { Amount } from "../../money/Amount.js"
import type { Currency } from "../../money/Currency.js"
import * as Calls from "../../providers/Calls.js"
import type { OutcomeReport } from "../ReportRules.js"
import { statusOf } from "./acquirerCalls.js"

/**
 * What became of a notification. `reply`: what the provider wants to read, as plain text. `Failed`: its connector died, took
 * too long, or answered with no notification; the provider shall send it again.
 */
export type Notice =
  | { readonly _tag: "Genuine"; readonly reply: string }
  | { readonly _tag: "NotGenuine" }
  | { readonly _tag: "Unreadable" }
  | { readonly _tag: "Failed" }

/** A notification with what it tells. */
interface Read {
  readonly notice: Notice
  readonly outcomes: ReadonlyArray<unknown>
}

/** A provider's documents have a few outcomes; what tells more of them than this is no document of one. */
const mostOutcomes = 1000

/** The longest reply. Unit: characters. */
const longestReply = 1024

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const failed: Read = { notice: { _tag: "Failed" }, outcomes: [] }

const noticeIn = (response: unknown): Read => {
  if (!isObject(response)) return failed
  const { _tag, outcomes, reply = "" } = response
  if (_tag === "NotGenuine" || _tag === "Unreadable") return { notice: { _tag }, outcomes: [] }
  if (_tag !== "Genuine" || !Array.isArray(outcomes)) return failed
  if (outcomes.length > mostOutcomes) return { notice: { _tag: "Unreadable" }, outcomes: [] }
  if (typeof reply !== "string" || reply.length > longestReply) return failed
  return { notice: { _tag, reply }, outcomes }
}

/** What a connector answers; anything malformed is a failure. Source: D41. */
export const noticeOf = (response: unknown): Read => Calls.readOr(failed, () => noticeIn(response))

// Some stores reject NUL, and no reference has a control character.
const isFindable = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= longestReference && !/\p{Cc}|\p{Cs}/u.test(value)

const decisionOf = (status: unknown): AcquirerDecision | undefined => {
  const known = statusOf(status)
  return known._tag === "Approved" || known._tag === "Declined" ? known : undefined
}

const isOptional = (value: unknown, type: "number" | "string"): boolean => value === undefined || typeof value === type

const reportIn = (gatewayId: number, outcome: unknown): OutcomeReport | undefined => {
  if (!isObject(outcome)) return undefined
  const { amount, currency, status } = outcome
  if (!isOptional(amount, "number") || !isOptional(currency, "string")) return undefined
  const key = isFindable(outcome.key) ? (outcome.key as AcquirerKey) : undefined
  const reference = isFindable(outcome.reference) ? outcome.reference : undefined
  if (key === undefined && reference === undefined) return undefined
  const moved = { amount: amount as Amount | undefined, currency: currency as Currency | undefined }
  const hasFailedSince = outcome.hasFailedSince === true || undefined
  return { gatewayId, decision: decisionOf(status), key, reference, hasFailedSince, ...moved }
}

/** What a connector tells of one operation; undefined if it is malformed, or names nothing. Source: D41. */
export const reportOf = (gatewayId: number, outcome: unknown): OutcomeReport | undefined =>
  Calls.readOr<OutcomeReport | undefined>(undefined, () => reportIn(gatewayId, outcome))

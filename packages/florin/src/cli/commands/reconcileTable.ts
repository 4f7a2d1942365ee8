/** What a reconciliation has found, for people. */
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import type { Difference, MovementTerms } from "@florin/core/reconciliation/ReconciliationRules"
import * as DateTime from "effect/DateTime"
import { aligned } from "../text/columns.js"

const words: Readonly<Record<Difference["kind"], string>> = {
  "missing-here": "missing here",
  "missing-there": "missing there",
  "other-amount": "other amount",
  "other-state": "other state"
}

const reasons: Readonly<Record<Report["notCompared"][number]["reason"], string>> = {
  "lists-no-movements": "it lists no movements",
  unavailable: "its movements could not be read now",
  "not-configured": "it is not configured any more"
}

// In minor units: a table has the currencies' decimals to itself.
const shown = ({ amount, currency, kind }: MovementTerms): string => `${kind} ${amount} ${currency}`

const rowOf = ({ gatewayId, key, kind, ours, theirs }: Difference): ReadonlyArray<string> => [
  words[kind],
  String(gatewayId),
  key,
  ours === undefined ? "–" : `${ours.status} ${shown(ours)}`,
  theirs === undefined ? "–" : shown(theirs)
]

const header = ["difference", "gateway", "key", "our books", "their books"]

/** Amounts are in minor units. */
export const table = ({ checked, differences, inDoubt, notCompared, period }: Report): string => {
  const { from, to } = period
  return [
    ...(differences.length === 0 ? [] : [...aligned([header, ...differences.map(rowOf)]), ""]),
    `${DateTime.formatIso(from)} to ${DateTime.formatIso(to)}: ${checked} compared, ${differences.length} differ, ${inDoubt} in doubt.`,
    ...notCompared.map(({ gatewayId, reason }) => `Gateway ${gatewayId} was not compared: ${reasons[reason]}.`)
  ].join("\n")
}

/** Transactions for people: lists, one with its history, and why a charge went where it went. */

import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { Currency, exponent } from "@florin/core/money/Currency"
import type { Explanation } from "@florin/core/routing/Explanation"
import type { Transition } from "@florin/core/transaction-base/TransactionBase"
import { shownTrackingId } from "@florin/core/transaction-base/TransactionBase"
import { ofCard, ofTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import * as Codes from "@florin/wire/Codes"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { aligned } from "../text/columns.js"
import { page } from "../text/days.js"

const isCurrency = Schema.is(Currency)

/** With the currency's decimals and its code: `32.45 EUR`. */
export const amountOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string => {
  const decimals = isCurrency(currency) ? exponent(currency) : 0
  const digits = String(amount).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  return `${whole}${decimals === 0 ? "" : `.${digits.slice(-decimals)}`} ${currency}`
}

/** In UTC, to the second. */
const instant = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, 19).replace("T", " ")

/** A page, and how to see more. */
export const list = (transactions: ReadonlyArray<Transaction>, after: string | undefined): string =>
  page(
    transactions.map((transaction) => {
      const { createdAt, status, type, uid } = transaction
      return { createdAt, cells: [uid, type, status, amountOf(transaction)] }
    }),
    "There is no such transaction.",
    after
  )

const codeOf = (transaction: Transaction): string => {
  const [card, transfer] = [ofCard(transaction), ofTransfer(transaction)]
  if (card !== undefined) return Codes.ofTransaction(card)
  return transfer === undefined ? "" : Codes.ofTransfer(transfer)
}

const reasonOf = ({ reason }: Transaction): string => (reason === null ? "" : ` ${reason}`)

const cardText = ({ facts: { brand, last4 }, provider }: NonNullable<CardTransaction["card"]>): string => {
  const [named, whose] = [brand ?? "card", provider === undefined ? "" : ` (token of ${provider})`]
  return `${last4 === null ? named : `${named} ending ${last4}`}${whose}`
}

/** The facts of a transaction that people look for; the document has all. */
const factsOf = (transaction: Transaction): ReadonlyArray<readonly [string, string | undefined]> => {
  const { card } = ofCard(transaction) ?? {}
  const { shop, test, parentUid, description, gatewayId, createdAt, updatedAt } = transaction
  return [
    ["uid", transaction.uid],
    ["shop", `${shop}${test ? " (test)" : ""}`],
    ["amount", amountOf(transaction)],
    ["code", `${codeOf(transaction)}${reasonOf(transaction)}`],
    ["parent", parentUid],
    ["tracking id", shownTrackingId(transaction)],
    ["description", description],
    ["card", card === undefined ? undefined : cardText(card)],
    ["gateway", gatewayId === null ? undefined : String(gatewayId)],
    ["created", instant(createdAt)],
    ["updated", instant(updatedAt)]
  ]
}

const shown = (facts: ReadonlyArray<readonly [string, string | undefined]>): ReadonlyArray<string> =>
  aligned(facts.flatMap(([name, value]) => (value === undefined ? [] : [[`  ${name}`, value]])))

const historyOf = (history: ReadonlyArray<Transition>): ReadonlyArray<string> =>
  aligned(
    history.map(({ at, from, to, trigger }) => [
      `  ${instant(at)}`,
      trigger,
      from === to ? `stays ${to}` : `${from} → ${to}`
    ])
  )

export const one = (transaction: Transaction, history: ReadonlyArray<Transition>): string =>
  [
    `${transaction.type} ${transaction.status}`,
    ...shown(factsOf(transaction)),
    "",
    "History (UTC)",
    ...historyOf(history)
  ].join("\n")

const ruleOf = ({ action, name }: Explanation["rules"][number]): ReadonlyArray<string> => [
  `  ${name}`,
  action.kind === "acquirers" ? `acquirers ${action.gateways.join(", ")}` : action.kind
]

const becauseOf = ({ lacks, reason }: Explanation["acquirers"][number]): string => {
  if (lacks !== null) return `, lacks ${lacks}`
  return reason === null ? "" : `, ${reason} (${Codes.ofReason(reason)})`
}

const acquirerRow = (one: Explanation["acquirers"][number]): ReadonlyArray<string> => [
  `  ${instant(one.at)}`,
  one.gatewayId === null ? "none" : `gateway ${one.gatewayId}`,
  `${one.result}${becauseOf(one)}`
]

const verification: Readonly<Record<Explanation["threeDSecure"], string>> = {
  "not-asked": "was not asked for",
  optional: "was tried",
  mandatory: "was mandatory"
}

const wordsOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(", ")
  return String(value)
}

/** What the rules looked at, which rules fired, what 3-D Secure was to do, and which acquirers were asked. */
export const explained = ({ acquirers, facts, rules, threeDSecure, uid }: Explanation): string => {
  const { amount, currency, ...others } = facts
  const looked = Object.entries(others).map(([name, value]) => [name, wordsOf(value)] as const)
  return [
    `${uid}: why it went where it went`,
    "",
    "What the rules looked at",
    ...shown([["amount", amountOf({ amount, currency })], ...looked]),
    "",
    ...(rules.length === 0 ? ["No rule fired."] : ["Rules that fired", ...aligned(rules.map(ruleOf))]),
    `3-D Secure ${verification[threeDSecure]}.`,
    "",
    ...(acquirers.length === 0
      ? ["No acquirer was asked."]
      : ["Acquirers (UTC)", ...aligned(acquirers.map(acquirerRow))])
  ].join("\n")
}

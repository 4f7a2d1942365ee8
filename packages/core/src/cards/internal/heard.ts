import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { AcquirerAnswer, AcquirerCard, AcquirerStatus } from "../Acquirer.js"
import { type AcquirerReport, noReport } from "../AcquirerReport.js"
import { passesLuhn } from "../CardNumber.js"
import { DeclineReason } from "../DeclineReason.js"

const members = Object.keys(noReport) as ReadonlyArray<keyof AcquirerReport>

/** Longer texts are truncated: they are shown to merchants and stored with every version. */
const longest = 255

// Twelve or more digits, however grouped, may be a card number or contain one.
const cardNumber = /\d(?:[ .\-_/]?\d){11,}/g
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const hidden = "[removed]"

const codePattern = (card: AcquirerCard | undefined): RegExp | undefined => {
  const code = card?.securityCode
  // biome-ignore lint/plugin/secrets: removes the security code we sent from the acquirer's texts
  return code === undefined ? undefined : new RegExp(`(?<!\\d)${Redacted.value(code).replace(/\D/g, "")}(?!\\d)`, "g")
}

const needsCare = /[\d\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** An acquirer's text without card numbers, security codes and control characters. Source: D41. */
export const cleaned = (text: string, card?: AcquirerCard): string => {
  const short = text.length > longest ? text.slice(0, longest) : text
  if (!needsCare.test(short)) return short
  const plain = short.replace(controls, " ").replace(cardNumber, hidden)
  const code = plain.length > 4 ? codePattern(card) : undefined
  return code === undefined ? plain : plain.replace(code, hidden)
}

// Reference numbers consist of digits: only what reads as a card number is removed from them.
const isReference = (name: keyof AcquirerReport): boolean => name !== "message" && name !== "billingDescriptor"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const reportOf = (value: unknown, card: AcquirerCard | undefined): AcquirerReport | undefined => {
  if (!isObject(value)) return undefined
  const report: Record<string, string | null> = {}
  for (const name of members) {
    const member = value[name]
    if (member !== null && typeof member !== "string") return undefined
    report[name] = member === null ? null : isReference(name) ? reference(member) : cleaned(member, card)
  }
  return report as unknown as AcquirerReport
}

const isReason = Schema.is(DeclineReason)

// Acquirers' reference numbers can be as long as card numbers; those that pass the Luhn check are not shown.
const looksLikeCard = (found: string): boolean => {
  const digits = found.replace(/\D/g, "")
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}

const reference = (text: string): string => {
  const short = text.length > longest ? text.slice(0, longest) : text
  if (!needsCare.test(short)) return short
  return short.replace(controls, " ").replace(cardNumber, (found) => (looksLikeCard(found) ? hidden : found))
}

/**
 * Validates an acquirer's answer; anything malformed becomes `NoAnswer`. `card` is the card that was sent.
 *
 * Source: D41.
 */
export const answerOf = (said: unknown, card?: AcquirerCard): AcquirerAnswer => {
  if (!isObject(said)) return { _tag: "NoAnswer" }
  switch (said._tag) {
    case "Approved": {
      const report = reportOf(said.report, card)
      return report === undefined ? { _tag: "NoAnswer" } : { _tag: "Approved", report }
    }
    case "Declined": {
      const report = reportOf(said.report, card)
      const { reason } = said
      return report === undefined || !isReason(reason) ? { _tag: "NoAnswer" } : { _tag: "Declined", reason, report }
    }
    case "NotSent":
      return { _tag: "NotSent" }
    default:
      return { _tag: "NoAnswer" }
  }
}

/** Like `answerOf`, for the status of a key. */
export const statusOf = (said: unknown): AcquirerStatus => {
  if (isObject(said) && said._tag === "NotFound") return { _tag: "NotFound" }
  const answer = answerOf(said)
  return answer._tag === "Approved" || answer._tag === "Declined" ? answer : { _tag: "Unknown" }
}

import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { AcquirerAnswer, AcquirerCard, AcquirerStatus } from "../Acquirer.js"
import { type AcquirerReport, noReport } from "../AcquirerReport.js"
import { passesLuhn } from "../CardNumber.js"
import { DeclineReason } from "../DeclineReason.js"

const members = Object.keys(noReport) as ReadonlyArray<keyof AcquirerReport>

/** Longer texts than this are cut: they are shown to merchants and stored with every version. */
const longest = 255

// Twelve digits or more, however they are grouped, may be a card number; so may the digits of one in the middle.
const cardNumber = /\d(?:[ .\-_/]?\d){11,}/g
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const hidden = "[removed]"

const codePattern = (card: AcquirerCard | undefined): RegExp | undefined => {
  const code = card?.securityCode
  // biome-ignore lint/plugin/secrets: the security code that was sent is removed from what an acquirer says
  return code === undefined ? undefined : new RegExp(`(?<!\\d)${Redacted.value(code).replace(/\D/g, "")}(?!\\d)`, "g")
}

const needsCare = /[\d\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** A text of an acquirer's without card numbers, security codes and control characters. Source: D41. */
export const cleaned = (text: string, card?: AcquirerCard): string => {
  const short = text.length > longest ? text.slice(0, longest) : text
  if (!needsCare.test(short)) return short
  const plain = short.replace(controls, " ").replace(cardNumber, hidden)
  const code = plain.length > 4 ? codePattern(card) : undefined
  return code === undefined ? plain : plain.replace(code, hidden)
}

// Reference numbers are digits by nature: only what reads as a card number is taken out of them.
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

// Reference numbers of acquirers have as many digits as card numbers; what passes the check of one is not shown.
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
 * An acquirer's answer as far as it is one; anything else is no answer. `card` is what it was asked with.
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

/** As `answerOf`, for what an acquirer knows about a key. */
export const statusOf = (said: unknown): AcquirerStatus => {
  if (isObject(said) && said._tag === "NotFound") return { _tag: "NotFound" }
  const answer = answerOf(said)
  return answer._tag === "Approved" || answer._tag === "Declined" ? answer : { _tag: "Unknown" }
}

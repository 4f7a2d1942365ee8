import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { AcquirerAnswer, AcquirerCard, AcquirerStatus } from "../Acquirer.js"
import { type AcquirerReport, noReport } from "../AcquirerReport.js"
import * as CardNumber from "../CardNumber.js"
import { DeclineReason } from "../DeclineReason.js"

const members = Object.keys(noReport) as ReadonlyArray<keyof AcquirerReport>

const codePattern = (card: AcquirerCard | undefined): RegExp | undefined => {
  const code = card?.securityCode
  // biome-ignore lint/plugin/secrets: removes the security code we sent from the acquirer's texts
  return code === undefined ? undefined : new RegExp(`(?<!\\d)${Redacted.value(code).replace(/\D/g, "")}(?!\\d)`, "g")
}

/** An acquirer's text without card numbers, security codes and control characters. Source: D41. */
export const cleaned = (text: string, card?: AcquirerCard): string => {
  const plain = CardNumber.removedFromText(text)
  const code = plain.length > 4 && /\d/.test(plain) ? codePattern(card) : undefined
  return code === undefined ? plain : plain.replace(code, CardNumber.removed)
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
    report[name] =
      member === null ? null : isReference(name) ? CardNumber.removedFromReference(member) : cleaned(member, card)
  }
  return report as unknown as AcquirerReport
}

const isReason = Schema.is(DeclineReason)

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

/** Processing codes: how reasons and statuses are encoded in `code`. */

import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type { TransferReason } from "@florin/core/transfers/TransferReason"
import * as Schema from "effect/Schema"

/** The code of each reason. Source: D6. */
const codes = {
  "not-allowed": "F.0104",
  "do-not-honour": "F.0105",
  "duplicate-at-acquirer": "F.0108",
  "order-expired": "F.0109",
  "card-expired": "F.0111",
  "security-code": "F.0112",
  currency: "F.0113",
  funds: "F.0114",
  "fraud-acquirer": "F.0115",
  "fraud-issuer": "F.0116",
  "acquirer-temporary": "F.0117",
  "acquirer-permanent": "F.0118",
  "issuer-temporary": "F.0119",
  "issuer-permanent": "F.0120",
  "issuer-limit": "F.0124",
  unspecified: "F.0999",
  "routing-rules": "F.2006",
  "no-acquirer": "F.2011",
  "authentication-failed": "F.4001",
  "not-enrolled": "F.4002",
  "authentication-technical": "F.4005",
  "authentication-unavailable": "F.4007",
  "avs-cvc": "F.6001",
  "verification-refused": "F.7001"
} as const satisfies Readonly<Record<DeclineReason, string>>

/** Code of a decline. */
export type DeclineCode = (typeof codes)[DeclineReason]

export const DeclineCode = Schema.Literal(...(Object.values(codes) as [DeclineCode, ...Array<DeclineCode>]))

/**
 * `code` of a transaction: success, what is still to happen, or a decline.
 *
 * Source: interface, "Transaction | code"; D6.
 */
export const Code = Schema.Literal("S.0000", "P.4011", "P.4012", "P.9999", ...DeclineCode.literals)

export type Code = typeof Code.Type

/** The code of a reason. */
export const ofReason = (reason: DeclineReason): DeclineCode => codes[reason]

/** Whether a card's charge is declined for it, and not a transfer. */
export const isDeclineReason = (reason: DeclineReason | TransferReason): reason is DeclineReason =>
  Object.hasOwn(codes, reason)

const reasons = new Map(Object.entries(codes).map(([reason, code]) => [code, reason as DeclineReason]))

/** The reason a code stands for. */
export const reasonOf = (code: DeclineCode): DeclineReason => reasons.get(code)!

/**
 * The code of a transaction. An expired one has the code of an expired order; one that failed without a known reason
 * has that of a decline without reason.
 */
export const ofTransaction = ({
  authentication,
  reason,
  status
}: Pick<CardTransaction, "reason" | "status" | "authentication">): Code => {
  switch (status) {
    case "successful":
      return "S.0000"
    case "incomplete":
      return authentication?.version === 1 ? "P.4011" : "P.4012"
    case "pending":
      return "P.9999"
    case "expired":
      return "F.0109"
    case "failed":
      return ofReason(reason ?? "unspecified")
  }
}

/** Code of a transfer. Source: D6. */
export const TransferCode = Schema.Literal("S.0000", "P.9999", "F.0205", "F.0207", "F.0208", "F.2011", "F.7001")

export type TransferCode = typeof TransferCode.Type

const ofTransferReason: Readonly<Record<TransferReason, TransferCode>> = {
  unpaid: "F.0205",
  "not-proven": "F.0205",
  "account-funds": "F.0207",
  provider: "F.0208",
  "no-provider": "F.2011",
  "verification-refused": "F.7001"
}

/** The code of a transfer. One whose time is over has the same, whoever set the time. */
export const ofTransfer = ({ reason, status }: Pick<Transfer, "reason" | "status">): TransferCode => {
  switch (status) {
    case "successful":
      return "S.0000"
    case "incomplete":
    case "pending":
      return "P.9999"
    case "expired":
      return "F.0205"
    case "failed":
      return ofTransferReason[reason ?? "provider"]
  }
}

const isDeclineCode: (code: string) => boolean = Schema.is(DeclineCode)

/** A code of what came to nothing, be it a charge or a transfer. */
export const FailureCode = Schema.Literal(
  ...DeclineCode.literals,
  ...TransferCode.literals.filter((code) => code.startsWith("F.") && !isDeclineCode(code))
)

export type FailureCode = typeof FailureCode.Type

/** All reasons that a code stands for, of charges and of transfers. */
export const reasonsOf = (code: string): ReadonlyArray<DeclineReason | TransferReason> => [
  ...new Set(
    [...Object.entries(codes), ...Object.entries(ofTransferReason)]
      .filter(([, of]) => of === code)
      .map(([reason]) => reason as DeclineReason | TransferReason)
  )
]

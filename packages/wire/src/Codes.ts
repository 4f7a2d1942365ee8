/** Processing codes: how reasons and statuses are encoded in `code`. */

import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type { TransferReason } from "@florin/core/transfers/TransferReason"
import * as Schema from "effect/Schema"

/** Code of a decline. Source: D6. */
export const DeclineCode = Schema.Literal(
  "F.0104",
  "F.0105",
  "F.0108",
  "F.0109",
  "F.0111",
  "F.0112",
  "F.0113",
  "F.0114",
  "F.0115",
  "F.0116",
  "F.0117",
  "F.0118",
  "F.0119",
  "F.0120",
  "F.0124",
  "F.0999",
  "F.2006",
  "F.2011",
  "F.4001",
  "F.4002",
  "F.4005",
  "F.4007",
  "F.6001",
  "F.7001"
)

export type DeclineCode = typeof DeclineCode.Type

/**
 * `code` of a transaction: success, what is still to happen, or a decline.
 *
 * Source: interface, "Transaction | code"; D6.
 */
export const Code = Schema.Literal("S.0000", "P.4011", "P.4012", "P.9999", ...DeclineCode.literals)

export type Code = typeof Code.Type

/** The code of a reason. */
export const ofReason = (reason: DeclineReason): DeclineCode => {
  switch (reason) {
    case "not-allowed":
      return "F.0104"
    case "do-not-honour":
      return "F.0105"
    case "duplicate-at-acquirer":
      return "F.0108"
    case "order-expired":
      return "F.0109"
    case "card-expired":
      return "F.0111"
    case "security-code":
      return "F.0112"
    case "currency":
      return "F.0113"
    case "funds":
      return "F.0114"
    case "fraud-acquirer":
      return "F.0115"
    case "fraud-issuer":
      return "F.0116"
    case "acquirer-temporary":
      return "F.0117"
    case "acquirer-permanent":
      return "F.0118"
    case "issuer-temporary":
      return "F.0119"
    case "issuer-permanent":
      return "F.0120"
    case "issuer-limit":
      return "F.0124"
    case "unspecified":
      return "F.0999"
    case "routing-rules":
      return "F.2006"
    case "no-acquirer":
      return "F.2011"
    case "authentication-failed":
      return "F.4001"
    case "not-enrolled":
      return "F.4002"
    case "authentication-technical":
      return "F.4005"
    case "authentication-unavailable":
      return "F.4007"
    case "avs-cvc":
      return "F.6001"
    case "verification-refused":
      return "F.7001"
  }
}

/** The reason a code stands for. */
export const reasonOf = (code: DeclineCode): DeclineReason => {
  switch (code) {
    case "F.0104":
      return "not-allowed"
    case "F.0105":
      return "do-not-honour"
    case "F.0108":
      return "duplicate-at-acquirer"
    case "F.0109":
      return "order-expired"
    case "F.0111":
      return "card-expired"
    case "F.0112":
      return "security-code"
    case "F.0113":
      return "currency"
    case "F.0114":
      return "funds"
    case "F.0115":
      return "fraud-acquirer"
    case "F.0116":
      return "fraud-issuer"
    case "F.0117":
      return "acquirer-temporary"
    case "F.0118":
      return "acquirer-permanent"
    case "F.0119":
      return "issuer-temporary"
    case "F.0120":
      return "issuer-permanent"
    case "F.0124":
      return "issuer-limit"
    case "F.0999":
      return "unspecified"
    case "F.2006":
      return "routing-rules"
    case "F.2011":
      return "no-acquirer"
    case "F.4001":
      return "authentication-failed"
    case "F.4002":
      return "not-enrolled"
    case "F.4005":
      return "authentication-technical"
    case "F.4007":
      return "authentication-unavailable"
    case "F.6001":
      return "avs-cvc"
    case "F.7001":
      return "verification-refused"
  }
}

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

const ofTransferReason = (reason: TransferReason): TransferCode => {
  switch (reason) {
    case "unpaid":
    case "not-proven":
      return "F.0205"
    case "account-funds":
      return "F.0207"
    case "provider":
      return "F.0208"
    case "no-provider":
      return "F.2011"
    case "verification-refused":
      return "F.7001"
  }
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
      return ofTransferReason(reason ?? "provider")
  }
}

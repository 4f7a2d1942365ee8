import { createHash } from "node:crypto"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Entry } from "../Movement.js"
import type { AcquirerReason } from "../TestTriggers.js"
import type { LedgerAnswer } from "../Underway.js"

/** Response codes as card networks number them (ISO 8583, field 39). */
const bankCodes: Readonly<Record<AcquirerReason, string>> = {
  "not-allowed": "57",
  "do-not-honour": "05",
  "duplicate-at-acquirer": "94",
  "order-expired": "68",
  "card-expired": "54",
  "security-code": "82",
  currency: "12",
  funds: "51",
  "fraud-acquirer": "59",
  "fraud-issuer": "43",
  "acquirer-temporary": "96",
  "acquirer-permanent": "03",
  "issuer-temporary": "91",
  "issuer-permanent": "92",
  "issuer-limit": "61",
  unspecified: "05"
}

/** Numbers derived from the key alone, so that a repeated answer is identical. */
const numbersOf = (key: AcquirerKey) => {
  const digest = createHash("sha256").update(key).digest()
  const digits = (offset: number, count: number) =>
    String(digest.readUIntBE(offset, 6) % 10 ** count).padStart(count, "0")
  return { rrn: digits(0, 12), refId: digits(6, 10), authCode: digits(12, 6) }
}

/** The acquirer's own name of an operation, in every answer about it. */
export const referenceOf = (key: AcquirerKey): string => numbersOf(key).refId

const named = (kind: Entry["kind"]): string => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`

export interface Remarks {
  readonly avsResult?: string | null
  readonly cvcResult?: string | null
  readonly billingDescriptor?: string | null
}

const shared = (key: AcquirerKey, remarks: Remarks): AcquirerReport => ({ ...noReport, ...remarks, ...numbersOf(key) })

export const approved = ({ key, kind }: Entry, remarks: Remarks = {}): LedgerAnswer => ({
  _tag: "Approved",
  report: {
    ...shared(key, remarks),
    bankCode: "00",
    message: `${named(kind)} was approved`
  }
})

/** `because` explains a decline without a test trigger, whose cause a developer would otherwise have to guess. */
export const declined = (
  { key, kind }: Entry,
  reason: AcquirerReason,
  remarks: Remarks = {},
  because?: string
): LedgerAnswer => ({
  _tag: "Declined",
  reason,
  report: {
    ...shared(key, remarks),
    // Nothing was authorized.
    authCode: null,
    bankCode: bankCodes[reason],
    message: because === undefined ? `${named(kind)} was declined` : `${named(kind)} was declined: ${because}`
  }
})

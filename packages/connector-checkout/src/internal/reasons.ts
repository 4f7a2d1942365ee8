/**
 * Why Checkout.com declines, in the words of D6.
 *
 * Source: its pages "API response codes" and "Error codes", read in November 2026.
 */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"

/** By response code. A code that stands nowhere here has the reason of its range: see `ranges`. */
const table: ReadonlyArray<readonly [DeclineReason, codes: string]> = [
  ["do-not-honour", "20001 20002 20005 20046 20060 20108 20179 20182"],
  [
    "not-allowed",
    `20003 20012 20013 20014 20015 20031 20033 20039 20040 20042 20044 20045 20052 20053 20056 20057 20058 2005C 20062 20064
     20072 20078 20081 20083 20087 20092 20093 20100 20101 20102 20103 20114 20120 20122 20158 2009G 200R1 200R3 200T3
     30004 30007 30015 30016 30017 30018 30019 30020 30036 30044 30045 30046`
  ],
  ["duplicate-at-acquirer", "20026 20094 20109 20110 20111 50490"],
  ["order-expired", "20019 20152"],
  ["card-expired", "20054 30033"],
  ["security-code", "20082 20124 200N7"],
  ["currency", "20106"],
  ["funds", "20051 50003 50280"],
  ["fraud-issuer", "20004 20059 20063 20066 20067 20183 30034 30035 30037 30041 30043"],
  ["acquirer-temporary", "20009 20022 20028 20068 20086 20096 20098 200E3 20104 20105"],
  [
    "acquirer-permanent",
    "20006 20030 20099 20107 20112 20113 20115 20116 20117 20119 20123 20156 20157 30401 30402 30403 30404 30405"
  ],
  ["issuer-temporary", "20090 20091 200A6 200N0"],
  ["issuer-permanent", "20038 20055 20070 20075 2006P 30038"],
  ["issuer-limit", "20061 20065 20121 200P1 200P9 30021 30022 50101 50102 50103 50104 50105 50106"],
  ["authentication-failed", "20151 20154 20155 43401"],
  ["not-enrolled", "20150"],
  ["authentication-technical", "20153 20159"]
]

const ranges: ReadonlyArray<readonly [prefix: string, DeclineReason]> = [
  ["4", "fraud-acquirer"],
  ["5", "acquirer-permanent"]
]

const byCode: ReadonlyMap<string, DeclineReason> = new Map(
  table.flatMap(([reason, codes]) => codes.split(/\s+/).map((code) => [code, reason] as const))
)

/** The reason behind a response code. */
export const reasonOf = (code: string | null | undefined): DeclineReason =>
  code == null
    ? "unspecified"
    : (byCode.get(code) ?? ranges.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unspecified")

/** By error code of a request that was refused before it was processed. All others: `not-allowed`. */
const refusals: Readonly<Record<string, DeclineReason>> = {
  card_expired: "card-expired",
  card_expiry_month_invalid: "card-expired",
  card_expiry_year_invalid: "card-expired",
  cvv_invalid: "security-code",
  cvv_required: "security-code",
  currency_invalid: "currency",
  currency_not_configured: "currency",
  amount_exceeds_balance: "funds",
  amount_limit_exceeded: "issuer-limit",
  "3ds_not_enabled_for_card": "not-enrolled",
  "3ds_malfunction": "authentication-technical",
  "3ds_payment_required": "authentication-failed",
  payment_method_not_supported: "not-allowed"
}

export const reasonOfRefusal = (codes: ReadonlyArray<string>): DeclineReason =>
  codes.flatMap((code) => (Object.hasOwn(refusals, code) ? [refusals[code]!] : []))[0] ?? "not-allowed"

/** What the reasons are, for the package's page and its tests. */
export const codesByReason = table.map(([reason, codes]) => [reason, codes.split(/\s+/)] as const)

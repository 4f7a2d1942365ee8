/** Why Adyen refuses, as Florin's reasons. Source: D6; Adyen, "Refusal reasons". */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"

/** `refusalReasonCode`, `refusalReason` and ours. */
export const refusals: ReadonlyArray<readonly [code: string, text: string, reason: DeclineReason]> = [
  ["2", "Refused", "do-not-honour"],
  ["3", "Referral", "do-not-honour"],
  ["4", "Acquirer Error", "acquirer-temporary"],
  ["5", "Blocked Card", "not-allowed"],
  ["6", "Expired Card", "card-expired"],
  ["7", "Invalid Amount", "not-allowed"],
  ["8", "Invalid Card Number", "not-allowed"],
  ["9", "Issuer Unavailable", "issuer-temporary"],
  ["10", "Not supported", "not-allowed"],
  ["11", "3D Not Authenticated", "authentication-failed"],
  ["12", "Not enough balance", "funds"],
  ["14", "Acquirer Fraud", "fraud-acquirer"],
  ["15", "Cancelled", "unspecified"],
  ["16", "Shopper Cancelled", "authentication-failed"],
  ["17", "Invalid Pin", "do-not-honour"],
  ["18", "Pin tries exceeded", "do-not-honour"],
  ["19", "Pin validation not possible", "issuer-permanent"],
  ["20", "FRAUD", "fraud-acquirer"],
  ["21", "Not Submitted", "acquirer-permanent"],
  ["22", "FRAUD-CANCELLED", "fraud-acquirer"],
  ["23", "Transaction Not Permitted", "not-allowed"],
  ["24", "CVC Declined", "security-code"],
  ["25", "Restricted Card", "not-allowed"],
  ["26", "Revocation Of Auth", "issuer-permanent"],
  ["27", "Declined Non Generic", "do-not-honour"],
  ["28", "Withdrawal amount exceeded", "issuer-limit"],
  ["29", "Withdrawal count exceeded", "issuer-limit"],
  ["31", "Issuer Suspected Fraud", "fraud-issuer"],
  ["32", "AVS Declined", "avs-cvc"],
  ["33", "Card requires online pin", "not-allowed"],
  ["34", "No checking account available on Card", "not-allowed"],
  ["35", "No savings account available on Card", "not-allowed"],
  ["36", "Mobile pin required", "not-allowed"],
  ["37", "Contactless fallback", "not-allowed"],
  ["38", "Authentication required", "authentication-failed"],
  ["39", "RReq not received from DS", "authentication-technical"],
  ["40", "Current AID is in Penalty Box", "acquirer-temporary"],
  ["41", "CVM Required Restart Payment", "not-allowed"],
  ["42", "3DS Authentication Error", "authentication-technical"],
  ["43", "Online PIN required", "not-allowed"],
  ["46", "Transaction blocked by Adyen to prevent excessive retry fees", "acquirer-permanent"]
]

const byCode = new Map(refusals.map(([code, , reason]) => [code, reason]))
const codes = new Map(refusals.map(([code, text]) => [text.toLowerCase(), code]))

/**
 * The code of a refusal that has a text only, as in notifications. The text may be followed by what the issuer gave:
 * `Refused | 05 : Do not honor`.
 */
export const codeOf = (text: string | undefined): string | undefined =>
  codes.get(text?.split("|", 1)[0]?.trim().toLowerCase() ?? "")

/** A reason by its code, else by its text. Unknown ones are `unspecified`. */
export const reasonOf = (code: string | undefined, text: string | undefined): DeclineReason =>
  byCode.get(code ?? "") ?? byCode.get(codeOf(text) ?? "") ?? "unspecified"

/** `errorCode` of a request that Adyen did not process. Source: Adyen, "API errors". */
export const errors: Readonly<Record<string, DeclineReason>> = {
  "101": "not-allowed",
  "103": "security-code",
  "129": "card-expired",
  "137": "not-allowed",
  "138": "currency",
  "140": "card-expired",
  "141": "card-expired",
  "153": "security-code",
  "800": "not-allowed"
}

/** The error of a key that is in use: the first request under it is not answered yet. */
export const inProgress = "704"

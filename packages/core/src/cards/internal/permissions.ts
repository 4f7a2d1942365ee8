import * as DateTime from "effect/DateTime"
import { type InvalidRequest, invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { ThreeDSecure, ThreeDSecureDecision } from "../../three-d-secure/ThreeDSecure.js"
import type { CardInput, ChargeDetails, Contract } from "../CardRequest.js"
import { expYearSentence } from "../CardRequest.js"

/** Why a request is not allowed; nothing where it is. */
type Verdict = InvalidRequest | undefined

/** The first of several verdicts that refuses. */
export const first = (...checks: ReadonlyArray<() => Verdict>): Verdict => {
  for (const check of checks) {
    const verdict = check()
    if (verdict !== undefined) return verdict
  }
  return undefined
}

/** Which of the two flags counts. Source: D16. */
export const threeDSecureDecision = (
  server: ThreeDSecure["Type"],
  shop: Shop,
  details: ChargeDetails
): ThreeDSecureDecision => {
  const force = details.forceThreeDSecureVerification === true
  const skip = details.skipThreeDSecureVerification === true
  return server.decide(shop, { force, skip: skip && !force })
}

/** Whether the shop may send the flags, and what it asks for is there. Source: D16. */
export const threeDSecureFlags = (shop: Shop, details: ChargeDetails, decision: ThreeDSecureDecision): Verdict => {
  const force = details.forceThreeDSecureVerification === true
  const skip = details.skipThreeDSecureVerification === true
  if (force && !shop.allowForceThreeDSecure) return invalid("force_three_d_secure_verification", "is not allowed")
  if (skip && !shop.allowSkipThreeDSecure) return invalid("skip_three_d_secure_verification", "is not allowed")
  return force && decision === "not-used" ? invalid("force_three_d_secure_verification", "is not available") : undefined
}

/** A card is good until the end of its expiry month. */
export const notExpired = (path: string, card: CardInput, now: DateTime.Utc): Verdict => {
  if (card._tag === "CardToken") return undefined
  const { month, year } = DateTime.toPartsUtc(now)
  const over = card.expYear < year || (card.expYear === year && card.expMonth < month)
  return over ? invalid([path, "exp_year"], expYearSentence) : undefined
}

/** The instant a request wants to expire at must be ahead. */
export const expiresLater = (expiredAt: DateTime.Utc | undefined, now: DateTime.Utc): Verdict =>
  expiredAt !== undefined && DateTime.lessThanOrEqualTo(expiredAt, now)
    ? invalid("expired_at", "must be in the future")
    : undefined

const notAllowed = (path: string): InvalidRequest => invalid([path, "token"], "is not allowed for this operation")

const withoutCode: ReadonlyArray<Contract> = ["recurring", "card_on_file"]

/**
 * What a saved card may be used for. A shop with strict contracts refuses a use that none covers; elsewhere only a
 * card saved for `oneclick` alone insists on its security code. Source: D14.
 */
export const tokenUse = (shop: Shop, contracts: ReadonlyArray<Contract>, hasCode: boolean): Verdict => {
  if (contracts.some((contract) => withoutCode.includes(contract))) return undefined
  if (contracts.includes("oneclick")) {
    return hasCode ? undefined : invalid(["credit_card", "verification_value"], "can't be blank")
  }
  return shop.strictContracts ? notAllowed("credit_card") : undefined
}

/** Whether a saved card, sent as the section `path`, may be paid out to. Source: D14. */
export const creditUse = (shop: Shop, contracts: ReadonlyArray<Contract>, path: string): Verdict =>
  shop.strictContracts && !contracts.includes("credit") ? notAllowed(path) : undefined

/** The first payment of a `recurring` contract needs the security code. Source: interface, `additional_data.contract`. */
export const codeForContract = (shop: Shop, contracts: ReadonlyArray<Contract>, card: CardInput): Verdict =>
  shop.strictContracts && card._tag === "CardData" && contracts.includes("recurring") && card.securityCode === undefined
    ? invalid(["credit_card", "verification_value"], "can't be blank")
    : undefined

import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type InvalidRequest, invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { ThreeDSecure } from "../../three-d-secure/ThreeDSecure.js"
import type { CardInput, ChargeDetails, Contract } from "../CardRequest.js"
import { expYearSentence } from "../CardRequest.js"

/** Which of the two flags counts, and whether the shop may send them. Source: D16. */
export const threeDSecure = Effect.fnUntraced(function* (shop: Shop, details: ChargeDetails) {
  const force = details.forceThreeDSecureVerification === true
  const skip = details.skipThreeDSecureVerification === true
  if (force && !shop.allowForceThreeDSecure) {
    return yield* invalid("force_three_d_secure_verification", "is not allowed")
  }
  if (skip && !shop.allowSkipThreeDSecure) {
    return yield* invalid("skip_three_d_secure_verification", "is not allowed")
  }
  const server = yield* ThreeDSecure
  const decision = server.decide(shop, { force, skip: skip && !force })
  if (force && decision === "not-used") {
    return yield* invalid("force_three_d_secure_verification", "is not available")
  }
  return decision
})

/** A card is good until the end of its expiry month. */
export const notExpired = (path: string, card: CardInput, now: DateTime.Utc): Effect.Effect<void, InvalidRequest> => {
  if (card._tag === "CardToken") return Effect.void
  const { month, year } = DateTime.toPartsUtc(now)
  const over = card.expYear < year || (card.expYear === year && card.expMonth < month)
  return over ? invalid([path, "exp_year"], expYearSentence) : Effect.void
}

/** The instant a request wants to expire at must be ahead. */
export const expiresLater = (expiredAt: DateTime.Utc | undefined, now: DateTime.Utc) =>
  expiredAt !== undefined && DateTime.lessThanOrEqualTo(expiredAt, now)
    ? invalid("expired_at", "must be in the future")
    : Effect.void

const notAllowed = (path: string) => invalid([path, "token"], "is not allowed for this operation")

const withoutCode: ReadonlyArray<Contract> = ["recurring", "card_on_file"]

/**
 * What a saved card may be used for. A shop with strict contracts refuses a use that none covers; elsewhere only a
 * card saved for `oneclick` alone insists on its security code. Source: D14.
 */
export const tokenUse = (
  shop: Shop,
  contracts: ReadonlyArray<Contract>,
  hasCode: boolean
): Effect.Effect<void, InvalidRequest> => {
  if (contracts.some((contract) => withoutCode.includes(contract))) return Effect.void
  if (contracts.includes("oneclick")) {
    return hasCode ? Effect.void : invalid(["credit_card", "verification_value"], "can't be blank")
  }
  return shop.strictContracts ? notAllowed("credit_card") : Effect.void
}

/** Whether a saved card, sent as the section `path`, may be paid out to. Source: D14. */
export const creditUse = (
  shop: Shop,
  contracts: ReadonlyArray<Contract>,
  path: string
): Effect.Effect<void, InvalidRequest> =>
  shop.strictContracts && !contracts.includes("credit") ? notAllowed(path) : Effect.void

/** The first payment of a `recurring` contract needs the security code. Source: interface, `additional_data.contract`. */
export const codeForContract = (shop: Shop, contracts: ReadonlyArray<Contract>, card: CardInput) =>
  shop.strictContracts && card._tag === "CardData" && contracts.includes("recurring") && card.securityCode === undefined
    ? invalid(["credit_card", "verification_value"], "can't be blank")
    : Effect.void

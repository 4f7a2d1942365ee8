/** What Stripe's decline codes and error codes are here: one table, which the README shows. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"

/** Source: Stripe's documents, "Decline codes" and "Error codes"; D6. */
export const reasons: Readonly<Record<string, DeclineReason>> = {
  account_closed: "issuer-permanent",
  amount_too_large: "not-allowed",
  amount_too_small: "not-allowed",
  approve_with_id: "issuer-temporary",
  authentication_failure: "authentication-failed",
  authentication_not_handled: "authentication-failed",
  authentication_required: "authentication-failed",
  call_issuer: "do-not-honour",
  capture_charge_authorization_expired: "order-expired",
  card_decline_rate_limit_exceeded: "issuer-limit",
  card_declined: "unspecified",
  card_not_supported: "not-allowed",
  card_velocity_exceeded: "issuer-limit",
  charge_exceeds_source_limit: "issuer-limit",
  charge_exceeds_transaction_limit: "issuer-limit",
  charge_expired_for_capture: "order-expired",
  currency_not_supported: "currency",
  do_not_honor: "do-not-honour",
  do_not_try_again: "issuer-permanent",
  duplicate_transaction: "duplicate-at-acquirer",
  expired_card: "card-expired",
  expired_payment_method: "card-expired",
  fraudulent: "fraud-acquirer",
  generic_decline: "unspecified",
  incorrect_address: "avs-cvc",
  incorrect_cvc: "security-code",
  incorrect_number: "not-allowed",
  incorrect_pin: "not-allowed",
  incorrect_zip: "avs-cvc",
  insufficient_funds: "funds",
  invalid_account: "issuer-permanent",
  invalid_amount: "not-allowed",
  invalid_cvc: "security-code",
  invalid_expiry_month: "card-expired",
  invalid_expiry_year: "card-expired",
  invalid_number: "not-allowed",
  invalid_pin: "not-allowed",
  issuer_not_available: "issuer-temporary",
  lost_card: "fraud-issuer",
  merchant_blacklist: "fraud-acquirer",
  new_account_information_available: "issuer-permanent",
  no_action_taken: "do-not-honour",
  not_permitted: "not-allowed",
  offline_pin_required: "not-allowed",
  online_or_offline_pin_required: "not-allowed",
  payment_intent_authentication_failure: "authentication-failed",
  payment_intent_payment_attempt_expired: "order-expired",
  payment_method_currency_mismatch: "currency",
  payment_method_provider_timeout: "acquirer-temporary",
  pickup_card: "fraud-issuer",
  pin_try_exceeded: "issuer-limit",
  processing_error: "acquirer-temporary",
  reenter_transaction: "issuer-temporary",
  restricted_card: "issuer-permanent",
  revocation_of_all_authorizations: "issuer-permanent",
  revocation_of_authorization: "issuer-permanent",
  security_violation: "fraud-issuer",
  service_not_allowed: "not-allowed",
  setup_intent_authentication_failure: "authentication-failed",
  stolen_card: "fraud-issuer",
  stop_payment_order: "issuer-permanent",
  testmode_decline: "not-allowed",
  three_d_secure_authentication_not_supported: "authentication-unavailable",
  three_d_secure_authentication_upstream_error: "authentication-technical",
  transaction_not_allowed: "not-allowed",
  try_again_later: "issuer-temporary",
  withdrawal_count_limit_exceeded: "issuer-limit"
}

/** The parts of an error of Stripe's that say why. */
export interface Why {
  readonly code?: string | null | undefined
  readonly decline_code?: string | null | undefined
  readonly param?: string | null | undefined
}

const known = (code: string | null | undefined): DeclineReason | undefined =>
  code !== null && code !== undefined && Object.hasOwn(reasons, code) ? reasons[code] : undefined

/** Why a card was declined. The issuer's word comes before Stripe's own. */
export const reasonOf = ({ code, decline_code }: Why): DeclineReason =>
  known(decline_code) ?? known(code) ?? "unspecified"

/** Why Stripe did not process a request. */
export const refusalOf = (why: Why): DeclineReason => {
  const reason = known(why.decline_code) ?? known(why.code)
  return reason ?? (why.param === "currency" ? "currency" : "not-allowed")
}

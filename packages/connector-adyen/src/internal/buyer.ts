/** What Adyen is told about the buyer: for its risk checks, for the issuer, and for the card's statement. */
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { PaymentBody } from "./vendor.js"

type Details = CardTransaction["details"]

/** Adyen takes an address whole, or not at all. Florin's has no house number of its own. */
const addressOf = ({ billingAddress }: Details): PaymentBody["billingAddress"] => {
  const { address, city, country, state, zip } = billingAddress ?? {}
  if (address === undefined || city === undefined || country === undefined || zip === undefined) return undefined
  return { street: address, houseNumberOrName: "N/A", city, country, postalCode: String(zip), stateOrProvince: state }
}

const nameOf = ({ billingAddress }: Details): PaymentBody["shopperName"] => {
  const { firstName, lastName } = billingAddress ?? {}
  return firstName === undefined || lastName === undefined ? undefined : { firstName, lastName }
}

/** Shape: a plus sign and 5 to 18 digits, or Adyen does not pass it on. */
const phoneOf = ({ billingAddress }: Details): string | undefined => {
  const digits = String(billingAddress?.phone ?? "").replace(/[\s().-]/g, "")
  return /^\+\d{5,18}$/.test(digits) ? digits : undefined
}

/** Adyen's page asks the browser itself; what the merchant knows is needed whole. */
const browserOf = ({ additionalData }: Details): PaymentBody["browserInfo"] => {
  const { acceptHeader, javaEnabled, language, screenColorDepth, screenHeight, screenWidth, timeZone, userAgent } =
    additionalData?.browser ?? {}
  if (acceptHeader === undefined || userAgent === undefined || language === undefined) return undefined
  return {
    acceptHeader,
    userAgent,
    language,
    javaEnabled: javaEnabled ?? false,
    colorDepth: screenColorDepth ?? 24,
    screenHeight: screenHeight ?? 0,
    screenWidth: screenWidth ?? 0,
    timeZoneOffset: timeZone ?? 0
  }
}

/** Shape: at most 22 of the characters that statements have. */
const statementOf = ({ dynamicBillingDescriptor }: Details): string | undefined => {
  const text = dynamicBillingDescriptor
    ?.replace(/[^A-Za-z0-9 .,'_?+*/-]/g, " ")
    .trim()
    .slice(0, 22)
  return text === undefined || text === "" ? undefined : text
}

export const of = ({ details, language }: CardTransaction) => ({
  shopperEmail: details.customer?.email,
  shopperIP: details.customer?.ip,
  shopperLocale: language,
  shopperName: nameOf(details),
  shopperStatement: statementOf(details),
  telephoneNumber: phoneOf(details),
  billingAddress: addressOf(details),
  browserInfo: browserOf(details)
})

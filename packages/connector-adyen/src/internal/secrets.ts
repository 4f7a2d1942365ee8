/** The only place in this package that unwraps cards, tokens, our API key and the keys of notifications. */
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import * as Redacted from "effect/Redacted"
import type { CardDetails } from "./vendor.js"

/** A list of secrets in one setting, separated by commas. */
export const listed = (secret: Redacted.Redacted<string>): ReadonlyArray<Redacted.Redacted<string>> =>
  // biome-ignore lint/plugin/secrets: each part is sealed again
  Redacted.value(secret)
    .split(",")
    .flatMap((part) => (part.trim() === "" ? [] : [Redacted.make(part.trim())]))

/** A secret of the fake, which a server beside it is given as a setting. */
export const revealed = (secret: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: nothing real is behind it
  Redacted.value(secret)

/** The value of `x-api-key`. */
export const apiKeyHeader = (apiKey: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: our key at Adyen goes into the request
  Redacted.value(apiKey)

/** The bytes of a key of notifications, which Adyen shows in hexadecimal digits. */
export const hmacBytes = (key: Redacted.Redacted<string>): Buffer =>
  // biome-ignore lint/plugin/secrets: notifications are verified with it
  Buffer.from(Redacted.value(key), "hex")

/** The value of a token: a stored payment method's id, or the encrypted fields of a component in JSON. */
export const tokenText = ({ value }: ProviderToken): string =>
  // biome-ignore lint/plugin/secrets: Adyen is sent its own token
  Redacted.value(value)

/** `paymentMethod` of a card number. */
export const cardDetails = ({ expMonth, expYear, holder, number, securityCode }: AcquirerCard): CardDetails => ({
  type: "scheme",
  // biome-ignore lint/plugin/secrets: Adyen is sent the number
  number: Redacted.value(number),
  expiryMonth: String(expMonth).padStart(2, "0"),
  expiryYear: String(expYear),
  holderName: holder,
  // biome-ignore lint/plugin/secrets: Adyen is sent the security code
  cvc: securityCode === undefined ? undefined : Redacted.value(securityCode)
})

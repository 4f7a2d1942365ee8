/** The only place in this package that unwraps cards, tokens, our API key and the secrets of webhooks. */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import * as Redacted from "effect/Redacted"

/** `card` of a payment method. */
export const cardParams = ({ expMonth, expYear, number, securityCode }: AcquirerCard) => ({
  // biome-ignore lint/plugin/secrets: Stripe is sent the number
  number: Redacted.value(number),
  exp_month: expMonth,
  exp_year: expYear,
  // biome-ignore lint/plugin/secrets: Stripe is sent the security code
  ...(securityCode === undefined ? {} : { cvc: Redacted.value(securityCode) })
})

// biome-ignore lint/plugin/secrets: Stripe is sent its own token
export const tokenValue = ({ value }: ProviderToken): string => Redacted.value(value)

/** The value of `Authorization`. */
export const bearer = (apiKey: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: our key at Stripe goes into the request
  `Bearer ${Redacted.value(apiKey)}`

/** The secrets of a text with commas. */
export const severalSecrets = (secret: Redacted.Redacted<string>): ReadonlyArray<Redacted.Redacted<string>> =>
  // biome-ignore lint/plugin/secrets: each part is redacted again
  Redacted.value(secret)
    .split(",")
    .map((part) => Redacted.make(part.trim()))

const same = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Whether one of the signatures over the content is made with the secret. */
export const isSigned = (
  secret: Redacted.Redacted<string>,
  content: Uint8Array,
  signatures: ReadonlyArray<string>
): boolean => {
  // biome-ignore lint/plugin/secrets: the secret that Stripe signs with
  const expected = createHmac("sha256", Redacted.value(secret)).update(content).digest("hex")
  return signatures.some((signature) => same(signature, expected))
}

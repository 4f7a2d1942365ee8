/** The only place in this package that unwraps cards, tokens, and our keys at the vendor. */
import { createHmac } from "node:crypto"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import * as Redacted from "effect/Redacted"

/** `source` of a request with a card number. */
export const cardSource = ({ expMonth, expYear, holder, number, securityCode }: AcquirerCard) => ({
  type: "card",
  // biome-ignore lint/plugin/secrets: the vendor is sent the number
  number: Redacted.value(number),
  expiry_month: expMonth,
  expiry_year: expYear,
  name: holder,
  // biome-ignore lint/plugin/secrets: the vendor is sent the security code
  cvv: securityCode === undefined ? undefined : Redacted.value(securityCode)
})

/** `source` of a request with a token: of the vendor's fields (`tok_…`), for one payment, or an instrument (`src_…`). */
export const tokenSource = ({ value }: ProviderToken) => {
  // biome-ignore lint/plugin/secrets: the vendor is sent its own token
  const token = Redacted.value(value)
  return token.startsWith("tok_") ? { type: "token", token } : { type: "id", id: token }
}

/** The value of `Authorization`. */
export const bearer = (apiKey: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: our key at the vendor goes into the request
  `Bearer ${Redacted.value(apiKey)}`

/** Whether our key at the vendor is one of its test environment. */
export const isOfSandbox = (apiKey: Redacted.Redacted<string>): boolean =>
  // biome-ignore lint/plugin/secrets: only its beginning is looked at
  Redacted.value(apiKey).startsWith("sk_sbox_")

/** The text of a secret of the fake, which goes into the settings of its connector. */
export const revealed = (secret: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: it opens nothing but a fake on this machine
  Redacted.value(secret)

/** A webhook's signature under one of our keys: HMAC-SHA256 in hex. */
export const signatureOf = (key: Redacted.Redacted<string>, body: Uint8Array): string =>
  // biome-ignore lint/plugin/secrets: the key that webhooks are signed with
  createHmac("sha256", Redacted.value(key)).update(body).digest("hex")

/** Whether a header is what was agreed on, in a time that tells nothing of it. */
export const isSame = (given: string, secret: Redacted.Redacted<string> | string): boolean => {
  // biome-ignore lint/plugin/secrets: compared only
  const wanted = typeof secret === "string" ? secret : Redacted.value(secret)
  // Digests have one length, so that not even the length of the secret shows.
  const [one, other] = [given, wanted].map((text) => createHmac("sha256", "compared").update(text).digest())
  return one!.equals(other!)
}

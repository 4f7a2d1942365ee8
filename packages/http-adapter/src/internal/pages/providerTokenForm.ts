/** The token that a provider's own fields have put into a form, in place of a card. Source: D58. */
import type { ProviderTokenInput } from "@florin/core/cards/CardInput"
import { holdsCardNumber } from "@florin/core/redaction/Redaction"
import type { CardFault } from "@florin/pages/Language"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

type Fields = Readonly<Record<string, string>>

/** Without control characters. Longer than the tokens and encrypted fields of providers, which have a few thousand characters. */
const token = /^[^\p{Cc}\p{Surrogate}]{1,16384}$/u

/** Whose token it is, the page knows: it has shown the fields. A text that reads as a card number is no token. */
export const read = (
  { provider_token: sent = "" }: Fields,
  provider: string
): Either.Either<ProviderTokenInput, ReadonlyArray<CardFault>> => {
  const value = sent.trim()
  return token.test(value) && !holdsCardNumber(value)
    ? Either.right({ _tag: "ProviderToken", providerToken: { provider, value: Redacted.make(value) } })
    : Either.left(["token-missing"])
}

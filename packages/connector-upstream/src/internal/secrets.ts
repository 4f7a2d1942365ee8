/** The only place in this package that unwraps cards, our key at the other gateway and its webhook secret. */
import { createHmac } from "node:crypto"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import type { Upstream } from "../Upstream.js"

/**
 * `recipient_credit_card` of a request. Without the security code, which is gone when a payout is repeated (D15):
 * requests with one key must have one body.
 */
export const paidCard = ({ expMonth, expYear, holder, number }: AcquirerCard) => ({
  // biome-ignore lint/plugin/secrets: the other gateway is sent the number
  number: Redacted.value(number),
  holder,
  exp_month: String(expMonth).padStart(2, "0"),
  exp_year: String(expYear)
})

/** `credit_card` of a request. Source: interface, "`credit_card` object". */
export const chargedCard = (card: AcquirerCard) => ({
  ...paidCard(card),
  // biome-ignore lint/plugin/secrets: the other gateway is sent the security code
  verification_value: card.securityCode === undefined ? undefined : Redacted.value(card.securityCode)
})

/** The value of `Authorization`. Source: D2, D33. */
export const basic = ({ key, shop }: Upstream): string =>
  // biome-ignore lint/plugin/secrets: our key at the other gateway goes into the request
  `Basic ${Encoding.encodeBase64(`${shop}:${Redacted.value(key)}`)}`

/** A Standard Webhooks signature of a body behind its id and time. */
export const signature = (secret: Redacted.Redacted<string>, prefix: string, body: Uint8Array): string => {
  // biome-ignore lint/plugin/secrets: the secret that its notifications are signed with
  const key = Buffer.from(Redacted.value(secret).replace(/^whsec_/, ""), "base64")
  return `v1,${createHmac("sha256", key).update(prefix, "utf8").update(body).digest("base64")}`
}

/** The one place of this package that unwraps a card, our key at the other gateway, and the secret of its webhooks. */
import { createHmac } from "node:crypto"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import type { Upstream } from "../Upstream.js"

/** `credit_card` and `recipient_credit_card` of a request. Source: interface, "`credit_card` object". */
export const cardMembers = ({ expMonth, expYear, holder, number, securityCode }: AcquirerCard) => ({
  number: Redacted.value(number),
  verification_value: securityCode === undefined ? undefined : Redacted.value(securityCode),
  holder,
  exp_month: String(expMonth).padStart(2, "0"),
  exp_year: String(expYear)
})

/** The value of `Authorization`. Source: D2, D33. */
export const basic = ({ key, shop }: Upstream): string =>
  `Basic ${Encoding.encodeBase64(`${shop}:${Redacted.value(key)}`)}`

/** One signature of Standard Webhooks. */
export const signature = (secret: Redacted.Redacted<string>, content: string): string => {
  const key = Buffer.from(Redacted.value(secret).replace(/^whsec_/, ""), "base64")
  return `v1,${createHmac("sha256", key).update(content, "utf8").digest("base64")}`
}

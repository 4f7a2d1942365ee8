import { createHash } from "node:crypto"
import type { AcquirerCard, AcquirerStatus, ReportedCard } from "@florin/core/cards/Acquirer"
import { brandOf } from "@florin/core/cards/CardNumber"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { given } from "@florin/core/request/Given"
import * as Redacted from "effect/Redacted"
import { expiry, provider, type TestToken, testTokens } from "../TestTokens.js"
import type { LedgerAnswer } from "../Underway.js"

const byValue: ReadonlyMap<string, TestToken> = new Map(testTokens.map((token) => [token.value, token]))

/** The test token that it is; undefined: none. */
export const readToken = ({ value }: ProviderToken): TestToken | undefined =>
  // biome-ignore lint/plugin/secrets: an acquirer reads the token it is sent
  byValue.get(Redacted.value(value))

/** The card behind a token. What is no test token stands for no test card. */
export const cardOf = (token: TestToken | undefined, holder: string | null): AcquirerCard => ({
  number: Redacted.make(token?.card ?? ""),
  ...expiry,
  ...given({ holder: holder ?? undefined })
})

const reportedOf = ({ card }: TestToken): ReportedCard => ({
  ...expiry,
  bin: card.slice(0, 8),
  last4: card.slice(-4),
  ...given({ brand: brandOf(card) ?? undefined })
})

/** As card networks number charges: derived from the key alone, so that a repeated answer is identical. */
const networkIdOf = (key: AcquirerKey): string =>
  `SBX${createHash("sha256").update(key).digest("hex").slice(0, 12).toUpperCase()}`

const replacing = ({ reusable }: TestToken): ProviderToken | undefined =>
  reusable === undefined ? undefined : { provider, value: Redacted.make(reusable) }

type Decided = Extract<AcquirerStatus, { readonly _tag: "Approved" | "Declined" }>

/** The answer as it was booked, with what a provider says of the card behind its token. */
export const answered = ({ token: value, ...answer }: LedgerAnswer, key: AcquirerKey): Decided => {
  const token = value === undefined ? undefined : byValue.get(value)
  if (token === undefined) return answer
  const card = reportedOf(token)
  if (answer._tag === "Declined") return { ...answer, card }
  return { ...answer, card, networkTransactionId: networkIdOf(key), ...given({ token: replacing(token) }) }
}

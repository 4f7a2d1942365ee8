/** What an acquirer says of a card beside its report. What cannot be read is not known: it changes no decision. Source: D53. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { ReportedCard } from "../../cards/Acquirer.js"
import { CardBrand } from "../../cards/CardBrand.js"
import type { CardEvent } from "../../cards/CardEvent.js"
import type { ProviderToken } from "../../cards/ProviderToken.js"
import * as Redaction from "../../redaction/Redaction.js"
import { given } from "../../request/Given.js"

/** What stands beside the report of an approval. */
export type Reported = Pick<
  Extract<CardEvent, { readonly _tag: "Approved" }>,
  "card" | "networkTransactionId" | "token"
>

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined

const within = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : undefined

const isBrand = Schema.is(CardBrand)

/** As long as a holder that a request has. Unit: characters. */
const longestHolder = 35

const holderOf = (value: unknown): string | undefined => {
  if (typeof value !== "string" || value.trim() === "" || Redaction.holdsCardNumber(value)) return undefined
  return Array.from(Redaction.cardNumbersRemovedFromText(value)).slice(0, longestHolder).join("")
}

const cardOf = (value: unknown): ReportedCard | undefined => {
  if (!isObject(value)) return undefined
  return given({
    brand: isBrand(value.brand) ? value.brand : undefined,
    bin: matching(value.bin, /^(?:[0-9]{6}|[0-9]{8})$/),
    last4: matching(value.last4, /^[0-9]{4}$/),
    expMonth: within(value.expMonth, 1, 12),
    expYear: within(value.expYear, 1000, 9999),
    holder: holderOf(value.holder)
  })
}

const tokenOf = (value: unknown): ProviderToken | undefined => {
  if (!isObject(value)) return undefined
  const { customer, provider, value: secret } = value
  if (typeof provider !== "string" || !Redacted.isRedacted(secret) || !Redaction.isToken(secret)) return undefined
  return { provider, value: secret, ...given({ customer: matching(customer, /^[\x21-\x7e]{1,255}$/) }) }
}

/** `number`: of the card at hand, which is no network's id. */
const networkIdOf = (value: unknown, number: Redacted.Redacted<string> | undefined): string | undefined => {
  const id = matching(value, /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/)
  return id === undefined || (number !== undefined && Redaction.containsNumber(id, number)) ? undefined : id
}

/** Of an approval or a decline, which has no token and no id. */
export const reportedIn = (response: Members, number?: Redacted.Redacted<string>): Reported =>
  given({
    card: cardOf(response.card),
    networkTransactionId: networkIdOf(response.networkTransactionId, number),
    token: tokenOf(response.token)
  })

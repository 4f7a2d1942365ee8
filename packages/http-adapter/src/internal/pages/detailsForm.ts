/** What a page asks for besides the card: from what a customer typed to details, or to what is wrong with it. */

import type { CustomerDetails } from "@florin/core/customers/CustomerRequest"
import type { RequestedField } from "@florin/core/customers/RequestedFields"
import type { FieldError } from "@florin/core/request/InvalidRequest"
import type { DetailFault } from "@florin/pages/Language"
import type { Details } from "@florin/pages/PlanPage"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Either from "effect/Either"

type Fields = Readonly<Record<string, string>>

type RequestedFields = ReadonlyArray<RequestedField>

const longest = 255

const textOf = (fields: Fields, name: RequestedField): string => (fields[name] ?? "").trim()

const hasStates: ReadonlySet<string | undefined> = new Set(["US", "CA"])

const codes: ReadonlySet<RequestedField> = new Set(["state", "country"])

/** The details as the wire spells them. A state is dropped where the country has none. */
const sentIn = (fields: Fields, requested: RequestedFields, known: string | undefined): Details<string> => {
  const typed = requested.flatMap((name) => {
    const text = textOf(fields, name)
    return text === "" ? [] : [[name, codes.has(name) ? text.toUpperCase() : text] as const]
  })
  const { state, ...sent }: Details<string> = Object.fromEntries(typed)
  return state !== undefined && hasStates.has(sent.country ?? known) ? { ...sent, state } : sent
}

const isWithin =
  (requested: RequestedFields) =>
  (name: string | undefined): name is RequestedField =>
    (requested as ReadonlyArray<string | undefined>).includes(name)

/** What is known before: the country, and the fields that may be left empty. */
interface Before {
  readonly country?: string | undefined
  readonly known?: Details<string>
}

/**
 * The details, by the rules of the wire. All that is asked for is required, but what is known, and a state, which most
 * countries lack.
 */
export const read = (
  fields: Fields,
  requested: RequestedFields,
  { country: knownCountry, known = {} }: Before = {}
): Either.Either<CustomerDetails | undefined, Details<DetailFault>> => {
  if (requested.length === 0) return Either.right(undefined)
  const sent = sentIn(fields, requested, knownCountry)
  const missing = requested.filter((name) => name !== "state" && sent[name] === undefined && known[name] === undefined)
  const country = sent.country ?? knownCountry
  const decoded = BillingRequests.requestedDetails(country === undefined ? sent : { ...sent, country })
  if (Either.isRight(decoded) && missing.length === 0) {
    const { country: _, ...others } = decoded.right
    return Either.right(sent.country === undefined ? others : decoded.right)
  }
  const wrong = Either.isLeft(decoded) ? decoded.left.errors.map(({ path }) => path[0]).filter(isWithin(requested)) : []
  return Either.left({
    ...Object.fromEntries(wrong.map((name) => [name, "wrong" as const])),
    ...Object.fromEntries(missing.map((name) => [name, "missing" as const]))
  })
}

/** What the gateway refused of them: a text that holds the number of the card. */
export const faultsOf = (errors: ReadonlyArray<FieldError>): Details<DetailFault> =>
  Object.fromEntries(errors.flatMap(({ path }) => (path[0] === "customer" ? [[path[1], "number" as const]] : [])))

// As many digits as the shortest number of a card, after a phone number with its country code.
const manyDigits = /(?:\p{Nd}\P{Nd}*){16}/u

/** What is shown again: nothing in which a number of a card may have been typed. Source: D5. */
export const entered = (fields: Fields, requested: RequestedFields): Details<string> =>
  Object.fromEntries(
    requested.flatMap((name) => {
      const text = textOf(fields, name)
      const number = (fields.number ?? "").replace(/\D/g, "")
      const holdsNumber = number.length >= 12 && text.replace(/\D/g, "").includes(number)
      return text.length > longest || holdsNumber || manyDigits.test(text) ? [] : [[name, text] as const]
    })
  )

/** The card form of a plan's page: from what a customer typed to a card, or to what is wrong with it. Source: D3, D22. */
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { CardInput } from "@florin/core/cards/CardInput"
import * as CardNumber from "@florin/core/cards/CardNumber"
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as Coupon from "@florin/core/terms/Coupon"
import type { CardFault } from "@florin/pages/Language"
import type { Entered } from "@florin/pages/PlanPage"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Either from "effect/Either"
import { withPlainDigits } from "./digits.js"

type Fields = Readonly<Record<string, string>>

const dated = /^(\d{1,2})\s{0,3}[/.\s\u2010-\u2015-]\s{0,3}((?:20)?\d{2})$|^(\d{2})((?:20)?\d{2})$/

/** A number of a card, whatever separates its digits. */
const numberIn = /(?:\d\D{0,2}){11}\d/

const textOf = (fields: Fields, name: string): string => (fields[name] ?? "").trim()

/** The text of a field that has digits. */
const digitsOf = (fields: Fields, name: string): string => withPlainDigits(textOf(fields, name)).trim()

const expiryOf = (text: string) => {
  const [, month, year, bareMonth, bareYear] = dated.exec(text) ?? []
  const [mm, yy] = [month ?? bareMonth, year ?? bareYear]
  return mm === undefined || yy === undefined ? {} : { exp_month: mm, exp_year: yy.length === 2 ? `20${yy}` : yy }
}

/** The faults of the fields that the gateway refuses, by their names on the wire. */
const faults: ReadonlyMap<string | undefined, CardFault> = new Map([
  ["number", "number-wrong"],
  ["token", "number-wrong"],
  ["exp_month", "expiry-wrong"],
  ["exp_year", "expired"],
  ["verification_value", "code-wrong"],
  ["holder", "holder-wrong"],
  ["provider_token", "token-missing"]
])

const faultOf = ({ path }: FieldError): ReadonlyArray<CardFault> => {
  const [section, member] = path
  return section === "card" ? [faults.get(member) ?? "refused"] : []
}

/** What the customer can mend, of what the gateway refused, or can ask the shop about. */
export const faultsOf = (errors: ReadonlyArray<FieldError>): ReadonlyArray<CardFault> => {
  const coupon = Coupon.refusalIn(errors)
  return [...new Set(errors.flatMap(faultOf)), ...(coupon === undefined ? [] : [`coupon-${coupon}` as const])]
}

const order: ReadonlyArray<CardFault> = [
  "number-missing",
  "number-brand",
  "number-length",
  "number-check",
  "number-wrong",
  "expiry-missing",
  "expiry-wrong",
  "expired",
  "code-missing",
  "code-wrong",
  "holder-wrong",
  "token-missing",
  "refused",
  "too-many",
  "coupon-expired",
  "coupon-exhausted",
  "coupon-currency",
  "coupon-plan",
  "coupon-first-time-only"
]

const numberFaults: Readonly<Record<CardNumber.NumberFault, CardFault>> = {
  characters: "number-wrong",
  length: "number-length",
  "check-digit": "number-check"
}

/** What is wrong with the number, and that the shop does not take its brand. */
const numberFault = (number: string, excluded: ReadonlyArray<CardBrand>): ReadonlyArray<CardFault> => {
  if (number === "") return ["number-missing"]
  const brand = CardNumber.brandOf(CardNumber.plain(number))
  if (brand !== null && excluded.includes(brand)) return ["number-brand"]
  const fault = CardNumber.faultOf(number)
  return fault === undefined ? [] : [numberFaults[fault]]
}

/** What the form asks for beyond the wire, and what only the form can know. */
const ownFaults = (fields: Fields, excluded: ReadonlyArray<CardBrand>): ReadonlyArray<CardFault> => {
  const expiry = digitsOf(fields, "expiry")
  return [
    ...numberFault(digitsOf(fields, "number"), excluded),
    ...(expiry === "" ? (["expiry-missing"] as const) : []),
    ...(expiry !== "" && !dated.test(expiry) ? (["expiry-wrong"] as const) : []),
    ...(textOf(fields, "code") === "" ? (["code-missing"] as const) : []),
    ...(numberIn.test(digitsOf(fields, "holder")) ? (["holder-wrong"] as const) : [])
  ]
}

const fieldOf = (fault: CardFault): string => (fault === "expired" ? "expiry" : fault.replace(/-.*$/, ""))

/**
 * One fault a field, in the order of the form: a blank field is not wrong as well. Whoever has a field to mend is not sent to
 * the shop.
 */
const ordered = (faults: ReadonlyArray<CardFault>): ReadonlyArray<CardFault> => {
  const all = order.filter((fault) => faults.includes(fault))
  const found = all.filter((fault) => fault !== "refused" || all.length === 1)
  return found.filter((fault, index) => found.findIndex((other) => fieldOf(other) === fieldOf(fault)) === index)
}

/** The card, by the rules of the wire; the security code is required. `excluded`: brands that the shop does not take. */
export const read = (
  fields: Fields,
  excluded: ReadonlyArray<CardBrand> = []
): Either.Either<CardInput, ReadonlyArray<CardFault>> => {
  const holder = textOf(fields, "holder").replace(/\s+/g, " ")
  const card = {
    number: CardNumber.plain(digitsOf(fields, "number")),
    verification_value: digitsOf(fields, "code"),
    ...(holder === "" ? {} : { holder }),
    ...expiryOf(digitsOf(fields, "expiry"))
  }
  const decoded = BillingRequests.cardChange({ card })
  const own = ownFaults(fields, excluded)
  if (Either.isRight(decoded) && own.length === 0) return Either.right(decoded.right.card)
  return Either.left(ordered([...own, ...(Either.isLeft(decoded) ? faultsOf(decoded.left.errors) : [])]))
}

/** What is shown again: never anything in which a number or a security code may have been typed. Source: D5. */
export const entered = (fields: Fields, faults: ReadonlyArray<CardFault>): Entered => {
  const [expiry, holder] = [digitsOf(fields, "expiry"), textOf(fields, "holder")]
  return {
    expiry: dated.test(expiry) ? expiry : "",
    holder: /\p{Nd}{3}/u.test(holder) || holder.length > 35 ? "" : holder,
    faults
  }
}

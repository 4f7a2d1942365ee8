/** The routing rules of a host: an array of JSON objects. */
import { CardBrand } from "@florin/core/cards/CardBrand"
import { Contract } from "@florin/core/cards/CardRequest"
import * as RoutingRules from "@florin/core/cards/RoutingRules"
import { Amount } from "@florin/core/money/Amount"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** A rule as a host writes it in code. */
export type RuleSettings = typeof RoutingRules.Rule.Encoded

/** How names of two words are written: `issuer_country`, as the interface does, or `issuerCountry`. */
export type Spelling = "snake" | "camel"

/** A member: what it must be, and its own members if it is an object. */
interface Member {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  readonly members?: Members
}

type Members = Readonly<Record<string, Member>>

const oneOf = (words: ReadonlyArray<string>): string => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const object = (members: Members): Member => ({ expected: "must be an object", accepts: isObject, members })

const limit: Member = { expected: "must be an integer from 0, in minor units", accepts: Schema.is(Amount) }

const countries = "must be a list of countries: two capital letters each"

const conditions: { readonly [Name in keyof RoutingRules.Conditions]-?: string } = {
  shop: "must be a list of shop ids",
  brand: `must be a list of brands: ${oneOf(CardBrand.literals)}`,
  binPrefix: "must be a list of texts of 1 to 8 digits",
  issuerCountry: countries,
  customerCountry: countries,
  ipCountry: countries,
  currency: "must be a list of currencies: three capital letters each",
  amount: "must be an object",
  type: "must be a list of types: authorization, payment or tokenization",
  contract: `must be a list of contracts: ${oneOf(Contract.literals)}`,
  test: "must be true or false"
}

const isConditions = Schema.is(RoutingRules.Conditions)

const when: Members = {
  ...Object.fromEntries(
    Object.entries(conditions).map(([name, expected]): [string, Member] => [
      name,
      { expected, accepts: (value) => isConditions({ [name]: value }) }
    ])
  ),
  amount: object({ from: limit, to: limit })
}

const kinds: ReadonlyArray<RoutingRules.Action["kind"]> = [
  "decline",
  "skip-3-d-secure",
  "force-3-d-secure",
  "acquirers"
]

const rule: Members = {
  name: { expected: "must be a text of 1 to 100 characters", accepts: Schema.is(RoutingRules.Rule.fields.name) },
  when: object(when),
  action: object({
    kind: {
      expected: `must be ${oneOf(kinds)}`,
      accepts: (value) => kinds.some((kind) => kind === value)
    },
    gateways: { expected: "must be a list of gateway ids", accepts: Schema.is(Schema.NonEmptyArray(Schema.Int)) }
  })
}

const spelled = (name: string, spelling: Spelling): string =>
  spelling === "camel" ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

// Only names are repeated in errors, and only those that cannot be a value in the wrong place.
const repeatable = /^[A-Za-z_]{1,64}$/

const unknown = (place: string, name: string, known: ReadonlyArray<string>): string => {
  if (!repeatable.test(name)) return `${place} has a member that is unknown; it has ${known.join(", ")}`
  const meant = FieldErrors.closest(name, known)
  const next = meant === undefined ? `it has ${known.join(", ")}` : `did you mean ${meant}?`
  return `${place}.${name} is unknown; ${next}`
}

/** The value with the names of the code, or the first fault. */
const read = (
  value: unknown,
  { accepts, expected, members }: Member,
  place: string,
  spelling: Spelling
): Either.Either<unknown, string> => {
  if (!accepts(value)) return Either.left(`${place} ${expected}`)
  if (members === undefined || !isObject(value)) return Either.right(value)
  const names = new Map(Object.keys(members).map((name) => [spelled(name, spelling), name]))
  const made: Record<string, unknown> = {}
  for (const [written, inner] of Object.entries(value)) {
    const name = names.get(written)
    if (name === undefined) return Either.left(unknown(place, written, [...names.keys()]))
    if (inner === undefined) continue
    const known = read(inner, members[name]!, `${place}.${written}`, spelling)
    if (Either.isLeft(known)) return known
    made[name] = known.right
  }
  return Either.right(made)
}

const decode = Schema.decodeUnknownEither(RoutingRules.Rule)

/** What is missing, or does not go together. */
const incomplete = (made: Partial<RuleSettings>, place: string): string | undefined => {
  const { action, name, when } = made
  if (name === undefined) return `${place}.name can't be blank`
  if (action === undefined) return `${place}.action can't be blank`
  if (action.kind === undefined) return `${place}.action.kind can't be blank`
  const isNamed = "gateways" in action
  if (action.kind === "acquirers" && !isNamed) return `${place}.action.gateways can't be blank`
  if (action.kind !== "acquirers" && isNamed) return `${place}.action.gateways is only for the kind acquirers`
  const { from = 0, to = from } = when?.amount ?? {}
  return from > to ? `${place}.when.amount.from must not be above to` : undefined
}

const ruleOf = (value: unknown, place: string, spelling: Spelling): Either.Either<RoutingRules.Rule, string> =>
  Either.flatMap(read(value, object(rule), place, spelling), (made) => {
    const sentence = incomplete(made as Partial<RuleSettings>, place)
    return sentence === undefined ? Either.mapLeft(decode(made), () => `${place} is invalid`) : Either.left(sentence)
  })

/**
 * Decodes routing rules. Errors: the first fault, as one sentence that names its place in `routing`, never the value.
 * Refuses unknown members: a misspelled condition would silently match everything.
 */
export const fromJson = (
  document: unknown,
  spelling: Spelling = "snake"
): Either.Either<ReadonlyArray<RoutingRules.Rule>, string> => {
  if (!Array.isArray(document)) return Either.left('must be a list of rules: [{"name": …, "when": …, "action": …}]')
  const rules: Array<RoutingRules.Rule> = []
  for (const [index, value] of document.entries()) {
    const place = `routing[${index}]`
    const made = ruleOf(value, place, spelling)
    if (Either.isLeft(made)) return Either.left(made.left)
    if (rules.some(({ name }) => name === made.right.name)) return Either.left(`${place}.name is another rule's name`)
    rules.push(made.right)
  }
  return Either.right(rules)
}

/** Where rules name a gateway that is not among these, as one sentence. Charges that match them might have no acquirer. */
export const unknownGateway = (
  rules: ReadonlyArray<RoutingRules.Rule>,
  gatewayIds: ReadonlyArray<number>
): string | undefined => {
  const index = rules.findIndex(
    ({ action }) => action.kind === "acquirers" && action.gateways.some((id) => !gatewayIds.includes(id))
  )
  if (index === -1) return undefined
  const known = gatewayIds.length === 0 ? "there is none" : `they are ${gatewayIds.join(", ")}`
  return `routing[${index}].action.gateways must be ids of acquirers: ${known}`
}

/** Routing rules as data, and the pure decision over them. */
import * as Schema from "effect/Schema"
import { ShopId } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { CardBrand } from "./CardBrand.js"
import { Contract } from "./CardRequest.js"

/** The types of transactions that are routed: charges. All others follow a charge or pay out. */
export const ChargeType = Schema.Literal("authorization", "payment", "tokenization")

const Country = Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/))

const anyOf = <A, I>(item: Schema.Schema<A, I>) => Schema.optional(Schema.NonEmptyArray(item))

/** When a rule matches: every condition that is given holds. A condition on an unknown fact does not hold. */
export const Conditions = Schema.Struct({
  shop: anyOf(ShopId),
  brand: anyOf(CardBrand),
  /** The first digits of the card number, at most eight. */
  binPrefix: anyOf(Schema.String.pipe(Schema.pattern(/^[0-9]{1,8}$/))),
  issuerCountry: anyOf(Country),
  /** Of the billing address. */
  customerCountry: anyOf(Country),
  /** Of the customer's IP address. */
  ipCountry: anyOf(Country),
  currency: anyOf(Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/))),
  /** In minor units, both limits included. */
  amount: Schema.optional(Schema.Struct({ from: Schema.optional(Amount), to: Schema.optional(Amount) })),
  type: anyOf(ChargeType),
  /** The contract that the request asks for, or under which a saved card is used. */
  contract: anyOf(Contract),
  test: Schema.optional(Schema.Boolean)
})

export interface Conditions extends Schema.Schema.Type<typeof Conditions> {}

/** What a rule does. `acquirers`: their gateway ids, in the order in which they are called. */
export const Action = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("decline", "skip-3-d-secure", "force-3-d-secure") }),
  Schema.Struct({ kind: Schema.Literal("acquirers"), gateways: Schema.NonEmptyArray(Schema.Int) })
)

export type Action = typeof Action.Type

export const Rule = Schema.Struct({
  name: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(100)),
  /** Default: always. */
  when: Schema.optionalWith(Conditions, { default: () => ({}) }),
  action: Action
})

export interface Rule extends Schema.Schema.Type<typeof Rule> {}

/** The facts that rules look at. Null: unknown. */
export const RoutingFacts = Schema.Struct({
  shop: ShopId,
  type: ChargeType,
  amount: Amount,
  currency: Schema.String,
  brand: Schema.NullOr(CardBrand),
  /** The first six or eight digits of the card number. */
  bin: Schema.NullOr(Schema.String),
  issuerCountry: Schema.NullOr(Schema.String),
  customerCountry: Schema.NullOr(Schema.String),
  ipCountry: Schema.NullOr(Schema.String),
  contracts: Schema.Array(Contract),
  test: Schema.Boolean
})

export interface RoutingFacts extends Schema.Schema.Type<typeof RoutingFacts> {}

/** What rules have decided, and from which facts. Stored with the transaction. */
export const RulesDecision = Schema.Struct({
  facts: RoutingFacts,
  /** The rules that fired, in their order. */
  rules: Schema.Array(Schema.Struct({ name: Schema.String, action: Action }))
})

export interface RulesDecision extends Schema.Schema.Type<typeof RulesDecision> {}

const among = <A>(wanted: ReadonlyArray<A> | undefined, value: A | null): boolean =>
  wanted === undefined || (value !== null && wanted.includes(value))

const startsWith = (prefixes: Conditions["binPrefix"], bin: string | null): boolean =>
  prefixes === undefined || (bin !== null && prefixes.some((prefix) => bin.startsWith(prefix)))

const isWithin = (limits: Conditions["amount"], amount: Amount): boolean =>
  (limits?.from === undefined || amount >= limits.from) && (limits?.to === undefined || amount <= limits.to)

/** Whether every condition holds. */
export const matches = (when: Conditions, facts: RoutingFacts): boolean =>
  among(when.shop, facts.shop) &&
  among(when.brand, facts.brand) &&
  startsWith(when.binPrefix, facts.bin) &&
  among(when.issuerCountry, facts.issuerCountry) &&
  among(when.customerCountry, facts.customerCountry) &&
  among(when.ipCountry, facts.ipCountry) &&
  among(when.currency, facts.currency) &&
  isWithin(when.amount, facts.amount) &&
  among(when.type, facts.type) &&
  (when.contract === undefined || when.contract.some((contract) => facts.contracts.includes(contract))) &&
  (when.test === undefined || when.test === facts.test)

// Skipping and forcing exclude each other, so they are one kind.
const kindOf = ({ kind }: Action): string => (kind.endsWith("3-d-secure") ? "3-d-secure" : kind)

/** The rules that fire: the first that matches, of each kind of action. Source: D17. */
export const decide = (rules: ReadonlyArray<Rule>, facts: RoutingFacts): RulesDecision => {
  const fired = new Map<string, Rule>()
  for (const rule of rules) {
    const kind = kindOf(rule.action)
    if (!fired.has(kind) && matches(rule.when, facts)) fired.set(kind, rule)
  }
  return { facts, rules: [...fired.values()].map(({ action, name }) => ({ name, action })) }
}

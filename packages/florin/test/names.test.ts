// Type and value agree: what the schemas of the wire have is what a host says and sees, member for member.

import * as BillingSchemas from "@florin/wire/BillingSchemas"
import * as CheckoutSchemas from "@florin/wire/CheckoutSchemas"
import * as ExplanationSchema from "@florin/wire/ExplanationSchema"
import * as OperatorSchemas from "@florin/wire/OperatorSchemas"
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as Schemas from "@florin/wire/Schemas"
import * as TransferSchemas from "@florin/wire/TransferSchemas"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { cards, requests, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"
import {
  camelCase,
  checkoutToWire,
  subscriptionToHost,
  subscriptionToWire,
  toCardWire,
  toHost,
  toWire
} from "../src/faces/camelCase.js"
import { read } from "../src/receiver/events.js"

/** What a merchant may send along, under names that Florin has and under names of its own. */
const anything = FastCheck.dictionary(
  FastCheck.constantFrom("order_id", "orderId", "credit_card", "card", "additional_data", "a_1"),
  FastCheck.oneof(FastCheck.integer(), FastCheck.constant({ line_items: [{ unit_price: 1, unitPrice: 2 }] })),
  { minKeys: 1 }
)

/** Values of what is sent, by the schema alone. */
const valueOf = (ast: AST.AST): FastCheck.Arbitrary<unknown> => {
  switch (ast._tag) {
    case "TypeLiteral": {
      if (ast.indexSignatures.length > 0) return anything
      const members = ast.propertySignatures.map(({ name, type }) => [String(name), valueOf(type)] as const)
      const requiredKeys = ast.propertySignatures.filter((_) => !_.isOptional).map(({ name }) => String(name))
      return FastCheck.record(Object.fromEntries(members), { requiredKeys })
    }
    case "TupleType":
      return FastCheck.array(valueOf(ast.rest[0]!.type), { maxLength: 2 })
    case "Union":
      return FastCheck.oneof(...ast.types.map(valueOf))
    case "Literal":
      return FastCheck.constant(ast.literal)
    case "StringKeyword":
      return FastCheck.string()
    case "NumberKeyword":
      return FastCheck.integer()
    case "BooleanKeyword":
      return FastCheck.boolean()
    default:
      return FastCheck.constant(null)
  }
}

/** Whether a value is of this branch of a union: by its literals, or by its names, at any depth. */
const fits = (ast: AST.AST, value: unknown): boolean => {
  if (ast._tag === "Union") return ast.types.some((type) => fits(type, value))
  if (ast._tag === "Literal") return ast.literal === value
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
  if (ast._tag !== "TypeLiteral" || !isObject) return ast._tag !== "TypeLiteral" && !isObject
  if (ast.indexSignatures.length > 0) return true
  const members = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
  return (
    ast.propertySignatures.every(({ name, isOptional }) => isOptional || name in value) &&
    Object.entries(value).every(([name, member]) => members.has(name) && fits(members.get(name)!, member))
  )
}

/** A value of the wire as the type `CamelCased` has it. */
const typed = (ast: AST.AST, value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (ast._tag === "Union") {
    const branch = ast.types.find((type) => (Array.isArray(value) ? type._tag === "TupleType" : fits(type, value)))
    return branch === undefined ? value : typed(branch, value)
  }
  if (ast._tag === "TupleType") return (value as ReadonlyArray<unknown>).map((one) => typed(ast.rest[0]!.type, one))
  if (ast._tag !== "TypeLiteral" || ast.indexSignatures.length > 0) return value
  const members = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [camelCase(name), typed(members.get(name)!, member)])
  )
}

type Any = Schema.Schema.Any

const encoded = (schema: Any): AST.AST => Schema.encodedSchema(schema as Schema.Schema<unknown>).ast

/** Whose requests have members with a shop's own names: features, metadata. */
const withNames: ReadonlyArray<string> = ["customers", "plans", "products", "subscriptions"]

const spelledOf = ({ group }: Operation.Any): ((reply: object) => unknown) => {
  if (group === "cards") return toCardWire
  if (group === "checkouts") return checkoutToWire
  return withNames.includes(group) ? subscriptionToWire : toWire
}

const requested = Object.values<Operation.Any>({ ...table, ...operatorTable }).flatMap((row) =>
  row.body === undefined ? [] : [[row.name, row.body.schema, spelledOf(row)] as const]
)

const documentsIn = (schemas: object) =>
  Object.entries(schemas).filter(
    ([name]) => name.endsWith("Document") && !/Error|Failure|Subscription|Plan|Entitlements/.test(name)
  )

const answered: ReadonlyArray<readonly [string, Any, (document: unknown) => unknown]> = [
  ...Object.entries<Any>(Schemas.transactions).map(([name, schema]) => [`cards.${name}`, schema, toHost] as const),
  ...[Schemas, TransferSchemas, BillingSchemas, OperatorSchemas, ExplanationSchema]
    .flatMap(documentsIn)
    .map(([name, schema]) => [name, schema as Any, toHost] as const),
  ["PlanDocument", BillingSchemas.PlanDocument, subscriptionToHost],
  ["EntitlementsDocument", BillingSchemas.EntitlementsDocument, subscriptionToHost],
  ["SubscriptionDocument", BillingSchemas.SubscriptionDocument, subscriptionToHost]
]

/** What every face shows of what was sent along. */
const sentAlong = (document: object) => {
  const { additionalData = {}, travel } = document as { additionalData?: { wallet?: object }; travel?: unknown }
  // What the wallet says stands beside what was sent.
  const { wallet: _, ...sent } = additionalData
  return { additionalData: sent, travel }
}

describe("what is sent along with a charge", () => {
  it("is stored, answered and told as it was sent (D9)", async () => {
    await using florin = await testFlorin()
    for (const request of FastCheck.sample(requests.charge, { seed: 2, numRuns: 40 })) {
      const paid = await florin.pay({ ...request, card: cards.approved })
      const reported = florin.webhooks.at(-1)
      assert.deepStrictEqual(sentAlong(paid), sentAlong(request))
      assert.deepStrictEqual(sentAlong(await florin.transactions.find(paid.uid)), sentAlong(request))
      assert.deepStrictEqual(reported?.type === "card" ? sentAlong(reported.transaction) : reported, sentAlong(request))
    }
  })

  it("decides: a saved card is authenticated when its holder buys, and not when the shop charges it (D14, D16)", async () => {
    await using florin = await testFlorin({ shop: { threeDSecure: true } })
    const saved = { additionalData: { contract: ["card_on_file"] as const } }
    const first = await florin.pay({ amount: 100, card: cards.threeDSecureFrictionless, ...saved })
    const card = { token: first.card.token }
    const requested = async (amount: number, initiator: "customer" | "merchant") => {
      const paid = await florin.pay({ amount, card, additionalData: { cardOnFile: { initiator } } })
      return paid.threeDSecureVerification?.status
    }
    assert.strictEqual(await requested(200, "customer"), "successful")
    assert.isUndefined(await requested(300, "merchant"))
  })
})

describe("the names of every member agree with the types", () => {
  it.each(requested)("of a request: %s", (_, schema, reply) => {
    const ast = encoded(schema)
    FastCheck.assert(
      FastCheck.property(valueOf(ast), (sent) => assert.deepStrictEqual(reply(typed(ast, sent) as object), sent)),
      { numRuns: 300 }
    )
  })

  it.each(answered)("of a document: %s", (_, schema, shown) => {
    const ast = encoded(schema)
    FastCheck.assert(
      FastCheck.property(valueOf(ast), (document) => assert.deepStrictEqual(shown(document), typed(ast, document))),
      { numRuns: 300 }
    )
  })

  it.each([...Object.entries<Any>(Schemas.transactions), ["transfer", TransferSchemas.TransferDocument] as const])(
    "of what a receiver is told: %s",
    (name, schema) => {
      const whole = encoded(schema)
      const ast = name === "transfer" && whole._tag === "TypeLiteral" ? whole.propertySignatures[0]!.type : whole
      FastCheck.assert(
        FastCheck.property(valueOf(ast), (document) => {
          const body = new TextEncoder().encode(JSON.stringify({ transaction: document }))
          const event = read("msg", "1", body)
          assert.deepStrictEqual(
            event.type === "unknown" ? event : Reflect.get(event, "transaction"),
            typed(ast, document)
          )
        }),
        { numRuns: 100 }
      )
    }
  )

  it("of what a receiver is told: checkout", () => {
    const ast = encoded(CheckoutSchemas.UnpaidDocument)
    FastCheck.assert(
      FastCheck.property(valueOf(ast), (document) => {
        const event = read("msg", "1", new TextEncoder().encode(JSON.stringify(document)))
        assert.deepStrictEqual(Reflect.get(event, "checkout"), typed(ast, document))
      }),
      { numRuns: 100 }
    )
  })

  it("of what a receiver is told: subscription", () => {
    const ast = encoded(BillingSchemas.SubscriptionDocument)
    FastCheck.assert(
      FastCheck.property(valueOf(ast), (document) => {
        const reported = { event: "renewed.subscription", ...(document as object) }
        const event = read("msg", "1", new TextEncoder().encode(JSON.stringify(reported)))
        assert.deepStrictEqual(Reflect.get(event, "subscription"), typed(ast, document))
      }),
      { numRuns: 100 }
    )
  })
})

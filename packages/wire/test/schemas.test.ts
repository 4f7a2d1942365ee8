import { assert, describe, it } from "@effect/vitest"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as JSONSchema from "effect/JSONSchema"
import type * as Schema from "effect/Schema"
import * as Documents from "../src/Documents.js"
import { cardOperations } from "../src/operations/Cards.js"
import * as Schemas from "../src/Schemas.js"
import { fullCharge, type Json } from "./internal/samples.js"
import { charge } from "./internal/transactions.js"

interface Described {
  readonly $ref?: string
  readonly allOf?: ReadonlyArray<Described>
  readonly anyOf?: ReadonlyArray<Described>
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly required?: ReadonlyArray<string>
}

/** With what it refers to in its place; of a choice, every member of any of its parts. */
const resolved = (schema: Described, defs: Readonly<Record<string, Described>>): Described => {
  if (schema.$ref !== undefined) return resolved(defs[schema.$ref.replace("#/$defs/", "")]!, defs)
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map((part) => resolved(part, defs))
  const own = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, resolved(inner, defs)] as const)
  return {
    ...(schema.items && { items: resolved(schema.items, defs) }),
    required: [schema, ...parts].flatMap(({ required }) => required ?? []),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), Object.fromEntries(own))
  }
}

const request = (type: keyof typeof Schemas.transactions): Described => {
  const [row] = Object.values(cardOperations).filter(({ at }) => at?.endsWith(`/${type}s`) === true)
  const schema = JSONSchema.make(row!.body!.schema as Schema.Schema<unknown>)
  return resolved(schema as Described, schema.$defs as Readonly<Record<string, Described>>)
}

/** Members that were sent and that the schema does not describe. */
const undescribed = (sent: unknown, described: Described | undefined, path: string): ReadonlyArray<string> => {
  if (described === undefined) return [path]
  if (Array.isArray(sent)) return sent.flatMap((element) => undescribed(element, described.items, `${path}[]`))
  if (typeof sent !== "object" || sent === null) return []
  return Object.entries(sent).flatMap(([name, member]) =>
    undescribed(member, described.properties?.[name], `${path}.${name}`)
  )
}

describe("requests for OpenAPI", () => {
  it.each([
    { name: "authorization", required: ["amount", "currency", "description", "credit_card"] },
    { name: "payment", required: ["amount", "currency", "description", "credit_card"] },
    { name: "tokenization", required: ["amount", "currency", "description", "credit_card"] },
    { name: "capture", required: ["parent_uid", "amount"] },
    { name: "void", required: ["parent_uid", "amount"] },
    { name: "refund", required: ["parent_uid", "amount", "reason"] },
    { name: "credit", required: ["amount", "currency", "description", "credit_card"] },
    { name: "payout", required: ["amount", "currency", "description", "recipient_credit_card"] }
  ] as const)("the request of a $name is described with its required fields", ({ name, required }) => {
    assert.sameMembers([...(request(name).required ?? [])], [...required])
  })

  it("all fields of an authorization are described under the interface's names", () => {
    assert.deepStrictEqual(undescribed(fullCharge(), request("authorization"), "request"), [])
  })

  it("D11, D53 | required: a credit needs a token, a tokenization a number and an expiry or a provider's token", () => {
    const card = (name: "credit" | "tokenization") => request(name).properties?.credit_card?.required ?? []
    assert.sameMembers([...card("credit")], ["token"])
    assert.sameMembers([...card("tokenization")], ["number", "exp_month", "exp_year", "provider_token"])
  })
})

describe("answers for OpenAPI", () => {
  it.each([
    { name: "TransactionDocument", schema: Schemas.TransactionDocument },
    { name: "TransactionListDocument", schema: Schemas.TransactionListDocument },
    { name: "ErrorDocument", schema: Schemas.ErrorDocument },
    { name: "FailureDocument", schema: Schemas.FailureDocument },
    { name: "NotificationListDocument", schema: Schemas.NotificationListDocument }
  ])("$name can be written as JSON Schema", ({ name, schema }) => {
    assert.property(
      (JSONSchema.make<unknown, unknown, never>(schema as never) as unknown as { $defs: Json }).$defs,
      name
    )
  })
})

describe("wire for core", () => {
  it.effect("encodes documents under the base URL it is given", () =>
    Effect.gen(function* () {
      const { encode } = yield* TransactionDocuments
      const transaction = charge({ type: "payment" })
      assert.strictEqual(encode(transaction), Documents.encode(transaction, { baseUrl: "https://pay.example" }))
    }).pipe(Effect.provide(Documents.layer({ baseUrl: "https://pay.example" })))
  )
})

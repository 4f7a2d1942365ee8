import { assert, describe, it } from "@effect/vitest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { CardTransactionType } from "@florin/core/cards/CardTransaction"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import * as Documents from "../src/Documents.js"
import * as Errors from "../src/Errors.js"
import * as FlatDocuments from "../src/FlatDocuments.js"
import { ofCards } from "../src/operations/RefusalForm.js"
import * as Schemas from "../src/Schemas.js"
import { charge, childOf } from "./internal/transactions.js"

type Members = Readonly<Record<string, unknown>>

const options = { baseUrl: "https://pay.example" }

const addressFields = ["first_name", "last_name", "address", "country", "city", "zip", "state", "phone"]

const pick = (members: Members, isWanted: (name: string) => boolean): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => isWanted(name)))

/** The document that a flat one was made of. */
const restored = (flat: Members): Members => {
  const { customer, payment_method, transaction, ...others } = flat
  const isAddress = (name: string) => addressFields.includes(name)
  const people =
    customer === undefined
      ? {}
      : {
          customer: pick(customer as Members, (name) => !isAddress(name)),
          billing_address: pick(customer as Members, isAddress)
        }
  const { payment_method_type, ...card } = (payment_method ?? {}) as Members
  const hasCard = payment_method !== undefined && flat.type !== "payout"
  return {
    ...others,
    ...people,
    ...(payment_method === undefined ? {} : { payment_method_type }),
    ...(hasCard ? { credit_card: Object.keys(card).length === 0 ? null : card } : {}),
    ...(transaction === undefined ? {} : { [String(flat.type)]: transaction })
  }
}

const isChild = (type: string) => type === "capture" || type === "void" || type === "refund"

const documentOf = (parts: Partial<CardTransaction> & Pick<CardTransaction, "type">): Members =>
  JSON.parse(Documents.encode(isChild(parts.type) ? childOf(parts) : charge(parts), options))

const cases = CardTransactionType.literals.flatMap((type) =>
  TransactionStatus.literals.map((status) => ({ type, status }))
)

describe("a flat document", () => {
  it.each(cases)("D51: of a $type that is $status loses nothing", (parts) => {
    const document = documentOf(parts)
    const flat = FlatDocuments.document(document) as Members
    assert.deepStrictEqual({ transaction: restored(flat) }, document as never)
    assert.notProperty(flat, "billing_address")
    assert.notProperty(flat, "credit_card")
    assert.isObject(flat.transaction)
  })

  it("D51: of any transaction that the schema describes loses nothing", () => {
    const documents = Arbitrary.make(Schema.encodedSchema(Schemas.TransactionDocument))
    const plainly = (value: unknown) => JSON.parse(JSON.stringify(value))
    FastCheck.assert(
      FastCheck.property(documents, (made) => {
        const document = plainly(made)
        // The type says which member is the result, and a charge has a card.
        const { type } = document.transaction
        FastCheck.pre(isChild(type) || type === "payout" || document.transaction.credit_card !== undefined)
        const flat = FlatDocuments.document(document) as Members
        assert.deepStrictEqual({ transaction: restored(flat) }, document)
      }),
      { numRuns: 60, seed: 3 }
    )
  })

  it("D51: lists are flat in each of their transactions, and what is about none is as it was", () => {
    const { transaction } = documentOf({ type: "payment" })
    const flat = FlatDocuments.document({ transaction })
    assert.deepStrictEqual(FlatDocuments.document({ transactions: [transaction] }), { transactions: [flat] })
    for (const other of [{ response: { message: "Sent" } }, [1], null]) {
      assert.deepStrictEqual<unknown>(FlatDocuments.document(other), other)
    }
  })
})

describe("a refusal beside flat documents", () => {
  const { invalid } = ofCards
  it.each<readonly [code: string | undefined, reply: Errors.ErrorReply, errors: object | undefined]>([
    ["E.1025", invalid([{ path: ["amount"], sentence: "is invalid" }]), { amount: ["is invalid"] }],
    ["E.1025", invalid([{ path: [], sentence: "The key is wrong" }]), { base: ["The key is wrong"] }],
    ["E.1017", invalid([{ path: ["request"], sentence: "is missing" }]), { request: ["is missing"] }],
    ["E.1017", ofCards.malformed, { base: ["Request body is not valid JSON"] }],
    ["E.1018", ofCards.duplicate, { base: ["Duplicate transaction"] }],
    ["E.1021", ofCards.unauthorized, {}],
    ["E.1022", ofCards.notFound, {}],
    [undefined, Errors.idempotencyInFlight, undefined],
    [undefined, Errors.idempotencyMismatch, undefined],
    [undefined, Errors.tooLarge, undefined],
    [undefined, Errors.tooManyRequests(1), undefined],
    [undefined, Errors.internalError("x"), undefined]
  ])("D51: has the code %s, its message and its errors", (code, of, errors) => {
    const reply = FlatDocuments.reply(of)
    if (code === undefined) return assert.strictEqual(reply, of)
    const { message } = JSON.parse(of.body).response
    const body = JSON.parse(reply.body)
    assert.strictEqual(reply.status, 422)
    assert.deepStrictEqual({ ...body, friendly_message: "" }, { code, friendly_message: "", message, errors })
    assert.match(body.friendly_message, /^[A-Z].*\.$/)
    assert.deepStrictEqual(reply.headers, of.headers)
    assert.match(JSON.parse(FlatDocuments.reply(of, "ru-RU").body).friendly_message, /^[А-Я].*\.$/)
  })

  it("D51: of a type that there is not has the code E.1016", () => {
    assert.include(FlatDocuments.unknownType().body, '"code":"E.1016"')
  })
})

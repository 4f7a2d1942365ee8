import { assert, describe, it } from "@effect/vitest"
import { about, child, newKey } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import { label, reference, resultCode, sentence } from "../src/internal/texts.js"
import { connected, payment, quietly, word } from "./internal/asking.js"
import { claims } from "./internal/behaviours.js"
import { hostile } from "./internal/hostile.js"
import { document, shelf } from "./internal/shelf.js"

const number = "4200000000000000"
const long = "a".repeat(255)

type Texts = ReadonlyArray<readonly [reply: unknown, shown: string | null]>

const labels: Texts = [
  ["SHOP*ORDER 1234", "SHOP*ORDER 1234"],
  ["SHOP 80012345678", "SHOP 80012345678"],
  ["SHOP 800123456789", null],
  [number, null],
  ["4200 0000-0000.0000", null],
  ["4\u0000200\u200b0000 0000\u202e0000", null],
  ["４２００００００００００００００", null],
  [long, long],
  [`${long}a`, null],
  ["Äpfel\u0007\u001b[31m\n", "Äpfel[31m"],
  [undefined, null],
  [null, null],
  [1234, null],
  [{ toString: "a" }, null]
]

const sentences: Texts = [
  ["Payment was approved", "Payment was approved"],
  ["Reason 51", "Reason 51"],
  ["Reason 051", null],
  ["Code 739 does not match", null],
  ["Code:7390.", null],
  ["Trace 73912", "Trace 73912"],
  [`Card ${number}`, null],
  [`Card ${number}`.replaceAll("0", "０"), null]
]

const references: Texts = [
  ["654321", "654321"],
  ["999999999999", "999999999999"],
  ["4200000000000001", "4200000000000001"],
  [number, null],
  ["REF-4200-0000 0000.0000", null],
  ["42000000\r\n00000000", null],
  ["0198b3c4-aaaa-7bbb-8ccc-ddddeeeeffff", "0198b3c4-aaaa-7bbb-8ccc-ddddeeeeffff"],
  [`${long}a`, null],
  [7, null]
]

const codes: Texts = [
  ["M", "M"],
  ["N", "N"],
  ["11", "11"],
  ["739", null],
  ["M\n", null],
  ["", null],
  [1, null],
  [undefined, null]
]

// D41: these texts are stored, logged and shown.
describe("What the other gateway says", () => {
  it.each(labels)("as a descriptor, %j is shown as %j", (reply, shown) => assert.strictEqual(label(reply), shown))
  it.each(sentences)("as a message, %j is shown as %j", (reply, shown) => assert.strictEqual(sentence(reply), shown))
  it.each(references)("as a reference, %j is shown as %j", (reply, shown) =>
    assert.strictEqual(reference(reply), shown)
  )
  it.each(codes)("as the result of a check, %j is shown as %j", (reply, shown) =>
    assert.strictEqual(resultCode(reply), shown)
  )

  // An invalid text proves nothing about the money.
  const odd: ReadonlyArray<readonly [what: string, text: unknown]> = [
    ["a number", 7],
    ["an object", {}],
    ["a list", []],
    ["100 KB", "a".repeat(100_000)],
    ["a card number", number],
    ["a control character", "\u0000"]
  ]
  it.scopedLive.each(odd)("decides nothing with a text: an approval with %s for one is one", ([, text]) =>
    Effect.gen(function* () {
      const reply = { status: "successful", message: text, rrn: text, auth_code: text, billing_descriptor: text }
      const changes = { payment: reply, code: text, avs_cvc_verification: text }
      const { port } = yield* hostile(claims(changes))
      const { perform, status } = yield* connected(port)
      const request = yield* payment
      assert.deepStrictEqual(
        [word(yield* perform(request)), word(yield* status(request.key, about))],
        ["Approved", "Approved"]
      )
    }).pipe(quietly)
  )

  it.scopedLive("of a decline without a reason of ours is a decline without a reason (D6)", () =>
    Effect.gen(function* () {
      for (const code of [7, "F.0001", "S.0000", number, null]) {
        const { port } = yield* hostile(claims({ status: "failed", code, payment: { status: "failed" } }))
        const { perform } = yield* connected(port)
        assert.strictEqual(word(yield* perform(yield* payment)), "Declined unspecified")
      }
    }).pipe(quietly)
  )
})

// D41: answers to a refund of 400 EUR, none of which concern it.
const lies: ReadonlyArray<readonly [what: string, changes: object]> = [
  ["more", { amount: 401 }],
  ["less", { amount: 399 }],
  ["an amount of another kind", { amount: "400" }],
  ["another currency", { currency: "USD" }],
  ["another type", { type: "void", void: { status: "successful" } }],
  ["another parent", { parent_uid: "uid-of-another" }],
  ["no parent", { parent_uid: null }],
  ["itself for a parent", { uid: "uid-payment" }],
  ["no uid", { uid: "" }],
  ["its parent's tracking id", { tracking_id: "0198-parent;payment 1000 EUR" }],
  ["another key", { tracking_id: "0198;refund 400 EUR of uid-payment" }],
  ["no tracking id", { tracking_id: null }],
  ["an unknown status", { status: "settled", refund: { status: "settled" } }],
  ["two statuses", { refund: { status: "failed" } }],
  ["no result", { refund: undefined }],
  ["the result of something else", { refund: undefined, payment: { status: "successful" } }]
]

describe.concurrent("An answer to a refund is no answer", () => {
  it.scopedLive.each(lies)("when it names %s", ([, changes]) =>
    Effect.gen(function* () {
      const key = yield* newKey
      const parent = document(`${key};payment 1000 EUR`)
      const { effects, port } = yield* hostile(claims(changes), shelf([parent]))
      const { perform } = yield* connected(port)
      const refund = yield* child("Refund", key, { amount: 400 })
      assert.deepStrictEqual([word(yield* perform(refund)), effects], ["NoAnswer", [refund.key]])
    }).pipe(quietly)
  )

  it.scopedLive("and one without a lie is one", () =>
    Effect.gen(function* () {
      const key = yield* newKey
      const { port } = yield* hostile(claims({}), shelf([document(`${key};payment 1000 EUR`)]))
      const { perform } = yield* connected(port)
      assert.strictEqual(word(yield* perform(yield* child("Refund", key, { amount: 400 }))), "Approved")
    }).pipe(quietly)
  )
})

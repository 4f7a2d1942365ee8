/** Documents of proofs over HTTP: what is taken, what is refused and how, and that nothing of it stays. Source: D29. */

import * as SqlClient from "@effect/sql/SqlClient"
import { assert } from "@effect/vitest"
import { TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { checksumOf, documentOf, pdf, proof } from "./internal/proof.js"

const limit = 5 * 1024 * 1024

const tables = [
  "transactions",
  "transaction_history",
  "documents",
  "document_contents",
  "waiting_proofs",
  "notifications",
  "jobs"
] as const

/** How many rows each table has. */
const rows = Effect.gen(function* () {
  const { place } = yield* Journey
  return yield* Effect.provide(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counts: Record<string, number> = {}
      for (const table of tables) {
        const [row] = yield* sql<{ readonly rows: number }>`SELECT COUNT(*) AS rows FROM ${sql(`florin_${table}`)}`
        counts[table] = Number(row?.rows)
      }
      return counts
    }),
    place.client
  )
})

const unpaid = Effect.gen(function* () {
  const { pass, pay, reported } = yield* Journey
  const payment = yield* pay()
  yield* pass("PT16M")
  yield* reported(payment)
  return payment
})

const file = pdf()
const base64 = file.toString("base64")

/** A file whose base64 ends with two padding characters, and one that ends without any. */
const [padded, unpadded] = [1, 0].map((rest) => {
  const size = [0, 1, 2].map((more) => file.length + more).find((length) => length % 3 === rest) ?? 0
  return Buffer.concat([file], size)
}) as [Buffer, Buffer]

/** Another text for the same bytes, whose last unused bits are not zero. */
const sloppy = padded.toString("base64").replace(/(.)==$/, (_, last: string) => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  return `${alphabet[alphabet.indexOf(last) + 1]}==`
})

const notBase64 = { content: ["is not base64"] }
const notPdf = { content: ["is not a PDF"] }
const notSize = { file_size: ["is not the size of the content"] }
const notName = { file_name: ["must be a file name with an extension"] }
const wrongSum = { checksum: ["is wrong"] }

const of = (bytes: Uint8Array, changes: object = {}) => documentOf(bytes, changes)

const hostile: ReadonlyArray<readonly [name: string, document: unknown, errors: unknown]> = [
  ["0 bytes", of(Buffer.alloc(0)), { content: ["can't be blank"] }],
  ["plain text", of(file, { content: file.toString("latin1") }), notBase64],
  ["base64 with no-break spaces", of(file, { content: base64.replace(/.{76}/g, "$&\u00a0") }), notBase64],
  ["base64 for URLs", of(unpadded, { content: `${unpadded.toString("base64").slice(0, -4)}-_-_` }), notBase64],
  ["base64 without its padding", of(padded, { content: padded.toString("base64").replace("==", "") }), notBase64],
  ["base64 with unused bits", of(padded, { content: sloppy }), notBase64],
  ["a data URL", of(file, { content: `data:application/pdf;base64,${base64}` }), notBase64],
  ["a size of one byte less", of(file, { file_size: file.length - 1 }), notSize],
  ["a size of one byte more", of(file, { file_size: file.length + 1 }), notSize],
  ["a size below zero", of(file, { file_size: -file.length }), notSize],
  [
    "a fraction as size",
    of(file, { file_size: 1.5 }),
    { file_size: ["is invalid: expected an integer, got a number with a fraction"] }
  ],
  ["an image", of(Buffer.from("\u0089PNG\r\n\u001a\n", "latin1")), notPdf],
  ["a page of HTML", of(Buffer.from("<html><script>alert(1)</script>")), notPdf],
  ["a PDF behind 1,020 bytes", of(Buffer.concat([Buffer.alloc(1020), file])), notPdf],
  ["the half of a mark", of(Buffer.from("%PDF")), notPdf],
  ["a path", of(file, { file_name: "../../etc/receipt.pdf" }), notName],
  ["a path of Windows", of(file, { file_name: "C:\\receipt.pdf" }), notName],
  ["a drive", of(file, { file_name: "C:receipt.pdf" }), notName],
  ["no extension", of(file, { file_name: "receipt" }), notName],
  ["an extension alone", of(file, { file_name: ".pdf" }), notName],
  ["a line break in the name", of(file, { file_name: "receipt\nof payment.pdf" }), notName],
  ["a header in the name", of(file, { file_name: "receipt\r\n\r\nX.pdf" }), notName],
  [
    "a NUL in the name",
    of(file, { file_name: "receipt\u0000.pdf" }),
    { file_name: ["is invalid: expected a string without NUL and unpaired surrogates"] }
  ],
  [
    "a name of 256 characters",
    of(file, { file_name: `${"a".repeat(252)}.pdf` }),
    { file_name: ["is too long (maximum is 255 characters)"] }
  ],
  ["another content type", of(file, { content_type: "image/png" }), { content_type: ["must be application/pdf"] }],
  ["a checksum of other bytes", of(file, { checksum: checksumOf(1) }), wrongSum],
  ["a checksum in capitals", of(file, { checksum: checksumOf(100_000).toUpperCase() }), wrongSum],
  ["a checksum of roubles", of(file, { checksum: checksumOf(1000) }), wrongSum],
  ["no checksum", of(file, { checksum: undefined }), { checksum: ["can't be blank"] }],
  ["a list as content", of(file, { content: [base64] }), { content: ["is invalid: expected a string, got an array"] }],
  ["a text instead of a document", base64, ["is invalid: expected an object, got a string"]],
  ["no document", null, ["can't be blank"]],
  [
    "everything wrong",
    of(Buffer.from("x"), { content_type: "a/b", file_name: "x", file_size: 2, checksum: "" }),
    { ...notPdf, ...notSize, ...notName, content_type: ["must be application/pdf"] }
  ]
]

stories("a document", (it) => {
  it.effect(
    "Payment proof request | document, document.content_type, document.file_name, document.file_size, document.content: no hostile one is taken, each error names its field, nothing stays",
    () =>
      Effect.gen(function* () {
        const { tries } = yield* Journey
        const payment = yield* unpaid
        const before = yield* rows
        for (const [name, document, errors] of hostile) {
          const [status, body] = yield* tries(`${payment.uid}/proof`, proof({ document, skip_duplicate_check: true }))
          assert.deepStrictEqual([status, body.errors], [422, { request: { document: errors } }], name)
        }
        assert.deepStrictEqual(yield* rows, before)
      })
  )

  it.effect.each([
    ["amount", { amount: 100_050 }, "must be a whole number of roubles"],
    ["amount", { amount: 0 }, "must be greater than 0"],
    ["currency", { currency: "EUR" }, "is not supported. Only RUB is"]
  ] as const)("Payment proof request | %s: %j is refused, and nothing stays", ([member, changes, sentence]) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const payment = yield* unpaid
      const before = yield* rows
      const [status, body] = yield* tries(`${payment.uid}/proof`, proof(changes))
      assert.deepStrictEqual([status, body.errors], [422, { request: { [member]: [sentence] } }])
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect(
    "D29: of 5 MiB is taken and given to the operator as it was sent; one of a byte more leaves nothing behind",
    () =>
      Effect.gen(function* () {
        const { prove, tries, within } = yield* Journey
        const payment = yield* unpaid
        const before = yield* rows
        const [status, body] = yield* tries(
          `${payment.uid}/proof`,
          proof({ document: documentOf(pdf("Paid", limit + 1)) })
        )
        const sentence = "is too long (maximum is 5 MiB)"
        assert.deepStrictEqual([status, body.errors], [422, { request: { document: { content: [sentence] } } }])
        assert.deepStrictEqual(yield* rows, before)
        const whole = pdf("Paid", limit)
        const { uid } = yield* prove(payment, proof({ document: documentOf(whole) }))
        const document = Effect.flatMap(Operator, (operator) => operator.document(TransactionUid.make(uid)))
        const { content, fileName } = yield* within(document)
        assert.strictEqual(fileName, "receipt.pdf")
        assert.isTrue(whole.equals(content))
      })
  )

  it.effect("D3: in a body of more than 8 MiB is 413, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { post, tries } = yield* Journey
      const payment = yield* unpaid
      const before = yield* rows
      const path = `/beyag/transactions/${payment.uid}/proof`
      const content = "A".repeat(8 * 1024 * 1024)
      const { status } = yield* post(path, { request: proof({ document: documentOf(file, { content }) }) })
      assert.strictEqual(status, 413)
      // Two long texts: only one can be a document.
      const note = "A".repeat(64 * 1024)
      const [twice] = yield* tries(
        `${payment.uid}/proof`,
        proof({ note, document: documentOf(pdf("Paid", 32 * 1024)) })
      )
      assert.strictEqual(twice, 413)
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("D29: is stored sealed", () =>
    Effect.gen(function* () {
      const { place, prove } = yield* Journey
      const secret = "The account of Jane Doe"
      const { uid } = yield* prove(yield* unpaid, proof({ document: documentOf(pdf(secret)) }))
      const stored = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* sql<{
          readonly content: Uint8Array
        }>`SELECT content FROM florin_document_contents WHERE proof_uid = ${uid}`
      })
      const [row] = yield* Effect.provide(stored, place.client)
      const bytes = Buffer.from(row?.content ?? [])
      assert.isAbove(bytes.length, 500)
      assert.isFalse(bytes.includes(secret) || bytes.includes("%PDF-"))
    })
  )
})

import { createHash } from "node:crypto"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as ProofRules from "@florin/core/transfer-operations/ProofRules"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type { ProofDocument, ProofRequest } from "@florin/core/transfers/TransferRequest"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { uid } from "../samples.js"
import { rub, transferWith } from "./given.js"

const objects = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>"
]

/** A PDF of one empty page, with its table of offsets. */
const pdf = (): Buffer => {
  let text = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, "0")} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, "latin1")
}

const sha256 = (of: string | Buffer): string => createHash("sha256").update(of).digest("hex")

const file = pdf()
const amount = Amount.make(100_000)

const documentOf = (bytes: Buffer, changes: Partial<ProofDocument> = {}): ProofDocument => ({
  contentType: "application/pdf",
  fileName: "proof.pdf",
  fileSize: bytes.length,
  content: bytes,
  checksum: sha256("100000"),
  ...changes
})

const requestOf = (document: ProofDocument, changes: Partial<ProofRequest> = {}): ProofRequest => ({
  amount,
  currency: rub,
  document,
  ...changes
})

const sumsOf = ({ amount, document }: ProofRequest): ProofRules.Checksums => ({
  ofAmount: sha256(ProofRules.amountChecksumText(amount)),
  ofFile: sha256(Buffer.from(document.content))
})

/** As a proof is refused: for its sum only where all else is right. */
const refusalOf = (request: ProofRequest) =>
  ProofRules.refusal(request) ?? ProofRules.checksumRefusal(request, sumsOf(request))

const reply = (request: ProofRequest): string => refusalOf(request)?.message ?? "taken"

const notSize = "document.file_size is not the size of the content"
const notPdf = "document.content is not a PDF"
const tooLong = "document.content is too long (maximum is 5 MiB)"
const notName = "document.file_name must be a file name with an extension"
const notKind = "document.content_type must be application/pdf"
const wrongSum = "document.checksum is wrong"

/** A PDF of that many bytes, as far as the rules look. */
const sized = (length: number): Buffer => Buffer.concat([file], length)

const other = "/proofs/4200000000000000!"

const documents: ReadonlyArray<readonly [title: string, document: ProofDocument, expected: string]> = [
  ["a PDF with the sum of its amount", documentOf(file), "taken"],
  ["a PDF with the sum of the file", documentOf(file, { checksum: sha256(file) }), "taken"],
  ["nothing but the first five bytes", documentOf(Buffer.from("%PDF-")), "taken"],
  ["0 bytes", documentOf(Buffer.alloc(0)), "document.content can't be blank"],
  ["1 byte", documentOf(Buffer.from("%")), notPdf],
  ["a size that is 1 too small", documentOf(file, { fileSize: file.length - 1 }), notSize],
  ["a size that is 1 too great", documentOf(file, { fileSize: file.length + 1 }), notSize],
  ["a size of 0", documentOf(file, { fileSize: 0 }), notSize],
  ["a size below 0", documentOf(file, { fileSize: -file.length }), notSize],
  ["the size of the text", documentOf(file, { fileSize: file.toString("base64").length }), notSize],
  ["another kind of content", documentOf(file, { contentType: "image/png" }), notKind],
  ["a kind in capitals", documentOf(file, { contentType: "Application/PDF" }), "taken"],
  ["a kind with a parameter", documentOf(file, { contentType: "application/pdf; a=b" }), notKind],
  ["a picture", documentOf(Buffer.from("\u0089PNG\r\n\u001a\n", "latin1")), notPdf],
  ["a page of HTML", documentOf(Buffer.from("<html>PDF-1.4")), notPdf],
  ["a PDF that ends within the first 1,024 bytes", documentOf(Buffer.from(`${"%".repeat(1019)}%PDF-1.4`)), "taken"],
  ["a PDF whose mark ends behind them", documentOf(Buffer.from(`${"%".repeat(1020)}%PDF-1.4`)), notPdf],
  ["a PDF behind an empty line", documentOf(Buffer.from("\n%PDF-1.4")), "taken"],
  ["a PDF without its hyphen", documentOf(Buffer.from("%PDF 1.4")), notPdf],
  ["another sign in place of its hyphen", documentOf(Buffer.from("%PDF/1.4")), notPdf],
  ["four of its five bytes", documentOf(Buffer.from("%PDF")), notPdf],
  ["a mark in small letters", documentOf(Buffer.from("%pdf-1.4")), notPdf],
  ["a name without an extension", documentOf(file, { fileName: "proof" }), notName],
  ["a name that is an extension", documentOf(file, { fileName: ".pdf" }), notName],
  ["a name of dots", documentOf(file, { fileName: "...pdf" }), notName],
  ["a name that ends in a dot", documentOf(file, { fileName: "proof.pdf." }), notName],
  ["a name with spaces, dots and letters of any script", documentOf(file, { fileName: "чек 1.2.2026.pdf" }), "taken"],
  ["a name with an extension in capitals", documentOf(file, { fileName: "PROOF.PDF" }), "taken"],
  ["a name of two lines", documentOf(file, { fileName: "proof\r\nof payment.pdf" }), notName],
  ["a name with a line break", documentOf(file, { fileName: "a\nb.pdf" }), notName],
  ["a name with the end of a header", documentOf(file, { fileName: "a\r\nX-Header: b.pdf" }), notName],
  ["a name with a NUL", documentOf(file, { fileName: "a\u0000.pdf" }), notName],
  ["a name with a control character of Latin-1", documentOf(file, { fileName: "a\u0085.pdf" }), notName],
  ["a name that ends in a line break", documentOf(file, { fileName: "a.pdf\n" }), notName],
  ["a name of one letter, and an extension of one", documentOf(file, { fileName: "a.b" }), "taken"],
  ["an extension of 10 letters", documentOf(file, { fileName: "a.abcdefghij" }), "taken"],
  ["an extension of 11 letters", documentOf(file, { fileName: "a.abcdefghijk" }), notName],
  ["a path", documentOf(file, { fileName: "/etc/proof.pdf" }), notName],
  ["a path upwards", documentOf(file, { fileName: "../proof.pdf" }), notName],
  ["a path of Windows", documentOf(file, { fileName: "..\\proof.pdf" }), notName],
  ["a path on a drive", documentOf(file, { fileName: "C:proof.pdf" }), notName],
  ["a path behind the extension", documentOf(file, { fileName: "proof.pdf/x" }), notName],
  ["the sum of another amount", documentOf(file, { checksum: sha256("100001") }), wrongSum],
  ["the sum of another text of the amount", documentOf(file, { checksum: sha256("1000.00") }), wrongSum],
  ["the sum of the text of the file", documentOf(file, { checksum: sha256(file.toString("base64")) }), wrongSum],
  ["a sum in capitals", documentOf(file, { checksum: sha256("100000").toUpperCase() }), wrongSum],
  ["a sum in base64", documentOf(file, { checksum: createHash("sha256").update("100000").digest("base64") }), wrongSum],
  ["another kind of sum", documentOf(file, { checksum: createHash("sha1").update("100000").digest("hex") }), wrongSum],
  ["no sum", documentOf(file, { checksum: "" }), wrongSum],
  [
    "nothing right",
    { contentType: other, fileName: other, fileSize: 4_200_000, content: Buffer.from(other), checksum: other },
    `${notKind}; ${notName}; ${notSize}; ${notPdf}`
  ]
]

describe("the document of a proof", () => {
  it.each(documents)("D29: with %s", (_, document, expected) => {
    assert.strictEqual(reply(requestOf(document)), expected)
  })

  it("D29: may hold whatever follows its first five bytes", () => {
    const tail = FastCheck.uint8Array({ maxLength: 40 })
    FastCheck.assert(
      FastCheck.property(tail, (bytes) => {
        assert.deepStrictEqual(ProofRules.documentErrors(documentOf(Buffer.concat([file, bytes]))), [])
      })
    )
  })

  it.each([
    ["5 MiB less a byte", 5 * 1024 * 1024 - 1, "taken"],
    ["5 MiB", 5 * 1024 * 1024, "taken"],
    ["5 MiB and a byte", 5 * 1024 * 1024 + 1, tooLong],
    ["5 MiB and two bytes", 5 * 1024 * 1024 + 2, tooLong]
  ])("D29: of %s", (_, length, expected) => {
    const document = documentOf(sized(length))
    assert.strictEqual(reply(requestOf(document)), expected)
  })

  it("D29: has its sum looked at on its own, whatever else is wrong", () => {
    const sums = { ofAmount: sha256("100000"), ofFile: sha256(file) }
    const wrong = requestOf(documentOf(file, { fileSize: 1, contentType: "image/png" }), { amount: Amount.make(1) })
    assert.isUndefined(ProofRules.checksumRefusal(wrong, sums))
    const other = { ...wrong, document: { ...wrong.document, checksum: sha256("1") } }
    assert.strictEqual(ProofRules.checksumRefusal(other, sums)?.message, wrongSum)
  })

  it("D5: is refused without repeating what was sent", () => {
    const canary = "4200000000000000"
    const member = FastCheck.constantFrom("contentType", "fileName", "checksum")
    FastCheck.assert(
      FastCheck.property(member, FastCheck.constantFrom("", "/", ".pdf", "=", " "), (name, end) => {
        const request = requestOf(documentOf(file, { [name]: `${canary}${end}`, fileSize: 4_200_000 }))
        assert.notInclude(reply(request), "4200")
      })
    )
    for (const [, document] of documents) {
      const message = reply(requestOf(document))
      for (const value of [document.fileName, Buffer.from(document.content).toString("latin1"), document.checksum]) {
        if (value.length > 5) assert.notInclude(message, value)
      }
    }
  })
})

describe("a proof", () => {
  it.each([
    [100, "taken"],
    [50, "amount must be a whole number of roubles"],
    [1, "amount must be a whole number of roubles"],
    [100_099, "amount must be a whole number of roubles"],
    [100_100, "taken"]
  ])("D29: of %i: %s", (value, expected) => {
    const document = documentOf(file, { checksum: sha256(String(value)) })
    assert.strictEqual(reply(requestOf(document, { amount: Amount.make(value) })), expected)
  })

  it("D29: is in roubles", () => {
    const request = requestOf(documentOf(file), { currency: Currency.make("EUR") })
    assert.strictEqual(reply(request), "currency is not supported. Only RUB is")
  })

  it("D29: has the sum of its amount in decimal digits", () => {
    // The sum of "100000", as `printf 100000 | sha256sum` has it.
    const known = "3bb78535cc9555ff19fe3556aaa41c78a0a45c64d49ba2bc564507648a8e77a1"
    assert.strictEqual(reply(requestOf(documentOf(file, { checksum: known }))), "taken")
    assert.strictEqual(ProofRules.amountChecksumText(Amount.make(2 ** 53 - 1)), "9007199254740991")
  })

  const failed = transferWith({ status: "failed", reason: "unpaid" })
  const proof = (status: "pending" | "failed" | "successful", count: number) => ({
    proof: { uid: uid("9"), status, message: null, count }
  })
  const onlyData = "Only an sbp_data payment can be proven"
  const onlyFailed = "Only a failed payment can be proven"

  // Source: interface, "Payment proof", "Limits | Proof requests per payment".
  it.each<readonly [string, Partial<Transfer>, string | undefined]>([
    ["a failed payment", {}, undefined],
    ["a pending payment", { status: "pending", reason: null }, onlyFailed],
    ["a successful payment", { status: "successful", reason: null }, onlyFailed],
    ["an expired payment", { status: "expired", reason: null }, onlyFailed],
    ["a failed payment by code", { method: "sbp" }, onlyData],
    ["a failed payout", { type: "payout", method: "sbp" }, onlyData],
    ["a failed refund", { type: "refund" }, onlyData],
    ["a failed proof", { type: "proof" }, onlyData],
    ["a payment whose proof is pending", proof("pending", 1), "A proof of this payment is being processed"],
    ["a payment with one declined proof", proof("failed", 1), undefined],
    ["a payment with two declined proofs", proof("failed", 2), undefined],
    ["a payment with three declined proofs", proof("failed", 3), "No more than 3 proofs are accepted"],
    ["a payment that a proof made successful", { status: "successful", ...proof("successful", 1) }, onlyFailed]
  ])("D29: of %s", (_, changes, expected) => {
    assert.strictEqual(ProofRules.paymentStateRefusal({ ...failed, ...changes })?.message, expected)
  })
})

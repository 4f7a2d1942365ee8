import { assert, describe, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as ProofRules from "@florin/core/transfer-operations/ProofRules"
import type { SentProof } from "@florin/core/transfers/TransferRequest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as TransferRequests from "../src/TransferRequests.js"

const file = Buffer.from("%PDF-1.4 of one page")
const mebibytes5 = 5 * 1024 * 1024

const sentWith = (content: string): SentProof => ({
  amount: Amount.make(100_000),
  currency: Currency.make("RUB"),
  document: { contentType: "application/pdf", fileName: "a.pdf", fileSize: file.length, checksum: "a", content }
})

/** `taken`, or what is refused, of a content that was sent in the request or that was cut out of it. */
const reply = (content: string, text?: Uint8Array): string =>
  Either.match(TransferRequests.proven(sentWith(content), text), {
    onLeft: ({ message }) => message,
    onRight: () => "taken"
  })
const statedOfCut = (content: string): string => reply("", Buffer.from(content, "utf8"))

const notBase64 = "document.content is not base64"
const tooLong = "document.content is too long (maximum is 5 MiB)"

// One, two and no padding characters.
const [padded1, padded2, unpadded] = [20, 19, 21].map((size) => Buffer.concat([file], size).toString("base64"))
const own = file.toString("base64")

const contents: ReadonlyArray<readonly [title: string, content: string, expected: string]> = [
  ["nothing", "", "taken"],
  ["a file", own, "taken"],
  ["one padding character", padded1!, "taken"],
  ["two padding characters", padded2!, "taken"],
  ["no padding", unpadded!, "taken"],
  ["plain text", "%PDF-1.4", notBase64],
  ["a data URL", `data:application/pdf;base64,${own}`, notBase64],
  ["line breaks", own.replace(/.{8}/g, "$&\n"), "taken"],
  ["line breaks of Windows", own.replace(/.{8}/g, "$&\r\n"), "taken"],
  ["a line break at its end", `${own}\n`, "taken"],
  ["four line breaks at its end", `${own}\n\n\n\n`, "taken"],
  ["spaces in front", `    ${own}`, "taken"],
  ["tabs, form feeds and spaces between its letters", [...own].join("\t\f \v"), "taken"],
  ["no-break spaces", own.replace(/.{8}/g, "$&\u00a0"), notBase64],
  ["base64 for URLs", `${unpadded!.slice(0, -4)}-_-_`, notBase64],
  ["one padding character missing", padded1!.replace("=", ""), notBase64],
  ["both padding characters missing", padded2!.replace("==", ""), notBase64],
  ["one of two padding characters missing", padded2!.replace("==", "="), notBase64],
  ["padding that nothing needs", `${unpadded}====`, notBase64],
  ["three padding characters", "JVBERi0xA===", notBase64],
  ["padding in the middle", `${padded1}${padded1}`, notBase64],
  ["a letter of Latin-1", unpadded!.replace(/.$/, "\u00e9"), notBase64],
  ["letters that end in the byte of another", unpadded!.replace(/.{4}$/, "\u0141\u0141\u0141\u0141"), notBase64],
  ["letters beyond the first plane", unpadded!.replace(/.{4}$/, "\u{1f600}\u{1f600}"), notBase64],
  ["a NUL", unpadded!.replace(/.$/, "\u0000"), notBase64]
]

describe("the content of a proof", () => {
  it.each(contents)("D29: that is sent with %s", (_, content, expected) => {
    assert.strictEqual(reply(content), expected)
    assert.strictEqual(statedOfCut(content), expected)
  })

  it("D29: is the bytes of the file, and the rest is as it was sent", () => {
    const { document, ...rest } = Either.getOrThrow(TransferRequests.proven(sentWith(own)))
    const { content, ...others } = document
    assert.isTrue(file.equals(content))
    assert.deepStrictEqual(others, {
      ...{ contentType: "application/pdf", fileName: "a.pdf", fileSize: file.length, checksum: "a" }
    })
    assert.deepStrictEqual(rest, { amount: Amount.make(100_000), currency: Currency.make("RUB") })
  })

  it("D29: that was cut out of the body is the text in its place", () => {
    const { document } = Either.getOrThrow(TransferRequests.proven(sentWith("a mark"), Buffer.from(own)))
    assert.isTrue(file.equals(document.content))
  })

  it("D29: is taken as what every reader of base64 takes it for", () => {
    const text = FastCheck.stringMatching(/^[A-Za-z0-9+/=\n _\u0141-]{0,12}$/).map((end) => `JVBERi0x${end}`)
    FastCheck.assert(
      FastCheck.property(text, (content) => {
        const plain = content.replaceAll(/[\n ]/g, "")
        const isOwn = Buffer.from(plain, "base64").toString("base64") === plain
        assert.strictEqual(reply(content), isOwn ? "taken" : notBase64)
        assert.strictEqual(statedOfCut(content), reply(content))
      }),
      { numRuns: 500 }
    )
  })

  // 5 MiB are one byte short of a whole group, so this bound lets one more pass, which the rule of sizes refuses.
  it.each([
    ["5 MiB less a byte", mebibytes5 - 1, "taken"],
    ["5 MiB", mebibytes5, "taken"],
    ["5 MiB and a byte", mebibytes5 + 1, tooLong],
    ["5 MiB and two bytes", mebibytes5 + 2, tooLong]
  ])("D29: of %s", (_, size, expected) => {
    const content = Buffer.concat([file], size).toString("base64")
    const text = Buffer.from(content)
    const message = Either.match(TransferRequests.proven(sentWith(""), text), {
      onLeft: (refused) => refused.message,
      onRight: ({ document }) => {
        assert.strictEqual(document.content.length, size)
        const [first] = ProofRules.documentErrors({ ...document, fileSize: size })
        return first === undefined ? "taken" : `${first.path.join(".")} ${first.sentence}`
      }
    })
    assert.strictEqual(message, expected)
  })

  it("D29: that is longer than 5 MiB in base64 is refused before it is read", () => {
    const longest = Math.ceil(mebibytes5 / 3) * 4
    assert.strictEqual(reply("", Buffer.alloc(longest, "!")), notBase64)
    assert.strictEqual(reply("", Buffer.alloc(longest + 1, "!")), tooLong)
  })

  it("D29: of 5 MiB may be hostile to its end", () => {
    const content = Buffer.concat([file], mebibytes5).toString("base64")
    for (const end of ["!===", "A=A=", "====", "AAA\u0001", "AAA-"]) {
      assert.strictEqual(statedOfCut(`${content.slice(0, -4)}${end}`), notBase64)
    }
    assert.strictEqual(statedOfCut("=".repeat(content.length)), notBase64)
  })

  it("D5: is refused without repeating what was sent", () => {
    const canary = "4200000000000000"
    for (const content of [`${canary}=`, `${canary}\n`, ` ${canary}`, canary.repeat(500_000)]) {
      assert.notInclude(reply(content), "4200")
    }
    for (const [, content] of contents) {
      if (content.length > 5) assert.notInclude(reply(content), content)
    }
  })
})

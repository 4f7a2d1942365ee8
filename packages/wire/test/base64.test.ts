import { assert, describe, it } from "@effect/vitest"
import { atOnce } from "@florin/core/time/Turn"
import * as FastCheck from "effect/FastCheck"
import * as Base64 from "../src/internal/base64.js"

const decode = (text: Uint8Array) => atOnce(Base64.decoding(text))

const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1")

/** What the text encodes, in base64 again; nothing if it is refused. */
const decoded = (text: string): string | undefined => {
  const bytes = decode(ascii(text))
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("base64")
}

/** What Node reads, which ignores what is no base64, is written as the text only if the text is canonical. */
const isCanonical = (text: string): boolean => Buffer.from(text, "base64").toString("base64") === text

// A document is decoded in blocks of so many characters.
const block = 96 * 1024

// Source: RFC 4648, 3.2, 3.3 and 3.5: padded, without line breaks, and no bits that nothing uses.
describe("base64", () => {
  it.each<readonly [title: string, text: string, isTaken: boolean]>([
    ["nothing", "", true],
    ["no padding", "JVBE", true],
    ["one padding character", "JVA=", true],
    ["two padding characters", "JQ==", true],
    ["both signs", "+/+/", true],
    ["one character", "J", false],
    ["two characters", "JQ", false],
    ["three characters", "JVA", false],
    ["five characters", "JVBEJ", false],
    ["one padding character missing", "JQ=", false],
    ["both padding characters missing", "JVBEJQ", false],
    ["padding that nothing needs", "JVBE====", false],
    ["padding alone", "====", false],
    ["three padding characters", "J===", false],
    ["padding in front", "=JVB", false],
    ["padding in the middle of a group", "J=Q=", false],
    ["padding in the middle", "JQ==JVBE", false],
    ["padding at the end of each of two", "JQ==JQ==", false],
    ["a bit that one padding character leaves unused", "JVB=", false],
    ["a bit that two padding characters leave unused", "JR==", false],
    ["a data URL", "data:application/pdf;base64,JVBE", false],
    ["a line break at its end", "JVBE\n", false],
    ["four line breaks at its end", "JVBE\n\n\n\n", false],
    ["a line break for a character", "JVB\n", false],
    ["line breaks of Windows", "JVBE\r\nJVBE\r\n", false],
    ["spaces in front", "    JVBE", false],
    ["the signs of base64 for URLs", "-_-_", false],
    ["a NUL", "JVB\u0000", false],
    ["a letter beyond ASCII", "JVB\u00e9", false],
    ["a letter of two bytes", "JV\u00c3\u00a9", false],
    ["a backslash", "JVB\\", false]
  ])("D29: of %s: %j is taken: %s", (_, text, isTaken) => {
    assert.strictEqual(decoded(text), isTaken ? text : undefined)
  })

  it("D29: has one text only, to the last bit", () => {
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split("")
    for (const [before, end, kept] of [
      ["JVB", "", 64],
      ["JV", "=", 16],
      ["J", "==", 4]
    ] as const) {
      const taken = digits.filter((digit) => decoded(`${before}${digit}${end}`) !== undefined)
      assert.deepStrictEqual(
        taken,
        digits.filter((digit) => isCanonical(`${before}${digit}${end}`))
      )
      assert.strictEqual(taken.length, kept)
    }
  })

  it("D29: is read as Node reads it, or not at all", () => {
    const text = FastCheck.stringMatching(/^[A-Za-z0-9+/=\n _-]{0,16}$/)
    FastCheck.assert(
      FastCheck.property(text, (given) => {
        assert.strictEqual(decoded(given), isCanonical(given) ? given : undefined)
      }),
      { numRuns: 2000 }
    )
  })

  it("D29: gives back the bytes that were encoded", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = decode(ascii(Buffer.from(bytes).toString("base64")))
        assert.deepStrictEqual(Buffer.from(read ?? []), Buffer.from(bytes))
      })
    )
  })

  it("D29: is read from the middle of a body as well as from its beginning", () => {
    const body = ascii(`{"content":"JVBERi0="}`)
    const bytes = decode(body.subarray(12, 20))
    assert.strictEqual(Buffer.from(bytes ?? []).toString("latin1"), "%PDF-")
  })

  const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => (index * 31) % 251))
  const sizes = [1, 2, 3].flatMap((blocks) => [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((more) => [blocks, more] as const))

  it.each(sizes)("D29: of %i blocks and %i characters is taken where it is canonical", (blocks, more) => {
    const text = bytesOf(blocks * 72 * 1024 + 6)
      .toString("base64")
      .slice(0, blocks * block + more)
    assert.strictEqual(decoded(text) === text, isCanonical(text))
    assert.strictEqual(isCanonical(text), more % 4 === 0)
  })

  it.each(sizes)("D29: of as many bytes as %i blocks hold, and %i, is read whole", (blocks, more) => {
    const bytes = bytesOf(blocks * 72 * 1024 + more)
    const read = decode(ascii(bytes.toString("base64")))
    assert.isTrue(read !== undefined && bytes.equals(read))
  })

  // Each block alone is canonical here.
  it.each([
    [block, "=", "JVA="],
    [block, "==", "JQ=="],
    [2 * block, "==", "JQ=="],
    [block - 4, "==", "JQ=="],
    [block + 4, "==", "JQ=="]
  ])("D29: with padding before its end, after %i characters, %s, is refused", (at, padding, group) => {
    const text = `${"A".repeat(at - 4)}${group}${"A".repeat(8)}`
    assert.isTrue(text.slice(0, at).endsWith(padding))
    assert.isUndefined(decoded(text))
  })

  it("D29: is refused for one foreign character anywhere", () => {
    const text = "A".repeat(2 * block + 400)
    for (const at of [0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block, text.length - 1]) {
      assert.isUndefined(decoded(`${text.slice(0, at)}\n${text.slice(at + 1)}`))
    }
    assert.strictEqual(decoded(text), text)
  })
})

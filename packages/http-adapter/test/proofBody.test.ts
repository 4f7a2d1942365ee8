// Source: D3, D4, D29.

import { assert, describe, it } from "@effect/vitest"
import * as Turn from "@florin/core/time/Turn"
import { ofTransfers } from "@florin/wire/operations/RefusalForm"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as ProofBody from "../src/internal/transport/proofBody.js"

const limit = 64 * 1024
const kibibytes16 = 16 * 1024
/** What stands in the place of a text that was cut out, as JSON has it. */
const mark = "\\u0000florin cut out\\u0000"

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "utf8")

/** The JSON and the text of a body, or `too large`. */
const cut = (body: string, most = limit): readonly [json: string, text: string | undefined] | "too large" => {
  const parts = Turn.atOnce(ProofBody.cutting(bytesOf(body), most))
  if (parts === undefined) return "too large"
  const { json, text } = parts
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8")
  return [textOf(json), text === undefined ? undefined : textOf(text)]
}

describe("the longest text of a body", () => {
  const long = "x".repeat(kibibytes16 + 1)

  it.each([
    ["16 KiB less a byte", kibibytes16 - 1, false],
    ["16 KiB", kibibytes16, false],
    ["16 KiB and a byte", kibibytes16 + 1, true],
    ["16 KiB and two bytes", kibibytes16 + 2, true]
  ])("D29: of %s", (_, length, isCut) => {
    const text = "x".repeat(length)
    assert.deepStrictEqual(cut(`{"a":"${text}"}`), isCut ? [`{"a":"${mark}"}`, text] : [`{"a":"${text}"}`, undefined])
  })

  it("D29: is measured in bytes, not in characters", () => {
    const text = "é".repeat(kibibytes16 / 2)
    assert.deepStrictEqual(cut(`["${text}"]`), [`["${text}"]`, undefined])
    assert.deepStrictEqual(cut(`["${text}x"]`), [`["${mark}"]`, `${text}x`])
  })

  it.each<readonly [title: string, before: string, after: string]>([
    ["alone", '"', '"'],
    ["among others", '{"a":"b","c":"', '","d":[1,"e"]}'],
    ["after an empty one", '["","', '"]'],
    ["after one with a quote in it", '["\\"","', '"]'],
    ["after one that ends in a backslash", '["\\\\","', '"]'],
    ["after one with many escapes", '["\\\\\\"\\/\\u0022","', '"]'],
    ["as the name of a member", '{"', '":1}'],
    ["before one with a quote in it", '["', '","\\""]']
  ])("D29: is found %s", (_, before, after) => {
    assert.deepStrictEqual(cut(`${before}${long}${after}`), [`${before}${mark}${after}`, long])
  })

  it.each([
    ["a quote", '\\"'],
    ["a backslash", "\\\\"],
    ["a backslash and a quote", '\\\\\\"'],
    ["a unicode escape", "\\u0022"]
  ])("D29: ends behind %s in it", (_, escape) => {
    const text = `${long}${escape}${long}${escape}`
    assert.deepStrictEqual(cut(`["${text}"]`), [`["${mark}"]`, text])
  })

  it.each<readonly [title: string, body: string]>([
    ["is never ended", `{"a":"${long}`],
    ["ends in a backslash", `{"a":"${long}\\`],
    ["ends in an escaped quote", `{"a":"${long}\\"`]
  ])("D29: that %s is cut out to the end of the body, which is then no JSON", (_, body) => {
    assert.deepStrictEqual(cut(body), [`{"a":"${mark}`, body.slice('{"a":"'.length)])
  })

  it("D29: is one: a body with two is too large", () => {
    assert.strictEqual(cut(`["${long}","${long}"]`), "too large")
    assert.strictEqual(cut(`{"${long}":"${long}"}`), "too large")
    assert.strictEqual(cut(`["${long}","${long}`), "too large")
    assert.notStrictEqual(cut(`["${long}","${"x".repeat(kibibytes16)}"]`), "too large")
  })

  it.each([
    [-1, "taken"],
    [0, "taken"],
    [1, "too large"]
  ])("D3: beside it a body has its own limit: %i bytes more: %s", (more, expected) => {
    const rest = `["",${" ".repeat(limit + more - '["",""]'.length)}""]`
    assert.strictEqual(rest.length, limit + more)
    const reply = (body: string) => (cut(body) === "too large" ? "too large" : "taken")
    assert.strictEqual(reply(rest), expected)
    assert.strictEqual(reply(`["${long}${rest.slice('["'.length)}`), expected)
    assert.strictEqual(reply(`${rest.slice(0, -'"]'.length)}${long}"]`), expected)
  })

  it("D29: with its place is the body again, and nothing else is", () => {
    const piece = FastCheck.oneof(
      FastCheck.constantFrom('"', "\\", '\\"', "\\\\", "{", "}", ",", ":", "a", "é", long),
      FastCheck.string({ maxLength: 5 })
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(piece, { maxLength: 12 }), (pieces) => {
        const body = pieces.join("")
        const parts = cut(body, 1 << 20)
        if (parts === "too large") return
        const [json, text] = parts
        assert.strictEqual(text === undefined ? json : json.replace(mark, () => text), body)
        if (text === undefined) return
        assert.isAbove(Buffer.byteLength(text), kibibytes16)
        // Only an escaped quote stands in a text.
        assert.isFalse(/(?<!\\)(?:\\\\)*"/.test(text.replaceAll(/\\./gs, "")))
      }),
      { numRuns: 500 }
    )
  })

  /** A body that counts how often one of its bytes is looked at. */
  const counted = (body: Uint8Array) => {
    const counter = { looks: 0 }
    const watched = new Proxy(body, {
      get: (target, name) => {
        if (typeof name === "string" && /^\d/.test(name)) counter.looks += 1
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === "function" ? value.bind(target) : value
      }
    })
    return { counter, watched }
  }

  it.each([
    ["quotes", '"'],
    ["backslashes", "\\"],
    ["quotes and backslashes", '"\\'],
    ["escaped quotes", '\\"'],
    ["strings of 15 bytes", `"${"x".repeat(15)}"`],
    ["strings just short enough", `"${"x".repeat(kibibytes16)}"`],
    ["one string", `x`]
  ])("D29: is looked for in at most four looks at each byte, in %s", (_, piece) => {
    const body = bytesOf(piece.repeat(Math.ceil((128 * 1024) / piece.length)))
    for (const given of [body, Buffer.concat([bytesOf('"'), body])]) {
      const { counter, watched } = counted(given)
      Turn.atOnce(ProofBody.cutting(watched, limit))
      assert.isAtMost(counter.looks, 4 * given.length)
    }
  })

  it.each([
    ["quotes", '"'],
    ["backslashes", "\\"],
    ["one string", "x"]
  ])("D42: is looked for in steps of 128 KiB at most, in %s", (_, piece) => {
    const { counter, watched } = counted(bytesOf(piece.repeat(1024 * 1024)))
    const [steps, looks] = [ProofBody.cutting(watched, limit), [] as number[]]
    for (let before = 0; steps.next().done !== true; before = counter.looks) looks.push(counter.looks - before)
    assert.isAtLeast(looks.length, 3)
    assert.isAtMost(Math.max(...looks), Turn.bytesPerStep)
  })

  it("D3: of 8 MiB of quotes there is none, and the body is too large", () => {
    assert.isUndefined(Turn.atOnce(ProofBody.cutting(new Uint8Array(8 * 1024 * 1024).fill(0x22), limit)))
  })
})

const file = Buffer.concat([Buffer.from("%PDF-1.4 "), Buffer.alloc(59_998, Buffer.from([0xfb, 0xff, 0xbf]))])
/** With both signs, and one padding character. */
const base64 = file.toString("base64")
const document = { content_type: "application/pdf", file_name: "a.pdf", file_size: file.length, checksum: "a" }

type Json = Readonly<Record<string, unknown>>
const bodyOf = (changes: Json = {}, more: Json = {}, request: Json = {}): string =>
  JSON.stringify({
    request: { amount: 100_000, currency: "RUB", document: { ...document, content: base64, ...changes }, ...request },
    ...more
  })

const read = ProofBody.read(
  Option.match({
    onNone: () => Either.left(ofTransfers.malformed),
    onSome: (body) => Either.mapLeft(TransferRequests.proof(body), ({ errors }) => ofTransfers.invalid(errors))
  }),
  limit
)

/** The file, or the status and the message of the refusal. */
const readFrom = (body: Uint8Array) =>
  Effect.map(
    read(body, Turn.inTurns),
    Either.match({
      onLeft: ({ body, status }) => `${status} ${(JSON.parse(body) as { readonly message: string }).message}`,
      onRight: (proof) => (file.equals(proof.document.content) ? "the file" : "another file")
    })
  )

const tooLarge = "413 Request body is too large"
const malformed = "400 Request body is not valid JSON"
const notBase64 = "422 Content is not base64."
const long = "x".repeat(kibibytes16 + 1)
const inMark = "\u0000florin cut out\u0000"

describe("the body of a proof", () => {
  it.effect.each<readonly [title: string, body: string, expected: string]>([
    ["a document", bodyOf(), "the file"],
    ["slashes that are escaped", bodyOf().replaceAll("/", "\\/"), "the file"],
    ["plus signs that are escaped", bodyOf().replaceAll("+", "\\u002B"), "the file"],
    ["plus signs that are escaped in small letters", bodyOf().replaceAll("+", "\\u002b"), "the file"],
    ["equals signs that are escaped", bodyOf().replaceAll("=", "\\u003D"), "the file"],
    ["letters that are escaped", bodyOf({ content: `\u0001${base64}` }).replace("\\u0001J", "\\u004a"), "the file"],
    ["an escaped line break", bodyOf({ content: `${base64.slice(0, 76)}\n${base64.slice(76)}` }), "the file"],
    ["escaped line breaks of Windows", bodyOf({ content: base64.replaceAll(/.{76}/g, "$&\r\n") }), "the file"],
    ["an escaped quote", bodyOf({ content: `${base64}"` }), notBase64],
    ["an escaped backslash", bodyOf({ content: `${base64}\\` }), notBase64],
    [
      "an escaped backslash before what reads as an escape",
      bodyOf({ content: base64.replace("+", "\\u002B") }),
      notBase64
    ],
    ["an escape of a letter beyond ASCII", bodyOf().replace("+", "\\u012B"), notBase64],
    ["an escape of more than four digits", bodyOf().replace("+", "\\u002Bx"), notBase64],
    ["an escape of a letter of Latin-1", bodyOf().replace("+", "\\u00AB"), notBase64],
    ["an escape that is cut short", bodyOf().replace(base64, `${base64.slice(0, -4)}\\u00`), notBase64],
    ["a letter beyond ASCII", bodyOf({ content: `${base64.slice(0, -4)}\u012b\u012b` }), notBase64],
    ["no content", bodyOf({ content: undefined }), "422 Content can't be blank."],
    [
      "content that is a list with a long text",
      bodyOf({ content: [base64] }),
      "422 Content is invalid: expected a string, got an array."
    ],
    ["short content", bodyOf({ content: "JVBERi0=", file_size: 5 }), "another file"],
    ["short content that is none", bodyOf({ content: "JVBERi0" }), notBase64],
    [
      "a wrong member beside the content",
      bodyOf({ file_size: "small" }),
      "422 File size is invalid: expected an integer, got a string."
    ],
    ["a long text in another place", bodyOf({ content: "JVBERi0=" }, {}, { comment: long }), tooLarge],
    ["a long text around the request", bodyOf({ content: "JVBERi0=" }, { comment: long }), tooLarge],
    ["a long name of a member", bodyOf({ content: "JVBERi0=", [long]: 1 }), tooLarge],
    ["a long text beside the content", bodyOf({}, { comment: long }), tooLarge],
    ["a rest of more than 64 KiB", bodyOf({}, { comment: Array.from({ length: 10_000 }, () => "123456") }), tooLarge],
    ["no end of its content", bodyOf().slice(0, 40_000), malformed],
    ["no end", bodyOf().slice(0, -1), malformed],
    ["nothing", "", malformed],
    ["a long text alone", `"${long}"`, "422 Request body must be a JSON object."],
    ["words", "not json", malformed],
    // The mark is a text like any other: it is no base64.
    ["the mark for a content", bodyOf({ content: inMark }), notBase64]
  ])("D29: with %s", ([, body, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* readFrom(bytesOf(body)), expected)
    })
  )

  it("D29: of these tests has both signs, and padding", () => {
    assert.includeMembers([...base64], ["+", "/"])
    assert.isTrue(base64.endsWith("="))
  })

  it.effect("D3: that is not UTF-8 is malformed, and a content that is not is no base64", () =>
    Effect.gen(function* () {
      const body = bodyOf()
      const spoiled = (at: number) => {
        const bytes = Buffer.from(body)
        bytes[at] = 0xff
        return bytes
      }
      assert.strictEqual(yield* readFrom(spoiled(body.indexOf("a.pdf"))), malformed)
      assert.strictEqual(yield* readFrom(spoiled(body.indexOf(base64) + 40_000)), notBase64)
    })
  )

  it.effect("D29: has the rest of the request beside the document", () =>
    Effect.gen(function* () {
      const proof = Either.getOrThrow(
        yield* read(bytesOf(bodyOf({}, {}, { skip_duplicate_check: true })), Turn.inTurns)
      )
      const { content, ...rest } = proof.document
      assert.deepEqual({ ...proof, document: rest } as unknown, {
        ...{ skipDuplicateCheck: true, amount: 100_000, currency: "RUB" },
        document: { contentType: "application/pdf", fileName: "a.pdf", fileSize: file.length, checksum: "a" }
      })
      assert.isTrue(file.equals(content))
    })
  )
})

describe("a proof of 5 MiB", () => {
  it.effect("D42: is read in steps, each in a turn of its own, of 128 KiB at most", () =>
    Effect.gen(function* () {
      const whole = Buffer.alloc(5 * 1024 * 1024, "%PDF-1.4 ")
      const content = whole.toString("base64").replaceAll("/", "\\/")
      const turns: Array<number> = []
      const alone = <A>(steps: () => Turn.Steps<A>) =>
        Effect.sync(() => {
          const begun = steps()
          for (let count = 1; ; count++) {
            const step = begun.next()
            if (step.done !== true) continue
            turns.push(count)
            return step.value
          }
        })
      const proof = Either.getOrThrow(yield* read(bytesOf(bodyOf().replace(base64, content)), alone))
      assert.isTrue(whole.equals(proof.document.content))
      // Its base64 is looked for, and then decoded.
      const least = Math.floor(content.length / Turn.bytesPerStep)
      assert.isAbove(turns[0]!, least - 1)
      assert.isAbove(turns[1]!, least - 1)
    })
  )
})

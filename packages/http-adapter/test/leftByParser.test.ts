import { assert, describe, it } from "@effect/vitest"
import { isRewritten, leftByParser, type Parsed } from "../src/internal/transport/leftByParser.js"

const json = "application/json"
const form = "application/x-www-form-urlencoded; charset=utf-8"

const textOf = (left: Omit<Parsed, "headers" | "readableDidRead">, type: string, readableDidRead = true) => {
  const bytes = leftByParser({ ...left, headers: { "content-type": type }, readableDidRead })
  return bytes === undefined ? undefined : Buffer.from(bytes).toString()
}

describe("what a body parser leaves (D3)", () => {
  it.each<[what: string, type: string, body: unknown, text: string]>([
    ["bytes", json, Buffer.from('{ "a": 1 }'), '{ "a": 1 }'],
    ["no bytes", json, Buffer.alloc(0), ""],
    ["text", json, '{ "a": 1 }', '{ "a": 1 }'],
    ["an object", json, { request: { amount: 1, list: [1, "x"] } }, '{"request":{"amount":1,"list":[1,"x"]}}'],
    ["an object without members", json, {}, "{}"],
    ["a list", json, [1, null], "[1,null]"],
    ["a number", json, 0, "0"],
    ["an object of no type", "", { a: 1 }, '{"a":1}'],
    ["a form", form, { number: "4200 0000", holder: "Ä & B=c" }, "number=4200+0000&holder=%C3%84+%26+B%3Dc"],
    ["a form without fields", form, {}, ""],
    ["a form's text", form, "a=1&b=", "a=1&b="],
    ["a repeated field", form, { a: ["1", "2"] }, "a=1&a=2"],
    [
      "groups of fields",
      form,
      { customer: { email: "j@shop.example", address: { city: "X" } }, list: [{ a: "1" }] },
      "customer%5Bemail%5D=j%40shop.example&customer%5Baddress%5D%5Bcity%5D=X&list%5Ba%5D=1"
    ]
  ])("%s is the body again", (_, type, body, text) => {
    assert.strictEqual(textOf({ body }, type), text)
  })

  it("is the bytes, where the host kept them beside what it parsed", () => {
    assert.strictEqual(textOf({ body: { a: 1 }, rawBody: Buffer.from('{"a":1.0}') }, json), '{"a":1.0}')
    assert.strictEqual(textOf({ body: { a: 1 }, rawBody: "kept otherwise" }, json), '{"a":1}')
  })

  it.each<[what: string, left: Omit<Parsed, "headers" | "readableDidRead">, hasRead: boolean, expected: boolean]>([
    ["an object", { body: { a: 1 } }, true, true],
    ["a text, whose bytes are guessed", { body: "{}" }, true, true],
    ["bytes", { body: Buffer.from("{}") }, true, false],
    ["an object beside its bytes", { body: {}, rawBody: Buffer.from("{}") }, true, false],
    ["nothing", {}, false, false],
    ["an object without members that it did not read", { body: {} }, false, false]
  ])("says whether %s is the body as it was sent", (_, left, readableDidRead, expected) => {
    assert.strictEqual(isRewritten({ ...left, headers: { "content-type": json }, readableDidRead }), expected)
  })

  it.each<[what: string, body: unknown, hasRead: boolean, text: string | undefined]>([
    ["nothing, unread", undefined, false, undefined],
    ["nothing, read", undefined, true, undefined],
    ["null", null, true, undefined],
    ["an object without members, unread", {}, false, undefined],
    ["an object without members, read", {}, true, "{}"],
    ["an object with members, unread", { a: 1 }, false, '{"a":1}'],
    ["text, unread", "", false, ""]
  ])("%s: the request is read where there is none", (_, body, hasRead, text) => {
    assert.strictEqual(textOf({ body }, json, hasRead), text)
  })
})

/** Tables of a request's fields: what is accepted and what is refused, with the sentence that says so. */

import { assert, describe, it } from "@effect/vitest"
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import type * as Requests from "../../src/Requests.js"
import { at, type Json, withAt, without } from "./samples.js"

/**
 * `field`: path in the interface's names. `accepts`: values that are taken over as they are, or `[sent, understood]`
 * through `pair`. `refuses`: values that are refused, with the sentence.
 */
export interface Row {
  readonly row?: string
  readonly field: string
  readonly says: string
  /** What else its section holds. */
  readonly beside?: Json
  readonly accepts?: ReadonlyArray<unknown>
  readonly refuses?: ReadonlyArray<readonly [value: unknown, sentence: string]>
  /** Refused when absent. */
  readonly required?: boolean
  /** Accepted when absent. */
  readonly optional?: boolean
}

class Pair {
  constructor(
    readonly sent: unknown,
    readonly understood: unknown
  ) {}
}

export const pair = (sent: unknown, understood: unknown) => new Pair(sent, understood)

export const saying = (sentence: string, ...values: ReadonlyArray<unknown>) =>
  values.map((value) => [value, sentence] as const)

export const invalid = (...values: ReadonlyArray<unknown>) => saying("is invalid", ...values)

// Values of every other type. Empty lists and objects and null are not among them: they count as absent (D3).
export const notText = [1, 0, true, false, ["a"], { a: "a" }]
export const notTextOrInteger = [1.5, true, false, ["a"], { a: "a" }]
export const notInteger = [
  "one",
  "1.0",
  "-1",
  "+1",
  " 1",
  "1e3",
  "0x1",
  "١",
  "1".repeat(17),
  "4200000000000000",
  "",
  1.5,
  true,
  false,
  [1],
  { a: 1 }
]
export const notFlag = ["TRUE", "True", "yes", "1", "on", " true", "", 1, 0, [true], { a: true }]
export const notList = ["a", "", 1, true, { a: "a" }]
export const notObject = ["a", "", 1, true, ["a"]]

export const tooLong = (maximum: number) =>
  saying(`is too long (maximum is ${maximum} characters)`, "x".repeat(maximum + 1), "😀".repeat(maximum + 1))

/** The values a text without a rule of its own takes and refuses. A character is a code point. */
export const anyText = (maximum?: number) => ({
  accepts: [
    ...[" ", "a", " a b ", "Zoë Ünal 李", "\u0001\u007f\ud7ff\ue000\uffff"],
    ...(maximum === undefined ? ["x".repeat(5000)] : ["x".repeat(maximum), "😀".repeat(maximum)])
  ],
  refuses: [
    ...invalid(...notText, "a\u0000b", "\ud800", "a\udfff", "\ude00\ud83d"),
    ...(maximum === undefined ? [] : tooLong(maximum))
  ],
  optional: true
})

/** The same for a text that must not be blank. */
export const someText = (maximum: number) => {
  const { accepts, refuses } = anyText(maximum)
  return {
    accepts: accepts.filter((text) => text.trim() !== ""),
    refuses: [...refuses, ...saying("can't be blank", "", " ", "\t\n", "\u00a0\u3000")],
    required: true
  }
}

/** Source: D3, "true" and "false" as texts. */
export const flag = {
  accepts: [true, false, pair("true", true), pair("false", false)],
  refuses: invalid(...notFlag),
  optional: true
}

/**
 * A text that is also taken as an integer, and kept as the text of its digits. Source: D3.
 */
export const textOrInteger = (maximum?: number) => {
  const { accepts, optional, refuses } = anyText(maximum)
  const integers = [0, 1, -1, 79161234567, 2 ** 53 - 1, -(2 ** 53) + 1]
  return {
    accepts: [...accepts, ...integers.map((integer) => pair(integer, String(integer)))],
    refuses: [
      ...refuses.filter(([value]) => typeof value !== "number"),
      ...invalid(1.5, 2 ** 53, -(2 ** 53), 1e300, [1], { a: 1 })
    ],
    optional
  }
}

const camel = (path: string) => path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? "undefined"
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const taught = /^is invalid: expected .+$/

/** Without what was expected, and what came instead: `requests.teaching.test.ts` looks at that. */
export const errorsOf = <A>(decoded: Either.Either<A, { readonly errors: ReadonlyArray<FieldError> }>) =>
  Either.isLeft(decoded)
    ? decoded.left.errors.map(({ path, sentence }) => [path.join("."), sentence.replace(taught, "is invalid")])
    : []

/** Forms of an absent member besides its absence. Source: D3. */
const absentForms = [null, [], {}, [null], { a: null }]

export const rowsOf = <A>(
  section: string,
  options: {
    readonly decode: Requests.Decoder<A>
    readonly base: () => Json
    /** Where the section stands in the request. */
    readonly inside?: string
    /** What is looked at for what was accepted; the request itself unless said otherwise. */
    readonly read?: (request: A) => object
    readonly rows: ReadonlyArray<Row>
  }
) =>
  describe(section, () => {
    const { decode, inside, read = (request: A) => request } = options
    for (const { accepts = [], beside, field, optional, refuses = [], required, row, says } of options.rows) {
      const path = inside === undefined ? field : `${inside}.${field}`
      const base = () => {
        const request = options.base()
        return beside === undefined
          ? request
          : withAt(request, inside!, { ...(at(request, inside!) as Json), ...beside })
      }
      const send = (value: unknown) => decode({ request: withAt(base(), path, value) })
      it(`${section} | ${row ?? field}: ${says}`, () => {
        for (const value of accepts) {
          const { sent, understood } = value instanceof Pair ? value : pair(value, value)
          const decoded = send(sent)
          assert.deepStrictEqual(errorsOf(decoded), [], `${path} accepts ${shown(sent)}`)
          const taken = at(read(Either.getOrThrow(decoded)), camel(path))
          assert.deepStrictEqual(taken, understood, `${path} takes ${shown(sent)}`)
        }
        const absent = decode({ request: without(withAt(base(), path, "x"), path) })
        for (const [value, sentence] of refuses) {
          if (value === "" && !/\.\d+$/.test(path)) {
            // Source: D3, an empty text in an optional member is absent; which are required, their sections decide.
            const found = errorsOf(send(""))
            if (required) assert.deepStrictEqual([found.length, found[0]?.[0]], [1, path], `${path} is empty`)
            else assert.deepStrictEqual(found, errorsOf(absent), `${path} is empty`)
            continue
          }
          assert.deepStrictEqual(errorsOf(send(value)), [[path, sentence]], `${path} refuses ${shown(value)}`)
        }
        if (!required && !optional) return
        const expected = required ? [[path, "can't be blank"]] : []
        for (const form of optional ? [...absentForms, ""] : absentForms) {
          const decoded = send(form)
          assert.deepStrictEqual(errorsOf(decoded), expected, `${path} is absent as ${shown(form)}`)
          if (form === "" && (accepts as ReadonlyArray<unknown>).includes("")) continue
          const taken = optional ? at(read(Either.getOrThrow(decoded)), camel(path)) : undefined
          assert.isUndefined(taken, `${path} is absent as ${shown(form)}`)
        }
        assert.deepStrictEqual(errorsOf(absent), expected, `${path} is absent`)
      })
    }
  })

/** A web address. */
export const address = {
  accepts: [
    "https://shop.example/notify?a=1#x",
    "http://shop.example:8080/",
    "HTTPS://shop.example",
    "https://[2001:db8::1]/x",
    "https://shop.example:65535/😀",
    `https://shop.example/${"x".repeat(2048 - 21)}`
  ],
  refuses: invalid(
    ...notText,
    ...["", "shop.example", "//shop.example/", "/notify", "ftp://shop.example/", "javascript:alert(1)"],
    ...["https://", "https:/shop.example", "https:shop.example", " https://shop.example/", "xhttps://shop.example/"],
    ...["https://shop.example:65536/", "https://256.0.0.1/", "https://[2001:db8::1/", "https://exa mple/"],
    ...["https://user:secret@shop.example/", "https://user@shop.example/", "https://:secret@shop.example/"],
    ...["https://shop.example/\u0000", "https://shop.example/\ud800", "https://shop.example/?a=\ude00\ud83d"],
    `https://shop.example/${"x".repeat(2049 - 21)}`,
    ["https://shop.example/"]
  ),
  optional: true
}

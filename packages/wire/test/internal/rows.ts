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

/** The values a text without a rule of its own takes and refuses. */
export const anyText = (maximum?: number) => ({
  accepts: ["a", " a b ", "Zoë Ünal 李", ...(maximum === undefined ? ["x".repeat(5000)] : ["x".repeat(maximum)])],
  refuses: [
    [1, "is invalid"],
    [true, "is invalid"],
    [["a"], "is invalid"],
    [{ a: "a" }, "is invalid"],
    ["a\u0000b", "is invalid"],
    ["\ud800", "is invalid"],
    ...(maximum === undefined
      ? []
      : [
          ["x".repeat(maximum + 1), `is too long (maximum is ${maximum} characters)`],
          ["😀".repeat(maximum + 1), `is too long (maximum is ${maximum} characters)`]
        ])
  ] as ReadonlyArray<readonly [unknown, string]>,
  optional: true
})

export const flag = {
  accepts: [true, false],
  refuses: [
    ["true", "is invalid"],
    [1, "is invalid"],
    [0, "is invalid"],
    [["a"], "is invalid"]
  ] as ReadonlyArray<readonly [unknown, string]>,
  optional: true
}

export const invalid = (...values: ReadonlyArray<unknown>) => values.map((value) => [value, "is invalid"] as const)

const camel = (path: string) => path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? "undefined"
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

export const errorsOf = <A>(decoded: Either.Either<A, { readonly errors: ReadonlyArray<FieldError> }>) =>
  Either.isLeft(decoded) ? decoded.left.errors.map(({ path, sentence }) => [path.join("."), sentence]) : []

export const rowsOf = <A>(
  section: string,
  options: {
    readonly decode: Requests.Decoder<A>
    readonly base: () => Json
    /** Where the section stands in the request. */
    readonly inside?: string
    readonly rows: ReadonlyArray<Row>
  }
) =>
  describe(section, () => {
    for (const { accepts = [], field, optional, refuses = [], required, row, says } of options.rows) {
      const path = options.inside === undefined ? field : `${options.inside}.${field}`
      const send = (value: unknown) => options.decode({ request: withAt(options.base(), path, value) })
      it(`${section} | ${row ?? field}: ${says}`, () => {
        for (const value of accepts) {
          const { sent, understood } = value instanceof Pair ? value : pair(value, value)
          const decoded = send(sent)
          assert.deepStrictEqual(errorsOf(decoded), [], `${path} accepts ${shown(sent)}`)
          const taken = at(Either.getOrThrow(decoded), camel(path))
          assert.deepStrictEqual(taken, understood, `${path} takes ${shown(sent)}`)
        }
        for (const [value, sentence] of refuses) {
          assert.deepStrictEqual(errorsOf(send(value)), [[path, sentence]], `${path} refuses ${shown(value)}`)
        }
        const absent = options.decode({ request: without(withAt(options.base(), path, "x"), path) })
        if (required) assert.deepStrictEqual(errorsOf(absent), [[path, "can't be blank"]], `${path} is required`)
        if (optional) assert.deepStrictEqual(errorsOf(absent), [], `${path} may be absent`)
      })
    }
  })

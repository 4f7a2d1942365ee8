/** The assertions of the suites. They need no test runner. Errors: the `AssertionError` of Node, with both values. */
import { AssertionError, deepStrictEqual, strictEqual } from "node:assert/strict"
import { inspect, isDeepStrictEqual } from "node:util"
import type * as Option from "effect/Option"

export {
  deepStrictEqual,
  doesNotMatch,
  fail,
  match,
  notDeepStrictEqual,
  notStrictEqual,
  strictEqual
} from "node:assert/strict"

type Class<A> = abstract new (...args: never) => A

function holds(condition: boolean, actual: unknown, sentence: string, message?: string): asserts condition {
  if (condition) return
  const text = `${inspect(actual, { depth: 4 })} ${sentence}`
  throw new AssertionError({
    message: message === undefined ? text : `${message}: ${text}`,
    actual,
    stackStartFn: holds
  })
}

export function isTrue(value: unknown, message?: string): asserts value {
  strictEqual(value, true, message)
}

export function isFalse(value: unknown, message?: string): asserts value is false {
  strictEqual(value, false, message)
}

export function isUndefined(value: unknown, message?: string): asserts value is undefined {
  strictEqual(value, undefined, message)
}

export function isNull(value: unknown, message?: string): asserts value is null {
  strictEqual(value, null, message)
}

export function isDefined<A>(value: A, message?: string): asserts value is Exclude<A, undefined> {
  holds(value !== undefined, value, "is not there", message)
}

export function isNotNull<A>(value: A, message?: string): asserts value is Exclude<A, null> {
  holds(value !== null, value, "is not there", message)
}

export function instanceOf<A>(value: unknown, type: Class<A>, message?: string): asserts value is A {
  holds(value instanceof type, value, `is no ${type.name}`, message)
}

export function isNone(option: Option.Option<unknown>): void {
  holds(option._tag === "None", option, "is not None")
}

export function isSome<A>(option: Option.Option<A>, expected: A): void {
  holds(option._tag === "Some", option, "is not Some")
  deepStrictEqual(option.value, expected)
}

export function isNotEmpty(value: string | ReadonlyArray<unknown>): void {
  holds(value.length > 0, value, "is empty")
}

export function lengthOf(value: Iterable<unknown>, expected: number, message?: string): void {
  const { length } = Array.from(value)
  holds(length === expected, value, `has ${length} and not ${expected} members`, message)
}

export function isAtLeast(value: number, least: number, message?: string): void {
  holds(value >= least, value, `is less than ${least}`, message)
}

export function isAbove(value: number, least: number): void {
  holds(value > least, value, `is not more than ${least}`)
}

export function isBelow(value: number, most: number, message?: string): void {
  holds(value < most, value, `is not less than ${most}`, message)
}

/** One of a list, by value. */
export function include(list: ReadonlyArray<unknown>, value: unknown, message?: string): void {
  holds(
    list.some((one) => isDeepStrictEqual(one, value)),
    value,
    `is none of ${inspect(list, { depth: 4 })}`,
    message
  )
}

/** An object with these members, and maybe others. */
export function hasMembers(value: unknown, expected: object): void {
  for (const [name, member] of Object.entries(expected)) {
    deepStrictEqual(Reflect.get(Object(value), name), member, `${name} of ${inspect(value, { depth: 4 })}`)
  }
}

/** Equal lists, in any order. */
export function sameMembers<A>(list: ReadonlyArray<A>, expected: ReadonlyArray<A>, message?: string): void {
  const rest = [...expected]
  for (const one of list) {
    const place = rest.findIndex((other) => isDeepStrictEqual(one, other))
    holds(place !== -1, list, `has members that ${inspect(expected, { depth: 4 })} does not have`, message)
    rest.splice(place, 1)
  }
  holds(rest.length === 0, list, `lacks ${inspect(rest, { depth: 4 })}`, message)
}

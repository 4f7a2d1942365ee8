/** What a host has passed to a call, by the place of each argument. */
import * as Operation from "@florin/wire/operations/Operation"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { CallOptions } from "./cards.js"
import { refusal } from "./refusal.js"
import type { RequestRefused } from "./refusals.js"

type Row = Pick<Operation.Any, "subject" | "body" | "query" | "key" | "isKeyless">

/** The record that a call is about, its request or its query, and its options. */
export interface Given {
  readonly subject: unknown
  readonly input: unknown
  readonly options: CallOptions | undefined
}

/** The names of the options, of which the compiler asks for every one. */
export const optionNames: Readonly<Record<keyof CallOptions, true>> = { idempotencyKey: true }

/** As a host without TypeScript may spell it: `idempotency_key` becomes the same member of a request. */
const isOption = (name: string): boolean =>
  Object.hasOwn(
    optionNames,
    name.replace(/_([a-z])/g, (_, next: string) => next.toUpperCase())
  )

/** The name of the record's argument. */
const subjectName = ({ name, schema }: NonNullable<Row["subject"]>): string =>
  schema === Schema.String ? "trackingId" : name

/** What a call takes, in this order. */
const takenBy = (row: Row): ReadonlyArray<string> => [
  ...(row.subject === undefined ? [] : [subjectName(row.subject)]),
  ...(row.body === undefined ? [] : ["request"]),
  ...(row.query === undefined ? [] : ["query"]),
  ...(Operation.takesKey(row) ? ["options"] : [])
]

const optionIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null ? Object.keys(value).find(isOption) : undefined

/** The option that was passed in another place than the options'. */
const misplacedIn = (names: ReadonlyArray<string>, given: ReadonlyArray<unknown>): string | undefined =>
  given
    .map((one, index) => (names[index] === "options" ? undefined : optionIn(one)))
    .find((found) => found !== undefined)

/** `Effect.forEach(ids, find)` hands over the place of an element too, `ids.map(find)` that and the array: they say nothing. */
const isOneOfMany = (names: ReadonlyArray<string>, [one, index, all, ...rest]: ReadonlyArray<unknown>): boolean =>
  names.length === 1 &&
  rest.length === 0 &&
  Number.isSafeInteger(index) &&
  (all === undefined || (Array.isArray(all) && all[index as number] === one))

/** What is wrong with the arguments of a call. */
const faultIn = (row: Row, given: ReadonlyArray<unknown>): RequestRefused | undefined => {
  const names = takenBy(row)
  const taken = names.length === 0 ? "no arguments" : names.join(", ")
  const option = misplacedIn(names, given)
  if (option !== undefined) {
    const place = Operation.takesKey(row) ? "belongs into the options" : "is not taken by this call"
    return refusal([option], `${place}: the call takes ${taken}`)
  }
  return isOneOfMany(names, given) || given.slice(names.length).every((one) => one === undefined)
    ? undefined
    : refusal([], `The call takes ${taken}, and was passed more`)
}

/**
 * The arguments of a call. What it would drop is refused: a key in the wrong place would leave the call without one.
 *
 * Errors: `RequestRefused` says where it belongs, or what the call takes.
 */
export const givenOf = (row: Row, given: ReadonlyArray<unknown>): Either.Either<Given, RequestRefused> => {
  const fault = faultIn(row, given)
  if (fault !== undefined) return Either.left(fault)
  const names = takenBy(row)
  const at = (name: string) => given[names.indexOf(name)]
  return Either.right({
    subject: row.subject === undefined ? undefined : given[0],
    input: row.body === undefined ? at("query") : at("request"),
    options: at("options") as CallOptions | undefined
  })
}

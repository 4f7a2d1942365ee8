/** What a host passes to a call, read once: later nothing of the host's runs, and nothing of it changes. */
import * as Either from "effect/Either"
import { refusal } from "./refusal.js"
import type { RequestRefused } from "./refusals.js"

type Path = ReadonlyArray<string>

/** Nothing that a call takes is deeper. Source: D3. */
const deepest = 64

/** Where reading has stopped. */
class Unreadable {
  constructor(
    readonly path: Path,
    readonly sentence: string
  ) {}
}

const read = <A>(path: Path, member: () => A): A => {
  try {
    return member()
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(path, "cannot be read")
  }
}

const copied = (value: object, path: Path, within: ReadonlyArray<object>): unknown => {
  if (ArrayBuffer.isView(value)) return value
  if (within.includes(value)) throw new Unreadable(path, "holds itself")
  if (within.length === deepest) throw new Unreadable(path, "nests too deep")
  const holders = [...within, value]
  const { toJSON } = value as { readonly toJSON?: unknown }
  if (typeof toJSON === "function") return taken(toJSON.call(value, path.at(-1) ?? ""), path, holders)
  if (Array.isArray(value)) return value.map((one, index) => taken(one, [...path, String(index)], holders))
  const names = Object.keys(value)
  // A key decides whether a call is repeated, so it counts where a class has it, too.
  if (within.length === 0 && "idempotencyKey" in value && !names.includes("idempotencyKey"))
    names.push("idempotencyKey")
  return Object.fromEntries(
    names.map((name) => {
      const at = [...path, name]
      return [name, read(at, () => taken((value as Readonly<Record<string, unknown>>)[name], at, holders))]
    })
  )
}

const taken = (value: unknown, path: Path, within: ReadonlyArray<object>): unknown =>
  typeof value === "object" && value !== null ? read(path, () => copied(value, path, within)) : value

/** Copies of the arguments of a call; null counts as absent. Errors: `RequestRefused` names the member. */
export const argumentsOf = (given: ReadonlyArray<unknown>): Either.Either<ReadonlyArray<unknown>, RequestRefused> =>
  Either.try({
    try: () => given.map((one) => taken(one, [], []) ?? undefined),
    catch: (error) => {
      const { path, sentence } = error instanceof Unreadable ? error : new Unreadable([], "cannot be read")
      return refusal(path, sentence)
    }
  })

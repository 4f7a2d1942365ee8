/** What a port of promises must have. A mistake is refused where the port is made: without it, payments would wait for ever. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { OptionRefused } from "../host/options.js"

/** A number of milliseconds, or a text such as `2 minutes`. */
export type Time =
  | number
  | `${number} ${"seconds" | "minutes" | "hours" | "days" | "second" | "minute" | "hour" | "day"}`

/** What a member is, and whether it is needed. */
export type Member =
  | "function"
  | "optional function"
  | "text"
  | "optional text"
  | "id"
  | "time"
  | "optional boolean"
  | "optional value"

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== ""

/** A negative one would be taken for none at all. */
const isTime = (value: unknown): boolean =>
  typeof value === "number" ? value >= 0 : typeof value === "string" && !value.startsWith("-")

const timeOf = (value: unknown): Option.Option<Duration.Duration> =>
  isTime(value) ? Option.filter(Duration.decodeUnknown(value), Duration.isFinite) : Option.none()

const expected = {
  function: "must be a function",
  text: "must be a text",
  id: "must be a whole number",
  time: "must be a number of milliseconds, or a text such as 2 minutes",
  boolean: "must be true or false"
}

/** What is wrong with a member; undefined if nothing is. */
const faultOf = (member: Member, value: unknown): string | undefined => {
  if (value === undefined && (member === "time" || member.startsWith("optional"))) return undefined
  switch (member) {
    case "function":
    case "optional function":
      return typeof value === "function" ? undefined : expected.function
    case "text":
    case "optional text":
      return isText(value) ? undefined : expected.text
    case "id":
      return Number.isSafeInteger(value) ? undefined : expected.id
    case "time":
      return Option.isSome(timeOf(value)) ? undefined : expected.time
    case "optional boolean":
      return typeof value === "boolean" ? undefined : expected.boolean
    case "optional value":
      return undefined
  }
}

/** Errors: `OptionRefused`, which names the port and the member. */
export const checked = (maker: string, port: object, members: Readonly<Record<string, Member>>): void => {
  if (typeof port !== "object" || port === null) {
    throw new OptionRefused({ option: maker, expected: "must be given an object" })
  }
  const unknown = Object.keys(port).find((name) => !Object.hasOwn(members, name))
  if (unknown !== undefined) {
    const known = Object.keys(members).join(", ")
    throw new OptionRefused({ option: `${maker}.${unknown}`, expected: `is no member: there are ${known}` })
  }
  for (const [name, member] of Object.entries(members)) {
    const fault = faultOf(member, Reflect.get(port, name))
    if (fault !== undefined) throw new OptionRefused({ option: `${maker}.${name}`, expected: fault })
  }
}

/** A time that was checked. */
export const durationOf = (time: Time): Duration.Duration => Option.getOrThrow(timeOf(time))

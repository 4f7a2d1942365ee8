/** An entry of the log as one line, as JSON or as plain text. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Inspectable from "effect/Inspectable"
import type * as LogLevel from "effect/LogLevel"
import type { Fields } from "./logEntry.js"

export interface Entry {
  /** ISO 8601 in UTC. Real time, even when the sandbox's clock is stopped. */
  readonly time: string
  readonly level: LogLevel.LogLevel
  readonly message: string
  readonly fields: Fields
}

const plain = (value: unknown): unknown =>
  typeof value === "object" || typeof value === "bigint" ? Inspectable.toStringUnknown(value, 0) : value

/** What begins a line somewhere, or is a command to a terminal. JSON escapes only the lower half of it by itself. */
const control = /[\p{Cc}\u2028\u2029]/gu

/** JSON on one line. Source: ASVS 5, 16.4.1. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(control, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Annotations never overwrite `time`, `level` and `message`. */
export const json = ({ fields, level, message, time }: Entry): string => {
  const first = { time, level: level.label.toLowerCase(), message }
  const rest = Object.entries(fields).map(([name, value]) => [name, plain(value)])
  return escaped(Object.assign({}, first, Object.fromEntries(rest), first))
}

const bare = /^[\w.:/@+-]+$/

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : Inspectable.toStringUnknown(value, 0)
  return bare.test(text) ? text : escaped(text)
}

export const pretty = ({ fields, level, message, time }: Entry): string => {
  const rest = Object.entries(fields).filter(([, value]) => value !== undefined)
  const first = [time, level.label.padEnd(5), message.replace(control, " ").replace(/\s+/g, " ")]
  return [...first, ...rest.map(([name, value]) => `${name}=${shown(value)}`)].join(" ")
}

/** The time that lines carry. */
export const realTime = (): (() => string) => {
  const clock = Clock.make()
  return () => DateTime.formatIso(DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
}

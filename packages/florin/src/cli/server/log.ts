/** The log: one line per entry on stderr, as JSON or as plain text. */
import type { ObservedRequest } from "@florin/http-adapter/RequestObserver"
import type { ObservedDelivery } from "@florin/webhook-dispatcher/DeliveryObserver"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Inspectable from "effect/Inspectable"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { contentOf, type Fields } from "../../host/logEntry.js"
import type { LogFormat } from "../settings.js"

interface Entry {
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
const json = ({ fields, level, message, time }: Entry): string => {
  const first = { time, level: level.label.toLowerCase(), message }
  const rest = Object.entries(fields).map(([name, value]) => [name, plain(value)])
  return escaped(Object.assign({}, first, Object.fromEntries(rest), first))
}

const bare = /^[\w.:/@+-]+$/

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : Inspectable.toStringUnknown(value, 0)
  return bare.test(text) ? text : escaped(text)
}

const pretty = ({ fields, level, message, time }: Entry): string => {
  const rest = Object.entries(fields).filter(([, value]) => value !== undefined)
  const first = [time, level.label.padEnd(5), message.replace(control, " ").replace(/\s+/g, " ")]
  return [...first, ...rest.map(([name, value]) => `${name}=${shown(value)}`)].join(" ")
}

const formats: Readonly<Record<LogFormat, (entry: Entry) => string>> = { json, pretty }

/** Writes Effect's log entries, and entries for observed requests and deliveries, to one place. */
export interface Log {
  readonly logger: Logger.Logger<unknown, void>
  readonly request: (observed: ObservedRequest) => void
  readonly delivery: (observed: ObservedDelivery) => void
}

export interface Options {
  readonly format: LogFormat
  /** Entries below this level are dropped. */
  readonly level: LogLevel.LogLevel
  readonly write: (line: string) => void
}

/** Successful health checks come every few seconds and are logged at `debug`. */
const levelOf = ({ route, status }: ObservedRequest): LogLevel.LogLevel => {
  if (status >= 500) return LogLevel.Error
  return route?.startsWith("/health/") ? LogLevel.Debug : LogLevel.Info
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

export const make = ({ format, level: least, write }: Options): Log => {
  const clock = Clock.make()
  const line = formats[format]
  const tell = (level: LogLevel.LogLevel, message: string, fields: Fields): void => {
    if (LogLevel.lessThan(level, least)) return
    const time = DateTime.formatIso(DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
    write(`${line({ time, level, message, fields })}\n`)
  }
  return {
    logger: Logger.make((entry) => {
      const { fields, message } = contentOf(entry)
      tell(entry.logLevel, message, fields)
    }),
    request: (observed) => {
      const { method, milliseconds, operator, request, route, shop, status, uid } = observed
      const fields = { method, route, status, milliseconds: rounded(milliseconds), shop, operator, uid, request }
      tell(levelOf(observed), "Request answered", fields)
    },
    delivery: ({ attempt, isDelivered, milliseconds, notification, result, shop, uid }) =>
      tell(
        isDelivered ? LogLevel.Debug : LogLevel.Warning,
        isDelivered ? "Webhook delivered" : "Webhook not delivered",
        { result, attempt, milliseconds: rounded(milliseconds), shop, uid, notification }
      )
  }
}

/** The log of the commands that are no server: on stderr, because stdout has the answer. */
export const plainLog = Logger.withConsoleError(Logger.stringLogger)

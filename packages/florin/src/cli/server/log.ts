/** The log: one line per entry on stderr, as JSON or as plain text. */
import type { ObservedRequest } from "@florin/http-adapter/RequestObserver"
import type { ObservedDelivery } from "@florin/webhook-dispatcher/DeliveryObserver"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { contentOf, type Fields } from "../../host/logEntry.js"
import * as LogLine from "../../host/logLine.js"
import type { LogFormat } from "../settings.js"

const formats: Readonly<Record<LogFormat, (entry: LogLine.Entry) => string>> = {
  json: LogLine.json,
  pretty: LogLine.pretty
}

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
  const now = LogLine.realTime()
  const line = formats[format]
  const tell = (level: LogLevel.LogLevel, message: string, fields: Fields): void => {
    if (LogLevel.lessThan(level, least)) return
    write(`${line({ time: now(), level, message, fields })}\n`)
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

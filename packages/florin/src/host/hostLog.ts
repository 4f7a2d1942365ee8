/** Where the log of a host's Florin goes. */
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as EffectLevel from "effect/LogLevel"
import { contentOf, type Fields } from "./logEntry.js"
import * as LogLine from "./logLine.js"

/** From the least to the most important. */
export type LogLevel = "debug" | "info" | "warning" | "error"

/** An entry of the log. It has ids and amounts, and never a card number, a secret or a body. */
export interface LogEntry {
  /** How important it is, from `info` on. */
  readonly level: LogLevel
  /** What has happened, in words. */
  readonly message: string
  /** Ids, amounts and states by their names; of a failure, `cause` as text. */
  readonly fields: Fields
}

/**
 * The least important level to be printed, one line an entry, on stderr; `none` prints nothing. Or a function that takes the entries from
 * `info` on, for the host's own logger; what it throws is dropped.
 */
export type LogOption = LogLevel | "none" | ((entry: LogEntry) => void)

/** Effect's levels by the words of settings. */
export const levels = {
  debug: EffectLevel.Debug,
  info: EffectLevel.Info,
  warning: EffectLevel.Warning,
  error: EffectLevel.Error,
  none: EffectLevel.None
} as const

const nameOf = (level: EffectLevel.LogLevel): LogLevel => {
  if (EffectLevel.greaterThanEqual(level, EffectLevel.Error)) return "error"
  if (EffectLevel.greaterThanEqual(level, EffectLevel.Warning)) return "warning"
  return EffectLevel.greaterThanEqual(level, EffectLevel.Info) ? "info" : "debug"
}

// A payment must not fail because a logger does.
const safely =
  (log: (entry: LogEntry) => void) =>
  (entry: LogEntry): void => {
    try {
      log(entry)
    } catch {
      // There is nowhere else to report it.
    }
  }

/** One line an entry, as the server's: on stderr, because the host's answers are on stdout. */
const lines = () => {
  const now = LogLine.realTime()
  return Logger.withConsoleError(
    Logger.make<unknown, string>((entry) => LogLine.pretty({ time: now(), level: entry.logLevel, ...contentOf(entry) }))
  )
}

/** Where the log goes, or from which level on. Default: to stderr, from `info` on. */
export const layer = (log: LogOption = "info"): Layer.Layer<never> => {
  if (typeof log !== "function") {
    return Layer.merge(Logger.replace(Logger.defaultLogger, lines()), Logger.minimumLogLevel(levels[log]))
  }
  const write = safely(log)
  const logger = Logger.make<unknown, void>((entry) => write({ level: nameOf(entry.logLevel), ...contentOf(entry) }))
  return Logger.replace(Logger.defaultLogger, logger)
}

/** The work of `florin serve`: reads the settings, and runs the server with the log that they ask for. */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Log from "./log.js"
import { plainLog } from "./plainLog.js"
import * as Server from "./serve.js"
import * as Settings from "./settings.js"

const levels: Readonly<Record<Settings.LogLevel, LogLevel.LogLevel>> = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

const write = (line: string): void => void process.stderr.write(line)

export const serve = Effect.gen(function* () {
  const settings = yield* Settings.read
  const { format, level } = settings.logging
  const least = level === undefined ? yield* FiberRef.get(FiberRef.currentMinimumLogLevel) : levels[level]
  const log = Log.make({ format, level: least, write })
  const logger = Layer.merge(Logger.replace(plainLog, log.logger), Logger.minimumLogLevel(least))
  yield* Effect.provide(Server.serve(settings, log, least), logger)
})

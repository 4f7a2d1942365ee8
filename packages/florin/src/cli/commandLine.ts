/** The commands, and the terminal, settings and log that they share. */
import { stripVTControlCharacters } from "node:util"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as KeyCommands from "./keyCommands.js"
import * as Log from "./log.js"
import * as NodeTerminal from "./nodeTerminal.js"
import * as ReconcileCommand from "./reconcileCommand.js"
import * as Serve from "./serve.js"
import * as Settings from "./settings.js"
import { footer } from "./settingsHelp.js"
import * as ShopCommands from "./shopCommands.js"

export const version = "0.1.0"

const levels: Readonly<Record<Settings.LogLevel, LogLevel.LogLevel>> = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

const write = (line: string): void => void process.stderr.write(line)

const serve = Command.make("serve", {}, () =>
  Effect.gen(function* () {
    const settings = yield* Settings.read
    const { format, level } = settings.logging
    const least = level === undefined ? yield* FiberRef.get(FiberRef.currentMinimumLogLevel) : levels[level]
    const log = Log.make({ format, level: least, write })
    const logger = Layer.merge(Logger.replace(Logger.defaultLogger, log.logger), Logger.minimumLogLevel(least))
    yield* Effect.provide(Serve.serve(settings, log, least), logger)
  })
).pipe(Command.withDescription("Runs the server until SIGINT or SIGTERM."))

const command = Command.make("florin").pipe(
  Command.withDescription("A payment gateway."),
  Command.withSubcommands([serve, ShopCommands.command, KeyCommands.command, ReconcileCommand.command])
)

const environment = Layer.mergeAll(
  NodeTerminal.layer,
  Path.layer,
  // No argument is read from a file.
  FileSystem.layerNoop({}),
  CliConfig.layer({ isCaseSensitive: true })
)

/** Colours are stripped where the output is not a terminal. */
const readable = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.consoleWith(({ unsafe, ...present }) => {
    const on =
      (isTerminal: boolean, write: (text: string) => Effect.Effect<void>) =>
      (text: unknown = "") =>
        write(isTerminal ? String(text) : stripVTControlCharacters(String(text)))
    return Effect.withConsole(work, {
      ...present,
      unsafe,
      log: on(process.stdout.isTTY, present.log),
      error: on(process.stderr.isTTY, present.error)
    })
  })

/** Runs a command. `argv` is `process.argv`: two entries, then the arguments. */
export const run = (argv: ReadonlyArray<string>) =>
  Command.run(command, { name: "Florin", version, executable: "florin", footer })(argv).pipe(
    Effect.provide(environment),
    readable
  )

/** The commands, and the terminal and the log that they share. What a command does is imported when it runs. */
import { stripVTControlCharacters } from "node:util"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Audit from "./commands/auditCommand.js"
import * as Keys from "./commands/keyCommands.js"
import * as Mcp from "./commands/mcpCommand.js"
import * as People from "./commands/peopleCommands.js"
import * as Reconcile from "./commands/reconcileCommand.js"
import * as Server from "./commands/serverCommands.js"
import * as Shops from "./commands/shopCommands.js"
import * as Simulate from "./commands/simulateCommand.js"
import * as Transactions from "./commands/transactionCommands.js"
import * as Webhooks from "./commands/webhookCommands.js"
import { treeOf } from "./commandTree.js"
import * as Misnamed from "./misnamed.js"
import * as NodeTerminal from "./nodeTerminal.js"
import { plainLog } from "./server/log.js"
import { helpFor } from "./text/help.js"
import { version } from "./version.js"

/** The tree of all commands. */
export const command = Command.make("florin").pipe(
  Command.withDescription("A payment gateway."),
  Command.withSubcommands([
    Server.serve,
    Server.migrate,
    Keys.command,
    Shops.command,
    People.command,
    Audit.command,
    Transactions.command,
    Webhooks.command,
    Reconcile.command,
    Simulate.command,
    Mcp.command,
    Server.doctor
  ])
)

/** The same by their words. */
export const tree = treeOf(command, [
  { command: Server.serve },
  { command: Server.migrate },
  Keys,
  Shops,
  People,
  Audit,
  Transactions,
  Webhooks,
  Reconcile,
  Simulate,
  Mcp,
  { command: Server.doctor }
])

const environment = Layer.mergeAll(
  NodeTerminal.layer,
  Path.layer,
  // No argument is read from a file.
  FileSystem.layerNoop({}),
  CliConfig.layer({ isCaseSensitive: true }),
  Logger.replace(Logger.defaultLogger, plainLog)
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

/** Nothing is said on stderr but the error at the end, which is one document. */
const quiet = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.consoleWith((present) => Effect.withConsole(work, { ...present, error: () => Effect.void }))

/** Whether an invocation asks for documents. */
export const asksForJson = (argv: ReadonlyArray<string>): boolean => argv.slice(2).includes("--json")

/** Runs a command. `argv` is `process.argv`: two entries, then the arguments. */
export const run = (argv: ReadonlyArray<string>) => {
  const help = helpFor(tree, argv.slice(2))
  if (help !== undefined) return Console.log(help)
  const misnamed = Misnamed.misnamedIn(tree, argv.slice(2))
  const run =
    misnamed === undefined
      ? Command.run(command, { name: "Florin", version, executable: "florin" })(argv)
      : Misnamed.refused(misnamed)
  return Effect.provide(run, environment).pipe(asksForJson(argv) ? quiet : readable)
}

/** Runs the command line and ends the process. Exit codes: 0 success, 2 wrong use or setting, 1 any other failure. */
import type * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as CommandEnd from "./commandEnd.js"
import * as CommandLine from "./commandLine.js"
import * as Invocation from "./invocation.js"

const isJson = CommandLine.asksForJson(process.argv)

const say = (ending: CommandEnd.Ending) =>
  Effect.flatMap(Invocation.worded(ending.message), (message) =>
    Console.error(isJson ? CommandEnd.documentOf({ ...ending, message }) : message)
  )

const ended = (cause: Cause.Cause<unknown>): Effect.Effect<number> => {
  const ending = CommandEnd.endingOf(cause)
  if (ending === undefined) return Effect.succeed(0)
  return Effect.as(ending.isPrinted && !isJson ? Effect.void : say(ending), ending.exit)
}

// In `npm start | tee log` Ctrl-C ends `tee` first; writing to the broken pipe must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

// biome-ignore lint/plugin/runners: a program is where effects are run
Effect.runFork(
  CommandLine.run(process.argv).pipe(
    Effect.as(0),
    Effect.catchAllCause(ended),
    Effect.tap((code) => Effect.sync(() => process.exit(code)))
  )
)

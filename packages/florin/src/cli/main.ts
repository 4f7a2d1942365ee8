/** Runs the command line and ends the process. Exit codes: 0 success, 2 wrong use or setting, 1 any other failure. */
import * as ValidationError from "@effect/cli/ValidationError"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { BadSetting } from "./badSetting.js"
import * as CommandLine from "./commandLine.js"
import * as Invocation from "./invocation.js"

const say = (text: string) => Effect.flatMap(Invocation.worded(text), Console.error)

const ended = (cause: Cause.Cause<unknown>): Effect.Effect<number> => {
  if (Cause.isInterruptedOnly(cause)) return Effect.succeed(0)
  const error = Cause.squash(cause)
  // @effect/cli has already printed what is wrong with the arguments.
  if (ValidationError.isValidationError(error)) return Effect.succeed(2)
  if (error instanceof BadSetting) return Effect.as(say(error.message), 2)
  return Effect.as(say(error instanceof Error ? error.message : String(error)), 1)
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

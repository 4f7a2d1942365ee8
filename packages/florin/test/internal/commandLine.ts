/** The command line in this process: what a process would print, without one. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as CommandEnd from "../../src/cli/commandEnd.js"
import * as CommandLine from "../../src/cli/commandLine.js"

export interface Outcome {
  /** The exit code. */
  readonly exit: number
  readonly output: string
  /** What ended it. */
  readonly error: string
}

const recorder = (lines: Array<string>, present: Console.Console): Console.Console => ({
  ...present,
  log: (text: unknown = "") => Effect.sync(() => void lines.push(String(text))),
  error: () => Effect.void
})

/** Runs a command with these settings, and no others. */
export const cli = async (environment: Record<string, string>, ...words: ReadonlyArray<string>): Promise<Outcome> => {
  const lines: Array<string> = []
  const settings = ConfigProvider.fromMap(new Map(Object.entries(environment)))
  const running = Effect.consoleWith((present) =>
    Effect.withConsole(CommandLine.run(["node", "florin", ...words]), recorder(lines, present))
  )
  const exit = await Effect.runPromiseExit(Effect.withConfigProvider(running, settings))
  const ending = Exit.isFailure(exit) ? CommandEnd.endingOf(exit.cause) : undefined
  return { exit: ending?.exit ?? 0, output: lines.join("\n"), error: ending?.message ?? "" }
}

/** A directory, removed with `remove`. */
export const place = () => {
  const path = mkdtempSync(join(tmpdir(), "florin-commands-"))
  return {
    path,
    in: (name: string): string => join(path, name),
    files: (): ReadonlyArray<string> => readdirSync(path).sort(),
    remove: (): void => rmSync(path, { recursive: true })
  }
}

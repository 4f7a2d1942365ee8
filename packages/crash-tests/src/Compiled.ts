/**
 * A program of this repository as one file, compiled: it starts much faster than from its sources, for tests that start
 * one again and again.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join, parse, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type BuildOptions, build, type Plugin } from "esbuild"

const home = fileURLToPath(new URL("..", import.meta.url))

// It stands beside the packages that stay outside of it, or they would not be found.
const shelf = join(home, "node_modules", ".cache")

// Code that was compiled before can require what stays outside, but not import it.
const required: Plugin = {
  name: "required",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^better-sqlite3$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, namespace: "required" } : undefined
    )
    onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require("${path}")`,
      resolveDir: shelf
    }))
  }
}

const common: BuildOptions = {
  ...{ bundle: true, platform: "node", target: "node20", logLevel: "error" },
  // Native code, what only looks for native code, and the compiler itself.
  external: ["better-sqlite3", "pg-native", "esbuild"],
  // What is read again at every start is short, and in one-byte letters.
  ...{ minifyWhitespace: true, charset: "ascii" }
}

const compile = async (source: string, place: string): Promise<void> => {
  copyFileSync(join(home, "bin", "load.cjs"), join(place, "load.cjs"))
  const outfile = join(place, "program.cjs")
  await build({ ...common, entryPoints: [source], outfile, format: "cjs", plugins: [required] })
}

/** A new folder, which is removed when this process ends. */
const emptyPlace = (): string => {
  mkdirSync(shelf, { recursive: true })
  const place = mkdtempSync(join(shelf, "program-"))
  process.once("exit", () => rmSync(place, { recursive: true, force: true }))
  return place
}

/** Whether this process is the first to want a folder, which it then has to fill. */
const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

/** The folder of the compiled programs of a test run. */
const programs = Config.option(Config.nonEmptyString("FLORIN_TEST_PROGRAMS"))

const loaderIn = (place: string): string => join(place, "load.cjs")

/**
 * The file to run in place of this one. It is rehearsed, and what Node compiled for the first server is left to all later
 * runs, and until then that of the first run that ends by itself. Processes that name the same folder in
 * `FLORIN_TEST_PROGRAMS` share what one of them has compiled and rehearsed; else it is removed when this process ends.
 */
export const make = <R>(
  source: string,
  rehearse: (program: string) => Effect.Effect<unknown, never, R> = () => Effect.void
): Effect.Effect<string, never, R> =>
  Effect.gen(function* () {
    const place = emptyPlace()
    const made = Effect.promise(() => compile(source, place)).pipe(
      Effect.zipRight(Effect.suspend(() => rehearse(loaderIn(place)))),
      Effect.as(loaderIn(place))
    )
    const shared = yield* Effect.orDie(programs)
    if (Option.isNone(shared)) return yield* made
    const { dir, name } = parse(relative(join(home, ".."), source))
    const kept = join(shared.value, [...dir.split(sep), name].join("-"))
    const empty = `${kept}-empty`
    const keep = (exit: Exit.Exit<string>) => renameSync(Exit.isSuccess(exit) ? place : empty, kept)
    if (isFirst(empty)) yield* Effect.onExit(made, (exit) => Effect.sync(() => keep(exit)))
    else yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => existsSync(kept) })
    // Where the first one has failed, each finds out why.
    return existsSync(loaderIn(kept)) ? loaderIn(kept) : yield* made
  })

/** A program that waits at its top level, as one module: a file that is removed when this process ends. */
export const module = async (source: string): Promise<string> => {
  const outfile = join(emptyPlace(), "program.mjs")
  // What is inside and was no module requires what stays outside.
  const banner = {
    js: 'import * as florinModules from "node:module"; const require = florinModules.createRequire(import.meta.url);'
  }
  await build({ ...common, entryPoints: [source], outfile, format: "esm", banner })
  return outfile
}

/** The program under test. */
export const host = join(home, "bin", "host.ts")

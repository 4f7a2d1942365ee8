/**
 * A program of this repository as one file, compiled: it starts much faster than from its sources, for tests that start
 * one again and again.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { build, type Plugin } from "esbuild"

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

/**
 * The file to run in place of this one, which is removed when this process ends. What Node
 * compiled for the first server is left to all later runs, and until then that of the first run that ends by itself.
 */
export const make = (source: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    mkdirSync(shelf, { recursive: true })
    const place = mkdtempSync(join(shelf, "program-"))
    process.once("exit", () => rmSync(place, { recursive: true, force: true }))
    const program = join(place, "load.cjs")
    copyFileSync(join(home, "bin", "load.cjs"), program)
    await build({
      entryPoints: [source],
      outfile: join(place, "program.cjs"),
      ...{ bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "error" },
      // Native code, and what only looks for native code.
      external: ["better-sqlite3", "pg-native"],
      plugins: [required],
      // What is read again at every start is short, and in one-byte letters.
      ...{ minifyWhitespace: true, charset: "ascii" }
    })
    return program
  })

/** The program under test. */
export const host = make(join(home, "bin", "host.ts"))

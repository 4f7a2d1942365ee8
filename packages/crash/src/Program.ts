/**
 * The process under test as one file, compiled: it starts ten times faster than from its sources.
 *
 * @since 0.1.0
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { build } from "esbuild"
import * as Process from "./Process.js"

const home = fileURLToPath(new URL("..", import.meta.url))

// It stands beside the packages that stay outside of it, or they would not be found.
const shelf = join(home, "node_modules", ".cache")

const directory = Effect.acquireRelease(
  Effect.sync(() => {
    mkdirSync(shelf, { recursive: true })
    return mkdtempSync(join(shelf, "host-"))
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const bundle = (outfile: string) =>
  Effect.promise(() =>
    build({
      entryPoints: [join(home, "bin", "host.ts")],
      outfile,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      // Native code, and what only looks for native code.
      external: ["better-sqlite3", "pg-native"],
      logLevel: "error"
    })
  )

/** Once through a start and a stop: what was compiled for that is kept for all who come after. */
const rehearse = Effect.fnUntraced(function* (program: string, place: string) {
  const nobody = "http://127.0.0.1:9"
  const rehearsal = yield* Process.start(program, {
    store: { _tag: "Sqlite", filename: join(place, "rehearsal.db") },
    keys: join(place, "rehearsal.json"),
    acquirer: nobody,
    webhooks: nobody,
    ahead: 0,
    traps: []
  })
  yield* rehearsal.url
  yield* rehearsal.stop
}, Effect.scoped)

/**
 * The program to start, which is removed with the scope.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make: Effect.Effect<string, Process.ProcessEnded, Scope.Scope> = Effect.gen(function* () {
  const place = yield* directory
  const program = join(place, "load.cjs")
  copyFileSync(join(home, "bin", "load.cjs"), program)
  yield* bundle(join(place, "host.cjs"))
  yield* rehearse(program, place)
  return program
})

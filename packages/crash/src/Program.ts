/**
 * The process under test.
 *
 * @since 0.1.0
 */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Compiled from "./Compiled.js"
import * as Process from "./Process.js"

const source = fileURLToPath(new URL("../bin/host.ts", import.meta.url))

/** Once through a start and a stop: what was compiled for that is kept for all who come after. */
const rehearse = Effect.fnUntraced(function* (program: string) {
  const place = dirname(program)
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
 * The program to start.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make: Effect.Effect<string, Process.ProcessEnded> = Effect.tap(Compiled.make(source), rehearse)

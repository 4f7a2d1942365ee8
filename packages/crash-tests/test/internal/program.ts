/** The program under test, made once for all tests of this worker. */
import * as Program from "@florin/crash-tests/Program"
import * as Effect from "effect/Effect"

export const program: Effect.Effect<Program.Program> = Effect.runSync(Effect.cached(Effect.orDie(Program.make)))

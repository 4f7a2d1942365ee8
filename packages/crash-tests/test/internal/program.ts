/** The program under test, made once for all tests of this worker; its processes end with the worker. */
import * as Program from "@florin/crash-tests/Program"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"

const scope = Effect.runSync(Scope.make())

export const program: Effect.Effect<Program.Program> = Effect.runSync(
  Effect.cached(Effect.orDie(Scope.extend(Program.makeReused, scope)))
)

/** The program under test, made once for all tests of this worker and removed when it ends. */
import { rmSync } from "node:fs"
import { dirname } from "node:path"
import * as Program from "@florin/crash/Program"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"

const make = async (): Promise<string> => {
  const program = await Effect.runPromise(Scope.extend(Program.make, Effect.runSync(Scope.make())))
  // What the scope would do, had it an end.
  process.once("exit", () => rmSync(dirname(program), { recursive: true, force: true }))
  return program
}

let made: Promise<string> | undefined

export const program: Effect.Effect<string> = Effect.promise(() => {
  made ??= make()
  return made
})

/** The sandbox's own books and clock in memory, read at once. */
import * as Ledger from "@florin/sandbox/Ledger"
import type * as Movement from "@florin/sandbox/Movement"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Movement as ShownMovement } from "../faces/sandboxControls.js"
import { nowOf } from "../host/promises.js"

const shownMovement = ({ at, ...movement }: Movement.Movement): ShownMovement => ({
  ...movement,
  at: DateTime.formatIso(at)
})

/** A clock that stands at an instant in milliseconds since 1970, and empty books. */
export const make = (standsAt: number) => {
  const database = nowOf(SandboxDatabase.makeMemory)
  const stand = Effect.orDie(database.rememberClock({ standsAt, ahead: null }))
  const { movements } = nowOf(Effect.provideService(Ledger.make, SandboxDatabase.SandboxDatabase, database))
  nowOf(stand)
  return {
    database,
    now: (): number => nowOf(Effect.orDie(database.recallClock))?.standsAt ?? standsAt,
    movements: (): ReadonlyArray<ShownMovement> => nowOf(Effect.orDie(movements)).map(shownMovement)
  }
}

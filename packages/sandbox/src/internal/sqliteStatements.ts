import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Database } from "better-sqlite3"
import type { Standing } from "../Movement.js"
import type { ClockState, Kept, NewMovement } from "../Records.js"
import { selectMovements, selectStanding, withoutNullParent } from "./standing.js"

const insertMovement = `
  INSERT INTO movements (kind, amount, currency, reference, parent, card, at) VALUES (?, ?, ?, ?, ?, ?, ?)`

const upsertKey = `
  INSERT INTO keys (key, request, answer) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET request = excluded.request, answer = excluded.answer`

const upsertClock = `
  INSERT INTO clock (id, stands_at, ahead) VALUES (1, ?, ?)
  ON CONFLICT (id) DO UPDATE SET stands_at = excluded.stands_at, ahead = excluded.ahead`

/** The sandbox's statements, prepared once for a connection. */
export const statements = (connection: Database) => {
  const kept = connection.prepare<[string], Kept>("SELECT request, answer FROM keys WHERE key = ?")
  const keep = connection.prepare(upsertKey)
  const standing = connection.prepare<[string], Standing>(`${selectStanding("movements")} ?`)
  const addMovement = connection.prepare(insertMovement)
  const movements = connection.prepare<[], { readonly parent: string | null }>(selectMovements("movements"))
  const clock = connection.prepare<[], ClockState>('SELECT stands_at AS "standsAt", ahead FROM clock')
  const setClock = connection.prepare(upsertClock)

  return {
    kept: (key: AcquirerKey): Kept | undefined => kept.get(key),
    keep: (key: AcquirerKey, { answer, request }: Kept): void => void keep.run(key, request, answer),
    standing: (reference: AcquirerKey): Standing | undefined => standing.get(reference),
    addMovement: ({ amount, at, card, currency, key, kind, parent }: NewMovement): void =>
      void addMovement.run(kind, amount, currency, key, parent ?? null, card, at),
    movements: (): ReadonlyArray<object> => movements.all().map(withoutNullParent),
    clock: (): ClockState | undefined => clock.get(),
    setClock: ({ ahead, standsAt }: ClockState): void => void setClock.run(standsAt, ahead)
  }
}

import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Database } from "better-sqlite3"
import * as Option from "effect/Option"
import type { Entry, Standing } from "../Movement.js"

interface KeyRow {
  readonly request: string
  readonly manner: string
  readonly answer: string
}

interface NewMovement extends Omit<Entry, "card"> {
  readonly card: string | null
  readonly at: number
}

const taken = (kind: string) =>
  `(SELECT coalesce(sum(amount), 0) FROM movements c WHERE c.parent = p.reference AND c.kind = '${kind}')`

const selectStanding = `
  SELECT p.kind, p.amount, p.currency, p.card,
    ${taken("capture")} AS captured, ${taken("void")} AS voided, ${taken("refund")} AS refunded
  FROM movements p WHERE p.reference = ?`

const selectMovements = `
  SELECT 'mov_' || id AS id, kind, amount, currency, reference, parent, at FROM movements ORDER BY id`

const insertMovement = `
  INSERT INTO movements (kind, amount, currency, reference, parent, card, at) VALUES (?, ?, ?, ?, ?, ?, ?)`

const withoutNullParent = ({ parent, ...rest }: { readonly parent: string | null }): object =>
  parent === null ? rest : { ...rest, parent }

/** The ledger's statements, prepared once for a connection. */
export const statements = (connection: Database) => {
  const findKey = connection.prepare<[string], KeyRow>("SELECT request, manner, answer FROM keys WHERE key = ?")
  const addKey = connection.prepare("INSERT INTO keys (key, request, manner, answer) VALUES (?, ?, ?, ?)")
  const standing = connection.prepare<[string], Standing>(selectStanding)
  const addMovement = connection.prepare(insertMovement)
  const movements = connection.prepare<[], { readonly parent: string | null }>(selectMovements)

  return {
    findKey: (key: AcquirerKey): KeyRow | undefined => findKey.get(key),
    addKey: (key: AcquirerKey, request: string, manner: string, answer: string): void => {
      addKey.run(key, request, manner, answer)
    },
    standing: (reference: AcquirerKey): Option.Option<Standing> => Option.fromNullable(standing.get(reference)),
    addMovement: ({ amount, at, card, currency, key, kind, parent }: NewMovement): void => {
      addMovement.run(kind, amount, currency, key, parent ?? null, card, at)
    },
    movements: (): ReadonlyArray<object> => movements.all().map(withoutNullParent)
  }
}

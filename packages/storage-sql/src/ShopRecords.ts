/** Shops stored in the database. Their document is opaque to this module. */

import { ClaimLost, claimIn } from "@florin/core/commits/CommandKey"
import { currentActionIn } from "@florin/core/commits/CurrentAction"
import { ShopId } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { Database } from "./Database.js"
import { subjectOf } from "./internal/firstAnswers.js"
import { finding, listing, read, write } from "./internal/queries.js"
import { instant, number, text } from "./internal/values.js"

/** A stored shop. Only the hash of its secret is stored. */
export interface ShopRecord {
  readonly secretHash: string
  readonly document: string
}

/** A shop to keep. */
export interface KeptShopRecord extends ShopRecord {
  /** By which the shop is found from its public key; null: it is not. Of one shop at a time. */
  readonly openKey: string | null
}

/** A shop to insert. */
export interface NewShopRecord extends KeptShopRecord {
  readonly id: ShopId
  readonly createdAt: DateTime.Utc
}

/** A shop in a list. */
export interface ListedShopRecord extends Pick<ShopRecord, "document"> {
  readonly id: ShopId
  readonly createdAt: DateTime.Utc
}

/** The shops of this database. */
export class ShopRecords extends Context.Tag("@florin/storage-sql/ShopRecords")<
  ShopRecords,
  {
    /** Errors: `StorageError` with `constraint` when the id is taken. */
    readonly insert: (shop: NewShopRecord) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    readonly find: (id: ShopId) => Effect.Effect<Option.Option<ShopRecord>, StorageError>
    readonly findByOpenKey: (
      openKey: string
    ) => Effect.Effect<Option.Option<ShopRecord & { readonly id: ShopId }>, StorageError>
    readonly count: Effect.Effect<number, StorageError>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<ListedShopRecord>, StorageError>
    /** The shops of which this database has transactions, plans or customers, whoever keeps the shops. */
    readonly inBooks: Effect.Effect<ReadonlyArray<ShopId>, StorageError>
    /** Succeeds with `false` when the shop doesn't exist. */
    readonly replace: (id: ShopId, shop: KeptShopRecord) => Effect.Effect<boolean, StorageError, UnitOfWorkContext>
  }
>() {}

const insert = write(
  "shops.insert",
  "INSERT INTO {shops} (id, secret_hash, document, open_key, created_at) VALUES (?, ?, ?, ?, ?)"
)

const replace = write(
  "shops.replace",
  "UPDATE {shops} SET secret_hash = ?, document = ?, open_key = ? WHERE id = ? RETURNING id"
)

const appendAudit = write(
  "audit.append",
  `INSERT INTO {audit} (id, at, kind, actor, entrance, address, operation, shop_id, subject, detail)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

const markKey = write(
  "idempotency.mark",
  `UPDATE {idempotency_keys} SET subject = ?
  WHERE shop_id = ? AND request_key = ? AND fingerprint = ? AND claimed_at = ? AND answer_status IS NULL
  RETURNING request_key`
)

/**
 * A change under a key marks it with the shop, so that a repetition after a crash answers what was done: done twice, a
 * rotation would end the secret that the shop uses. Source: D13.
 */
const marked = <A>(id: ShopId, change: Effect.Effect<A, StorageError, UnitOfWorkContext>) =>
  Effect.contextWithEffect((context: Context.Context<UnitOfWorkContext>) => {
    const claim = claimIn(context as Context.Context<never>)
    if (claim === undefined) return change
    const { claimedAt, fingerprint, key, shop, subject } = claim
    const mark = markKey(subjectOf(subject, id) ?? "", shop, key, fingerprint, claimedAt)
    const kept = Effect.flatMap(mark, (rows) => (rows.length === 0 ? Effect.die(new ClaimLost()) : Effect.void))
    return Effect.zipLeft(change, kept)
  })

/** Whoever changes a shop for somebody keeps who that is, in the same unit of work. Source: D75. */
const acted = <A>(change: Effect.Effect<A, StorageError, UnitOfWorkContext>) =>
  Effect.contextWithEffect((context: Context.Context<UnitOfWorkContext>) => {
    const acting = currentActionIn(context as Context.Context<never>)
    if (acting === undefined || acting.isKept) return change
    const { actor, address, at, detail, entrance, id, kind, operation, shop, subject } = acting.entry
    const entry = [id, DateTime.toEpochMillis(at), kind, actor, entrance, address, operation, shop, subject, detail]
    const kept = Effect.map(appendAudit(...entry), () => {
      acting.isKept = true
    })
    return Effect.zipLeft(change, kept)
  })

/** Goes from one shop to the next by the index, and not through the rows of each. */
const shopsIn = (table: string): string =>
  `WITH RECURSIVE ids(id) AS (
    SELECT MIN(shop_id) FROM ${table}
    UNION ALL
    SELECT (SELECT MIN(shop_id) FROM ${table} WHERE shop_id > ids.id) FROM ids WHERE ids.id IS NOT NULL
  ) SELECT id FROM ids WHERE id IS NOT NULL`

export const make = Effect.map(Database, (database) => {
  // Runs once per request.
  const find = finding(database)("shops.find", "SELECT secret_hash, document FROM {shops} WHERE id = ?", (row) => ({
    secretHash: text(row, "secret_hash"),
    document: text(row, "document")
  }))
  const openKeys = "SELECT id, secret_hash, document FROM {shops} WHERE open_key = ?"
  const findByOpenKey = finding(database)("shops.findByOpenKey", openKeys, (row) => ({
    id: text(row, "id") as ShopId,
    secretHash: text(row, "secret_hash"),
    document: text(row, "document")
  }))
  const count = read(database)("shops.count", "SELECT COUNT(*) AS shops FROM {shops}")
  const inOrder = "SELECT id, document, created_at FROM {shops} ORDER BY created_at, id"
  const list = listing(database)("shops.list", inOrder, (row) => ({
    id: text(row, "id") as ShopId,
    document: text(row, "document"),
    createdAt: instant(row, "created_at")
  }))

  const books = ["{transactions}", "{plans}", "{customers}"].map((table) =>
    read(database)("shops.inBooks", shopsIn(table))
  )

  return ShopRecords.of({
    insert: ({ createdAt, document, id, openKey, secretHash }) =>
      acted(marked(id, Effect.asVoid(insert(id, secretHash, document, openKey, DateTime.toEpochMillis(createdAt))))),
    find,
    findByOpenKey,
    count: Effect.map(count(), ([row]) => number(row!, "shops")),
    list: list(),
    inBooks: Effect.map(
      Effect.forEach(books, (ask) => ask()),
      (found) => [...new Set(found.flat().map((row) => ShopId.make(text(row, "id"))))].sort()
    ),
    replace: (id, { document, openKey, secretHash }) =>
      acted(
        marked(
          id,
          Effect.map(replace(secretHash, document, openKey, id), (rows) => rows.length > 0)
        )
      )
  })
})

/** Shops kept in the database, as rows whose document is opaque here. */
import { ShopId } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "./Database.js"
import { number, text } from "./internal/records.js"
import { read, write } from "./internal/statement.js"

/** What is kept of a shop: its secret only as a hash. */
export interface ShopRecord {
  readonly secretHash: string
  readonly document: string
}

/** A shop that is not kept yet. */
export interface NewShopRecord extends ShopRecord {
  readonly id: ShopId
  readonly createdAt: DateTime.Utc
}

/** A shop as a list shows it. */
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
    readonly count: Effect.Effect<number, StorageError>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<ListedShopRecord>, StorageError>
    /** Says whether there is such a shop. */
    readonly replaceSecret: (id: ShopId, secretHash: string) => Effect.Effect<boolean, StorageError, UnitOfWorkContext>
  }
>() {}

const insert = write("shops.insert", "INSERT INTO shops (id, secret_hash, document, created_at) VALUES (?, ?, ?, ?)")

const replaceSecret = write("shops.replaceSecret", "UPDATE shops SET secret_hash = ? WHERE id = ? RETURNING id")

export const make = Effect.map(Database, (database) => {
  const query = read(database)
  const find = query("shops.find", "SELECT secret_hash, document FROM shops WHERE id = ?")
  const count = query("shops.count", "SELECT COUNT(*) AS shops FROM shops")
  const list = query("shops.list", "SELECT id, document, created_at FROM shops ORDER BY created_at, id")

  return ShopRecords.of({
    insert: ({ createdAt, document, id, secretHash }) =>
      Effect.asVoid(insert(id, secretHash, document, DateTime.toEpochMillis(createdAt))),
    find: (id) =>
      Effect.map(find(id), (rows) =>
        Option.map(Option.fromNullable(rows[0]), (row) => ({
          secretHash: text(row, "secret_hash"),
          document: text(row, "document")
        }))
      ),
    count: Effect.suspend(() => Effect.map(count(), (rows) => number(rows[0]!, "shops"))),
    list: Effect.suspend(() =>
      Effect.map(list(), (rows) =>
        rows.map((row) => ({
          id: ShopId.make(text(row, "id")),
          document: text(row, "document"),
          createdAt: DateTime.unsafeMake(number(row, "created_at"))
        }))
      )
    ),
    replaceSecret: (id, secretHash) => Effect.map(replaceSecret(secretHash, id), (rows) => rows.length > 0)
  })
})

export const layer: Layer.Layer<ShopRecords, never, Database> = Layer.effect(ShopRecords, make)

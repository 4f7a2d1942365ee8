import type { Row } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import type { DatabaseService } from "../Database.js"
import { limit, read, tell, write } from "./queries.js"
import { all, number } from "./values.js"

interface Sealed<A> {
  readonly table: string
  /** The columns of a row's id within its shop, and of what the key has sealed. */
  readonly id: string
  readonly sealed: string
  readonly rowOf: (row: Row) => A
}

/** What the rotation of keys needs of a table whose rows they seal. */
export const sealedRows = <A>(database: DatabaseService, { id, rowOf, sealed, table }: Sealed<A>) => {
  const operation = `${table}.notSealedWith`
  // Two ranges around the key, because `<>` can't use an index. What no key has sealed has the empty one.
  const others = `FROM {${table}} WHERE ((key_id > '' AND key_id < ?) OR key_id > ?)`
  const select = `SELECT shop_id, ${id}, key_id, ${sealed} ${others} ORDER BY key_id, shop_id, ${id} ${limit}`
  const list = write(operation, `${select}${database.dialect.forUpdate}`)
  const count = read(database)(`${table}.countNotSealedWith`, `SELECT COUNT(*) AS others ${others}`)
  const update = `UPDATE {${table}} SET key_id = ?, ${sealed} = ? WHERE shop_id = ? AND ${id} = ?`

  return {
    notSealedWith: (keyId: string, most: number) => Effect.flatMap(list(keyId, keyId, most), all(operation, rowOf)),
    countNotSealedWith: (keyId: string) => Effect.map(count(keyId, keyId), ([row]) => number(row!, "others")),
    /** Takes the new key and what it has sealed, the shop and the id. */
    replaceSealed: tell(`${table}.replaceSealed`, update)
  }
}

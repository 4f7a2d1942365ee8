/** Transactions in SQL: searchable fields are columns, the rest is one document. */
import { leastUidAt, type TransactionUid } from "@florin/core/ids/Ids"
import type { Period } from "@florin/core/money/Movement"
import { type PageRequest, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { finding, limit, listing, read, tell } from "./internal/queries.js"
import { transactionOf, transitionOf } from "./internal/records.js"
import * as Search from "./internal/transactionSearch.js"

/** The most uids in one statement. */
const most = 500

/** The most history rows read for one transaction. */
const historyLimit = 1000

// Sorts after every uid, which begins with a hexadecimal digit.
const end = "g"

// One lower bound: of two, SQLite would use either, and might read the pages before this one too.
const rangeOf = ({ from, to }: Period, { after, limit }: PageRequest) =>
  [after ?? leastUidAt(from.epochMillis), leastUidAt(to.epochMillis), after ?? "", limit] as const

const inRange = "uid >= ? AND uid < ? AND uid <> ?"

const ofUids = (count: number): string =>
  `SELECT document FROM {transactions} WHERE uid IN (${Array.from({ length: count }, () => "?").join(", ")})`

const keepNote = tell(
  "transactions.keepNote",
  `INSERT INTO {transaction_notes} (shop_id, uid, note) VALUES (?, ?, ?)
  ON CONFLICT (shop_id, uid) DO UPDATE SET note = excluded.note`
)
const removeNote = tell("transactions.removeNote", "DELETE FROM {transaction_notes} WHERE shop_id = ? AND uid = ?")

export const makeCounting = (countedTo: number) =>
  Effect.map(Database, (database) => {
    const found = (operation: string, statement: string) => finding(database)(operation, statement, transactionOf)
    const listed = (operation: string, statement: string) => listing(database)(operation, statement, transactionOf)
    const created = listed(
      "transactions.created",
      `SELECT document FROM {transactions} WHERE ${inRange} ORDER BY uid ${limit}`
    )
    const moved = listed(
      "transactions.moved",
      `SELECT document FROM {transactions} WHERE shop_id = ? AND ${inRange}
      AND status = 'successful' AND type NOT IN ('tokenization', 'proof') ORDER BY uid ${limit}`
    )
    // In this order, and by an expression: SQLite would go through all transactions of the shop in the order of their uids.
    const ofCustomer = listed(
      "transactions.ofCustomer",
      `SELECT t.document FROM {subscriptions} s CROSS JOIN {transactions} t
      WHERE t.subscription = s.id AND t.shop_id = s.shop_id
        AND s.shop_id = ? AND s.customer_id = ? AND (t.uid || '') < ? AND t.type = 'payment'
      ORDER BY (t.uid || '') DESC ${limit}`
    )
    const history = listing(database)(
      "transactions.history",
      `SELECT * FROM {transaction_history} WHERE shop_id = ? AND uid = ? ORDER BY version ${limit}`,
      transitionOf
    )
    const note = read(database)(
      "transactions.note",
      "SELECT note FROM {transaction_notes} WHERE shop_id = ? AND uid = ?"
    )

    const findAll = (uids: ReadonlyArray<TransactionUid>) =>
      Effect.map(
        Effect.forEach(Arr.chunksOf(uids, most), (some) =>
          listed("transactions.findAll", ofUids(some.length))(...some)
        ),
        (parts) => parts.flat()
      )

    return TransactionStore.of({
      find: found("transactions.find", "SELECT document FROM {transactions} WHERE shop_id = ? AND uid = ?"),
      findPublic: found("transactions.findPublic", "SELECT document FROM {transactions} WHERE uid = ?"),
      findByTrackingId: listed(
        "transactions.findByTrackingId",
        `SELECT t.document FROM {tracking_ids} i JOIN {transactions} t ON t.shop_id = i.shop_id AND t.uid = i.uid
      WHERE i.shop_id = ? AND i.tracking_id = ? ORDER BY i.created_at DESC, i.uid DESC ${limit}`
      ),
      findByReference: listed(
        "transactions.findByReference",
        `SELECT t.document FROM {acquirer_references} r JOIN {transactions} t ON t.shop_id = r.shop_id AND t.uid = r.uid
      WHERE r.gateway_id = ? AND r.reference = ? ORDER BY r.uid DESC ${limit}`
      ),
      newest: Search.make(database, findAll, countedTo),
      ofCustomer: (shop, customer, { after = end, limit }) => ofCustomer(shop, customer, after, limit),
      created: (period, page) => created(...rangeOf(period, page)),
      moved: (shop, period, page) => moved(shop, ...rangeOf(period, page)),
      findAll,
      history: (shop, uid) => history(shop, uid, historyLimit),
      note: (shop, uid) => Effect.map(note(shop, uid), ([row]) => (row === undefined ? null : String(row.note))),
      keepNote: (shop, uid, note) => (note === "" ? removeNote(shop, uid) : keepNote(shop, uid, note))
    })
  })

// So many rows are sorted within a few milliseconds.
export const make = makeCounting(10_000)

/** Which indexes SQLite reads for what a shop has little of, among very much: it knows nothing of how much there is. */
import { assert, describe, it } from "@effect/vitest"
import type { CardToken, CustomerId, SubscriptionId, TransactionUid } from "@florin/core/ids/Ids"
import { AuditStore } from "@florin/core/people/PersonStore"
import { BillStore } from "@florin/core/subscriptions/BillStore"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import { Database, type DatabaseService } from "@florin/storage-sql/Database"
import * as SqlBillingStores from "@florin/storage-sql/SqlBillingStores"
import * as SqlOperatorStore from "@florin/storage-sql/SqlOperatorStore"
import * as SqlPeopleStores from "@florin/storage-sql/SqlPeopleStores"
import * as SqlTransactionStore from "@florin/storage-sql/SqlTransactionStore"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { shop } from "@florin/testing/stores/StoreUnderTest"
import Sqlite from "better-sqlite3"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { temporaryFile } from "./internal/files.js"

const uid = "018bcfe5-6800-7000-8000-000000000000" as TransactionUid

/** The stores over a database that says which statements it is asked. */
const stores = (database: DatabaseService) =>
  Effect.all({
    transactions: SqlTransactionStore.make,
    operator: SqlOperatorStore.make,
    billing: SqlBillingStores.make,
    people: SqlPeopleStores.make
  }).pipe(Effect.provideService(Database, database))

type Stores = Effect.Effect.Success<ReturnType<typeof stores>>

const transactions = "florin_transactions"

const lists: ReadonlyArray<
  readonly [what: string, read: (all: Stores) => Effect.Effect<unknown, unknown>, index: string]
> = [
  [
    "what follows a transaction",
    ({ operator }) => operator.overview.followers(shop, uid, 9),
    `${transactions}_by_parent`
  ],
  [
    "what a customer has paid",
    ({ transactions }) => transactions.ofCustomer(shop, "cst_1" as CustomerId, { limit: 9 }),
    `${transactions}_by_subscription`
  ],
  [
    "whether a customer has paid",
    ({ billing }) => Context.get(billing, BillStore).hasPaid(shop, "cst_1" as CustomerId, undefined),
    `${transactions}_by_subscription`
  ],
  [
    "what one customer has, of balances",
    ({ billing }) => Context.get(billing, BillStore).account(shop, "cst_1"),
    "sqlite_autoindex_florin_balances_1"
  ],
  [
    "what one customer has, of customer_coupons",
    ({ billing }) => Context.get(billing, BillStore).account(shop, "cst_1"),
    "sqlite_autoindex_florin_customer_coupons_1"
  ],
  [
    "what two customers has, of balances",
    ({ billing }) =>
      Effect.all(
        ["cst_1", "cst_2"].map((owner) => Context.get(billing, BillStore).account(shop, owner)),
        { concurrency: 2 }
      ),
    "sqlite_autoindex_florin_balances_1"
  ],
  [
    "what two customers has, of customer_coupons",
    ({ billing }) =>
      Effect.all(
        ["cst_1", "cst_2"].map((owner) => Context.get(billing, BillStore).account(shop, owner)),
        { concurrency: 2 }
      ),
    "sqlite_autoindex_florin_customer_coupons_1"
  ],
  [
    "usage",
    ({ billing }) => Context.get(billing, BillStore).usage(shop, "sbs_1" as SubscriptionId, 3),
    "sqlite_autoindex_florin_usage_totals_1"
  ],
  [
    "subscriptions of a card",
    ({ billing }) => Context.get(billing, SubscriptionStore).byCard(shop, "7" as CardToken),
    "florin_subscriptions_by_card"
  ],
  [
    "subscriptions of a customer",
    ({ billing }) => Context.get(billing, SubscriptionStore).byCustomer(shop, "cst_1" as CustomerId),
    "florin_subscriptions_by_customer"
  ],
  [
    "what is pending",
    ({ transactions }) => transactions.newest(shop, { status: "pending", limit: 9 }),
    `${transactions}_undecided`
  ],
  [
    "what is pending, of all shops",
    ({ transactions }) => transactions.newest(null, { status: "pending", limit: 9 }),
    `${transactions}_undecided`
  ],
  [
    "what is expired",
    ({ transactions }) => transactions.newest(shop, { status: "expired", limit: 9 }),
    `${transactions}_by_reason`
  ],
  [
    "what failed",
    ({ transactions }) => transactions.newest(shop, { status: "failed", limit: 9 }),
    `${transactions}_by_reason`
  ],
  [
    "what was denied",
    ({ people }) => Context.get(people, AuditStore).list({ kind: "denied", limit: 9, sight: "all" }),
    "florin_audit_by_kind"
  ],
  [
    "what was denied in a shop",
    ({ people }) => Context.get(people, AuditStore).list({ kind: "denied", limit: 9, sight: [shop] }),
    "florin_audit_by_kind"
  ],
  [
    "an operation in the audit",
    ({ people }) => Context.get(people, AuditStore).list({ operation: "refund", limit: 9, sight: "all" }),
    "florin_audit_by_operation"
  ]
]

describe("the plans of SQLite", () => {
  it.scoped.each(lists)("for %s read an index of it", ([, read, index]) =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const requested: Array<readonly [string, ReadonlyArray<unknown>]> = []
      yield* Effect.gen(function* () {
        const database = yield* Database
        const telling: DatabaseService = {
          ...database,
          read: (text, parameters) => {
            requested.push([text, parameters])
            return database.read(text, parameters)
          }
        }
        const all = yield* stores(telling)
        // Some are prepared as the stores are made.
        requested.length = 0
        yield* read(all)
      }).pipe(Effect.provide(SqliteStore.layer({ filename })), Effect.provide(SqliteStore.database({ filename })))
      assert.isAbove(requested.length, 0)
      const file = new Sqlite(filename, { readonly: true })
      for (const [text, parameters] of requested) {
        const plan = file.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...parameters)
        const reads = plan.map(({ detail }) => detail).filter((detail) => /^(?:SCAN|SEARCH) /.test(detail))
        assert.isTrue(
          reads.some((detail) => detail.includes(` INDEX ${index} `)),
          reads.join("\n")
        )
        assert.isFalse(
          reads.some((detail) => detail.startsWith("SCAN florin_") && !detail.includes(" INDEX ")),
          reads.join("\n")
        )
        assert.isFalse(
          reads.some((detail) => /_autoindex_\w+ \(shop_id=\?(?: AND (?:uid|id)[<>]\?)*\)/.test(detail)),
          reads.join("\n")
        )
      }
      file.close()
    })
  )
})

// A bank's report and its answer to the request, recorded at the same instant. Source: D28, D41.
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import { noReport } from "@florin/core/transfers/ProviderReport"
import {
  type TransferAnswer,
  TransferProgress,
  type TransferProvider,
  TransferProviders
} from "@florin/core/transfers/TransferProvider"
import { placeOn } from "@florin/storage-postgres/testing/eitherStore"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { shop, world } from "../internal/world.js"

const amount = Amount.make(500_000)

const payout = Either.getOrThrow(
  TransferRequests.payout({
    request: {
      ...{ amount, currency: "RUB", description: "A payout" },
      method: { type: "sbp", account_number: "+79005553535", bank_code: "100000000004" }
    }
  })
)

const progress = TransferProgress.Paid({ report: noReport, amount, paidAt: DateTime.unsafeMake(0) })

/** A bank that answers when it is let. */
const bank = Effect.gen(function* () {
  const requested = yield* Deferred.make<AcquirerKey>()
  const answer = yield* Deferred.make<TransferAnswer>()
  const provider: TransferProvider = {
    ...{ gatewayId: 7, name: "Bank", simulated: true },
    perform: ({ key }) => Effect.zipRight(Deferred.succeed(requested, key), Deferred.await(answer)),
    status: () => Effect.succeed({ _tag: "Unknown" })
  }
  return { requested, answer, provider }
})

/** How many sessions wait for a row. */
const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Within a transaction it is the same each time otherwise.
  yield* sql`SELECT pg_stat_clear_snapshot()`
  const [found] = yield* sql<{ readonly count: string }>`
    SELECT COUNT(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return Number(found?.count)
})

const untilWaiting = (count: number) => Effect.repeat(waiting, { until: (found) => found >= count })

describe("a report and the answer to the request, at one instant, on PostgreSQL", () => {
  it.scoped("D28: both wait for the transfer and not for each other: neither fails, and it is recorded once", () =>
    Effect.gen(function* () {
      const { client, store } = yield* placeOn("PostgreSQL")
      const { answer, requested, provider } = yield* bank
      const settings = Layer.succeed(TransferProviders, [provider])
      const services = yield* Layer.build(world({ store, settings }))
      const host = yield* Layer.build(client)
      const sql = Context.get(host, SqlClient.SqlClient)
      const { report } = Context.get(services, TransferReports)
      const transfers = Context.get(services, Transfers)
      const own = yield* Effect.provide(shop(), services)

      const paidOut = yield* Effect.fork(transfers.payOut(own, payout))
      const key = yield* Deferred.await(requested)
      const locked = yield* Deferred.make<void>()
      const reporting = yield* Effect.fork(
        Effect.zipRight(Deferred.await(locked), report(provider.gatewayId, key, progress))
      )
      // Both queue up behind this transaction: first the report, which has read nothing yet.
      yield* Effect.gen(function* () {
        yield* sql`SELECT 1 FROM florin_transactions WHERE uid = ${key} FOR UPDATE`
        yield* Deferred.succeed(locked, undefined)
        yield* untilWaiting(1)
        yield* Deferred.succeed(answer, progress)
        yield* untilWaiting(2)
      }).pipe(sql.withTransaction, Effect.provide(host))

      yield* Fiber.join(reporting)
      const { transaction } = yield* Fiber.join(paidOut)
      assert.deepStrictEqual([transaction.status, transaction.version], ["successful", 2])
    })
  )
})

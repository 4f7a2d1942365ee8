import { assert, describe, it } from "@effect/vitest"
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Environment from "@florin/crash-tests/Environment"
import { credentialsOf, shop } from "@florin/crash-tests/Host"
import type { Settings, Store } from "@florin/crash-tests/Protocol"
import * as Loopback from "@florin/testing/parties/Loopback"
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { becomes, program } from "./internal/gateway.js"

const timeout = 240_000

/** What is done with a request: it hangs, or is answered after so many milliseconds. */
type Treatment = "hangs" | { readonly status: number; readonly body?: object; readonly after?: number }

const outsider = (treat: (method: string) => Treatment) =>
  Loopback.serve(({ method }) => {
    const treatment = treat(method)
    if (treatment === "hangs") return Effect.never
    const { after = 0, body = {}, status } = treatment
    return Effect.delay(Effect.succeed({ status, body }), after)
  })

const nowhere = "http://127.0.0.1:9/"

/** The shop whose world hangs. */
const crowded = "crowded"

/** One process, its own shop's merchant, and a merchant of the shop whose world hangs. */
const neighbours = Effect.fnUntraced(function* (webhooks: string, changes: Partial<Settings> = {}) {
  const environment = yield* Environment.make({ program: yield* program })
  const process = yield* environment.start({ ...changes, moreShops: [{ id: crowded, webhooks }] })
  const host = Effect.orDie(process.url)
  const busy = Environment.merchantOf(crowded, host, { name: "busy", patience: "60 seconds" })
  return { environment, quiet: environment.merchant(host), busy, host }
})

let amount = 1000

const pay = (merchant: Merchant, more: object = {}) =>
  Effect.suspend(() => merchant.order("/transactions/payments", Orders.charge(++amount, more)))

/** Fails at once, for there is no acquirer left for it, and is announced: what makes a notification and nothing else. */
const announce = (merchant: Merchant) => pay(merchant, { additional_data: { excluded_gateways: [1] } })

/** So many of them, a few at a time. */
const many = <A>(count: number, effect: Effect.Effect<A>) =>
  Effect.replicateEffect(effect, count, { concurrency: 48, discard: true })

/** The first hundred notifications of the shop that are in a state, when there are so many. */
const listed = ({ read }: Merchant, status: string, count: number) =>
  read(`/notifications?limit=100&status=${status}`).pipe(
    Effect.map((found) => (found as { readonly notifications: ReadonlyArray<{ attempts: number }> }).notifications),
    Effect.delay("50 millis"),
    Effect.repeat({ until: ({ length }) => length === count })
  )

const uid = "substr(uid, 1, 24) || printf('%012x', n)"

/** What differs between the copies of a row. Whatever else a table has, they share. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  florin_transactions: { uid, document: `replace(document, uid, ${uid})` },
  florin_notifications: { id: "substr(id, 1, 28) || printf('%012x', n)", subject: uid.replace("uid", "subject") }
}

/** Copies the only exhausted notification of a SQLite store, with its transaction: thousands would take minutes to order. */
const copyExhausted = (store: Store, count: number): void => {
  const database = new Database(store._tag === "Sqlite" ? store.filename : "", { timeout: 10_000 })
  const copy = (table: string) => {
    const columns = (database.pragma(`table_info(${table})`) as ReadonlyArray<{ name: string }>).map(({ name }) => name)
    return `INSERT INTO ${table} (${columns.join(", ")})
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT ${columns.map((name) => tables[table]![name] ?? name).join(", ")} FROM ${table}, numbers`
  }
  database.exec(`BEGIN IMMEDIATE; ${Object.keys(tables).map(copy).join("; ")}; COMMIT`)
  database.close()
}

/** So many notifications of the shop are due at this moment; before that its receiver has refused each of them once. */
const sentAgain = Effect.fnUntraced(function* (count: number, then: Treatment) {
  let treatment: Treatment = { status: 500 }
  const { counts, url } = yield* outsider(() => treatment)
  const { busy, environment, quiet } = yield* neighbours(url, { retryDelays: [] })
  yield* announce(busy)
  yield* listed(busy, "exhausted", 1)
  copyExhausted(environment.store, count - 1)
  treatment = then
  yield* busy.command("/notifications/resend")
  yield* becomes(() => counts.begun > 1)
  yield* announce(quiet)
  return { counts, isReported: () => environment.receiver.deliveries().length > 0 }
})

// Source: D42. Each scene looks at the other shop, and counts what happened before its turn came: how fast this machine
// is makes no difference.
// The bench `fairness` times the same scenes, with the numbers that would take minutes here: 3,000 at a second each, and
// 100,000 sent again.
describe.concurrent("what hangs costs itself, and the other shop", () => {
  it.scopedLive(
    "has its transaction recovered at a healthy acquirer, with 200 in doubt at one that hangs",
    () =>
      Effect.gen(function* () {
        // An answer that is none leaves a charge in doubt.
        const hanging = yield* outsider((method) => (method === "GET" ? "hangs" : { status: 200 }))
        const approved = AcquirerAnswer.Approved({ report: noReport })
        const healthy = yield* outsider((method) => ({ status: 200, body: method === "GET" ? approved : {} }))
        const acquirers = [hanging.url, healthy.url]
        const { busy, environment, quiet } = yield* neighbours(nowhere, { acquirers })
        yield* many(200, pay(busy))
        yield* becomes(() => hanging.counts.begun > 200)
        const before = hanging.counts.givenUp
        const order = yield* pay(quiet, { additional_data: { excluded_gateways: [1] } })
        assert.strictEqual(order.acknowledged?.status, "pending")
        const isReported = () => environment.receiver.deliveries().some(({ status }) => status === "successful")
        yield* becomes(() => isReported() || hanging.counts.givenUp - before >= 16)
        assert.isTrue(isReported(), "16 questions have hung to their end, and it has not been asked")
      }),
    timeout
  )

  it.scopedLive(
    "loses no attempt at a receiver that takes a second for each of 200",
    () =>
      Effect.gen(function* () {
        const { counts, url } = yield* outsider(() => ({ status: 200, after: 1000 }))
        const { busy } = yield* neighbours(url)
        yield* many(200, announce(busy))
        yield* becomes(() => counts.answered >= 200 || counts.givenUp > 0)
        assert.strictEqual(counts.givenUp, 0)
        const delivered = yield* listed(busy, "delivered", 100)
        assert.deepStrictEqual([...new Set(delivered.map(({ attempts }) => attempts))], [1])
        assert.strictEqual(counts.begun, 200)
      }),
    timeout
  )

  it.scopedLive(
    "is never answered 429 while the verification of 1,200 requests hangs where 1,000 have a place",
    () =>
      Effect.gen(function* () {
        const { counts, url } = yield* outsider(() => "hangs")
        const { host } = yield* neighbours(nowhere)
        // With nothing between a request and its answer.
        const ask = (id: string, amount: number, more: object = {}) => {
          const authorization = `Basic ${Buffer.from(credentialsOf(id)).toString("base64")}`
          const headers = { authorization, "content-type": "application/json" }
          const body = JSON.stringify({ request: Orders.charge(amount, more) })
          const reply = Environment.via(host)({ method: "POST", path: "/transactions/payments", headers, body })
          return Effect.map(Effect.orDie(reply), ({ status }) => status)
        }
        let refused = 0
        const visitor = (index: number) =>
          Effect.map(ask(crowded, 10_000 + index, { verification_url: url }), (status) => {
            if (status === 429) refused += 1
          })
        const crowd = yield* Effect.fork(
          Effect.forEach(Array.from({ length: 1200 }).keys(), visitor, { concurrency: "unbounded", discard: true })
        )
        // What is not refused waits: inside, or somewhere where it takes up no place.
        yield* becomes(() => refused >= 200 || counts.begun === 1200 || counts.givenUp > 0)
        const answers = yield* Effect.forEach([2001, 2002, 2003, 2004, 2005], (amount) => ask(shop.id, amount))
        assert.deepStrictEqual(answers, [200, 200, 200, 200, 200])
        yield* Fiber.interrupt(crowd)
      }),
    timeout
  )

  // To one receiver there are 16 connections: so many hang at a time, and end at a time.
  it.scopedLive.each([
    { what: "the next of 400 hang to their end", count: 400, then: "hangs", before: { begun: 400, givenUp: 16 } },
    {
      what: "half of 800 are sent again",
      count: 800,
      then: { status: 200, after: 100 },
      before: { begun: 400, givenUp: 0 }
    }
  ] as const)(
    "has its notification delivered before $what",
    ({ before, count, then }) =>
      Effect.gen(function* () {
        const { counts, isReported } = yield* sentAgain(count, then)
        const { begun, givenUp } = before
        const earlier = counts.givenUp
        yield* becomes(() => isReported() || counts.begun > begun || counts.givenUp - earlier > givenUp)
        assert.isTrue(isReported(), `${counts.begun} of the other shop's had their turn before`)
      }),
    timeout
  )
})

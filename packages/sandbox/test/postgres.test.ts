import { assert, describe, it } from "@effect/vitest"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import {
  addressOf,
  newAddress,
  newSchema,
  optionsOf,
  ownDatabase,
  ownServer,
  withSettings
} from "@florin/storage-postgres/testing/database"
import { startServer } from "@florin/storage-postgres/testing/postgres"
import { proxyTo } from "@florin/storage-postgres/testing/proxy"
import { about, charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { GatewaySchema, layer, SandboxDatabase } from "../src/SandboxDatabase.js"
import { onServer } from "./databases.js"
import { schemaOfVersion1 } from "./oldTables.js"

const card: AcquirerCard = { number: Redacted.make("4200000000000000"), expMonth: 12, expYear: 2099 }

const over = (address: string) =>
  Layer.provideMerge(SandboxAcquirer.layer(), Layer.provideMerge(Ledger.layer, onServer(address)))

const movements = Effect.flatMap(Ledger.Ledger, (ledger) => ledger.movements)

const run = (text: string) => Effect.promise(async () => (await (await ownDatabase()).client.query(text)).rows)

const schemaOf = (address: string): string => /search_path=(\w+)/.exec(decodeURIComponent(address))![1]!

const opened = (address: string) => Effect.scoped(Layer.build(onServer(address)))

const refusal = (address: string) => Effect.map(Effect.flip(opened(address)), ({ detail, reason }) => [reason, detail])

// D38: its tables are in a schema of the same database.
describe("The sandbox on PostgreSQL", () => {
  it.scopedLive("D38: has its tables in a schema named after the one of the gateway", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      yield* opened(address)
      const rows = yield* run(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schemaOf(address)}_sandbox' ORDER BY 1`
      )
      assert.deepStrictEqual(
        rows.map(({ name }) => name),
        ["clock", "keys", "movements", "sandbox", "transfers"]
      )
    })
  )

  it.scopedLive("D38: two gateways in one database never share a ledger", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* Layer.build(over(yield* newAddress)), yield* Layer.build(over(yield* newAddress))]
      const request = yield* charge("payment", card, { amount: 1000 })
      const { perform } = yield* Effect.provide(SandboxAcquirer.SandboxAcquirer, one)
      yield* perform(request)
      assert.strictEqual((yield* Effect.provide(movements, one)).length, 1)
      assert.strictEqual((yield* Effect.provide(movements, other)).length, 0)
      const { status } = yield* Effect.provide(SandboxAcquirer.SandboxAcquirer, other)
      assert.strictEqual((yield* status(request.key, about))._tag, "NotFound")
    })
  )

  it.scopedLive("is made once by processes that start at the same time", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      yield* Effect.replicateEffect(opened(address), 6, { concurrency: "unbounded", discard: true })
    })
  )

  it.scopedLive("D38: lists what was sent, eleven and more in order, with numbers as numbers", () =>
    Effect.gen(function* () {
      const place = yield* Layer.build(over(yield* newAddress))
      const { perform } = yield* Effect.provide(SandboxAcquirer.SandboxAcquirer, place)
      const hold = yield* charge("authorization", card, { amount: Number.MAX_SAFE_INTEGER })
      yield* perform(hold)
      for (let amount = 1; amount <= 10; amount++) yield* perform(yield* child("Capture", hold.key, { amount }))
      const all = yield* Effect.provide(movements, place)
      assert.deepStrictEqual(
        all.map(({ amount, id, parent }) => [id, Number(amount), parent]),
        [
          ["mov_1", Number.MAX_SAFE_INTEGER, undefined],
          ...Array.from({ length: 10 }, (_, index) => [`mov_${index + 2}`, index + 1, hold.key])
        ]
      )
    })
  )

  it.scopedLive("uses a schema that was made for a role that may make none, and says so where there is none", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const schema = schemaOf(address)
      yield* run(`GRANT USAGE ON SCHEMA ${schema} TO locked`)
      const asRole = address.replace("florin@", "locked:locked@")
      assert.deepStrictEqual(yield* refusal(asRole), ["readonly", "42501 insufficient_privilege"])
      yield* run(`CREATE SCHEMA ${schema}_sandbox; GRANT ALL ON SCHEMA ${schema}_sandbox TO locked`)
      yield* opened(asRole)
    })
  )

  it.scopedLive("refuses tables of another version", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      yield* opened(address)
      yield* run(`UPDATE ${schemaOf(address)}_sandbox.sandbox SET version = 3`)
      assert.deepStrictEqual(yield* refusal(address), ["corrupt", "version"])
    })
  )

  it.scopedLive("D38: takes over tables of the version before, once, though processes start at the same time", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const hold = yield* charge("authorization", card, { amount: 1000 })
      const capture = yield* child("Capture", hold.key, { amount: 400 })
      const round = Effect.gen(function* () {
        const { perform } = yield* SandboxAcquirer.SandboxAcquirer
        return [yield* perform(hold), yield* perform(capture), yield* movements]
      })
      const first = yield* Effect.provide(round, over(address))
      yield* run(schemaOfVersion1(`${schemaOf(address)}_sandbox`))
      yield* Effect.replicateEffect(opened(address), 4, { concurrency: "unbounded", discard: true })
      assert.deepStrictEqual(yield* Effect.provide(round, over(address)), first)
    })
  )

  // PostgreSQL names have at most 63 bytes, and `_sandbox` has eight.
  it.scopedLive.each([
    { length: 55, expected: "opened" },
    { length: 56, expected: "schema-name-too-long" }
  ])("beside a schema whose name has $length bytes: $expected", ({ expected, length }) =>
    Effect.gen(function* () {
      const schema = "s".repeat(length)
      yield* run(`CREATE SCHEMA ${schema}`)
      const { address } = yield* Effect.promise(ownDatabase)
      const outcome = opened(withSettings(address, { search_path: schema })).pipe(
        Effect.as("opened"),
        Effect.catchAll(({ detail }) => Effect.succeed(detail))
      )
      assert.strictEqual(yield* outcome, expected)
    })
  )

  it.live("says that there is no schema to be beside", () =>
    Effect.gen(function* () {
      const { address } = yield* Effect.promise(ownDatabase)
      assert.deepStrictEqual(yield* refusal(withSettings(address, { search_path: "nowhere" })), [
        "corrupt",
        "no-schema"
      ])
    })
  )

  it.live("is unavailable where no server listens", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusal(addressOf("127.0.0.1:1")), ["unavailable", "ECONNREFUSED"])
    })
  )

  it.scopedLive("reports our own mistake as a defect and stays usable", () =>
    Effect.gen(function* () {
      const database = yield* Effect.provide(SandboxDatabase, yield* Layer.build(over(yield* newAddress)))
      const { key } = yield* charge("payment", card, { amount: 1000 })
      const broken = database.record({ key }, () => {
        throw new TypeError("ours")
      })
      assert.strictEqual((yield* Effect.exit(broken))._tag, "Failure")
      assert.match(String(yield* Effect.flip(Effect.sandbox(broken))), /ours/)
      assert.deepStrictEqual(yield* database.record({ key }, ({ kept }) => ({ result: kept })), undefined)
    })
  )

  it.scopedLive.each([
    // A unit that has only begun restarts; a unit that has sent its COMMIT determines the outcome.
    { when: "it begins", side: "onward", text: "hashtextextended", expected: "Approved" },
    { when: "it is written", side: "onward", text: "INSERT", expected: "NoAnswer" },
    { when: "the commit is answered", side: "back", text: "COMMIT", expected: "Approved" }
  ] as const)(
    "answers $expected when its connection is lost as $when, and has booked once afterwards",
    ({ expected, side, text }) =>
      Effect.gen(function* () {
        const proxy = yield* proxyTo((yield* Effect.promise(ownServer)).directory)
        const address = withSettings(addressOf(proxy.place), { search_path: yield* newSchema })
        const place = yield* Layer.build(over(address))
        const { perform } = yield* Effect.provide(SandboxAcquirer.SandboxAcquirer, place)
        const request = yield* charge("payment", card, { amount: 1000 })
        const through = proxy[side]
        proxy[side] = (chunk, passage) => {
          if (!chunk.includes(text)) return chunk
          proxy[side] = through
          passage.client.destroy()
          return undefined
        }
        let isLost = false
        const lose = proxy[side]
        proxy[side] = (chunk, passage) => {
          isLost ||= chunk.includes(text)
          return lose(chunk, passage)
        }
        assert.strictEqual((yield* perform(request))._tag, expected)
        assert.isTrue(isLost)
        assert.strictEqual((yield* perform(request))._tag, "Approved")
        assert.strictEqual((yield* Effect.provide(movements, place)).length, 1)
      })
  )

  it.scopedLive("gives no answer and no status while its server is away, and goes on when it is back", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startServer({ fsync: "off" })),
        ({ remove }) => Effect.promise(remove)
      )
      const place = yield* Layer.build(over(addressOf(server.directory)))
      const { perform, status } = yield* Effect.provide(SandboxAcquirer.SandboxAcquirer, place)
      const before = yield* charge("payment", card, { amount: 1000 })
      const answer = yield* perform(before)
      yield* Effect.promise(() => server.stop("INT"))
      const request = yield* charge("payment", card, { amount: 1000 })
      assert.strictEqual((yield* perform(request))._tag, "NoAnswer")
      assert.strictEqual((yield* status(request.key, about))._tag, "Unknown")
      yield* Effect.promise(() => server.start())
      assert.strictEqual((yield* perform(request))._tag, "Approved")
      assert.deepStrictEqual(yield* perform(before), answer)
      assert.strictEqual((yield* Effect.provide(movements, place)).length, 2)
    })
  )
})

describe("A schema of the sandbox that was named after the first of a search path", () => {
  it.scopedLive("D38, D43a: is named after the gateway's from then on, with all that is booked", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const gateway = `${schemaOf(address)}_gateway`
      const now = SandboxDatabase.pipe(
        Effect.tap(({ rememberClock }) => rememberClock({ standsAt: 7, ahead: null })),
        Effect.provide(onServer(address))
      )
      yield* now
      const later = Layer.provide(layer, PostgresStore.layerClient(optionsOf(address)))
      const recalled = Effect.flatMap(SandboxDatabase, ({ recallClock }) => recallClock).pipe(
        Effect.provide(later),
        Effect.provideService(GatewaySchema, gateway)
      )
      assert.deepStrictEqual(yield* recalled, { standsAt: 7, ahead: null })
      assert.deepStrictEqual(yield* recalled, { standsAt: 7, ahead: null })
      const rows = yield* run(
        `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE '${schemaOf(address)}%' ORDER BY 1`
      )
      yield* run(`DROP SCHEMA ${gateway}_sandbox CASCADE`)
      assert.deepStrictEqual(
        rows.map(({ name }) => name),
        [schemaOf(address), `${gateway}_sandbox`]
      )
    })
  )
})

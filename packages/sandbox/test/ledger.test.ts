import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerCard, AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { about, charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import { inFile } from "./databases.js"
import { temporaryPath } from "./files.js"
import { fileOfVersion1, fileOfVersion2 } from "./oldTables.js"

const number = "4200000000000000"
const card: AcquirerCard = { number: Redacted.make(number), expMonth: 12, expYear: 2099 }

const ledgerIn = (path: string) => Layer.provide(Ledger.layer, inFile(path))

const over = (path: string) => Layer.provideMerge(SandboxAcquirer.layer(), ledgerIn(path))

const perform = (request: AcquirerRequest) =>
  Effect.flatMap(SandboxAcquirer.SandboxAcquirer, (acquirer) => acquirer.perform(request))

const movements = Effect.flatMap(Ledger.Ledger, (ledger) => ledger.movements)

describe("The ledger", () => {
  // D38.
  it.effect("lists its movements with what was sent, in order", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000)
      const hold = yield* charge("authorization", card, { amount: 1000 })
      yield* perform(hold)
      yield* TestClock.adjust("1 second")
      const capture = yield* child("Capture", hold.key, { amount: 400 })
      yield* perform(capture)
      const shown = (yield* movements).map(({ at, ...rest }) => ({ ...rest, at: at.epochMillis }) as object)
      assert.deepStrictEqual(shown, [
        { id: "mov_1", kind: "authorization", amount: 1000, currency: "EUR", reference: hold.key, at: 1000 },
        {
          id: "mov_2",
          kind: "capture",
          amount: 400,
          currency: "EUR",
          reference: capture.key,
          parent: hold.key,
          at: 2000
        }
      ])
    }).pipe(Effect.provide(Layer.provideMerge(SandboxAcquirer.layer(), Ledger.layerMemory)))
  )

  it.effect("lists eleven movements in the order in which they were made", () =>
    Effect.gen(function* () {
      for (let amount = 1; amount <= 11; amount++) yield* perform(yield* charge("payment", card, { amount }))
      const shown = (yield* movements).map(({ amount, id }) => `${id} ${amount}`)
      assert.deepStrictEqual(
        shown,
        Array.from({ length: 11 }, (_, index) => `mov_${index + 1} ${index + 1}`)
      )
    }).pipe(Effect.provide(Layer.provideMerge(SandboxAcquirer.layer(), Ledger.layerMemory)))
  )

  it.scoped("lies in a file that only its owner may read", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      yield* Effect.gen(function* () {
        yield* perform(yield* charge("payment", card, { amount: 1000 }))
        const modes = readdirSync(dirname(path)).map((name) => [name, statSync(join(dirname(path), name)).mode & 0o777])
        assert.deepStrictEqual(modes, [
          ["sandbox.db", 0o600],
          ["sandbox.db-shm", 0o600],
          ["sandbox.db-wal", 0o600]
        ])
      }).pipe(Effect.provide(over(path)))
    })
  )

  it.scoped("is the same after a restart: movements, answers, statuses", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const request = yield* charge("payment", card, { amount: 1000 })
      const round = Effect.gen(function* () {
        const answer = yield* perform(request)
        const { status } = yield* SandboxAcquirer.SandboxAcquirer
        return { answer, status: yield* status(request.key, about), movements: yield* movements }
      })
      const first = yield* Effect.provide(round, over(path))
      const second = yield* Effect.provide(round, over(path))
      assert.deepStrictEqual(second, first)
      assert.strictEqual(first.movements.length, 1)
    })
  )

  it.scoped("keeps no card number and no security code", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      yield* Effect.gen(function* () {
        for (const digits of [number, "5105105105105100", "4111111111111111"]) {
          const secret = { ...card, number: Redacted.make(digits), securityCode: Redacted.make("8642") }
          yield* perform(yield* charge("payment", secret, { amount: 1000 }))
        }
        const bytes = ["", "-wal"].map((suffix) => readFileSync(`${path}${suffix}`).toString("latin1")).join()
        assert.include(bytes, "420000xxxxxx0000")
        for (const secret of [number, "5105105105105100", "510510", "4111111111111111"]) {
          assert.notInclude(bytes, secret)
        }
        // Standing alone: an id may hold these digits too.
        assert.notMatch(bytes, /(?<![\da-f])8642(?![\da-f])/)
      }).pipe(Effect.provide(over(path)))
    })
  )

  it.scopedLive("moves money once for twenty equal requests through two connections to one file", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const request = yield* charge("payment", card, { amount: 1000 })
      const connections = yield* Effect.all([Layer.build(over(path)), Layer.build(over(path))], {
        concurrency: "unbounded"
      })
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => connections[index % 2]!),
        (connection) => Effect.provide(perform(request), connection),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      assert.strictEqual((yield* Effect.provide(movements, connections[0])).length, 1)
    })
  )

  it.scopedLive("waits for another process that writes", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const built = yield* Layer.build(over(path))
      const other = new Sqlite(path)
      other.exec("BEGIN IMMEDIATE")
      const request = yield* charge("payment", card, { amount: 1000 })
      const release = Effect.delay(
        Effect.sync(() => other.exec("COMMIT")),
        "60 millis"
      )
      const [answer] = yield* Effect.all([Effect.provide(perform(request), built), release], {
        concurrency: "unbounded"
      })
      other.close()
      assert.strictEqual(answer._tag, "Approved")
    })
  )

  it.scoped("that cannot be used gives no answer and no status, never a failure", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const acquirer = yield* Effect.provide(SandboxAcquirer.SandboxAcquirer, over(path))
      const request = yield* charge("payment", card, { amount: 1000 })
      assert.strictEqual((yield* acquirer.perform(request))._tag, "NoAnswer")
      assert.strictEqual((yield* acquirer.status(request.key, about))._tag, "Unknown")
    })
  )

  // D38: a file of an earlier version keeps working, and so does a renamed one of 0.1.0.
  it.scoped.each([
    { version: 1, sql: fileOfVersion1, clock: { standsAt: 2_000_000_000_000, ahead: null } },
    { version: 2, sql: fileOfVersion2, clock: undefined }
  ])("takes over a file of version $version: movements, answers, the clock", ({ clock, sql }) =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const hold = yield* charge("authorization", card, { amount: 1000 })
      const capture = yield* child("Capture", hold.key, { amount: 400 })
      const round = Effect.all([perform(hold), perform(capture), movements])
      const first = yield* Effect.provide(round, over(path))
      const file = new Sqlite(path)
      file.exec(sql)
      file.close()
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* round, first)
        assert.strictEqual((yield* perform(yield* child("Capture", hold.key, { amount: 601 })))._tag, "Declined")
        const next = yield* child("Capture", hold.key, { amount: 600 })
        assert.strictEqual((yield* perform(next))._tag, "Approved")
        assert.deepStrictEqual(
          (yield* movements).map(({ id }) => id),
          ["mov_1", "mov_2", "mov_3"]
        )
      }).pipe(Effect.provide(over(path)))
      const recalled = Effect.flatMap(SandboxDatabase.SandboxDatabase, ({ recallClock }) => recallClock)
      const kept = yield* Effect.provide(recalled, inFile(path))
      assert.deepStrictEqual(kept && { ...kept }, clock)
    })
  )

  it.scoped.each([0, 4])("refuses a file of version %d", (version) =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      yield* Effect.scoped(Layer.build(ledgerIn(path)))
      const file = new Sqlite(path)
      file.pragma(`user_version = ${version}`)
      file.close()
      const error = yield* Effect.flip(Layer.build(ledgerIn(path)))
      assert.deepStrictEqual([error.reason, error.detail], ["corrupt", "version"])
    })
  )

  it.scoped("refuses a file that is another's, and leaves it as it was", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const other = new Sqlite(path)
      other.exec("CREATE TABLE orders (id INTEGER)")
      other.close()
      const error = yield* Effect.flip(Layer.build(ledgerIn(path)))
      assert.deepStrictEqual([error.reason, error.detail], ["corrupt", "not-a-sandbox-file"])
      const tables = new Sqlite(path).prepare("SELECT name FROM sqlite_schema").pluck().all()
      assert.deepStrictEqual(tables, ["orders"])
    })
  )

  it.scoped("refuses a file that is no database", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      writeFileSync(path, "a letter ".repeat(1000))
      assert.strictEqual((yield* Effect.flip(Layer.build(ledgerIn(path)))).reason, "corrupt")
    })
  )

  it.scoped("is unavailable in a folder that is not there", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const error = yield* Effect.flip(Layer.build(ledgerIn(join(path, "nowhere.db"))))
      assert.strictEqual(error.reason, "unavailable")
    })
  )

  it.scoped("says that an answer it cannot read is corrupt", () =>
    Effect.gen(function* () {
      const path = yield* temporaryPath
      const request = yield* charge("payment", card, { amount: 1000 })
      yield* Effect.provide(perform(request), over(path))
      const other = new Sqlite(path)
      other.exec("UPDATE keys SET answer = '{}'")
      other.close()
      const find = (key: AcquirerKey) => Effect.flatMap(Ledger.Ledger, (ledger) => ledger.find(key))
      const error = yield* Effect.flip(Effect.provide(find(request.key), ledgerIn(path)))
      assert.strictEqual(error.reason, "corrupt")
    })
  )
})

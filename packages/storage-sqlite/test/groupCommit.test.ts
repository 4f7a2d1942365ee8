import { assert, describe, it } from "@effect/vitest"
import { CommitStore, decided, refuse, Stale } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { newTransactionUid, type TransactionUid } from "@florin/core/ids/Ids"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import {
  addTransaction,
  assertStorageError,
  atOnce,
  documentWith,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  millis,
  perform,
  run,
  shop,
  storeWorks,
  transactionWith,
  write
} from "@florin/testing/stores/StoreUnderTest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { temporaryFile } from "./internal/files.js"

/** Records the driver's statements, and the statements that must fail. */
class Watch {
  readonly statements: Array<string> = []
  readonly prepared: Array<string> = []
  failing: { readonly statement: string; readonly code: string } | undefined

  run<A>(text: string, statement: () => A): A {
    this.statements.push(text)
    if (this.failing?.statement === text) throw { code: this.failing.code }
    return statement()
  }

  /** The statements of each commit. */
  groups(): ReadonlyArray<ReadonlyArray<string>> {
    const groups: Array<Array<string>> = []
    for (const text of this.statements) {
      if (text === "BEGIN IMMEDIATE") groups.push([])
      groups.at(-1)?.push(text)
    }
    return groups
  }

  commits(): number {
    return this.statements.filter((_) => _ === "COMMIT").length
  }
}

const watched = (watch: Watch) => {
  const database = Layer.unwrapScoped(Effect.map(temporaryFile, (filename) => SqliteStore.database({ filename })))
  const around = Layer.effect(
    Database.Database,
    Effect.map(Database.Database, (database) =>
      Database.make({
        ...database,
        reserve: Effect.map(database.reserve, (reserved): Database.ImmediateStatements => {
          const connection = reserved as Database.ImmediateStatements
          const now: typeof connection.now = (text, values) => watch.run(text, () => connection.now(text, values))
          const prepare = (text: string): Database.Prepared => {
            watch.prepared.push(text)
            const { all, run } = connection.prepare(text)
            return {
              all: (values) => watch.run(text, () => all(values)),
              run: (values) => watch.run(text, () => run(values))
            }
          }
          return {
            ...connection,
            now,
            prepare,
            log: {
              commit: () => watch.run("a COMMIT that copies no log", connection.log!.commit),
              copy: () => watch.run("a copy of the log", connection.log!.copy)
            },
            execute: (text, values) => Effect.try({ try: () => now(text, values), catch: (_) => _ })
          }
        })
      })
    )
  )
  return Stores.layer(GroupCommit.make()).pipe(Layer.provide(around), Layer.provide(database))
}

const onWatched = (name: string, test: (watch: Watch) => Effect.Effect<void, unknown, Stores.Stores>) =>
  it.effect(name, () =>
    Effect.suspend(() => {
      const watch = new Watch()
      return Effect.provide(test(watch), watched(watch))
    })
  )

const isInsert = (text: string): boolean => text.startsWith("INSERT INTO florin_transactions")

const inserts = (transaction: Transaction) => write(...inserting(transaction))

/** An operation that has already written when it finds a stale row. */
const overtaken = (transaction: Transaction) => write(...inserting(transaction), { _tag: "Heartbeat", owner: "nobody" })

/** The steps of SQLite's plan for a statement. */
const planOf = (text: string) =>
  Effect.map(run(execute(`EXPLAIN QUERY PLAN ${text}`, ...Array.from(text.matchAll(/\?/g), () => 1))), (plan) =>
    plan.map(({ detail }) => String(detail))
  )

describe("due work", () => {
  onWatched("is found through indexes, past what is due of other kinds or later", (watch) =>
    Effect.gen(function* () {
      const request = { now: millis(0), limit: 10, perShare: 1 }
      yield* look(Reads.dueJobs({ ...request, kinds: ["notify"] }))
      yield* look(Reads.dueJobs({ ...request, kinds: ["recover", "release-hold", "reverse"] }))
      yield* look(Reads.dueJobs({ ...request, kinds: ["notify"], limit: 0 }))
      const statements = watch.prepared.filter((text) => text.includes("FROM florin_jobs"))
      assert.lengthOf(statements, 3)
      for (const text of statements) {
        const steps = yield* planOf(text)
        const slow = steps.filter((step) => /SCAN jobs|TEMP B-TREE/.test(step))
        assert.deepStrictEqual(slow, [], text)
      }
    })
  )
})

describe("what waits for an operator", () => {
  onWatched("is found through indexes, in order, and no query searches the transactions", (watch) =>
    Effect.gen(function* () {
      const { evidence, inDoubt, proofs } = yield* OperatorStore
      const after = yield* newTransactionUid
      for (const page of [{ limit: 10 }, { limit: 10, after }]) {
        yield* run(Effect.all([proofs(page), evidence(page), inDoubt(page)]))
      }
      const statements = watch.statements.filter((text) => text.startsWith("SELECT t.document"))
      assert.lengthOf(statements, 6)
      for (const text of statements) {
        const steps = yield* planOf(text)
        const searches = steps.filter((step) => /SCAN (?:t|s|m|jobs)\b/.test(step))
        // The list of the waiting is read from its beginning, in the order of its index.
        const isOrdered = !steps.some((step) => step.includes("TEMP B-TREE")) || text.includes("FROM florin_jobs")
        assert.deepStrictEqual([searches, isOrdered], [[], true], `${text}\n${steps.join("\n")}`)
      }
    })
  )
})

describe("a document", () => {
  const insertDocument = Effect.gen(function* () {
    const document = yield* documentWith()
    yield* write({ _tag: "InsertDocument", document })
    return document
  })
  const isThere = ({ proof }: { readonly proof: TransactionUid }) =>
    Effect.flatMap(DocumentStore, (store) => Effect.map(store.find(shop, proof), Option.isSome))

  onWatched("is committed with what came beside it, and its log is copied before the next commit", (watch) =>
    Effect.gen(function* () {
      yield* atOnce([Effect.asVoid(insertDocument), Effect.asVoid(insertTransaction())])
      yield* storeWorks
      const ends = watch.statements.filter((text) => /COMMIT|log/.test(text))
      // The first commit is the migrations'.
      assert.deepStrictEqual(ends, ["COMMIT", "a COMMIT that copies no log", "a copy of the log", "COMMIT"])
    })
  )

  for (const [code, reason] of [
    ["SQLITE_FULL", "full"],
    ["SQLITE_IOERR_FSYNC", "unknown-outcome"]
  ] as const) {
    onWatched(`whose COMMIT fails with ${code} is ${reason}, and its log is not copied`, (watch) =>
      Effect.gen(function* () {
        watch.failing = { statement: "a COMMIT that copies no log", code }
        yield* assertStorageError(reason, insertDocument)
        watch.failing = undefined
        yield* storeWorks
        assert.notInclude(watch.statements, "a copy of the log")
        assert.isTrue(yield* isThere(yield* insertDocument))
      })
    )
  }

  onWatched("stays committed when its log can't be copied now", (watch) =>
    Effect.gen(function* () {
      watch.failing = { statement: "a copy of the log", code: "SQLITE_BUSY" }
      const document = yield* insertDocument
      yield* storeWorks
      assert.include(watch.statements, "a copy of the log")
      assert.isTrue(yield* isThere(document))
    })
  )
})

describe("notifications", () => {
  onWatched("are found through their subject's index, however many share their status", (watch) =>
    Effect.gen(function* () {
      const subject = "one"
      yield* look(Reads.exhausted(shop, "", 10))
      yield* look(Reads.waiting(shop, subject))
      yield* look(Reads.waitingOf([{ shop, kind: "notify", subject }]))
      yield* look(Reads.newestSequence(shop, subject))
      const statements = watch.prepared.filter((text) => text.includes("FROM florin_notifications"))
      assert.lengthOf(statements, 4)
      for (const text of statements) {
        const steps = yield* planOf(text)
        const found = steps.filter((step) => / (?:newer|t|notifications) USING/.test(step))
        const bySubject = found.filter((step) => step.includes("notifications_by_subject"))
        // Only a page of exhausted ones is found by its status.
        assert.lengthOf(found, bySubject.length + (text.includes("newest") ? 1 : 0), steps.join("\n"))
        // An index has the order, so that no more is read than is asked for.
        assert.notInclude(steps.join("\n"), "TEMP B-TREE")
      }
    })
  )
})

describe("operations that wait together", () => {
  onWatched("a hundred share a commit, each statement of which is prepared once, and no savepoint", (watch) =>
    Effect.gen(function* () {
      yield* insertTransaction()
      watch.statements.length = 0
      const transactions = yield* atOnce(Array.from({ length: 100 }, () => insertTransaction()))
      const [group, ...more] = watch.groups()
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual([group!.at(0), group!.at(-1)], ["BEGIN IMMEDIATE", "COMMIT"])
      assert.notInclude(group!, "SAVEPOINT unit")
      assert.isTrue((yield* Effect.forEach(transactions, isCommitted)).every(Boolean))
      assert.strictEqual(new Set(watch.prepared).size, watch.prepared.length)
    })
  )

  onWatched("no commit takes more than 256 of them, and they come in their order", (watch) =>
    Effect.gen(function* () {
      watch.statements.length = 0
      const came: Array<number> = []
      const one = (index: number) =>
        Effect.flatMap(transactionWith(), (_) => Effect.tap(inserts(_), () => Effect.sync(() => came.push(index))))
      yield* atOnce(Array.from({ length: 600 }, (_, index) => one(index)))
      const sizes = watch.groups().map((group) => group.filter(isInsert).length)
      assert.deepStrictEqual(sizes, [256, 256, 88])
      assert.deepStrictEqual(came, [...came.keys()])
    })
  )

  onWatched("more than may wait are refused, and nothing is written for them", () =>
    Effect.gen(function* () {
      const only = Effect.either(look(Reads.workers))
      const answers = yield* atOnce(Array.from({ length: GroupCommit.waitingUnits + 5 }, () => only))
      const refused = answers.filter(Either.isLeft)
      assert.lengthOf(refused, 5)
      for (const { left } of refused) assert.deepInclude(left, { reason: "busy", detail: "too-many-waiting" })
      yield* storeWorks
    })
  )

  onWatched("what the callback of one throws leaves none of the others without an answer", () =>
    Effect.gen(function* () {
      const store = yield* CommitStore
      const transactions = yield* Effect.forEach([0, 1, 2, 3], () => transactionWith())
      const answered: Array<number> = []
      yield* Effect.async<void>((resume) => {
        for (const [index, transaction] of transactions.entries()) {
          const decide = () => (index === 2 ? refuse("no") : decided(inserting(transaction), undefined))
          store.submit({ name: "record", load: {}, decide }, () => {
            answered.push(index)
            if (index === 3) resume(Effect.void)
            throw new Error("a mistake of the caller")
          })
        }
      })
      assert.deepStrictEqual(answered, [0, 1, 2, 3])
      yield* storeWorks
    })
  )

  onWatched("nothing is answered, not even a refusal, before the commit is known", (watch) =>
    Effect.gen(function* () {
      const reported: Array<number> = []
      const operations = Array.from({ length: 20 }, (_, index) => {
        const work = index % 2 === 0 ? Effect.flatMap(transactionWith(), inserts) : perform({}, () => refuse("no"))
        return Effect.tap(Effect.exit(work as Effect.Effect<void, unknown, CommitStore>), () => {
          reported.push(watch.commits())
        })
      })
      const before = watch.commits()
      yield* atOnce(operations)
      assert.deepStrictEqual(new Set(reported), new Set([before + 1]))
    })
  )

  onWatched("one that fails when it has written has all performed again, each in a savepoint", (watch) =>
    Effect.gen(function* () {
      const transactions = yield* Effect.replicateEffect(transactionWith(), 5)
      watch.statements.length = 0
      const exits = yield* atOnce(transactions.map((_, index) => Effect.exit(index === 2 ? overtaken(_) : inserts(_))))
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true, true])
      const [first, second, ...more] = watch.groups()
      assert.deepStrictEqual(more, [])
      assert.strictEqual(first!.at(-1), "ROLLBACK")
      const counted = (text: string) => second!.filter((_) => _ === text).length
      assert.deepStrictEqual(
        [counted("SAVEPOINT unit"), counted("ROLLBACK TO unit"), counted("RELEASE unit")],
        [5, 1, 5]
      )
      assert.strictEqual(second!.at(-1), "COMMIT")
    })
  )

  for (const [code, reason] of [
    ["SQLITE_FULL", "full"],
    ["SQLITE_IOERR_FSYNC", "unknown-outcome"],
    ["an unknown code", "unexpected"]
  ] as const) {
    onWatched(`a COMMIT that fails with ${code} is ${reason} for all of them, the refused ones too`, (watch) =>
      Effect.gen(function* () {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 20)
        const operations = transactions.map((_, index) =>
          index % 2 === 0 ? inserts(_) : Effect.asVoid(perform({}, () => refuse(new Stale())))
        )
        watch.failing = { statement: "COMMIT", code }
        yield* atOnce(operations.map((one) => assertStorageError(reason, one)))
        watch.failing = undefined
        assert.isFalse((yield* Effect.forEach(transactions, isCommitted)).some(Boolean))
        yield* storeWorks
      })
    )

    onWatched(`a host's COMMIT that fails with ${code} is ${reason}, and runs no hint`, (watch) =>
      Effect.gen(function* () {
        const lost = yield* transactionWith()
        let reported = 0
        const hint = Effect.flatMap(UnitOfWorkContext, ({ afterCommit }) =>
          afterCommit(Effect.sync(() => void reported++))
        )
        watch.failing = { statement: "COMMIT", code }
        yield* assertStorageError(
          reason === "unknown-outcome" ? "unknown-outcome" : reason,
          run(Effect.zipRight(addTransaction(lost), hint))
        )
        watch.failing = undefined
        assert.deepStrictEqual([reported, yield* isCommitted(lost)], [0, false])
        yield* storeWorks
      })
    )
  }

  for (const statement of ["BEGIN IMMEDIATE", "SAVEPOINT unit", "RELEASE unit", "ROLLBACK TO unit"]) {
    onWatched(`a ${statement} that fails is typed, writes nothing, and the next operation works`, (watch) =>
      Effect.gen(function* () {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 5)
        watch.failing = { statement, code: "SQLITE_IOERR" }
        const exits = yield* atOnce(
          transactions.map((_, index) => Effect.exit(index === 2 ? overtaken(_) : inserts(_)))
        )
        watch.failing = undefined
        for (const exit of exits) assert.isTrue(Exit.isSuccess(exit) || exit.cause._tag === "Fail")
        const committed = yield* Effect.forEach(transactions, isCommitted)
        assert.deepStrictEqual(exits.map(Exit.isSuccess), committed)
        assert.include(committed, false)
        yield* storeWorks
      })
    )
  }
})

describe("a unit of work of a host's among operations", () => {
  onWatched("has the writer to itself, and those behind it share the next commit", (watch) =>
    Effect.gen(function* () {
      yield* run(execute("CREATE TABLE host_orders (id BIGINT NOT NULL)"))
      const order = Effect.zipRight(
        Effect.zipRight(execute("INSERT INTO host_orders VALUES (1)"), Effect.yieldNow()),
        execute("INSERT INTO host_orders VALUES (2)")
      )
      watch.statements.length = 0
      const operations = (count: number) => Array.from({ length: count }, () => Effect.asVoid(insertTransaction()))
      yield* atOnce<void, unknown, Stores.Stores>([...operations(3), Effect.asVoid(run(order)), ...operations(4)])
      const groups = watch.groups()
      const isHost = (text: string) => text.startsWith("INSERT INTO host_orders")
      assert.deepStrictEqual(
        groups.map((group) => [group.filter(isInsert).length, group.filter(isHost).length]),
        [
          [3, 0],
          [0, 2],
          [4, 0]
        ]
      )
    })
  )
})

describe("waiting for the turn", () => {
  const occupied = Effect.gen(function* () {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holder = yield* Effect.fork(run(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))))
    yield* Deferred.await(begun)
    return { end: Deferred.succeed(end, undefined), holder }
  })

  onWatched("ends at once for a caller that is interrupted, and writes nothing", () =>
    Effect.gen(function* () {
      const { end, holder } = yield* occupied
      const transactions = yield* Effect.replicateEffect(transactionWith(), 10)
      const waiting = yield* Effect.forEach(transactions, (_) => Effect.fork(run(addTransaction(_))))
      yield* Effect.yieldNow()
      for (const [index, fiber] of waiting.entries()) {
        if (index % 2 === 0) assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      }
      const operation = yield* Effect.fork(insertTransaction())
      yield* end
      yield* Fiber.join(holder)
      yield* Effect.forEach(waiting, Fiber.await)
      assert.isTrue(yield* isCommitted(yield* Fiber.join(operation)))
      const committed = yield* Effect.forEach(transactions, isCommitted)
      assert.deepStrictEqual(
        committed,
        transactions.map((_, index) => index % 2 === 1)
      )
    })
  )

  onWatched("interruptions at any moment leave neither a lost turn nor an open transaction", (watch) =>
    Effect.gen(function* () {
      for (let round = 0; round < 40; round++) {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 6)
        const fibers = yield* Effect.forEach(transactions, (_) => Effect.fork(run(addTransaction(_))))
        const operation = yield* Effect.fork(insertTransaction())
        for (let step = 0; step < round % 8; step++) yield* Effect.yieldNow()
        yield* Effect.forEach(fibers.slice(round % 3), Fiber.interruptFork)
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        assert.isTrue(yield* isCommitted(yield* Fiber.join(operation)))
        const committed = yield* Effect.forEach(transactions, isCommitted)
        for (const [index, exit] of exits.entries()) if (Exit.isSuccess(exit)) assert.isTrue(committed[index])
      }
      assert.isTrue(yield* isCommitted(yield* insertTransaction()))
      const begun = watch.statements.filter((_) => _ === "BEGIN IMMEDIATE").length
      assert.strictEqual(watch.commits(), begun)
    })
  )
})

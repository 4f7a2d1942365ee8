/**
 * A charge is given up as never seen, and what its process was about to send is approved after that. Source: D40: the
 * acquirer's ledger never contradicts the latest announced state.
 */
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CommitStore } from "@florin/core/commits/Commit"
import { StorageError } from "@florin/core/store/StorageError"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { takeOver, twoProcesses } from "./internal/twoProcesses.js"
import { authorize, charge, find, morning, pass } from "./internal/world.js"

const approval = { report: noReport }
const approved = AcquirerAnswer.Approved(approval)

type Submit = Context.Tag.Service<CommitStore>["submit"]

const unavailable = new StorageError({ reason: "unavailable", operation: "commit" })

/** Refuses what it is told to. */
const refusing = () => {
  const refused: Array<string> = []
  let refuses: (name: string) => boolean = () => false
  const through = (store: Context.Tag.Service<CommitStore>): Context.Tag.Service<CommitStore> => {
    const submit: Submit = (operation, done) => {
      if (!refuses(operation.name)) return store.submit(operation, done)
      refused.push(operation.name)
      queueMicrotask(() => done({ _tag: "Failed", error: unavailable }))
    }
    return { ...store, submit }
  }
  return {
    ...{ refused, through },
    set: (next: typeof refuses) => {
      refuses = next
    }
  }
}

/** A charge of a process that hangs in its call, which another one has given up just now. */
const givenUp = Effect.gen(function* () {
  yield* morning
  const { refused, set, through } = refusing()
  const requested: Array<string> = []
  let known: AcquirerStatus = AcquirerStatus.NotFound()
  const { answer, first, second, uid } = yield* twoProcesses(
    {
      status: (key) => {
        requested.push(`status ${key}`)
        return Effect.succeed(known)
      },
      perform: ({ _tag, key }) => {
        requested.push(`${_tag} ${key}`)
        return Effect.succeed(approved)
      },
      inFlightWindow: Duration.zero
    },
    through
  )
  const waiting = yield* Effect.fork(Effect.exit(Effect.provide(authorize(charge()), first)))
  const sent = yield* uid
  yield* TestClock.adjust("2 seconds")
  yield* Effect.provide(takeOver, second)
  assert.strictEqual((yield* Effect.provide(find(sent), second)).status, "failed")
  requested.length = 0
  return {
    ...{ requested, refused, second, sent },
    /** As the others see it: nothing of its process is ever written again. */
    killed: Effect.sync(() => set(() => true)),
    /** The store refuses that commit of its process, once. */
    refuses: (name: string) => Effect.sync(() => set((each) => each === name && refused.length === 0)),
    /** What was sent is approved, of which its process may or may not hear. */
    arrives: Effect.sync(() => {
      known = AcquirerStatus.Approved(approval)
    }),
    received: Effect.zipRight(Deferred.succeed(answer, approved), Fiber.join(waiting)),
    question: `status ${sent}`,
    reversal: `Void ${sent}:reverse`
  }
})

describeOnStores("a charge that was given up and is approved after all", () => {
  it.scoped("D40: is taken back a minute later where its process was killed with it in its hands", () =>
    Effect.gen(function* () {
      const { arrives, requested, killed, question, reversal, second, sent } = yield* givenUp
      yield* Effect.gen(function* () {
        yield* Effect.zipRight(killed, arrives)
        yield* pass("59999 millis")
        assert.deepStrictEqual(requested, [])
        yield* pass("1 millis")
        // The look asks, and whatever takes back asks for itself.
        assert.deepStrictEqual(requested, [question, question, reversal])
        const { attempts, shop, status, uid } = yield* find(sent)
        assert.strictEqual(status, "failed")
        assert.deepStrictEqual(
          attempts?.map(({ step }) => step),
          ["reversal"]
        )
        const history = yield* Effect.flatMap(TransactionStore, (_) => _.history(shop, uid))
        assert.deepStrictEqual(
          history.slice(1).map(({ trigger }) => trigger),
          ["NotDone", "ReversalBegun"]
        )
        yield* pass("2 days")
        assert.deepStrictEqual(requested, [question, question, reversal])
      }).pipe(Effect.provide(second))
    })
  )

  it.scoped.each(["record", "record-too-late"])(
    "D40: is taken back a minute later where the store refuses the commit %s of its answer",
    (name) =>
      Effect.gen(function* () {
        const { arrives, requested, received, question, refused, refuses, reversal, second } = yield* givenUp
        yield* Effect.gen(function* () {
          yield* Effect.all([refuses(name), arrives, received])
          assert.deepStrictEqual(refused, [name])
          yield* pass("59999 millis")
          assert.deepStrictEqual(requested, [])
          yield* pass("1 millis")
          assert.deepStrictEqual(requested, [question, question, reversal])
        }).pipe(Effect.provide(second))
      })
  )

  it.scoped("D40: is looked for three times, and is found by the one that comes next", () =>
    Effect.gen(function* () {
      const { arrives, requested, killed, question, reversal, second } = yield* givenUp
      yield* Effect.gen(function* () {
        yield* killed
        yield* pass("60 seconds")
        assert.deepStrictEqual(requested, [question])
        yield* pass("3599999 millis")
        assert.deepStrictEqual(requested, [question])
        yield* pass("1 millis")
        assert.deepStrictEqual(requested, [question, question])
        yield* arrives
        yield* pass("86399999 millis")
        assert.deepStrictEqual(requested, [question, question])
        yield* pass("1 millis")
        assert.deepStrictEqual(requested, [question, question, question, question, reversal])
      }).pipe(Effect.provide(second))
    })
  )

  it.scoped("D40: is asked about no more where it was never seen at any of them", () =>
    Effect.gen(function* () {
      const { requested, killed, question, second } = yield* givenUp
      yield* Effect.gen(function* () {
        yield* killed
        yield* pass("60 seconds")
        yield* pass("1 hour")
        yield* pass("1 day")
        yield* pass("7 days")
        assert.deepStrictEqual(requested, [question, question, question])
      }).pipe(Effect.provide(second))
    })
  )
})

/** The books of a gateway are compared with those of its acquirers and of its bank. Source: D38, D40. */
import { assert, it } from "@effect/vitest"
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { AcquirerKey, leastUidAt, type TransactionUid } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { type ListMovements, type Movement, MovementsUnavailable } from "@florin/core/money/Movement"
import * as Reconciliation from "@florin/core/reconciliation/Reconciliation"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import { inserting, write } from "@florin/testing/stores/StoreUnderTest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as TestClock from "effect/TestClock"
import {
  authorize,
  cancel,
  capture,
  charge,
  child,
  credit,
  find,
  morning,
  pass,
  pay,
  payOut,
  refund,
  shop,
  soon,
  tokenize,
  world
} from "./internal/world.js"

/** Each begins with uids of its own: none is later than its clock. */
const worldOf = (acquirers: Layer.Layer<Acquirers>, settings: Layer.Layer<never> = Layer.empty) =>
  world({
    ...{ acquirers, reconciliation: "daily" },
    settings: Layer.merge(settings, Layer.succeed(LastId, { millis: 0, count: 0 }))
  })

type Books = ReadonlyArray<Movement>

interface Script {
  /** How the next charges are treated. */
  manner: ScriptedAcquirer.Manner
  /** What the acquirer lists instead of its books. */
  lists: (books: Books) => Effect.Effect<unknown, MovementsUnavailable>
}

const scripted = (more: Partial<AcquirerService> = {}) => {
  const acquirer = ScriptedAcquirer.make()
  const script: Script = { manner: ScriptedAcquirer.prompt, lists: (books) => Effect.succeed(books) }
  const real = ScriptedAcquirer.service(acquirer, { simulated: true, manner: () => script.manner })
  const movements: ListMovements = (period) =>
    Effect.flatMap(real.movements!(period), (books) => script.lists(books)) as ReturnType<ListMovements>
  const service = { ...real, movements, ...more }
  return { script, service, ledger: acquirer.ledger, acquirers: Layer.succeed(Acquirers, [service]) }
}

const day = { from: DateTime.unsafeMake("2026-03-02T00:00:00Z"), to: DateTime.unsafeMake("2026-03-03T00:00:00Z") }

const run = Effect.fnUntraced(function* (period = day) {
  const { checked, differences, inDoubt, notCompared } = yield* (yield* Reconciliation.Reconciliation).run(period)
  return {
    ...{ checked, inDoubt, notCompared },
    differences: differences.map(({ kind, ours, theirs, uid }) => {
      const [our, their] = [ours, theirs].map((one) => (one === undefined ? "none" : `${one.kind} ${one.amount}`))
      return `${kind}: ${our} ${ours?.status ?? ""}, ${their}${uid === undefined ? ", unknown" : ""}`
    })
  }
})

const clean = (checked: number, more: object = {}) => ({
  ...{ checked, inDoubt: 0, notCompared: [], differences: [] },
  ...more
})

const recipient = { number: "4200000000000000", exp_month: "12", exp_year: "2035" }

/** One of everything. Nine of them move money. */
const everything = Effect.gen(function* () {
  const parent = yield* authorize(charge())
  yield* capture(child(parent, 600))
  yield* cancel(child(parent, 100))
  const payment = yield* pay(charge({ amount: 900 }))
  yield* refund(child(payment, 300, { reason: "Back" }))
  const contract = { additional_data: { contract: ["credit"] } }
  const { card: saved } = yield* tokenize(charge({ amount: 0, ...contract }))
  yield* credit(charge({ amount: 70, credit_card: { token: saved?.token } }))
  yield* payOut({ request: { amount: 50, currency: "EUR", description: "Won", recipient_credit_card: recipient } })
  yield* authorize(charge({ amount: 77 }))
})

describeOnContract("the books of a day", () => {
  const bank = scripted()
  it.effect("agree, from a hold to its release (D10, D38)", () =>
    Effect.gen(function* () {
      yield* morning
      yield* everything
      bank.script.manner = { ...ScriptedAcquirer.prompt, verdict: "funds" }
      yield* pay(charge({ amount: 13 }))
      bank.script.manner = ScriptedAcquirer.prompt
      assert.deepStrictEqual(yield* run(), clean(8))
      yield* pass("8 days")
      // What is left of both holds was released.
      assert.deepStrictEqual(yield* run(), clean(10))
    }).pipe(Effect.provide(worldOf(bank.acquirers)))
  )

  const lost = scripted()
  it.effect("say nothing of what is in doubt, whether they list it or not (D40)", () =>
    Effect.gen(function* () {
      yield* morning
      for (const [amount, way] of [
        [100, "lost"],
        [200, "once"]
      ] as const) {
        lost.script.manner = { ...ScriptedAcquirer.prompt, way, answer: "no-answer" }
        yield* pay(charge({ amount }))
      }
      assert.deepStrictEqual(yield* run(), clean(0, { inDoubt: 2 }))
      yield* pass("1 minute")
      assert.deepStrictEqual(yield* run(), clean(1))
    }).pipe(Effect.provide(worldOf(lost.acquirers)))
  )

  const checked = scripted()
  it.effect("say nothing of an approval as long as it is to be taken back, nor afterwards (D18, D40)", () =>
    Effect.gen(function* () {
      yield* morning
      const report = { ...(yield* pay(charge({ amount: 1 }))).report!, avsResult: "N" }
      checked.script.manner = { ...ScriptedAcquirer.prompt, report }
      const rejecting = { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
      const { reason } = yield* pay(charge({ amount: 500, additional_data: rejecting }))
      assert.strictEqual(reason, "avs-cvc")
      assert.deepStrictEqual(yield* run(), clean(1, { inDoubt: 1 }))
      checked.script.manner = { ...ScriptedAcquirer.prompt, answer: "no-answer", way: "lost" }
      yield* pass("1 second")
      assert.deepStrictEqual(yield* run(), clean(2, { inDoubt: 1 }))
      checked.script.manner = ScriptedAcquirer.prompt
      yield* pass("1 minute")
      assert.deepStrictEqual(yield* run(), clean(3))
    }).pipe(Effect.provide(worldOf(checked.acquirers)))
  )

  const refusing = scripted()
  it.effect("agree where the acquirer refuses to take back what checks rejected (D18, D40)", () =>
    Effect.gen(function* () {
      yield* morning
      const report = { ...(yield* pay(charge({ amount: 1 }))).report!, avsResult: "N" }
      refusing.script.manner = { ...ScriptedAcquirer.prompt, report }
      const rejecting = { avs_cvc_verification: { avs_verification: { reject_codes: ["N"] } } }
      const { reason, uid } = yield* pay(charge({ amount: 500, additional_data: rejecting }))
      assert.strictEqual(reason, "avs-cvc")
      refusing.script.manner = { ...ScriptedAcquirer.prompt, verdict: "not-allowed" }
      yield* pass("1 minute")
      assert.strictEqual((yield* find(uid)).status, "successful")
      assert.deepStrictEqual(yield* run(), clean(2))
    }).pipe(Effect.provide(worldOf(refusing.acquirers)))
  )

  // Source: D40, clocks that differ by ten minutes cost nothing but readability.
  for (const { acquirer, gateway, isIn } of [
    { gateway: "2026-03-01T23:59:59.999Z", acquirer: "2026-03-02T00:09:59Z", isIn: true },
    { gateway: "2026-03-02T00:00:00.000Z", acquirer: "2026-03-01T23:50:00Z", isIn: true },
    { gateway: "2026-03-02T23:59:59.999Z", acquirer: "2026-03-03T00:09:59Z", isIn: true },
    { gateway: "2026-03-03T00:00:00.000Z", acquirer: "2026-03-02T23:50:00Z", isIn: true },
    { gateway: "2026-03-03T00:00:00.000Z", acquirer: "2026-03-03T00:00:00Z", isIn: false },
    { gateway: "2026-03-01T23:59:59.999Z", acquirer: "2026-03-01T23:59:59.999Z", isIn: false }
  ]) {
    const apart = scripted()
    const compared = isIn ? "is compared and agrees" : "is not compared"
    it.effect(`a payment at ${gateway} that is listed for ${acquirer} ${compared} (D40)`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.parse(gateway))
        yield* pay(charge())
        const entries = apart.ledger.entries as Map<string, Entry>
        for (const [key, entry] of entries) entries.set(key, { ...entry, at: Date.parse(acquirer) })
        yield* TestClock.setTime(Date.parse("2026-03-03T01:00:00Z"))
        assert.deepStrictEqual(yield* run(), clean(isIn ? 1 : 0))
      }).pipe(Effect.provide(worldOf(apart.acquirers)))
    )
  }
})

const cent = (one: Movement): Movement => ({ ...one, amount: Amount.make(one.amount + 1) })
const foreign = (one: Movement): Movement => ({ ...one, key: AcquirerKey.make("order-7") })
const unsent = (one: Movement): Movement => ({ ...one, key: AcquirerKey.make(`${one.key}:reverse`) })

const lies: ReadonlyArray<readonly [what: string, lists: (books: Books) => Books, ...found: ReadonlyArray<string>]> = [
  ["nothing", () => [], "missing-there: payment 1000 successful, none"],
  ["a cent more", (books) => books.map(cent), "other-amount: payment 1000 successful, payment 1001"],
  ["it twice", (books) => [...books, ...books], "missing-here: none , payment 1000"],
  ["what we never sent", (books) => [...books, ...books.map(foreign)], "missing-here: none , payment 1000, unknown"],
  [
    "a card number for a key (D41)",
    (books) => [...books, ...books.map((one) => ({ ...one, key: AcquirerKey.make("4200000000000000") }))],
    "missing-here: none , payment 1000, unknown"
  ],
  ["a key that we never sent", (books) => [...books, ...books.map(unsent)], "missing-here: none , payment 1000"]
]

describeOnContract("the books differ", () => {
  for (const [what, lists, ...found] of lies) {
    const bank = scripted()
    it.effect(`where the acquirer lists ${what} (D38)`, () =>
      Effect.gen(function* () {
        yield* morning
        yield* pay(charge())
        assert.deepStrictEqual(yield* run(), clean(1))
        bank.script.lists = (books) => Effect.succeed(lists(books))
        assert.deepStrictEqual((yield* run()).differences, found)
        const { differences } = yield* (yield* Reconciliation.Reconciliation).run(day)
        assert.notInclude(JSON.stringify(differences), "4200000000000000")
      }).pipe(Effect.provide(worldOf(bank.acquirers)))
    )
  }

  const late = scripted()
  it.effect("where a declined payment of another day was made today (D38)", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-02-20T09:00:00Z"))
      late.script.manner = { ...ScriptedAcquirer.prompt, verdict: "funds" }
      const { uid } = yield* pay(charge())
      const entries = late.ledger.entries as Map<string, Entry>
      entries.set(uid, { ...entries.get(uid)!, at: day.from.epochMillis, declined: undefined })
      yield* morning
      assert.deepStrictEqual((yield* run()).differences, ["other-state: payment 1000 failed, payment 1000"])
    }).pipe(Effect.provide(worldOf(late.acquirers)))
  )
})

const unread: ReadonlyArray<readonly [how: string, lists: Script["lists"], reason: string]> = [
  ["fails", () => new MovementsUnavailable({}), "unavailable"],
  ["has no list", () => new MovementsUnavailable({ isOffered: false }), "lists-no-movements"],
  ["throws", () => Effect.dieMessage("broken"), "unavailable"],
  ["hangs", () => Effect.never, "unavailable"],
  ["lists no movements", () => Effect.succeed("nothing"), "unavailable"],
  ["lists nonsense", (books) => Effect.succeed(books.map((one) => ({ ...one, amount: -1 }))), "unavailable"]
]

describeOnContract("books that cannot be read", () => {
  for (const [how, lists, reason] of unread) {
    const bank = scripted()
    it.effect(`are not compared: the acquirer ${how} (D41)`, () =>
      Effect.gen(function* () {
        yield* morning
        yield* pay(charge())
        bank.script.lists = lists
        const found = yield* Effect.fork(run())
        // The limit of the call runs on the test clock, and the store answers in real time.
        yield* Effect.repeat(Effect.zipRight(soon, TestClock.adjust("1 minute")), {
          until: () => found.unsafePoll() !== null
        })
        assert.deepStrictEqual(yield* Fiber.join(found), clean(0, { notCompared: [{ gatewayId: 1, reason }] }))
      }).pipe(Effect.provide(worldOf(bank.acquirers)))
    )
  }

  const mute = scripted()
  it.effect("are those of an acquirer that cannot list them, and of one that is gone (D38)", () =>
    Effect.gen(function* () {
      yield* morning
      yield* pay(charge())
      const { movements: _, ...service } = mute.service
      const others = [{ ...service, gatewayId: 2 }]
      const { run: alone } = yield* Effect.provideService(Reconciliation.make(), Acquirers, others)
      const { checked, notCompared } = yield* alone(day)
      assert.deepStrictEqual(
        [checked, notCompared],
        [
          0,
          [
            { gatewayId: 2, reason: "lists-no-movements" },
            { gatewayId: 1, reason: "not-configured" }
          ]
        ]
      )
    }).pipe(Effect.provide(worldOf(mute.acquirers)))
  )
})

describeOnContract("a period", () => {
  const bank = scripted()
  it.effect("is compared in parts when it is long, with the same result (D38)", () =>
    Effect.gen(function* () {
      yield* morning
      for (let count = 0; count < 210; count++) {
        yield* pay(charge({ amount: 1000 + count }))
        yield* TestClock.adjust("1 minute")
      }
      const [whole, parts] = [yield* Reconciliation.make(), yield* Reconciliation.make({ greatestPart: 1 })]
      bank.script.lists = (books) => Effect.succeed(books.filter((_, index) => index !== 7))
      const expected = yield* whole.run(day)
      assert.deepStrictEqual([expected.checked, expected.differences.length], [210, 1])
      assert.deepStrictEqual(yield* parts.run(day), expected)
    }).pipe(Effect.provide(worldOf(bank.acquirers)))
  )
})

const transferOf = (uid: TransactionUid, changes: Partial<Transfer>) =>
  Effect.map(shop(), ({ id }): Transfer => {
    const at = DateTime.unsafeMake("2026-03-02T09:00:00Z")
    const nulls = { order: null, payBy: null, paidAt: null, expiredAt: null, closedAt: null, settledAt: null }
    return {
      ...{ shop: id, uid, acquirerKey: AcquirerKey.make(uid), type: "payment", method: "sbp_data", status: "failed" },
      ...{ amount: Amount.make(100_000), currency: Currency.make("RUB"), test: false, language: "en", version: 1 },
      ...{ details: {}, reason: null, report: null, evidence: [], gatewayId: 1, createdAt: at, updatedAt: at },
      ...{ ...nulls, manuallyCorrectedAt: null, ...changes }
    }
  })

describeOnContract("the books of a bank", () => {
  const uids = [1, 2, 3].map((count) => leastUidAt(day.from.epochMillis + count))
  const books = uids.map(
    (uid, index): Movement => ({
      ...{ key: AcquirerKey.make(uid), kind: "transfer", amount: Amount.make(100_000), currency: Currency.make("RUB") },
      at: DateTime.unsafeMake(day.from.epochMillis + 1000 + index)
    })
  )
  const provider = {
    ...{ gatewayId: 1, name: "Bank", simulated: true, movements: () => Effect.succeed(books) },
    perform: () => Effect.succeed({ _tag: "NoAnswer" } as const),
    status: () => Effect.succeed({ _tag: "Unknown" } as const)
  }

  it.effect("agree about a late payment that is kept as evidence, and differ about another (D28)", () =>
    Effect.gen(function* () {
      yield* morning
      const at = yield* DateTime.now
      const kept = { said: "paid" as const, refId: null, amount: Amount.make(100_000), paidAt: at, reportedAt: at }
      yield* write(...inserting(yield* transferOf(uids[0]!, { status: "successful", paidAt: at })))
      yield* write(...inserting(yield* transferOf(uids[1]!, { evidence: [kept] })))
      yield* write(...inserting(yield* transferOf(uids[2]!, {})))
      const { checked, differences } = yield* run()
      assert.deepStrictEqual([checked, differences], [3, ["other-state: transfer 100000 failed, transfer 100000"]])
    }).pipe(Effect.provide(worldOf(scripted().acquirers, Layer.succeed(TransferProviders, [provider]))))
  )
})

describeOnContract("every night", () => {
  const bank = scripted()
  /** The gateway starts in the morning. */
  const begun = Layer.provideMerge(worldOf(scripted().acquirers), Layer.effectDiscard(morning))
  const lines: Array<string> = []
  const log = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${JSON.stringify(message)}`))
  )

  it.effect("at 01:00 UTC the day before is compared, and the day eight days before it once more (D38)", () =>
    Effect.gen(function* () {
      lines.length = 0
      yield* morning
      const { uid } = yield* pay(charge())
      yield* pass("15 hours")
      assert.deepStrictEqual(lines, [])
      bank.script.lists = () => Effect.succeed([])
      yield* pass("1 hour")
      const ours = "successful payment 1000 EUR"
      const differs = `WARN ["Reconciliation: the books differ",${JSON.stringify({
        ...{ difference: "missing-there", gateway: 1, key: uid, uid, ours }
      })}]`
      const summary = (level: string, from: string, to: string, checked: number, differences: number) =>
        `${level} ["Reconciliation",${JSON.stringify({
          ...{ from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z`, checked, differences },
          ...{ inDoubt: 0, notCompared: [] }
        })}]`
      assert.deepStrictEqual(lines, [differs, summary("WARN", "2026-03-02", "2026-03-03", 1, 1)])
      lines.length = 0
      bank.script.lists = Effect.succeed
      yield* pass("7 days")
      assert.deepStrictEqual(lines, [])
      yield* pass("1 day")
      assert.deepStrictEqual(lines, [summary("INFO", "2026-03-02", "2026-03-03", 1, 0)])
    }).pipe(Effect.provide(worldOf(bank.acquirers)), Effect.provide(log))
  )

  it.effect("after nights on which no process ran, all days since are compared (D38)", () =>
    Effect.gen(function* () {
      lines.length = 0
      yield* morning
      yield* pay(charge())
      yield* TestClock.adjust("3 days")
      yield* pay(charge({ amount: 77 }))
      yield* TestClock.adjust("1 day")
      yield* (yield* Scheduler).runDue(yield* DateTime.now)
      const expected = { checked: 2, differences: 0, inDoubt: 0, notCompared: [] }
      const days = { from: "2026-03-02T00:00:00.000Z", to: "2026-03-06T00:00:00.000Z" }
      assert.deepStrictEqual(lines, [`INFO ["Reconciliation",${JSON.stringify({ ...days, ...expected })}]`])
    }).pipe(Effect.provide(begun), Effect.provide(log))
  )

  const { movements: _, ...mute } = scripted().service
  const level = Logger.withMinimumLogLevel(LogLevel.Debug)
  it.effect("nothing is read or logged where no acquirer lists movements, not even what is in doubt (D38)", () =>
    Effect.gen(function* () {
      lines.length = 0
      yield* morning
      yield* pay(charge())
      yield* level(pass("2 days"))
      assert.deepStrictEqual(
        lines.filter((line) => line.includes("Reconciliation")),
        []
      )
    }).pipe(Effect.provide(worldOf(Layer.succeed(Acquirers, [mute]))), Effect.provide(log))
  )

  it.effect("it runs once, however often the gateway starts (D38)", () =>
    Effect.gen(function* () {
      yield* morning
      const { runDue } = yield* Scheduler
      yield* TestClock.setTime(Date.parse("2026-03-03T01:00:00Z"))
      assert.strictEqual(yield* runDue(yield* DateTime.now), 1)
      assert.strictEqual(yield* runDue(yield* DateTime.now), 0)
    }).pipe(Effect.provide(begun))
  )
})

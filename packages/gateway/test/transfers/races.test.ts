/** Races of customers, banks, merchants and operators: in whatever order their steps come, one wins. */
import { it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import { prompt } from "@florin/testing/parties/ScriptedTransferProvider"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { assert } from "vitest"
import * as Bench from "./internal/bench.js"
import { hook } from "./internal/deliveries.js"

type Uid = Transfer["uid"]

const ended = ["successful", "failed", "expired"]

/** Notes what became of a step: `done`, or its error. */
const noting =
  (verdicts: Array<string>) => (step: Effect.Effect<unknown, { readonly _tag: string; readonly message: string }>) =>
    Effect.match(step, {
      onFailure: ({ _tag, message }) => void verdicts.push(_tag === "InvalidRequest" ? message : _tag),
      onSuccess: () => void verdicts.push("done")
    })

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** What the bank moved under a key, and what we say of it. */
const moneyOf = (bench: Bench.Bench, { amount, evidence, status, uid }: Transfer) => ({
  moved: Bench.movedUnder(bench, uid),
  counted:
    (status === "successful" ? amount : 0) +
    sum(evidence.filter(({ said: reply }) => reply === "paid").map((one) => one.amount))
})

/** Told in order, and never another outcome after one, unless an operator decides. */
const agreesWith = ({ ear }: Bench.Bench, { status, uid }: Transfer, decided: ReadonlyArray<string>) => {
  const webhooks = ear.webhooks(uid)
  const sequences = webhooks.map(({ sequence }) => sequence)
  assert.deepStrictEqual(
    sequences,
    [...sequences].sort((left, right) => left - right)
  )
  const outcomes = webhooks
    .map(({ document }) => document.transaction.status)
    .filter((one) => ended.includes(String(one)))
  assert.strictEqual(outcomes.at(-1), status)
  if (decided.length === 1) assert.deepStrictEqual(Array.from(new Set(outcomes)), [status])
}

/** One outcome, in a history without gaps, told once. */
const agreed = async (bench: Bench.Bench, uid: Uid) => {
  const { races } = bench
  const transfer = await races.run(races.a(Bench.find(uid)))
  const lines = await races.run(races.b(Bench.history(uid)))
  const decided = lines.filter(({ from, to }) => to !== from && ended.includes(to)).map(({ trigger }) => trigger)
  assert.include(ended, transfer.status)
  const byBank = decided.filter((trigger) => trigger !== "Corrected" && !trigger.startsWith("Proof"))
  assert.isAtMost(byBank.length, 1)
  assert.deepStrictEqual(
    lines.map(({ version }) => version),
    Array.from({ length: transfer.version }, (_, index) => index + 1)
  )
  agreesWith(bench, transfer, decided)
  return { transfer, decided }
}

interface Race<Draw> {
  /** What else is left to chance. */
  readonly draw: fc.Arbitrary<Draw>
  /** Plays one order of steps, looks at what came of it, and gives it a name. */
  readonly play: (bench: Bench.Bench, order: fc.Scheduler, drawn: Draw) => Promise<string>
  /** All that came up. */
  readonly outcomes: ReadonlyArray<string>
}

/** How many orders of steps each race is run in. */
const orders = 14

const race = <Draw>(name: string, { draw, outcomes, play }: Race<Draw>) =>
  it.scopedLive(
    name,
    () =>
      Effect.gen(function* () {
        const bench = yield* Bench.make
        const seen = new Set<string>()
        const plays = fc.asyncProperty(fc.scheduler(), draw, async (order, drawn) => {
          bench.script.perform = prompt
          seen.add(await play(bench, order, drawn))
        })
        // The database answers when it does, so which orders come up differs.
        for (let seed = 7; seed < 11 && seen.size < outcomes.length; seed++) {
          yield* Effect.promise(() => fc.assert(plays, { numRuns: orders, seed, endOnFailure: true }))
        }
        assert.sameMembers([...seen], [...outcomes])
      }),
    120_000
  )

/** Turns that an actor lets go by. */
const steps = (count: number) => Array.from({ length: count }, () => Effect.void)

const nowOf = ({ races }: Bench.Bench): number => races.clock.unsafeCurrentTimeMillis()

/** A payment that waits for its customer. */
const open = async ({ races }: Bench.Bench, changes: object = {}): Promise<Uid> =>
  (await races.run(races.a(Bench.pay(changes)))).uid

const quarter = 15 * 60_000

/** An unpaid payment, to which money has come since, and whose proof waits. */
const proving = async (bench: Bench.Bench): Promise<Uid> => {
  const { races } = bench
  const uid = await open(bench)
  races.clock.jumpTo(nowOf(bench) + quarter + 1)
  await races.run(races.due.a)
  await races.run(races.a(Bench.paid(bench, uid, nowOf(bench))))
  await races.run(races.a(Bench.prove(uid, 80_000)))
  return uid
}

const processes = fc.constantFrom("a" as const, "b" as const)

describeOnStores("whatever comes first, of a transfer", () => {
  race("D28: the customer's payment or the end of the time", {
    draw: fc.record({ late: fc.constantFrom(0, 0, 1), teller: processes, own: fc.boolean() }),
    outcomes: ["successful", "failed", "expired"],
    play: async (bench, order, { late, own, teller }) => {
      const { races } = bench
      const end = nowOf(bench) + quarter
      const uid = await open(bench, own ? { expired_at: new Date(end - 1).toISOString() } : {})
      races.clock.jumpTo(end - 2000)
      const at = (own ? end - 1 : end) + late
      await races.race(order, {
        customer: [races[teller](Bench.paid(bench, uid, at))],
        time: [races.pass(1999), races.pass(1), races.pass(1)],
        worker: [races.due.a, races.due.b, races.due.b]
      })
      const { transfer } = await agreed(bench, uid)
      const { counted, moved } = moneyOf(bench, transfer)
      assert.deepStrictEqual([counted, moved], [100_000, 100_000])
      if (late > 0) assert.strictEqual(transfer.status, own ? "expired" : "failed")
      return transfer.status
    }
  })

  race("D29: an approval or the refunds of what it approves", {
    draw: fc.record({ operator: processes, merchant: processes }),
    outcomes: ["0 refunded", "50000 refunded", "80000 refunded"],
    play: async (bench, order, { merchant, operator }) => {
      const { races, script } = bench
      const uid = await proving(bench)
      const verdicts: Array<string> = []
      script.perform = { ...prompt, verdict: "pays" }
      const again = { duplicate_check: false }
      const refunds = [Bench.refund(uid, 80_000), Bench.refund(uid, 50_000, again)]
      const of = (name: "a" | "b") => races[name]
      await races.race(order, {
        operator: [of(operator)(Bench.approve(uid, 80_000))],
        merchant: refunds.map((refund) => noting(verdicts)(of(merchant)(refund)))
      })
      const { transfer } = await agreed(bench, uid)
      assert.deepStrictEqual([transfer.status, transfer.amount], ["successful", 80_000])
      const refunded = sum(Bench.paidBack(bench, uid).map(({ amount }) => amount))
      const none = "parent_uid Parent transaction is not successful"
      const over = ["parent_uid Parent transaction is refunded already", "amount can't be greater than 30000"]
      for (const verdict of verdicts) assert.include(["done", none, ...over], verdict)
      assert.isAtMost(refunded, 80_000)
      return `${refunded} refunded`
    }
  })

  race("D29: one proof or another", {
    draw: fc.tuple(processes, processes),
    outcomes: ["90000", "80000"],
    play: async (bench, order, [first, second]) => {
      const { races } = bench
      const uid = await open(bench)
      races.clock.jumpTo(nowOf(bench) + quarter + 1)
      await races.run(races.due.a)
      const verdicts: Array<string> = []
      const send = (process: "a" | "b", amount: number) => noting(verdicts)(races[process](Bench.prove(uid, amount)))
      await races.race(order, { "one tab": [send(first, 90_000)], "another tab": [send(second, 80_000)] })
      assert.sameMembers(verdicts, ["done", "A proof of this payment is being processed"])
      const { transfer } = await agreed(bench, uid)
      assert.deepInclude(transfer.proof, { status: "pending", count: 1 })
      const proof = await races.run(races.a(Bench.find(transfer.proof?.uid ?? "")))
      return String(proof.amount)
    }
  })

  race("D29: an approval or a refusal of one proof", {
    draw: fc.tuple(processes, processes),
    outcomes: ["successful", "failed"],
    play: async (bench, order, [first, second]) => {
      const { races } = bench
      const uid = await proving(bench)
      const verdicts: Array<string> = []
      const by = (process: "a" | "b") => races[process]
      await races.race(order, {
        jane: [noting(verdicts)(by(first)(Bench.approve(uid, 70_000)))],
        joe: [noting(verdicts)(by(second)(Bench.decline(uid)))]
      })
      assert.sameMembers(verdicts, ["done", "The proof is decided already"])
      const { transfer } = await agreed(bench, uid)
      assert.strictEqual(transfer.proof?.status, transfer.status)
      const proof = await races.run(races.b(Bench.find(transfer.proof?.uid ?? "")))
      assert.strictEqual(proof.status, transfer.status)
      return transfer.status
    }
  })

  race("D30: a confirmation, the customer or the end of the time", {
    draw: fc.record({ teller: processes, confirmer: processes, tells: fc.boolean(), hesitates: fc.nat(10) }),
    outcomes: ["confirmed, successful", "unconfirmed, successful", "unconfirmed, failed"],
    play: async (bench, order, { confirmer, hesitates, teller, tells }) => {
      const { races } = bench
      const uid = await open(bench)
      const end = nowOf(bench) + quarter
      races.clock.jumpTo(end - 1)
      const reply: Array<string> = []
      const asks = Effect.map(Bench.confirm(uid), (status) => void reply.push(status))
      await races.race(order, {
        customer: [...steps(hesitates), races[teller](Bench.paid(bench, uid, end, tells ? "truth" : "nothing"))],
        merchant: [races[confirmer](asks)],
        time: [races.pass(1), races.pass(1)],
        worker: [races.due.a, races.due.b]
      })
      const { transfer } = await agreed(bench, uid)
      if (reply[0] === "successful") assert.strictEqual(transfer.status, "successful")
      const { counted, moved } = moneyOf(bench, transfer)
      if (tells) assert.deepStrictEqual([counted, moved], [100_000, 100_000])
      return `${reply[0] === "successful" ? "confirmed" : "unconfirmed"}, ${transfer.status}`
    }
  })

  race("D12: one refund or its equal", {
    draw: fc.tuple(processes, processes, fc.boolean()),
    outcomes: ["DuplicateRequest", "amount can't be greater than 40000"],
    play: async (bench, order, [first, second, checks]) => {
      const { races, script } = bench
      const uid = await open(bench)
      await races.run(races.a(Bench.paid(bench, uid, nowOf(bench))))
      script.perform = { ...prompt, verdict: "pays" }
      const verdicts: Array<string> = []
      // Without the check the sum alone allows only one.
      const amount = checks ? 40_000 : 60_000
      // A refund has its payment's address only where its request says so (D33a).
      const reported = { duplicate_check: checks, notification_url: hook }
      const send = (process: "a" | "b") => noting(verdicts)(races[process](Bench.refund(uid, amount, reported)))
      await races.race(order, { "one tab": [send(first)], "another tab": [send(second)] })
      assert.lengthOf(
        verdicts.filter((verdict) => verdict === "done"),
        1
      )
      const refunds = Bench.paidBack(bench, uid)
      assert.deepStrictEqual(
        refunds.map((one) => one.amount),
        [amount]
      )
      await agreed(bench, refunds[0]?.key as Uid)
      return verdicts.find((verdict) => verdict !== "done") ?? ""
    }
  })

  race("D28: a report or the answer of the call that it is about", {
    draw: fc.record({
      verdict: fc.constantFrom("waits" as const, "pays" as const, "provider" as const),
      answer: fc.constantFrom("comes" as const, "no-answer" as const),
      says: fc.constantFrom("truth" as const, "contrary" as const),
      teller: processes
    }),
    outcomes: ["successful", "failed"],
    play: async (bench, order, { answer, says, teller, verdict }) => {
      const { races, script } = bench
      script.perform = { ...prompt, verdict, answer, after: 1000 }
      let uid = ""
      const sent = Effect.map(Bench.payOut, (payout) => {
        uid = payout.uid
      })
      const reports = Effect.suspend(() => Bench.paid(bench, Bench.newest(bench), nowOf(bench), says))
      // Otherwise the answer of the call says what is so.
      const isReceived = verdict !== "waits" && answer === "comes"
      const truth = Effect.suspend(() => Bench.paid(bench, uid, nowOf(bench)))
      await races.race(order, {
        merchant: [races.a(sent), ...(isReceived ? [] : [races[teller](truth)])],
        bank: [...steps(4), races[teller](reports)],
        time: [races.pass(500), races.pass(500), races.pass(1000)],
        worker: [races.due.b, races.due.a]
      })
      const { transfer } = await agreed(bench, uid as Uid)
      const { counted, moved } = moneyOf(bench, transfer)
      if (verdict !== "provider" || says === "truth") assert.strictEqual(counted, moved)
      return transfer.status
    }
  })

  race("D7: a correction or a report", {
    draw: fc.record({ operator: processes, teller: processes, status: fc.constantFrom("successful", "failed") }),
    outcomes: ["Paid", "Corrected", "Paid, Corrected"],
    play: async (bench, order, { operator, status, teller }) => {
      const { races } = bench
      const uid = await open(bench)
      const verdicts: Array<string> = []
      const amount = status === "successful" ? { amount: Amount.make(70_000) } : {}
      const requested = { status: status as "failed", ...amount }
      await races.race(order, {
        operator: [noting(verdicts)(races[operator](Bench.correct(uid, requested)))],
        customer: [races[teller](Bench.paid(bench, uid, nowOf(bench)))]
      })
      const { decided, transfer } = await agreed(bench, uid)
      const isKept = transfer.evidence.length === 1
      assert.strictEqual(isKept, decided[0] === "Corrected")
      const refused = decided.includes("Corrected") ? "done" : "status is that of the transfer already"
      assert.deepStrictEqual(verdicts, [refused])
      assert.strictEqual(transfer.status, decided.includes("Corrected") ? status : "successful")
      return decided.join(", ")
    }
  })
})

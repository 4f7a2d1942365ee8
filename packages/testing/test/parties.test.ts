import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as AcquirerLedger from "@florin/testing/parties/AcquirerLedger"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Merchant from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import * as Random from "@florin/testing/parties/Random"
import * as Receiver from "@florin/testing/parties/Receiver"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as Travel from "@florin/testing/parties/Travel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const charge = { key: "a", kind: "payment", amount: 100, currency: "EUR" } as const
const { prompt } = ScriptedAcquirer

describe("a scripted acquirer", () => {
  const cases: ReadonlyArray<
    readonly [
      says: string,
      manner: Partial<ScriptedAcquirer.Manner>,
      received: string,
      isDone: boolean,
      arrivals: number
    ]
  > = [
    ["approves", {}, "Approved", true, 1],
    ["declines", { verdict: "funds" }, "Declined", false, 1],
    ["is never asked", { way: "never-sent" }, "NotSent", false, 0],
    ["does not get the request", { way: "lost" }, "nothing", false, 0],
    ["loses the answer", { answer: "no-answer" }, "NoAnswer", true, 1],
    ["charges late, with the connection cut", { answer: "cut", before: 900 }, "NoAnswer", true, 1],
    ["keeps its window: what is later is lost", { answer: "cut", before: 1001 }, "NoAnswer", false, 0],
    ["gets a request twice, and does it once", { way: "twice" }, "Approved", true, 2],
    ["hangs", { answer: "hangs" }, "nothing", true, 1],
    ["breaks", { answer: "breaks" }, "a defect", true, 1],
    ["lies", { answer: "lies" }, "Declined", true, 1]
  ]

  it.effect.each(cases)("%s", ([, manner, received, isDone, arrivals]) =>
    Effect.gen(function* () {
      const arrived: Array<ScriptedAcquirer.Arrival> = []
      const acquirer = ScriptedAcquirer.make({ inFlightWindow: 1000, arrived: (arrival) => void arrived.push(arrival) })
      const asking = yield* Effect.fork(acquirer.perform(charge, { ...prompt, ...manner }))
      yield* TestClock.adjust("2 seconds")
      const exit = Option.getOrUndefined(yield* Fiber.poll(asking))
      const answer =
        exit === undefined ? "nothing" : Exit.match(exit, { onFailure: () => "a defect", onSuccess: (_) => _._tag })
      assert.deepStrictEqual(
        [answer, acquirer.ledger.progress("a") === 100, arrived.length],
        [received, isDone, arrivals]
      )
      assert.deepStrictEqual(
        arrived.map(({ isKnown }) => isKnown),
        arrived.map((_, index) => index > 0)
      )
    })
  )

  it.effect.each([
    ["truth", "a", "Approved"],
    ["truth", "b", "NotFound"],
    ["unknown", "a", "Unknown"]
  ] as const)("asked with %s about %s says %s", ([answer, key, says]) =>
    Effect.gen(function* () {
      const acquirer = ScriptedAcquirer.make()
      yield* Effect.fork(acquirer.perform(charge, prompt))
      yield* TestClock.adjust(0)
      const asking = yield* Effect.fork(acquirer.status(key, { ...Travel.truthful, answer }))
      yield* TestClock.adjust(0)
      assert.strictEqual((yield* Fiber.join(asking))._tag, says)
    })
  )
})

// Source: D53, "a provider that keeps only its successful answers under a key".
describe("a scripted acquirer that keeps successes", () => {
  const refund = { key: "r", kind: "refund", amount: 40, currency: "EUR", parent: "a" } as const
  const declining = { ...prompt, verdict: "funds" } as const

  it.effect.each([
    { keeps: "decisions", movement: charge, first: declining, again: "Declined", says: "Declined", reported: 1 },
    { keeps: "successes", movement: charge, first: declining, again: "Approved", says: "Declined", reported: 1 },
    { keeps: "successes", movement: charge, first: prompt, again: "Approved", says: "Approved", reported: 1 },
    { keeps: "decisions", movement: refund, first: declining, again: "Declined", says: "Declined", reported: 1 },
    { keeps: "successes", movement: refund, first: declining, again: "Approved", says: "NotFound", reported: 0 },
    { keeps: "successes", movement: refund, first: prompt, again: "Approved", says: "Approved", reported: 1 }
  ] as const)("$keeps of a $movement.kind: says $says of it, and $again when it comes again", (row) =>
    Effect.gen(function* () {
      const { keeps, movement, first } = row
      const known: Array<boolean> = []
      const acquirer = ScriptedAcquirer.make({ keeps, arrived: ({ isKnown }) => void known.push(isKnown) })
      const perform = (one: AcquirerLedger.Movement, manner: ScriptedAcquirer.Manner) =>
        Effect.zipLeft(Effect.fork(acquirer.perform(one, manner)), TestClock.adjust(0)).pipe(Effect.flatMap(Fiber.join))
      if (movement.key !== "a") yield* perform(charge, prompt)
      const { _tag } = yield* perform(movement, first)
      const status = yield* acquirer.status(movement.key, Travel.truthful)
      const reported = acquirer.sentAbout(movement.key).length
      const again = yield* perform(movement, prompt)
      assert.deepStrictEqual([status._tag, reported, again._tag], [row.says, row.reported, row.again])
      assert.strictEqual(known.at(-1), _tag === row.again)
      assert.strictEqual((yield* perform(movement, declining))._tag, row.again)
    })
  )
})

describe("its ledger", () => {
  const follow = (kind: AcquirerLedger.Movement["kind"], amount: number, key: string = kind) =>
    ({ key, kind, amount, currency: "EUR", parent: "a" }) as const
  const held = { ...charge, kind: "authorization" } as const

  it.each([
    ["captures and voids a hold to its amount", held, [follow("capture", 60), follow("void", 40)], []],
    ["captures no more than is held", held, [follow("capture", 60), follow("void", 41)], ["void: more"]],
    ["refunds no more than was paid", charge, [follow("refund", 60), follow("refund", 41, "r2")], ["r2: more"]],
    ["takes back a whole payment only", charge, [follow("refund", 1), follow("void", 100)], ["void: more"]],
    ["refunds no hold", held, [follow("refund", 1)], ["refund: not allowed"]],
    ["enters a key once", charge, [follow("refund", 60), follow("refund", 60)], []]
  ])("%s", (_, parent, movements, refused) => {
    const ledger = AcquirerLedger.make()
    for (const movement of [parent, ...movements]) ledger.enter(movement, "approve", 0)
    const found = [...ledger.entries.values()].filter(({ declined }) => declined !== undefined)
    assert.deepStrictEqual(
      found.map(({ excessive, key }) => `${key}: ${excessive ? "more" : "not allowed"}`),
      refused
    )
  })
})

describe("the ledger of an acquirer of one capture", () => {
  const hold = { key: "h", kind: "authorization", amount: 100, currency: "EUR" } as const

  it("holds nothing once it has captured, and neither captures nor voids the rest", () => {
    const ledger = AcquirerLedger.make({ releases: true })
    const enter = (kind: AcquirerLedger.Movement["kind"], amount: number) => {
      const key = `${kind} ${amount}`
      const { declined, excessive } = ledger.enter({ ...hold, key, kind, amount, parent: "h" }, "approve", 0)
      return [declined ?? "approved", excessive, ledger.held("h")]
    }
    ledger.enter(hold, "approve", 0)
    assert.deepStrictEqual(enter("void", 30), ["approved", false, 70])
    assert.deepStrictEqual(enter("capture", 50), ["approved", false, 0])
    assert.deepStrictEqual(enter("capture", 20), ["not-allowed", false, 0])
    assert.deepStrictEqual(enter("void", 20), ["not-allowed", false, 0])
    assert.deepStrictEqual(enter("void", 21), ["not-allowed", true, 0])
    assert.strictEqual(ledger.progress("capture 50"), 50)
  })

  it("of many captures holds what none has taken", () => {
    const ledger = AcquirerLedger.make()
    ledger.enter(hold, "approve", 0)
    ledger.enter({ ...hold, key: "c", kind: "capture", amount: 60, parent: "h" }, "approve", 0)
    assert.deepStrictEqual([ledger.held("h"), ledger.held("c"), ledger.held("nobody's")], [40, 0, 0])
  })
})

describe("the movements that an acquirer lists (D38)", () => {
  const [from, to] = [DateTime.unsafeMake(1000), DateTime.unsafeMake(2000)] as const
  const service = ScriptedAcquirer.service

  it.effect.each([
    { at: 999, expected: [] },
    { at: 1000, expected: ["payment 100"] },
    { at: 1999, expected: ["payment 100"] },
    { at: 2000, expected: [] }
  ])("from 1000 to 2000 ms are $expected for a payment at $at", ({ at, expected }) =>
    Effect.gen(function* () {
      const acquirer = ScriptedAcquirer.make()
      yield* TestClock.setTime(at)
      yield* acquirer.perform(charge, prompt)
      yield* acquirer.perform({ ...charge, key: "b" }, { ...prompt, verdict: "funds" })
      yield* acquirer.perform({ ...charge, key: "c", kind: "tokenization" }, prompt)
      const found = yield* service(acquirer).movements!({ from, to })
      assert.deepStrictEqual(
        found.map(({ amount, kind }) => `${kind} ${amount}`),
        expected
      )
    })
  )
})

describe("a receiver", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
  const body = JSON.stringify({ transaction: { uid: "a", status: "successful" } })
  const signature = createHmac("sha256", Buffer.alloc(32, 7)).update(`n1.1700000000.${body}`).digest("base64")
  const headers = { "webhook-id": "n1", "webhook-timestamp": "1700000000", "florin-sequence": "2" }
  const signed = { headers: { ...headers, "webhook-signature": `v1,${signature}` }, body }

  it.effect("keeps what is signed, and nothing else", () =>
    Effect.gen(function* () {
      const { deliveries, receive } = Receiver.make({ secret })
      const reply = yield* Effect.fork(receive(signed))
      yield* TestClock.adjust(0)
      assert.strictEqual((yield* Fiber.join(reply)).status, 204)
      assert.strictEqual((yield* Effect.flip(receive({ headers, body }))).reason, "unsigned")
      assert.strictEqual((yield* Effect.flip(receive({ ...signed, body: `${body} ` }))).reason, "badly-signed")
      assert.deepStrictEqual(deliveries(), [{ id: "n1", sequence: 2, uid: "a", status: "successful", at: 0 }])
    })
  )

  it.effect("keeps nothing that it rejects", () =>
    Effect.gen(function* () {
      const { deliveries, receive } = Receiver.make({ reply: () => ({ status: 500, after: 10 }) })
      const reply = yield* Effect.fork(receive(signed))
      yield* TestClock.adjust("10 millis")
      assert.strictEqual((yield* Fiber.join(reply)).status, 500)
      assert.deepStrictEqual(deliveries(), [])
    })
  )
})

describe("a merchant", () => {
  it.scopedLive("repeats an order under its key until there is an answer, and remembers it", () =>
    Effect.gen(function* () {
      const keys: Array<unknown> = []
      const document = { uid: "a", type: "payment", status: "successful", amount: 100 }
      const { url } = yield* Loopback.serve(({ headers, method }) => {
        if (method === "GET") return Effect.succeed({ status: 200, body: { transactions: [document] } })
        keys.push(headers["idempotency-key"])
        if (keys.length === 1) return Effect.succeed(undefined)
        return Effect.succeed(
          keys.length === 2 ? { status: 503, body: {} } : { status: 200, body: { transaction: document } }
        )
      })
      const send: Merchant.Send = (question) => Loopback.ask(`${url}${question.path}`, question)
      const merchant = Merchant.make({ credentials: "shop:secret", name: "order", send })
      const order = yield* merchant.order("/transactions/payments", Orders.charge(100))
      assert.deepStrictEqual(keys, ["order-0", "order-0", "order-0"])
      assert.deepStrictEqual([order.attempts, order.acknowledged], [3, document])
      assert.strictEqual(merchant.troubles.unavailable, 1)
      assert.deepStrictEqual(yield* merchant.look(order), [document])
    })
  )
})

describe("orders of a seed", () => {
  const known = { parents: [{ uid: "a", type: "authorization", amount: 10 }], tokens: ["t"] }
  const drawn = (seed: number) => {
    const random = Random.make(seed, "orders")
    const amount = () => random.between(1, 100)
    return Array.from({ length: 200 }, () => Orders.draw({ random, known, amount }))
  }

  it("are the same again, others than of the next seed, and of every type that can follow", () => {
    assert.deepStrictEqual(drawn(1), drawn(1))
    assert.notDeepEqual(drawn(1), drawn(2))
    const types = [...new Set(drawn(1).map(({ type }) => type))].sort()
    assert.deepStrictEqual(types, ["authorization", "capture", "credit", "payment", "tokenization", "void"])
    assert.isTrue(drawn(1).some(({ amount, parent }) => parent === "a" && amount > 10))
  })
})

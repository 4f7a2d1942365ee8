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
    readonly [says: string, manner: Partial<ScriptedAcquirer.Manner>, heard: string, isDone: boolean, arrivals: number]
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

  it.effect.each(cases)("%s", ([, manner, heard, isDone, arrivals]) =>
    Effect.gen(function* () {
      const arrived: Array<ScriptedAcquirer.Arrival> = []
      const acquirer = ScriptedAcquirer.make({ inFlightWindow: 1000, arrived: (arrival) => void arrived.push(arrival) })
      const asking = yield* Effect.fork(acquirer.perform(charge, { ...prompt, ...manner }))
      yield* TestClock.adjust("2 seconds")
      const exit = Option.getOrUndefined(yield* Fiber.poll(asking))
      const answer =
        exit === undefined ? "nothing" : Exit.match(exit, { onFailure: () => "a defect", onSuccess: (_) => _._tag })
      assert.deepStrictEqual([answer, acquirer.ledger.standing("a") === 100, arrived.length], [heard, isDone, arrivals])
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

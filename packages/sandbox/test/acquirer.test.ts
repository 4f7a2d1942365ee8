import { assert, describe, it } from "@effect/vitest"
import type { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import { about, charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import * as SandboxActions from "../src/SandboxActions.js"
import { amountTriggers, avsTriggers, cvcTriggers, holderTriggers, ownReasons } from "../src/TestTriggers.js"
import { databases } from "./databases.js"
import {
  approved,
  approving,
  card,
  d37,
  declining,
  expected,
  Live,
  looksAtAmount,
  pay,
  refused,
  seen,
  suiteCards
} from "./paying.js"

const underTest = Effect.gen(function* () {
  const acquirer = yield* SandboxAcquirer.SandboxAcquirer
  const { movements } = yield* Ledger.Ledger
  const { choose } = yield* SandboxActions.SandboxActions
  return {
    acquirer,
    visit: (action: CustomerAction, does: "completes" | "refuses") => {
      const brought = action._tag === "Form" ? action.fields : Object.fromEntries(new URL(action.url).searchParams)
      const choice = does === "completes" ? "pay" : "decline"
      return Effect.orDie(Effect.map(choose(brought, choice), (left) => (left === undefined ? {} : { choice })))
    },
    movementsOf: (key: string) =>
      Effect.orDie(Effect.map(movements, (all) => all.filter(({ reference }) => reference === key).length))
  }
})

for (const { empty, kind } of databases) {
  const ledger = Layer.unwrapScoped(Effect.map(empty, (place) => Layer.provide(Ledger.layer, place)))
  const built = Layer.build(Layer.provideMerge(Layer.merge(SandboxAcquirer.layer(), SandboxActions.layer), ledger))
  acquirerSuite(
    { describe, it },
    `The sandbox on ${kind}`,
    Effect.flatMap(built, (built) => Effect.provide(underTest, built)),
    { ...suiteCards, actingCard: card(approving, { holder: "ACTION" }) }
  )
}

// D37.
describe("The holder's name", () => {
  it.effect.each(holderTriggers)("$value is a test trigger", ({ behaviour, value }) =>
    Effect.gen(function* () {
      for (const holder of [value, ` ${value.toLowerCase()} `]) {
        assert.deepStrictEqual(seen(yield* pay(approving, { holder }, { amount: 1000 })), expected(behaviour))
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(["FUNDS LTD", "DECLINED", "", "SLOWLY"])("%j is no test trigger", (holder) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* pay(approving, { holder }, { amount: 1000 })), approved)
    }).pipe(Effect.provide(Live))
  )

  // D37: a slow answer takes 2 s.
  it.effect("SLOW is charged at once and answered after 2 s", () =>
    Effect.gen(function* () {
      const { perform, status } = yield* SandboxAcquirer.SandboxAcquirer
      const request = yield* charge("payment", card(approving, { holder: "SLOW" }), { amount: 1000 })
      const fiber = yield* Effect.fork(perform(request))
      yield* TestClock.adjust("1999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      assert.strictEqual((yield* status(request.key, about))._tag, "Approved")
      yield* TestClock.adjust("1 millis")
      assert.isTrue(Option.isSome(yield* Fiber.poll(fiber)))
    }).pipe(Effect.provide(Live))
  )

  it.effect("comes before the amount", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* pay(looksAtAmount, { holder: "FUNDS" }, { amount: 1105 })), refused("funds"))
    }).pipe(Effect.provide(Live))
  )
})

// D37.
describe("The last three digits of the amount", () => {
  it.effect.each(amountTriggers)("$value are a test trigger on 4111111111111111 alone", ({ behaviour, value }) =>
    Effect.gen(function* () {
      for (const amount of [Number(value), 7000 + Number(value)]) {
        assert.deepStrictEqual(seen(yield* pay(looksAtAmount, {}, { amount })), expected(behaviour))
        for (const other of d37.filter((number) => number !== looksAtAmount)) {
          assert.deepStrictEqual(seen(yield* pay(other, {}, { amount })), approved)
        }
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect("are none beside those of the table", () =>
    Effect.gen(function* () {
      const beside = amountTriggers.flatMap(({ value }) => [Number(value) - 1, Number(value) + 1])
      const triggers = new Set(amountTriggers.map(({ value }) => Number(value)))
      for (const amount of [...beside.filter((amount) => !triggers.has(amount)), 999, 1000, 105_000]) {
        assert.deepStrictEqual(seen(yield* pay(looksAtAmount, {}, { amount })), approved)
      }
    }).pipe(Effect.provide(Live))
  )

  // D6: an acquirer can return every reason except Florin's own.
  it("cover every reason that an acquirer may give", () => {
    const given = amountTriggers.flatMap(({ behaviour }) => (behaviour._tag === "Decline" ? [behaviour.reason] : []))
    assert.deepStrictEqual([...given, ...ownReasons].sort(), [...DeclineReason.literals].sort())
  })

  it("are those of the code, save without a reason", () => {
    const others = amountTriggers.filter(({ code, value }) => code !== null && code !== `F.0${value}`)
    assert.deepStrictEqual(
      others.map(({ code }) => code),
      ["F.0999"]
    )
  })

  it("are each listed once", () => {
    assert.strictEqual(new Set(amountTriggers.map(({ value }) => value)).size, amountTriggers.length)
  })

  it.effect("are a test trigger on what follows a charge of that card, also on the refund of its capture", () =>
    Effect.gen(function* () {
      const { perform } = yield* SandboxAcquirer.SandboxAcquirer
      for (const [number, tag] of [
        [looksAtAmount, "Declined"],
        [approving, "Approved"]
      ] as const) {
        const hold = yield* charge("authorization", card(number), { amount: 9000 })
        yield* perform(hold)
        const capture = yield* child("Capture", hold.key, { amount: 5000 })
        assert.strictEqual((yield* perform(capture))._tag, "Approved")
        assert.strictEqual((yield* perform(yield* child("Capture", hold.key, { amount: 1105 })))._tag, tag)
        assert.strictEqual((yield* perform(yield* child("Refund", capture.key, { amount: 1105 })))._tag, tag)
      }
    }).pipe(Effect.provide(Live))
  )
})

const checks = (answer: AcquirerAnswer) =>
  answer._tag === "Approved" ? [answer.report.avsResult, answer.report.cvcResult] : answer._tag

// D18.
describe("The address and security-code checks", () => {
  const zips = [...avsTriggers.values, { value: "10001", result: "Y" }]
  it.effect.each(zips)("answer $result to the zip $value", ({ result, value }) =>
    Effect.gen(function* () {
      const { answer } = yield* pay(approving, {}, { amount: 1000, details: { billingAddress: { zip: value } } })
      assert.deepStrictEqual(checks(answer), [result, null])
    }).pipe(Effect.provide(Live))
  )

  const codes = [...cvcTriggers.values, { value: "123", result: "M" }, { value: "9999", result: "M" }]
  it.effect.each(codes)("answer $result to the code $value", ({ result, value }) =>
    Effect.gen(function* () {
      const { answer } = yield* pay(approving, { securityCode: Redacted.make(value) }, { amount: 1000 })
      assert.deepStrictEqual(checks(answer), [null, result])
    }).pipe(Effect.provide(Live))
  )

  it.effect.each([
    { amount: 7301, expected: ["N", "M"] },
    { amount: 7302, expected: ["Y", "N"] },
    { amount: 7303, expected: ["N", "N"] }
  ])("answer $expected to the amount $amount", ({ amount, expected }) =>
    Effect.gen(function* () {
      const details = { billingAddress: { zip: "10001" } }
      const { answer } = yield* pay(looksAtAmount, { securityCode: Redacted.make("123") }, { amount, details })
      assert.deepStrictEqual(checks(answer), expected)
    }).pipe(Effect.provide(Live))
  )
})

describe("A report", () => {
  it.effect("of an approval has an authorization code, a reference number and the bank's code", () =>
    Effect.gen(function* () {
      const { answer } = yield* pay(approving, {}, { amount: 1000 })
      assert(answer._tag === "Approved")
      const { authCode, bankCode, billingDescriptor, message, refId, rrn } = answer.report
      assert.match(`${authCode} ${rrn} ${refId}`, /^\d{6} \d{12} \d{10}$/)
      assert.deepStrictEqual([bankCode, message, billingDescriptor], ["00", "Payment was approved", "FLORIN SANDBOX"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("of a decline has no authorization code", () =>
    Effect.gen(function* () {
      const { answer } = yield* pay(declining, {}, { amount: 1000 })
      assert(answer._tag === "Declined")
      const { authCode, bankCode, message } = answer.report
      assert.deepStrictEqual([authCode, bankCode, message], [null, "05", "Payment was declined"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("has the merchant's descriptor where one was sent", () =>
    Effect.gen(function* () {
      const details = { dynamicBillingDescriptor: "SHOP*ORDER" }
      const { answer } = yield* pay(approving, {}, { amount: 1000, details })
      assert(answer._tag === "Approved")
      assert.strictEqual(answer.report.billingDescriptor, "SHOP*ORDER")
    }).pipe(Effect.provide(Live))
  )

  it.effect("is the same in another sandbox, because it is derived from the key alone", () =>
    Effect.gen(function* () {
      const request = yield* charge("payment", card(approving), { amount: 1000 })
      const ask = Effect.flatMap(SandboxAcquirer.SandboxAcquirer, ({ perform }) => perform(request))
      const first = yield* Effect.provide(ask, Live)
      assert.deepStrictEqual(yield* Effect.provide(ask, Live), first)
    })
  )
})

describe("The sandbox's acquirer", () => {
  it.effect("is simulated, has the gateway id 1 unless told, and decides at once", () =>
    Effect.gen(function* () {
      const { gatewayId, inFlightWindow, simulated } = yield* SandboxAcquirer.SandboxAcquirer
      assert.deepStrictEqual([gatewayId, simulated, Duration.toMillis(inFlightWindow)], [1, true, 0])
      const other = yield* SandboxAcquirer.make({ gatewayId: 7 })
      assert.strictEqual(other.gatewayId, 7)
    }).pipe(Effect.provide(Live))
  )

  it.effect.each([
    { name: "amount", amount: 999, number: approving, kind: "payment" },
    { name: "kind", amount: 1000, number: approving, kind: "authorization" },
    { name: "card", amount: 1000, number: "9112300000000000", kind: "payment" }
  ] as const)("declines another $name under a known key as a duplicate", ({ amount, kind, number }) =>
    Effect.gen(function* () {
      const { perform } = yield* SandboxAcquirer.SandboxAcquirer
      const { key } = (yield* pay(approving, {}, { amount: 1000 })).request
      const answer = yield* perform(yield* charge(kind, card(number), { amount, key }))
      assert.strictEqual(answer._tag === "Declined" ? answer.reason : answer._tag, "duplicate-at-acquirer")
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuses a child in another currency", () =>
    Effect.gen(function* () {
      const { perform } = yield* SandboxAcquirer.SandboxAcquirer
      const { key } = (yield* pay(approving, {}, { amount: 1000 })).request
      const answer = yield* perform(yield* child("Refund", key, { amount: 1, currency: "USD" }))
      assert.strictEqual(answer._tag === "Declined" ? answer.reason : answer._tag, "currency")
    }).pipe(Effect.provide(Live))
  )

  it.effect("gives a refused child the same answer after its parent came to be", () =>
    Effect.gen(function* () {
      const { perform } = yield* SandboxAcquirer.SandboxAcquirer
      const hold = yield* charge("authorization", card(approving), { amount: 1000 })
      const capture = yield* child("Capture", hold.key, { amount: 1000 })
      const first = yield* perform(capture)
      yield* perform(hold)
      assert.deepStrictEqual(yield* perform(capture), first)
    }).pipe(Effect.provide(Live))
  )
})

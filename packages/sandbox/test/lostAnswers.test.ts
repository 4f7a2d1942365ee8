import { assert, describe, it } from "@effect/vitest"
import type { AcquirerCard, AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { about, charge, child, payOut } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { databases, type Place } from "./databases.js"

const card = (number: string, holder = "Jane Doe"): AcquirerCard => ({
  number: Redacted.make(number),
  holder,
  expMonth: 12,
  expYear: 2099
})

const perform = (request: AcquirerRequest) =>
  Effect.flatMap(SandboxAcquirer.SandboxAcquirer, (acquirer) => acquirer.perform(request))

const status = (key: AcquirerKey) =>
  Effect.flatMap(SandboxAcquirer.SandboxAcquirer, (acquirer) => acquirer.status(key, about))

const moved = (key: AcquirerKey) =>
  Effect.flatMap(Ledger.Ledger, ({ movements }) =>
    Effect.map(movements, (all) => all.filter(({ reference }) => reference === key).length)
  )

const parentOf = Effect.fnUntraced(function* (kind: "authorization" | "payment") {
  const parent = yield* charge(kind, card("4111111111111111"), { amount: 9000 })
  assert.strictEqual((yield* perform(parent))._tag, "Approved")
  return parent.key
})

const over = (place: Place) => Layer.provideMerge(SandboxAcquirer.layer(), Layer.provideMerge(Ledger.layer, place))

const amount = (value: number) => ({ amount: 1000 + value })

/** Every kind of acquirer request, with a test trigger that loses its answer. */
const requests = (of: { readonly holder: string; readonly digits: number }) =>
  ({
    authorization: charge("authorization", card("4200000000000000", of.holder), { amount: 1000 }),
    payment: charge("payment", card("9112300000000000", of.holder), { amount: 1000 }),
    tokenization: charge("tokenization", card("4242424242424242", of.holder), { amount: 0 }),
    credit: payOut("credit", card("5555555555554444", of.holder), { amount: 1000 }),
    payout: payOut("payout", card("4200000000000000", of.holder), { amount: 1000 }),
    "payment by amount": charge("payment", card("4111111111111111"), amount(of.digits)),
    "credit by amount": payOut("credit", card("4111111111111111"), amount(of.digits)),
    "payout by amount": payOut("payout", card("4111111111111111"), amount(of.digits)),
    capture: Effect.flatMap(parentOf("authorization"), (parent) => child("Capture", parent, amount(of.digits))),
    void: Effect.flatMap(parentOf("authorization"), (parent) => child("Void", parent, amount(of.digits))),
    refund: Effect.flatMap(parentOf("payment"), (parent) => child("Refund", parent, amount(of.digits)))
  }) as const

const names = Object.keys(requests({ holder: "", digits: 0 })) as ReadonlyArray<keyof ReturnType<typeof requests>>

const cases = names.flatMap((name) => [
  { name, trigger: "TIMEOUT", of: { holder: "TIMEOUT", digits: 201 }, first: "NotFound", moves: 0 } as const,
  { name, trigger: "LATE", of: { holder: "LATE", digits: 202 }, first: "Approved", moves: 1 } as const
])

// D37: only the first request with a key loses its answer; D40 repeats requests with the same key.
describe.each(databases)("On $kind an answer that is lost", ({ empty }) => {
  it.scoped.each(cases)("D37: $trigger loses the first sending of a $name alone", ({ first, moves, name, of }) =>
    Effect.gen(function* () {
      const live = over(yield* empty)
      yield* Effect.gen(function* () {
        const once = name === "tokenization" ? 0 : 1
        const request = yield* requests(of)[name]
        assert.strictEqual((yield* perform(request))._tag, "NoAnswer")
        assert.strictEqual((yield* status(request.key))._tag, first)
        assert.strictEqual(yield* moved(request.key), Math.min(moves, once))
        const second = yield* perform(request)
        assert.strictEqual(second._tag, "Approved")
        assert.deepStrictEqual({ ...(yield* status(request.key)) }, { ...second } as object)
        assert.strictEqual(yield* moved(request.key), once)
        assert.deepStrictEqual(yield* perform(request), second)
        assert.strictEqual(yield* moved(request.key), once)
      }).pipe(Effect.provide(live))
    })
  )

  it.scoped("is a matter of the key: another key with the same trigger is lost again", () =>
    Effect.gen(function* () {
      const live = over(yield* empty)
      yield* Effect.gen(function* () {
        for (const _ of [1, 2]) {
          const request = yield* charge("payment", card("4200000000000000", "TIMEOUT"), { amount: 1000 })
          assert.strictEqual((yield* perform(request))._tag, "NoAnswer")
        }
      }).pipe(Effect.provide(live))
    })
  )

  it.scoped("stays the first one over a restart, and later ones are answered at once", () =>
    Effect.gen(function* () {
      const live = over(yield* empty)
      const request = yield* payOut("payout", card("4200000000000000", "TIMEOUT"), { amount: 1000 })
      assert.strictEqual((yield* Effect.provide(perform(request), live))._tag, "NoAnswer")
      assert.strictEqual((yield* Effect.provide(perform(request), live))._tag, "Approved")
      assert.strictEqual(yield* Effect.provide(moved(request.key), live), 1)
    })
  )

  it.scoped("is decided by what holds at the second sending: what is no longer left is declined", () =>
    Effect.gen(function* () {
      const live = over(yield* empty)
      yield* Effect.gen(function* () {
        const parent = yield* parentOf("authorization")
        const capture = yield* child("Capture", parent, amount(201))
        assert.strictEqual((yield* perform(capture))._tag, "NoAnswer")
        assert.strictEqual((yield* perform(yield* child("Capture", parent, { amount: 8000 })))._tag, "Approved")
        assert.strictEqual((yield* perform(capture))._tag, "Declined")
        assert.strictEqual(yield* moved(capture.key), 0)
      }).pipe(Effect.provide(live))
    })
  )

  it.scopedLive("moves money once when twenty equal requests come at the same time: the first is lost", () =>
    Effect.gen(function* () {
      const one = over(yield* empty)
      const processes = yield* Effect.replicateEffect(Layer.build(one), 2)
      const request = yield* payOut("payout", card("4200000000000000", "TIMEOUT"), { amount: 1000 })
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => processes[index % 2]!),
        (process) => Effect.provide(perform(request), process),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "NoAnswer").length, 1)
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "Approved").length, 19)
      assert.strictEqual(yield* Effect.provide(moved(request.key), processes[0]!), 1)
    })
  )
})

// What the simulated acquirer has not decided: its customer's choice, and its own time. Source: D53.
import { assert, describe, it } from "@effect/vitest"
import { AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import * as SandboxActions from "@florin/sandbox/SandboxActions"
import { about, charge } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { databases } from "./databases.js"
import { card } from "./paying.js"

const order = { amount: 1000 }
const holding = (holder: string) => card("4200000000000000", { holder })

const fieldsOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

const voidOf = (parent: AcquirerKey) =>
  AcquirerRequest.Void({
    key: `${parent}:reverse` as AcquirerKey,
    parent,
    parentKind: "payment",
    parentReference: null,
    amount: order.amount as never,
    currency: "EUR" as never
  })

const begun = (holder: string) =>
  Effect.gen(function* () {
    const { perform } = yield* SandboxAcquirer.SandboxAcquirer
    const request = yield* charge("payment", holding(holder), order)
    return { request, answer: yield* perform(request) }
  })

const moved = Effect.flatMap(Ledger.Ledger, ({ movements }) =>
  Effect.map(movements, (all) => all.map(({ kind }) => kind))
)

const known = (key: AcquirerKey) =>
  Effect.flatMap(SandboxAcquirer.SandboxAcquirer, ({ status }) => Effect.map(status(key, about), ({ _tag }) => _tag))

for (const { empty, kind } of databases) {
  const ledger = Layer.unwrapScoped(Effect.map(empty, (place) => Layer.provide(Ledger.layer, place)))
  const Live = Layer.provideMerge(Layer.merge(SandboxAcquirer.layer(), SandboxActions.layer), ledger)

  describe(`what the sandbox on ${kind} has not decided`, () => {
    it.scoped.each([
      { choice: "pay", decided: "Approved", books: ["payment"] },
      { choice: "decline", decided: "Declined", books: [] },
      { choice: "leave", decided: "ActionNeeded", books: [] }
    ])("D53: is $decided after its customer chose to $choice, once", ({ books, choice, decided }) =>
      Effect.gen(function* () {
        const { choose, page } = yield* SandboxActions.SandboxActions
        const { answer, request } = yield* begun("ACTION")
        assert(answer._tag === "ActionNeeded" && answer.action._tag === "Redirect")
        const fields = fieldsOf(answer.action.url)
        assert.isDefined(yield* page(fields))
        assert.isUndefined(yield* page({ ...fields, token: "0" }))
        assert.isUndefined(yield* choose({ ...fields, token: "0" }, choice))
        assert.isDefined(yield* choose(fields, choice))
        assert.strictEqual(yield* known(request.key), decided)
        yield* choose(fields, choice === "pay" ? "decline" : "pay")
        const end = choice === "leave" ? ["Approved", ["payment"]] : [decided, books]
        assert.deepStrictEqual([yield* known(request.key), yield* moved], end)
        const { perform } = yield* SandboxAcquirer.SandboxAcquirer
        assert.strictEqual((yield* perform(request))._tag, end[0])
      }).pipe(Effect.provide(Live))
    )

    it.scoped.each([
      { holder: "ACCEPTED", decided: "Approved", books: ["payment"] },
      { holder: "ACCEPTED DECLINE", decided: "Declined", books: [] }
    ])("D53: $holder is accepted for a minute of its clock, then $decided", ({ books, decided, holder }) =>
      Effect.gen(function* () {
        const { answer, request } = yield* begun(holder)
        assert.strictEqual(answer._tag, "Accepted")
        yield* TestClock.adjust("59999 millis")
        assert.deepStrictEqual([yield* known(request.key), yield* moved], ["Accepted", []])
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual([yield* known(request.key), yield* moved], [decided, books])
        assert.deepStrictEqual([yield* known(request.key), yield* moved], [decided, books])
      }).pipe(Effect.provide(Live))
    )

    it.scoped.each(["ACTION", "ACCEPTED"])("D53: of %s moves nothing once it was voided", (holder) =>
      Effect.gen(function* () {
        const { perform } = yield* SandboxAcquirer.SandboxAcquirer
        const { request } = yield* begun(holder)
        for (const _ of [1, 2]) assert.strictEqual((yield* perform(voidOf(request.key)))._tag, "Approved")
        yield* TestClock.adjust("2 minutes")
        assert.deepStrictEqual([yield* known(request.key), yield* moved], ["Declined", []])
        const { find } = yield* Ledger.Ledger
        assert.isTrue(Option.isSome(yield* find(request.key)))
      }).pipe(Effect.provide(Live))
    )
  })
}

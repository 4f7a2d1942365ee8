/** The contract of checkouts, as tests that every store runs. */
import { Checkout } from "@florin/core/checkouts/Checkout"
import type { CheckoutListener } from "@florin/core/checkouts/CheckoutListeners"
import { CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import * as Reads from "@florin/core/commits/Reads"
import { Entropy, makeCheckoutToken } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { someOf } from "./internal/anyRecord.js"
import {
  assertStale,
  assertStorageError,
  atOnce,
  execute,
  look,
  onFreshStore,
  otherShop,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

const referenceOf = (index: number) => index.toString(16).padStart(16, "0")

/** Some checkouts, none of which has been changed yet. */
const some = (count: number) =>
  Effect.map(Entropy, (entropy) =>
    someOf(Checkout, count).map((one): Checkout => ({ ...one, shop, token: makeCheckoutToken(entropy), version: 1 }))
  )

/** For listeners alone: no store keeps it. */
const transition = { trigger: "Created", from: "none", to: "open" }

const insert = (checkout: Checkout, index = 0) =>
  write({ _tag: "InsertCheckout", checkout, transition, reference: referenceOf(index) })

const replace = (checkout: Checkout) => write({ _tag: "ReplaceCheckout", checkout, transition })

const records = (test: StoreTest): void => {
  test("a checkout reads as it was written and as it was changed, by each of its names", () =>
    Effect.gen(function* () {
      const store = yield* CheckoutStore
      const first = yield* some(16)
      yield* Effect.forEach(first, insert)
      const next = first.map((one, index) => ({ ...first.at(index - 1)!, token: one.token, version: 2 }))
      const found = (all: ReadonlyArray<Checkout>) =>
        Effect.forEach(all, (one, index) =>
          Effect.gen(function* () {
            assert.deepStrictEqual<unknown>(yield* look(Reads.checkout(shop, one.token)), one)
            assert.deepStrictEqual(yield* store.find(shop, one.token), Option.some(one))
            assert.deepStrictEqual(yield* store.findPublic(one.token), Option.some(one))
            assert.deepStrictEqual(yield* store.findByReference(shop, referenceOf(index)), Option.some(one))
          })
        )
      yield* found(first)
      yield* Effect.forEach(next, replace)
      yield* found(next)
    }))

  test("a checkout that is known is read again only if it has changed", () =>
    Effect.gen(function* () {
      const [one, other] = yield* some(2)
      yield* insert(one!)
      assert.strictEqual(yield* look(Reads.checkout(shop, one!.token, one)), one)
      const next = { ...other!, token: one!.token, version: 2 }
      yield* replace(next)
      assert.deepStrictEqual<unknown>(yield* look(Reads.checkout(shop, one!.token, one)), next)
      assert.isUndefined(yield* look(Reads.checkout(shop, other!.token, other)))
    }))

  test("checkouts are listed from the newest on", () =>
    Effect.gen(function* () {
      const store = yield* CheckoutStore
      const all = yield* some(5)
      yield* Effect.forEach(all, insert)
      const newest = all.toReversed()
      const [page, rest] = [newest.slice(0, 2), newest.slice(2)]
      assert.deepStrictEqual(yield* store.list(shop, { limit: 2 }), page)
      assert.deepStrictEqual(yield* store.list(shop, { limit: 9, after: page[1]!.token }), rest)
    }))

  test("another shop's checkouts are not found", () =>
    Effect.gen(function* () {
      const store = yield* CheckoutStore
      const [one] = yield* some(1)
      yield* insert(one!)
      assert.isTrue(Option.isNone(yield* store.find(otherShop, one!.token)))
      assert.isTrue(Option.isNone(yield* store.findByReference(otherShop, referenceOf(0))))
      assert.deepStrictEqual(yield* store.list(otherShop, { limit: 9 }), [])
      assert.isUndefined(yield* look(Reads.checkout(otherShop, one!.token)))
    }))
}

const contention = (test: StoreTest): void => {
  test("a reference is taken once in a shop, and a token once in all", () =>
    Effect.gen(function* () {
      const [one, other] = yield* some(2)
      yield* insert(one!)
      yield* assertStorageError("constraint", insert(other!))
      yield* assertStorageError("constraint", insert({ ...one!, shop: otherShop }, 1))
      yield* insert({ ...other!, shop: otherShop })
    }))

  test("of changes to one version, one is made", () =>
    Effect.gen(function* () {
      const store = yield* CheckoutStore
      const [one] = yield* some(1)
      yield* insert(one!)
      const changes = ["paid", "failed", "expired"] as const
      const made = yield* atOnce(changes.map((state) => Effect.either(replace({ ...one!, state, version: 2 }))))
      assert.strictEqual(made.filter(Either.isRight).length, 1)
      const state = changes[made.findIndex(Either.isRight)]!
      assert.deepStrictEqual(yield* store.findPublic(one!.token), Option.some({ ...one!, state, version: 2 }))
      yield* assertStale(replace({ ...one!, version: 2 }))
      yield* assertStale(replace({ ...one!, version: 9 }))
    }))
}

const written: CheckoutListener = ({ change, checkout: { token } }) =>
  execute("INSERT INTO host_orders (token, state) VALUES (?, ?)", token, `${change.from} ${change.means}`)

const broken: CheckoutListener = ({ change }) =>
  change.to === "canceled" ? execute("INSERT INTO host_nothing (token) VALUES ('')") : Effect.void

const listening = (test: StoreTest): void => {
  const makeOrders = run(execute("CREATE TABLE host_orders (token TEXT NOT NULL, state TEXT NOT NULL)"))
  const orders = Effect.map(run(execute("SELECT token, state FROM host_orders ORDER BY state")), (rows) =>
    rows.map(({ state, token }) => [token, state])
  )
  test(
    "what the host's listeners write is committed with the change of a checkout, or neither is",
    () =>
      Effect.gen(function* () {
        yield* makeOrders
        const store = yield* CheckoutStore
        const [first] = yield* some(1)
        const one: Checkout = { ...first!, state: "open" }
        yield* insert(one)
        const paying: Checkout = { ...one, state: "paying", version: 2 }
        yield* write({
          _tag: "ReplaceCheckout",
          checkout: paying,
          transition: { trigger: "AttemptBegun", from: "open", to: "paying" }
        })
        const canceled: Checkout = { ...one, state: "canceled", version: 3 }
        yield* assertStorageError("unexpected", replace(canceled))
        assert.deepStrictEqual(yield* store.findPublic(one.token), Option.some(paying))
        assert.deepStrictEqual(yield* orders, [
          [one.token, "none created"],
          [one.token, "open paying"]
        ])
      }),
    { checkoutListeners: [written, broken] }
  )
}

export const checkoutStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("checkouts", () => {
    records(test)
    contention(test)
    listening(test)
  })
}

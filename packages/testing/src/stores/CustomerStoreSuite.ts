/** The contract of what customers are entitled to, and of listeners of subscriptions, as tests that every store runs. */
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import type { EntitlementListener } from "@florin/core/entitlements/EntitlementListeners"
import { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import { Entitlements, none } from "@florin/core/entitlements/Entitlements"
import { Entropy, makeCustomerId, makeSubscriptionId } from "@florin/core/ids/Ids"
import { Subscription } from "@florin/core/subscriptions/Subscription"
import type { SubscriptionListener } from "@florin/core/subscriptions/SubscriptionListeners"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { defined, someOf } from "./internal/anyRecord.js"
import {
  assertStale,
  assertStorageError,
  atOnce,
  execute,
  look,
  onFreshStore,
  otherShop,
  perform,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

/** A customer of the shop, who is stored. */
const someone = Effect.gen(function* () {
  const entropy = yield* Entropy
  const [one] = someOf(StoredCustomer, 1)
  const customer = { ...one!, shop, id: makeCustomerId(entropy) }
  yield* write({ _tag: "InsertCustomer", customer })
  return { shop, customer: customer.id }
})

type Someone = Effect.Effect.Success<typeof someone>

/** What a customer is entitled to, in a version. */
const entitled = (version: number, seats: number): Entitlements => ({
  ...someOf(Entitlements, 9)[version]!,
  features: { seats },
  version
})

const replace = (of: Someone, entitlements: Entitlements, from?: Entitlements["features"]) =>
  write({ _tag: "ReplaceEntitlements", ...of, entitlements, from })

const records = (test: StoreTest): void => {
  test("what a customer is entitled to reads as it was written, and is nothing before", () =>
    Effect.gen(function* () {
      const store = yield* EntitlementStore
      const [of, another] = [yield* someone, yield* someone]
      assert.deepStrictEqual(yield* look(Reads.entitlements(of)), none)
      for (const version of [1, 2, 3]) {
        const entitlements = entitled(version, 5)
        yield* replace(of, entitlements)
        assert.deepStrictEqual(yield* look(Reads.entitlements(of)), entitlements)
        assert.deepStrictEqual(yield* store.find(shop, of.customer), Option.some(entitlements))
      }
      assert.deepStrictEqual(yield* store.find(shop, another.customer), Option.some(none))
    }))

  test("a customer of another shop, or of none, is entitled to nothing, and is not found", () =>
    Effect.gen(function* () {
      const store = yield* EntitlementStore
      const of = yield* someone
      yield* replace(of, entitled(1, 5))
      assert.isTrue(Option.isNone(yield* store.find(otherShop, of.customer)))
      assert.isUndefined(yield* look(Reads.entitlements({ ...of, shop: otherShop })))
      yield* assertStale(replace({ ...of, shop: otherShop }, entitled(1, 5)))
    }))
}

const contention = (test: StoreTest): void => {
  test("of changes to one version, one is made", () =>
    Effect.gen(function* () {
      const store = yield* EntitlementStore
      const of = yield* someone
      const seats = [1, 2, 3]
      const made = yield* atOnce(seats.map((seats) => Effect.either(replace(of, entitled(1, seats)))))
      assert.strictEqual(made.filter(Either.isRight).length, 1)
      const kept = entitled(1, seats[made.findIndex(Either.isRight)]!)
      assert.deepStrictEqual(yield* store.find(shop, of.customer), Option.some(kept))
      yield* assertStale(replace(of, entitled(1, 9)))
      yield* assertStale(replace(of, entitled(4, 9)))
    }))

  test("32 that add to what they have read add up", () =>
    Effect.gen(function* () {
      const of = yield* someone
      const adding = perform({ before: Reads.entitlements(of) }, ({ before = none }) => {
        const entitlements = { ...none, features: { seats: before.version + 1 }, version: before.version + 1 }
        return decided([{ _tag: "ReplaceEntitlements", ...of, entitlements }], undefined)
      })
      yield* atOnce(Array.from({ length: 32 }, () => adding))
      const found = yield* look(Reads.entitlements(of))
      assert.deepStrictEqual([found?.version, found?.features], [32, { seats: 32 }])
    }))
}

const ofSubscriptions: SubscriptionListener = ({ change: { means: meaning }, subscription: { id } }) =>
  execute("INSERT INTO host_members (id, told) VALUES (?, ?)", id, meaning)

const ofEntitlements: EntitlementListener = ({ change: { from, more }, customer, features }) =>
  execute("INSERT INTO host_members (id, told) VALUES (?, ?)", customer, JSON.stringify({ from, features, more }))

const broken =
  (meaning: string): SubscriptionListener =>
  ({ change }) =>
    change.means === meaning ? execute("INSERT INTO host_nothing (id) VALUES ('')") : Effect.void

const listening = (test: StoreTest): void => {
  const makeMembers = run(execute("CREATE TABLE host_members (id TEXT NOT NULL, told TEXT NOT NULL)"))
  const members = Effect.map(run(execute("SELECT id, told FROM host_members ORDER BY told")), (rows) =>
    rows.map(({ id, told: reported }) => [id, reported])
  )
  const surroundings = {
    subscriptionListeners: [ofSubscriptions, broken("canceled")],
    entitlementListeners: [ofEntitlements]
  }
  test(
    "what the host's listeners write is committed with the change of a subscription and of entitlements, or neither is",
    () =>
      Effect.gen(function* () {
        yield* makeMembers
        const store = yield* SubscriptionStore
        const of = yield* someone
        const id = makeSubscriptionId(yield* Entropy)
        const one: Subscription = { ...someOf(Subscription, 1)[0]!, shop, id, state: "active", version: 1 }
        yield* write({ _tag: "InsertSubscription", subscription: one, step: { trigger: "Created", from: "none" } })
        const paused: Subscription = { ...one, version: 2 }
        yield* write(
          {
            _tag: "ReplaceSubscription",
            subscription: paused,
            replaces: 1,
            termsUnchanged: true,
            step: { trigger: "Paused", from: "active" }
          },
          { _tag: "ReplaceEntitlements", ...of, entitlements: entitled(1, 5), from: {} }
        )
        const canceled: Subscription = { ...one, state: "canceled", version: 3 }
        yield* assertStorageError(
          "unexpected",
          write(
            {
              _tag: "ReplaceSubscription",
              subscription: canceled,
              replaces: 2,
              termsUnchanged: true,
              step: { trigger: "Canceled", from: "active" }
            },
            { _tag: "ReplaceEntitlements", ...of, entitlements: entitled(2, 0), from: { seats: 5 } }
          )
        )
        assert.deepStrictEqual(defined(Option.getOrUndefined(yield* store.find(shop, id))), paused)
        // Changes that nobody is told of.
        yield* write({
          _tag: "ReplaceSubscription",
          subscription: { ...one, version: 3 },
          replaces: 2,
          termsUnchanged: true
        })
        yield* replace(of, entitled(2, 5))
        assert.deepStrictEqual(yield* members, [
          [id, "created"],
          [id, "paused"],
          [of.customer, JSON.stringify({ from: {}, features: { seats: 5 }, more: ["seats"] })]
        ])
      }),
    surroundings
  )
}

export const customerStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("what customers are entitled to", () => {
    records(test)
    contention(test)
    listening(test)
  })
}

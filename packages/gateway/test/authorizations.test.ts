import { assert, it } from "@effect/vitest"
import { Acquirers } from "@florin/core/cards/Acquirer"
import { BinDirectory } from "@florin/core/cards/BinDirectory"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { Transactions } from "@florin/core/queries/Transactions"
import * as Routing from "@florin/core/routing/Routing"
import { CommitListeners } from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import { SandboxAcquirer } from "@florin/sandbox/SandboxAcquirer"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import {
  authorize,
  capture,
  card,
  charge,
  find,
  holder,
  morning,
  movements,
  pass,
  pay,
  shop,
  tokenize,
  world
} from "./internal/world.js"

const refused = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.flip(work)

describeOnContract("a charge", () => {
  it.effect(
    "States and transitions | Authorization request, Accepted, no 3-D Secure needed, approved: is successful, with a token",
    () =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* authorize(charge())
        assert.strictEqual(transaction.status, "successful")
        assert.match(transaction.card?.token ?? "", /^[0-9a-f]{64}$/)
        assert.match(transaction.report?.authCode ?? "", /^\d{6}$/)
        assert.deepStrictEqual(
          (yield* movements).map(({ amount, kind, reference }) => [kind, amount, reference]),
          [["authorization", 1000, transaction.uid]]
        )
      }).pipe(Effect.provide(world()))
  )

  it.effect("D11: a payment takes the amount in one step", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* pay(charge())
      assert.strictEqual(transaction.status, "successful")
      assert.deepStrictEqual(
        (yield* movements).map(({ kind }) => kind),
        ["payment"]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect(
    "States and transitions | Tokenization request, Tokenization approved: returns a token and moves no money",
    () =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* tokenize(charge({ amount: 0 }))
        assert.strictEqual(transaction.status, "successful")
        assert.match(transaction.card?.token ?? "", /^[0-9a-f]{64}$/)
        assert.deepStrictEqual(yield* movements, [])
      }).pipe(Effect.provide(world()))
  )

  it.effect("States and transitions | Tokenization request, Tokenization declined: ends failed", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* tokenize(charge({ credit_card: { ...card, number: "4005550000000019" } }))
      assert.strictEqual(transaction.status, "failed")
      assert.strictEqual(transaction.reason, "unspecified")
    }).pipe(Effect.provide(world()))
  )

  // Source: D37; the reasons are D6's.
  it.effect.each([
    { holder: "DECLINE", reason: "unspecified" },
    { holder: "FUNDS", reason: "funds" },
    { holder: "FRAUD", reason: "fraud-acquirer" },
    { holder: "STOLEN", reason: "fraud-issuer" },
    { holder: "ERROR", reason: "acquirer-temporary" }
  ])(
    "Errors | Processing outcome of a card transaction: holder $holder ends failed with $reason (D37)",
    ({ holder, reason }) =>
      Effect.gen(function* () {
        yield* morning
        const transaction = yield* authorize(charge({ credit_card: { ...card, holder } }))
        assert.strictEqual(transaction.status, "failed")
        assert.strictEqual(transaction.reason, reason)
        assert.deepStrictEqual(yield* movements, [])
      }).pipe(Effect.provide(world()))
  )

  it.effect(
    "Transaction | created_at, updated_at, paid_at, closed_at, settled_at: are set when it happens, and null before",
    () =>
      Effect.gen(function* () {
        yield* morning
        const since = ({ closedAt, createdAt, paidAt, settledAt, updatedAt }: CardTransaction) =>
          [createdAt, updatedAt, paidAt, closedAt, settledAt].map((at) => at && at.epochMillis - start.epochMillis)
        const start = yield* DateTime.now
        const { uid } = yield* authorize(holder("LATE"))
        assert.deepStrictEqual(since(yield* find(uid)), [0, 0, null, null, null])
        yield* pass("2 seconds")
        assert.deepStrictEqual(since(yield* find(uid)), [0, 2000, 2000, null, null])
        yield* pass("1 seconds")
        const captured = yield* capture({ request: { parent_uid: uid, amount: 1000 } })
        assert.deepStrictEqual(since(captured), [3000, 3000, 3000, null, null])
        assert.deepStrictEqual(since(yield* find(uid)), [0, 3000, 2000, 3000, null])
        const declined = yield* pay(holder("DECLINE"))
        assert.deepStrictEqual(since(declined), [3000, 3000, null, null, null])
      }).pipe(Effect.provide(world()))
  )

  it.effect("keeps a history of every transition", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      const history = yield* (yield* Transactions).history(yield* shop(), uid)
      assert.deepStrictEqual(
        history.map(({ from, to, trigger, version }) => [version, from, trigger, to]),
        [
          [1, "none", "Accepted", "pending"],
          [2, "pending", "Approved", "successful"]
        ]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("credit_card object | exp_year: a card is good until the end of its month, and refused after it", () =>
    Effect.gen(function* () {
      yield* morning
      const thisMonth = yield* authorize(charge({ credit_card: { ...card, exp_month: "3", exp_year: "2026" } }))
      assert.strictEqual(thisMonth.status, "successful")
      const lastMonth = yield* refused(
        authorize(charge({ credit_card: { ...card, exp_month: "2", exp_year: "2026" } }))
      )
      assert.deepInclude(lastMonth, {
        errors: [{ path: ["credit_card", "exp_year"], sentence: "Invalid. Format should be: yyyy. Date is expired" }]
      })
    }).pipe(Effect.provide(world()))
  )

  // Source: D18. The sandbox answers a CVC result "N" to the code 999.
  it.effect("D18: an approval whose CVC result is rejected ends failed and is taken back at the acquirer", () =>
    Effect.gen(function* () {
      yield* morning
      const rejects = { avs_cvc_verification: { cvc_verification: { reject_codes: ["N"] } } }
      const transaction = yield* authorize(
        charge({ credit_card: { ...card, verification_value: "999" }, additional_data: rejects })
      )
      assert.strictEqual(transaction.status, "failed")
      assert.strictEqual(transaction.reason, "avs-cvc")
      yield* pass("1 second")
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => [kind, amount]),
        [
          ["authorization", 1000],
          ["void", 1000]
        ]
      )
      const accepted = yield* authorize(charge({ amount: 1001, credit_card: { ...card, verification_value: "999" } }))
      assert.strictEqual(accepted.status, "successful")
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("the 3-D Secure flags", () => {
  const flags = (flag: string) => charge({ [flag]: true })

  // Source: Authorization request, skip and force; D16.
  it.effect.each([{ flag: "force_three_d_secure_verification", of: "flags", sentence: "is not available" }])(
    "Authorization request | $flag: is refused on shop $of, because it $sentence",
    ({ flag, of, sentence }) =>
      Effect.gen(function* () {
        yield* morning
        const error = yield* refused(authorize(flags(flag), { shop: of }))
        assert.deepInclude(error, { errors: [{ path: [flag], sentence }] })
      }).pipe(Effect.provide(world()))
  )

  it.effect("Authorization request | skip_three_d_secure_verification: is taken from a shop that may send it", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* authorize(flags("skip_three_d_secure_verification"), { shop: "flags" })
      assert.strictEqual(transaction.status, "successful")
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("an incomplete transaction", () => {
  const challenged = { ...card, number: "4012000000001097" }

  // Source: States and transitions, "any unpaid, Time passes"; D15.
  it.effect.each([
    { of: "10 minutes", expired_at: "2026-03-02T09:10:00+00:00", wait: "599999 millis", status: "incomplete" },
    { of: "10 minutes", expired_at: "2026-03-02T09:10:00+00:00", wait: "10 minutes", status: "expired" },
    { of: "an hour", expired_at: "2026-03-02T10:00:00+00:00", wait: "899999 millis", status: "incomplete" },
    { of: "an hour", expired_at: "2026-03-02T10:00:00+00:00", wait: "15 minutes", status: "expired" },
    { of: "no limit", expired_at: null, wait: "899999 millis", status: "incomplete" },
    { of: "no limit", expired_at: null, wait: "15 minutes", status: "expired" }
  ] as const)(
    "States and transitions | Time passes: after $wait of $of it is $status",
    ({ expired_at, of: _, status, wait }) =>
      Effect.gen(function* () {
        yield* morning
        const { uid } = yield* authorize(charge({ credit_card: challenged, expired_at }), { shop: "flags" })
        yield* pass(wait)
        assert.strictEqual((yield* find(uid, "flags")).status, status)
        assert.deepStrictEqual(yield* movements, [])
      }).pipe(Effect.provide(world({ servers: SandboxThreeDSecure.layerOnly })))
  )
})

describeOnContract("routing", () => {
  it.effect("D17: rules that decline end the charge failed before anybody is asked, and say why", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* authorize(charge())
      assert.deepStrictEqual(
        [transaction.status, transaction.reason, transaction.routing],
        ["failed", "routing-rules", "failed"]
      )
      const history = yield* (yield* Transactions).history(yield* shop(), transaction.uid)
      assert.deepStrictEqual(
        history.map(({ detail }) => detail),
        ["no euros"]
      )
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(
      Effect.provide(
        world({
          settings: Layer.succeed(Routing.Routing, [
            { name: "no euros", when: { currency: ["EUR"] }, action: { kind: "decline" } }
          ])
        })
      )
    )
  )

  it.effect("Transaction | smart_routing_verification: without rules the check is skipped", () =>
    Effect.gen(function* () {
      yield* morning
      assert.strictEqual((yield* authorize(charge())).routing, "skipped")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D6: a charge that excludes every gateway ends failed for want of an acquirer", () =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* authorize(charge({ additional_data: { excluded_gateways: [1] } }))
      assert.deepStrictEqual([transaction.status, transaction.reason], ["failed", "no-acquirer"])
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("test transactions", () => {
  const acquirer = (gatewayId: number, simulated: boolean) =>
    Effect.map(SandboxAcquirer, (sandbox) => ({ ...sandbox, gatewayId, simulated }))
  const both = Layer.effect(Acquirers, Effect.all([acquirer(7, false), acquirer(8, true)]))
  const realOnly = Layer.effect(Acquirers, Effect.all([acquirer(7, false)]))
  const simulatedOnly = Layer.effect(Acquirers, Effect.all([acquirer(8, true)]))

  it.effect.each([
    { name: "a test one", acquirers: both, of: "both", test: true, gateway: 8, status: "successful" },
    { name: "a real one", acquirers: both, of: "both", test: false, gateway: 7, status: "successful" },
    { name: "a test one", acquirers: realOnly, of: "a real acquirer", test: true, gateway: null, status: "failed" },
    { name: "a real one", acquirers: simulatedOnly, of: "the simulator", test: false, gateway: 8, status: "successful" }
  ])("D39: $name, with $of, goes to $gateway and ends $status", ({ acquirers, gateway, status, test }) =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* authorize(charge({ test }))
      assert.deepStrictEqual([transaction.gatewayId, transaction.status], [gateway, status])
    }).pipe(Effect.provide(world({ acquirers })))
  )
})

describeOnContract("the host's own rows", () => {
  it.effect("are written in the commit that changes the transaction, which waits for them", () =>
    Effect.gen(function* () {
      yield* morning
      const seen = yield* Ref.make<ReadonlyArray<string>>([])
      const listener = ({ transaction }: TransactionChange) =>
        Ref.update(seen, (statuses) => [...statuses, transaction.status])
      yield* Effect.gen(function* () {
        const { uid } = yield* authorize(charge())
        assert.deepStrictEqual(yield* seen, ["successful"])
        assert.strictEqual((yield* find(uid)).status, "successful")
      }).pipe(Effect.provide(world({ settings: Layer.succeed(CommitListeners, [listener]) })))
    })
  )

  it.effect("that fail keep the change from being committed; due work settles it later", () =>
    Effect.gen(function* () {
      yield* morning
      const broken = yield* Ref.make(true)
      const listener = () => Effect.flatMap(broken, (is) => (is ? Effect.die("the host's own fault") : Effect.void))
      yield* Effect.gen(function* () {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(authorize(charge()))))
        const [movement] = yield* movements
        assert.strictEqual((yield* find(movement?.reference ?? "")).status, "pending")
        yield* Ref.set(broken, false)
        // The process that failed still holds the job; its next heartbeat releases it.
        yield* pass("2 seconds")
        yield* pass("1 second")
        assert.strictEqual((yield* find(movement?.reference ?? "")).status, "successful")
      }).pipe(Effect.provide(world({ settings: Layer.succeed(CommitListeners, [listener]) })))
    })
  )
})

describeOnContract("a host's directories", () => {
  const broken = () => {
    throw new Error("not found")
  }
  const decline = { name: "not from there", when: { ipCountry: ["DE"] }, action: { kind: "decline" } } as const

  it.effect.each<{ readonly says: string; readonly find: () => unknown; readonly countryOf: () => unknown }>([
    { says: "throw", find: broken, countryOf: broken },
    { says: "answer nothing", find: () => undefined, countryOf: () => undefined },
    { says: "answer what cannot be stored", find: () => ({ product: 7 }), countryOf: () => 5 }
  ])("D41: that $says know nothing, and the charge stands and can be read", ({ countryOf, find: look }) =>
    Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* pay(charge({ customer: { ip: "192.0.2.1" } }))
      assert.strictEqual(status, "successful")
      const { card, routed } = yield* find(uid)
      assert.deepInclude(card, { product: null, issuerCountry: null, issuerName: null })
      assert.isNull(routed?.facts.ipCountry)
    }).pipe(
      Effect.provide(
        world({
          settings: Layer.mergeAll(
            Layer.succeed(BinDirectory, { find: look as never }),
            Layer.succeed(Routing.IpDirectory, { countryOf: countryOf as never }),
            Layer.succeed(Routing.Routing, [decline])
          )
        })
      )
    )
  )
})

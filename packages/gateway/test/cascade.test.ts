/** Charges that move on to the next acquirer. Source: D17; D40: never while one is in doubt. */
import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { Transactions } from "@florin/core/queries/Transactions"
import { volume } from "@florin/core/routing/CircuitBreaker"
import type * as Explanation from "@florin/core/routing/Explanation"
import * as Routing from "@florin/core/routing/Routing"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { SandboxThreeDSecure } from "@florin/sandbox/SandboxThreeDSecure"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Documents from "@florin/wire/Documents"
import type * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { banks, type Change, declining, notReached, silent } from "./internal/banks.js"
import { receiver } from "./internal/receiver.js"
import {
  authorize,
  capture,
  card,
  charge,
  child,
  find,
  morning,
  pass,
  pay,
  shop,
  tokenize,
  type WorldOptions,
  world
} from "./internal/world.js"

const documentOf = (transaction: CardTransaction) =>
  Documents.toDocument(transaction, { baseUrl: "https://pay.example" }).transaction as unknown as Readonly<
    Record<string, unknown>
  >

/** What a merchant sees: status, code, and who processed it. */
const seen = (transaction: CardTransaction) => {
  const { authorization, code, payment, status, tokenization } = documentOf(transaction)
  const section = (authorization ?? payment ?? tokenization) as { readonly gateway_id: number | null }
  return [status, code, section.gateway_id]
}

const shown = ({ acquirers }: Explanation.Explanation) =>
  acquirers.map(({ gatewayId, lacks, reason, result }) => `${gatewayId} ${result} ${lacks ?? reason}`)

/** The acquirers of the explanation. */
const explained = ({ uid }: CardTransaction, of = "plain") =>
  Effect.gen(function* () {
    const { explain } = yield* Transactions
    return shown(yield* explain(yield* shop(of), uid))
  })

/** A gateway with these banks. */
const opened = (changes: ReadonlyArray<Change | undefined>, options: WorldOptions = {}) =>
  Effect.gen(function* () {
    yield* morning
    const own = yield* banks(...changes)
    return { ...own, context: yield* Layer.build(world({ ...options, acquirers: own.layer })) }
  })

const rules = (...gateways: Arr.NonEmptyReadonlyArray<number>) =>
  Layer.succeed(Routing.Routing, [{ name: "order", when: {}, action: { kind: "acquirers", gateways } }])

const keysOf = (requested: ReadonlyArray<readonly [number, { readonly key: string }]>) =>
  requested.map(([gatewayId, { key }]) => `${gatewayId} ${key}`)

describeOnContract("a charge that its acquirer could not process", () => {
  it.scoped.each([
    { says: "a temporary failure", change: declining("acquirer-temporary"), reason: "acquirer-temporary" },
    { says: "a temporary failure of the issuer", change: declining("issuer-temporary"), reason: "issuer-temporary" },
    { says: "nothing sent", change: notReached, reason: "acquirer-temporary" }
  ])(
    "D17: after $says, the next one is asked under a key of its own, which is committed before it is used",
    ({ change, reason }) =>
      Effect.gen(function* () {
        const { requested, books, context, hooks } = yield* opened([change, undefined])
        const committed: Array<unknown> = []
        hooks.watch = (gatewayId, { key }) =>
          Effect.gen(function* () {
            const { attempts = [], status } = yield* find(key.slice(0, 36))
            committed.push([gatewayId, status, attempts.map(({ gatewayId, key }) => `${gatewayId} ${key}`)])
          }).pipe(Effect.provide(context), Effect.orDie)
        yield* Effect.gen(function* () {
          for (const operation of [authorize, pay, tokenize]) {
            const transaction = yield* operation(charge())
            const { uid } = transaction
            const second = `2 ${uid}:charge-2`
            assert.deepStrictEqual(seen(transaction), ["successful", "S.0000", 2])
            assert.deepStrictEqual(keysOf(requested.splice(0)), [`1 ${uid}`, second])
            assert.deepStrictEqual(committed.splice(0), [
              [1, "pending", []],
              [2, "pending", [second]]
            ])
            assert.deepStrictEqual(yield* explained(transaction), [`1 passed-on ${reason}`, "2 successful null"])
            assert.deepStrictEqual(seen(yield* find(uid)), ["successful", "S.0000", 2])
          }
          const [first = [], second = []] = yield* books
          assert.deepStrictEqual(first, [])
          assert.deepStrictEqual(
            second.map((line) => line.replace(/[0-9a-f-]{36}/, "uid")),
            ["authorization uid:charge-2", "payment uid:charge-2"]
          )
        }).pipe(Effect.provide(context))
      })
  )

  it.scoped("D10: is captured at the acquirer that approved it", () =>
    Effect.gen(function* () {
      const { books, context } = yield* opened([notReached, undefined])
      yield* Effect.gen(function* () {
        const parent = yield* authorize(charge())
        const captured = yield* capture(child(parent, 1000))
        assert.deepStrictEqual([captured.status, captured.gatewayId], ["successful", 2])
        assert.deepStrictEqual(yield* books, [[], [`authorization ${parent.uid}:charge-2`, `capture ${captured.uid}`]])
      }).pipe(Effect.provide(context))
    })
  )

  it.scoped.each([
    { says: "the last one fails too", changes: [notReached, declining("acquirer-temporary")], code: "F.0117", at: 2 },
    { says: "the last one is the issuer's", changes: [notReached, declining("funds")], code: "F.0114", at: 2 },
    { says: "it is the only one", changes: [notReached], code: "F.0117", at: 1 },
    { says: "it is the only one", changes: [declining("issuer-temporary")], code: "F.0119", at: 1 },
    {
      says: "rules name no other",
      changes: [notReached, undefined],
      settings: rules(1),
      code: "F.0117",
      at: 1
    },
    {
      says: "the request excludes the other",
      changes: [notReached, undefined],
      excluded: [2],
      code: "F.0117",
      at: 1
    }
  ])("D17: ends $code at the acquirer $at where $says", ({ at, changes, code, excluded, settings }) =>
    Effect.gen(function* () {
      const { requested, books, context } = yield* opened(changes, settings === undefined ? {} : { settings })
      const additional = excluded === undefined ? {} : { additional_data: { excluded_gateways: excluded } }
      const transaction = yield* Effect.provide(authorize(charge(additional)), context)
      assert.deepStrictEqual(seen(transaction), ["failed", code, at])
      assert.deepStrictEqual(
        requested.map(([gatewayId]) => gatewayId),
        Array.from({ length: at }, (_, index) => index + 1)
      )
      assert.deepStrictEqual((yield* books).flat(), [])
    })
  )

  it.scoped.each([
    { settings: rules(3, 1, 2), excluded: [], expected: [3, 1, 2] },
    { settings: rules(3, 2), excluded: [], expected: [3, 2] },
    { settings: rules(3, 1, 2), excluded: [1], expected: [3, 2] },
    { settings: undefined, excluded: [1], expected: [2, 3] }
  ])(
    "additional_data members | excluded_gateways: without $excluded they are asked in the order $expected (D17)",
    ({ excluded, expected, settings }) =>
      Effect.gen(function* () {
        const all = [notReached, notReached, notReached]
        const { requested, context } = yield* opened(all, settings === undefined ? {} : { settings })
        const body = charge({ additional_data: { excluded_gateways: excluded } })
        const { uid } = yield* Effect.provide(authorize(body), context)
        const keys = expected.map((id, index) => `${id} ${uid}${index === 0 ? "" : `:charge-${index + 1}`}`)
        assert.deepStrictEqual(keysOf(requested), keys)
      })
  )

  it.scoped.each([
    { wait: "19999 millis", status: "successful", expected: 2 },
    { wait: "20 seconds", status: "expired", expected: 1 }
  ] as const)(
    "Authorization request | expired_at: is not passed on from that instant on: after $wait it is $status",
    ({ expected, status, wait }) =>
      Effect.gen(function* () {
        const { requested, context, hooks } = yield* opened([notReached, undefined])
        hooks.watch = (gatewayId) => (gatewayId === 1 ? TestClock.adjust(wait) : Effect.void)
        const body = charge({ expired_at: "2026-03-02T09:00:20+00:00" })
        const transaction = yield* Effect.provide(pay(body), context)
        assert.deepStrictEqual([transaction.status, requested.length], [status, expected])
      })
  )

  it.scoped(
    "Authorization request | verification_url: the merchant is asked once, however many acquirers are (D20)",
    () =>
      Effect.gen(function* () {
        const { deliveries, url } = yield* receiver
        const { requested, context } = yield* opened([notReached, declining("acquirer-temporary"), undefined])
        const transaction = yield* Effect.provide(authorize(charge({ verification_url: url })), context)
        assert.deepStrictEqual([transaction.status, requested.length, deliveries.length], ["successful", 3, 1])
      })
  )
})

describeOnContract("a charge that an acquirer decided", () => {
  const decisions = [
    ...["not-allowed", "do-not-honour", "duplicate-at-acquirer", "card-expired", "security-code", "funds"],
    ...["fraud-acquirer", "fraud-issuer", "acquirer-permanent", "issuer-permanent", "issuer-limit", "unspecified"]
  ] as ReadonlyArray<DeclineReason>

  it.scoped("D17: never moves on: a decline is final", () =>
    Effect.gen(function* () {
      let reason: DeclineReason = "unspecified"
      const changing: Change = () => ({
        perform: () => Effect.sync(() => AcquirerAnswer.Declined({ reason, report: noReport }))
      })
      const { requested, context } = yield* opened([changing, undefined])
      for (const [index, next] of decisions.entries()) {
        reason = next
        const transaction = yield* Effect.provide(pay(charge({ amount: 100 + index })), context)
        assert.deepStrictEqual([transaction.status, transaction.reason], ["failed", next])
      }
      assert.isTrue(requested.every(([gatewayId]) => gatewayId === 1))
      assert.strictEqual(requested.length, decisions.length)
    })
  )
})

describeOnContract("a charge without an answer", () => {
  const { Approved, Declined, NotFound } = AcquirerStatus
  it.scoped.each([
    { known: NotFound(), status: "failed", reason: "acquirer-temporary" },
    { known: Approved({ report: noReport }), status: "successful", reason: null },
    { known: Declined({ reason: "funds", report: noReport }), status: "failed", reason: "funds" },
    {
      known: Declined({ reason: "acquirer-temporary", report: noReport }),
      status: "failed",
      reason: "acquirer-temporary"
    }
  ])(
    "D17, D40: is in doubt, and nobody else is asked, whatever its acquirer says later: $known._tag $reason",
    ({ known, reason, status }) =>
      Effect.gen(function* () {
        const { requested, context } = yield* opened([
          (real) => ({ ...silent(real), status: () => Effect.succeed(known) }),
          undefined
        ])
        yield* Effect.gen(function* () {
          const waiting = yield* pay(charge())
          assert.deepStrictEqual(seen(waiting), ["pending", "P.9999", 1])
          yield* pass("1 day")
          const settled = yield* find(waiting.uid)
          assert.deepStrictEqual([settled.status, settled.reason], [status, reason])
          assert.deepStrictEqual(yield* explained(settled), [`1 ${status} ${reason}`])
          assert.deepStrictEqual(keysOf(requested), [`1 ${waiting.uid}`])
        }).pipe(Effect.provide(context))
      })
  )

  it.scoped("D17, D40: from the second acquirer, is in doubt there, and the first is not asked again", () =>
    Effect.gen(function* () {
      const queried: Array<string> = []
      const noted = (real: Parameters<Change>[0]): ReturnType<Change> => ({
        status: (key, about) =>
          Effect.zipRight(
            Effect.sync(() => queried.push(`${real.gatewayId} ${key}`)),
            real.status(key, about)
          )
      })
      const { requested, books, context } = yield* opened([
        (real) => ({ ...noted(real), ...notReached(real) }),
        (real) => ({
          ...noted(real),
          perform: (request) => Effect.as(real.perform(request), AcquirerAnswer.NoAnswer())
        }),
        undefined
      ])
      yield* Effect.gen(function* () {
        const { status, uid } = yield* pay(charge())
        assert.strictEqual(status, "pending")
        yield* pass("2 seconds")
        const second = `${uid}:charge-2`
        assert.deepStrictEqual(queried, [`2 ${second}`])
        assert.deepStrictEqual(seen(yield* find(uid)), ["successful", "S.0000", 2])
        assert.deepStrictEqual(keysOf(requested), [`1 ${uid}`, `2 ${second}`])
        assert.deepStrictEqual(yield* books, [[], [`payment ${second}`], []])
      }).pipe(Effect.provide(context))
    })
  )
})

describeOnContract("a process that dies while it passes a charge on", () => {
  /** The process stops at its second call to an acquirer. */
  const dying = (moment: "before" | "after", reached: Deferred.Deferred<void>) => {
    let calls = 0
    return Layer.succeed(FaultPoints, (point, at) => {
      if (point !== "acquirer.perform" || at !== moment) return Effect.void
      calls += 1
      return calls < 2 ? Effect.void : Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never)
    })
  }

  /** The other process sees no heartbeat for the length of a lease, and takes over. */
  const takeOver = Effect.gen(function* () {
    const { runDue } = yield* Scheduler
    yield* runDue(yield* DateTime.now)
    yield* TestClock.adjust("5 seconds")
    yield* runDue(yield* DateTime.now)
    yield* pass("1 minute")
  })

  it.scoped.each([
    { moment: "before", status: "failed", reason: "acquirer-temporary", booked: 0 },
    { moment: "after", status: "successful", reason: null, booked: 1 }
  ] as const)(
    "D17, D40: $moment the second call, recovery asks the second acquirer by its own key: $status",
    ({ booked, moment, reason, status }) =>
      Effect.gen(function* () {
        yield* morning
        const store = Layer.succeedContext(yield* Layer.build(emptyStore))
        const { requested, books, layer: acquirers } = yield* banks(notReached, undefined)
        const stopped = yield* Deferred.make<void>()
        const first = yield* Layer.build(world({ store, acquirers, settings: dying(moment, stopped) }))
        const second = yield* Layer.build(world({ store, acquirers }))
        yield* Effect.fork(Effect.provide(pay(charge()), first))
        yield* Deferred.await(stopped)
        const uid = requested[0]?.[1].key.slice(0, 36) ?? ""
        yield* Effect.gen(function* () {
          yield* takeOver
          const settled = yield* find(uid)
          assert.deepStrictEqual([settled.status, settled.reason, seen(settled)[2]], [status, reason, 2])
          assert.deepStrictEqual(yield* explained(settled), ["1 passed-on acquirer-temporary", `2 ${status} ${reason}`])
          assert.deepStrictEqual(yield* books, [[], booked === 0 ? [] : [`payment ${uid}:charge-2`]])
          assert.strictEqual(requested.filter(([id]) => id === 2).length, booked)
        }).pipe(Effect.provide(second))
        // Shutdown of the first would wait for its call.
        yield* TestClock.adjust("30 seconds")
      })
  )
})

describeOnContract("a charge under 3-D Secure that is passed on", () => {
  it.scoped.each([
    { number: "4012000000001006", of: "without a challenge", requests: 1 },
    { number: "4012000000001097", of: "after its challenge", requests: 2 }
  ])("D16, D17: asks the customer once, and the next acquirer gets the same proof: $of", ({ number, requests }) =>
    Effect.gen(function* () {
      let requestedServer = 0
      const servers = Layer.effect(
        ThreeDSecureServers,
        Effect.map(SandboxThreeDSecure, ({ server }) => [
          {
            ...server,
            ask: (request) => {
              requestedServer += 1
              return server.ask(request)
            }
          }
        ])
      ) as NonNullable<WorldOptions["servers"]>
      const { requested, books, context } = yield* opened([declining("acquirer-temporary"), notReached, undefined], {
        servers
      })
      yield* Effect.gen(function* () {
        const first = yield* authorize(charge({ credit_card: { ...card, number } }), { shop: "flags" })
        if (requests === 2) {
          const challenge = first.authentication?.challenge
          assert(challenge?.version === 2, "there is a challenge")
          const { page } = yield* SandboxThreeDSecure
          const issuer = yield* page({ creq: challenge.creq, threeDSSessionData: challenge.sessionData })
          yield* (yield* Cards).returned(first.uid, issuer?.choices.approve ?? {})
        }
        const transaction = yield* find(first.uid, "flags")
        assert.deepStrictEqual(seen(transaction), ["successful", "S.0000", 3])
        const proofs = requested.map(([id, request]) =>
          request._tag === "Charge" ? [id, request.transaction.authentication?.proof] : []
        )
        const proof = transaction.authentication?.proof
        assert.strictEqual(proof?.transStatus, "Y")
        assert.deepStrictEqual(proofs, [
          [1, proof],
          [2, proof],
          [3, proof]
        ])
        assert.strictEqual(requestedServer, requests)
        assert.deepStrictEqual(yield* books, [[], [], [`authorization ${first.uid}:charge-3`]])
        const codes = requested.map(
          ([, request]) => "source" in request && request.source === "card" && request.card.securityCode !== undefined
        )
        assert.deepStrictEqual(codes, [true, true, true])
      }).pipe(Effect.provide(context))
    })
  )
})

describeOnContract("a charge while an acquirer fails", () => {
  const payments = (amount: number, count: number) =>
    Effect.forEach(Array.from({ length: count }), (_, index) => pay(charge({ amount: amount + index })))

  it.scoped.each([
    { how: "answers nothing", change: silent },
    { how: "cannot be reached", change: notReached }
  ])("D17, D42: one that $how is not asked any more, and the explanation says so", ({ change }) =>
    Effect.gen(function* () {
      const { requested, context } = yield* opened([change, undefined])
      yield* Effect.gen(function* () {
        yield* payments(1000, volume)
        requested.splice(0)
        const next = yield* pay(charge({ amount: 5000 }))
        assert.deepStrictEqual(seen(next), ["successful", "S.0000", 2])
        assert.deepStrictEqual(keysOf(requested), [`2 ${next.uid}`])
        assert.deepStrictEqual(yield* explained(next), ["1 skipped null", "2 successful null"])
      }).pipe(Effect.provide(context))
    })
  )

  it.scoped("D17: is probed by one charge once it has answered a status query", () =>
    Effect.gen(function* () {
      const { requested, context } = yield* opened([silent, undefined])
      yield* Effect.gen(function* () {
        yield* payments(1000, volume)
        yield* pass("2 seconds")
        requested.splice(0)
        yield* payments(5000, 2)
        assert.deepStrictEqual(
          requested.map(([gatewayId]) => gatewayId),
          [1, 2]
        )
      }).pipe(Effect.provide(context))
    })
  )

  it.scoped("D17: a charge that moves on passes it over too", () =>
    Effect.gen(function* () {
      let isDown = false
      const sometimes: Change = (real) => ({
        perform: (request) => (isDown ? Effect.succeed(AcquirerAnswer.NotSent()) : real.perform(request))
      })
      const { requested, context } = yield* opened([sometimes, notReached, undefined])
      yield* Effect.gen(function* () {
        const only2 = { additional_data: { excluded_gateways: [1, 3] } }
        for (let index = 0; index < volume; index++) yield* pay(charge({ amount: 100 + index, ...only2 }))
        requested.splice(0)
        isDown = true
        const next = yield* pay(charge())
        assert.deepStrictEqual(keysOf(requested), [`1 ${next.uid}`, `3 ${next.uid}:charge-2`])
        assert.deepStrictEqual(yield* explained(next), [
          "1 passed-on acquirer-temporary",
          "2 skipped null",
          "3 successful null"
        ])
        assert.deepStrictEqual(yield* explained(yield* find(next.uid)), yield* explained(next))
      }).pipe(Effect.provide(context))
    })
  )

  it.scoped(
    "D53: one that cannot take it is passed over, at first and when it moves on, and it says what each lacks",
    () =>
      Effect.gen(function* () {
        const lacking =
          (capabilities: AcquirerCapabilities): Change =>
          () => ({ capabilities })
        const { requested, context } = yield* opened([
          lacking({ captures: "none" }),
          declining("acquirer-temporary"),
          lacking({ currencies: [] }),
          undefined
        ])
        yield* Effect.gen(function* () {
          const transaction = yield* authorize(charge())
          assert.deepStrictEqual(keysOf(requested), [`2 ${transaction.uid}`, `4 ${transaction.uid}:charge-2`])
          assert.deepStrictEqual(yield* explained(yield* find(transaction.uid)), [
            "1 skipped authorizations",
            "2 passed-on acquirer-temporary",
            "3 skipped currency",
            "4 successful null"
          ])
        }).pipe(Effect.provide(context))
      })
  )

  it.scoped("D17: is asked all the same where there is no other, and its status queries go on", () =>
    Effect.gen(function* () {
      const { requested, context } = yield* opened([silent])
      yield* Effect.gen(function* () {
        yield* payments(1000, volume)
        requested.splice(0)
        const { status, uid } = yield* pay(charge({ amount: 5000 }))
        assert.deepStrictEqual([status, keysOf(requested)], ["pending", [`1 ${uid}`]])
        yield* pass("2 seconds")
        assert.strictEqual((yield* find(uid)).status, "failed")
      }).pipe(Effect.provide(context))
    })
  )
})

import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Scripted from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { receiver } from "./internal/receiver.js"
import { acquirerWith, authorize, charge, find, morning, movements, pass, world } from "./internal/world.js"

const flags = { shop: "flags" }
const serving = (manner?: Parameters<typeof Scripted.service>[0]) =>
  Layer.succeed(ThreeDSecureServers, [Scripted.service(manner)])
const secure = world({ servers: serving() })

const begin = (description: string, more: object = {}) => authorize(charge({ description, ...more }), flags)

const returned = (uid: CardTransaction["uid"], fields: Readonly<Record<string, string>>) =>
  Effect.flatMap(Cards, (cards) => Effect.map(cards.returned(uid, fields), ({ transaction }) => transaction))

const leave = (uid: CardTransaction["uid"], how: Scripted.Leaving) => returned(uid, Scripted.fieldsOf(uid, how))

const progress = (uid: string) => Effect.map(find(uid, "flags"), ({ reason, status }) => [status, reason])

// Source: D15: all steps of the customer together have 15 minutes.
describeOnStores("a charge that waits for its customer", () => {
  it.effect("D15: expires 15 minutes after its customer was needed first, also where a challenge followed later", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* begin("method")
      yield* pass("5 minutes")
      const challenged = yield* returned(uid, { threeDSMethodData: "done" })
      assert.deepStrictEqual([challenged.status, challenged.authentication?.stage], ["incomplete", "challenge"])
      yield* pass("599999 millis")
      assert.deepStrictEqual(yield* progress(uid), ["incomplete", null])
      yield* pass("1 millis")
      assert.deepStrictEqual(yield* progress(uid), ["expired", null])
    }).pipe(Effect.provide(secure))
  )

  it.effect.each(["forged", "replayed"] as const)("D16: is not kept open by returns that are %s", (how) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* begin("challenge")
      yield* pass("14 minutes")
      assert.strictEqual((yield* leave(uid, how)).status, "incomplete")
      yield* pass("1 minute")
      assert.deepStrictEqual(yield* progress(uid), ["expired", null])
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(secure))
  )

  it.effect("D15: takes no return after its time, even where its expiry was not run yet", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* begin("challenge")
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* leave(uid, "passed")).status, "incomplete")
      assert.deepStrictEqual(yield* movements, [])
      yield* pass("1 millis")
      assert.deepStrictEqual(yield* progress(uid), ["expired", null])
    }).pipe(Effect.provide(secure))
  )

  // Each costs a request to the server and two commits.
  it.effect("D16: fails when the server was asked ten times and nothing was concluded", () => {
    let requested = 0
    const counted = serving(() => {
      requested += 1
      return Scripted.prompt
    })
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* begin("challenge")
      yield* Effect.repeatN(leave(uid, "forged"), 19)
      assert.deepStrictEqual(yield* progress(uid), ["failed", "authentication-technical"])
      assert.strictEqual(requested, 10)
      assert.strictEqual((yield* leave(uid, "passed")).status, "failed")
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(world({ servers: counted })))
  })

  // Source: States and transitions, "Time passes".
  it.effect("Authorization request | expired_at: is not charged when it is over before the customer is known", () => {
    const slow = serving(() => ({ answer: "comes", after: 2000 }))
    return Effect.gen(function* () {
      yield* morning
      const asking = yield* Effect.fork(begin("frictionless", { expired_at: "2026-03-02T09:00:01Z" }))
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("100 millis"), asking.status), {
        until: ({ _tag }) => _tag === "Done"
      })
      const { authentication, status } = yield* asking
      assert.deepStrictEqual([status, authentication?.stage], ["expired", "authenticated"])
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(world({ servers: slow })))
  })

  it.effect("D20: keeps what 3-D Secure said when the merchant refuses, and not what the customer brought", () =>
    Effect.gen(function* () {
      yield* morning
      const { answers, url } = yield* receiver
      answers.status = 500
      const { uid } = yield* begin("challenge", { verification_url: url })
      const { authentication, reason } = yield* leave(uid, "passed")
      assert.deepStrictEqual([reason, authentication?.stage], ["verification-refused", "authenticated"])
      assert.isNull((yield* find(uid, "flags")).authentication?.returned)
    }).pipe(Effect.scoped, Effect.provide(secure))
  )
})

/** Two processes on one store, and the security codes that their acquirer was sent. */
const twoProcesses = (changes: Partial<AcquirerService> = {}, servers = serving()) =>
  Effect.gen(function* () {
    const store = Layer.succeedContext(yield* Layer.build(emptyStore))
    const codes: Array<string | undefined> = []
    const perform: AcquirerService["perform"] = (request) =>
      Effect.sync(() => {
        const { securityCode } = "source" in request && request.source === "card" ? request.card : {}
        codes.push(securityCode && Redacted.value(securityCode))
        return AcquirerAnswer.Approved({ report: noReport })
      })
    const acquirers = acquirerWith(() => ({ perform, ...changes }))
    const first = yield* Layer.build(world({ store, acquirers, servers }))
    const second = yield* Layer.build(world({ store, acquirers }))
    const third = yield* Layer.build(world({ store, acquirers, servers }))
    return { codes, first: Effect.provide(first), second: Effect.provide(second), third: Effect.provide(third) }
  })

describeOnStores("the security code of a charge that waits for its customer", () => {
  it.scoped.each([
    { name: "in the same process", where: "first", needed: true, expected: ["successful", null], sent: ["123"] },
    { name: "in another process", where: "third", needed: false, expected: ["successful", null], sent: [undefined] },
    {
      name: "in another process, of an acquirer that needs the code",
      where: "third",
      needed: true,
      expected: ["failed", "security-code"],
      sent: []
    }
  ] as const)("D15: $name: $expected, sent $sent", ({ expected, needed, sent, where }) =>
    Effect.gen(function* () {
      yield* morning
      const { codes, ...processes } = yield* twoProcesses({ needsSecurityCode: needed })
      const { uid } = yield* processes.first(begin("challenge"))
      // What is forged costs no process the code, wherever it comes to.
      yield* processes.third(leave(uid, "forged"))
      yield* processes.first(leave(uid, "forged"))
      const last = yield* processes[where](leave(uid, "passed"))
      assert.deepStrictEqual([last.status, last.reason], [...expected])
      assert.deepStrictEqual(codes, [...sent])
      assert.deepStrictEqual([last.authentication?.stage, last.authentication?.returned], ["authenticated", null])
    })
  )
})

// Source: D40: nothing that is told contradicts the acquirer's books.
describeOnStores("a charge that was let go on by a 3-D Secure server", () => {
  it.scoped("D40: is what its acquirer says, though the server is gone or silent", () =>
    Effect.gen(function* () {
      yield* morning
      let isSilent = false
      const servers = serving(() => ({ answer: isSilent ? "no-answer" : "comes", after: 0 }))
      const lost: Partial<AcquirerService> = {
        perform: () => Effect.succeed(AcquirerAnswer.NoAnswer()),
        status: () => Effect.succeed(AcquirerStatus.Approved({ report: noReport }))
      }
      const { first, second, third } = yield* twoProcesses(lost, servers)
      for (const recovering of [second, third]) {
        isSilent = false
        const { status, uid } = yield* first(begin("frictionless", { duplicate_check: false }))
        assert.strictEqual(status, "pending")
        isSilent = true
        yield* recovering(pass("2 seconds"))
        assert.deepStrictEqual(yield* first(progress(uid)), ["successful", null])
      }
    })
  )

  const { Approved, NotFound, Unknown } = AcquirerStatus
  it.effect.each([
    { says: "never saw it", known: NotFound(), more: {}, expected: ["failed", "acquirer-temporary"] },
    {
      says: "never saw it, and its time is over",
      known: NotFound(),
      more: { expired_at: "2026-03-02T09:10:00Z" },
      expected: ["expired", null]
    },
    { says: "does not know", known: Unknown(), more: {}, expected: ["pending", null] },
    { says: "has it", known: Approved({ report: noReport }), more: {}, expected: ["successful", null] }
  ])("D40: is what its acquirer says, where the server never answers again: it $says", ({ expected, known, more }) => {
    const gone = serving(() => ({ answer: "no-answer", after: 0 }))
    return Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* begin("frictionless", more)
      assert.strictEqual(status, "pending")
      if (expected[0] !== "successful") {
        yield* pass("14 minutes")
        assert.deepStrictEqual(yield* progress(uid), ["pending", null])
      }
      yield* pass("2 hours")
      assert.deepStrictEqual(yield* progress(uid), expected)
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(
      Effect.provide(world({ servers: gone, acquirers: acquirerWith(() => ({ status: () => Effect.succeed(known) })) }))
    )
  })

  it.scoped("D40: is not told as failed while it may be on its way, though no server is left", () =>
    Effect.gen(function* () {
      yield* morning
      const { first, second } = yield* twoProcesses({
        perform: () => Effect.succeed(AcquirerAnswer.NoAnswer()),
        status: () => Effect.succeed(AcquirerStatus.NotFound()),
        inFlightWindow: Duration.seconds(20)
      })
      const { uid } = yield* first(begin("frictionless"))
      yield* second(pass("19 seconds"))
      assert.deepStrictEqual(yield* first(progress(uid)), ["pending", null])
      yield* second(pass("30 seconds"))
      assert.deepStrictEqual(yield* first(progress(uid)), ["failed", "acquirer-temporary"])
    })
  )
})

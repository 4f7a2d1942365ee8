import { assert, it } from "@effect/vitest"
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { AcquirerNotification, type ReportedOutcome } from "@florin/core/cards/AcquirerNotifications"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CurrentAction } from "@florin/core/commits/CurrentAction"
import { AcquirerKey, type TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { Operator } from "@florin/core/operator/Operator"
import type { AuditEntry } from "@florin/core/people/AuditEntry"
import { Transactions } from "@florin/core/queries/Transactions"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import {
  acquirerWith,
  authorize,
  capture,
  card,
  charge,
  child,
  find,
  morning,
  movements,
  pass,
  pay,
  shop,
  soon,
  world
} from "./internal/world.js"

/** Tells outcomes as a list in JSON, after a word that says that it is genuine. */
const notifications: NonNullable<AcquirerService["notifications"]> = {
  receive: ({ body, header }) =>
    Effect.sync(() => {
      if (header("signature") !== "right") return AcquirerNotification.NotGenuine()
      const outcomes = JSON.parse(Buffer.from(body).toString()) as ReadonlyArray<ReportedOutcome>
      return AcquirerNotification.Genuine({ outcomes, reply: "[accepted]" })
    })
}

const receive = (outcomes: unknown, signature = "right") =>
  Effect.flatMap(AcquirerReports, (reports) =>
    reports.receive(1, {
      body: Buffer.from(typeof outcomes === "string" ? outcomes : JSON.stringify(outcomes)),
      header: (name) => (name === "signature" ? signature : undefined)
    })
  )

const approved = AcquirerStatus.Approved({ report: noReport })
const declined = AcquirerStatus.Declined({ reason: "do-not-honour", report: noReport })

const tells = (uid: string, status: AcquirerStatus, more: Partial<ReportedOutcome> = {}) =>
  receive([{ key: AcquirerKey.make(uid), status, ...more }])

/** Does what it is asked, says nothing, and answers no question. */
const silentWith = (requested: () => void) =>
  acquirerWith((real) => ({
    notifications,
    perform: (request) => Effect.as(real.perform(request), AcquirerAnswer.NoAnswer()),
    status: () =>
      Effect.sync(() => {
        requested()
        return AcquirerStatus.Unknown()
      })
  }))

const silent = silentWith(() => undefined)

/** Answers an authorization when it is let go, with what the acquirer has made of it, or with a decline. */
const held = (answers: "truth" | "decline", requested: (key: string) => void = () => undefined) =>
  Effect.gen(function* () {
    const release = yield* Deferred.make<void>()
    const acquirers = acquirerWith((real) => ({
      notifications,
      perform: (request) =>
        request._tag !== "Charge"
          ? real.perform(request)
          : Effect.flatMap(real.perform(request), (answer) => {
              requested(request.key)
              const late = answers === "truth" ? answer : AcquirerAnswer.Declined(declined)
              return Effect.as(Deferred.await(release), late)
            })
    }))
    return { acquirers, release: Deferred.succeed(release, undefined) }
  })

const known = (uid: string) => Effect.map(find(uid), ({ status, version }) => `${status} ${version}`)

const entryOf = (subject: string, at: DateTime.Utc): AuditEntry => ({
  ...{ id: "0190a000-0000-7000-8000-000000000001" as AuditEntry["id"], at, kind: "action", actor: "anna" },
  ...{ entrance: "session", address: null, operation: "transactions.recover", shop: null, subject, detail: null }
})

const doubts = Effect.flatMap(Operator, ({ inDoubt }) =>
  Effect.map(inDoubt({ limit: 10 }), (all) =>
    all.map(({ about, nextAt, transaction: { uid } }) => `${uid} ${about} ${nextAt}`)
  )
)

describeOnContract("D53 What an acquirer tells by itself", () => {
  it.effect("is recorded at once, and its question is no longer asked", () =>
    Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* authorize(charge())
      assert.strictEqual(status, "pending")
      assert.deepStrictEqual(yield* tells(uid, approved), { _tag: "Genuine", reply: "[accepted]" })
      assert.strictEqual(yield* known(uid), "successful 3")
      // Twice, of the other kind, and of what it had not decided: all of it late.
      yield* tells(uid, approved)
      yield* tells(uid, declined)
      yield* tells(uid, AcquirerStatus.Unknown())
      assert.strictEqual(yield* known(uid), "successful 3")
      yield* pass("1 hour")
      const { attempts, version } = yield* find(uid)
      assert.deepStrictEqual([version, attempts, (yield* movements).length], [3, undefined, 1])
    }).pipe(Effect.provide(world({ acquirers: silent })), Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.effect.each([approved, declined])("after which nothing is asked any more: $_tag", (decision) => {
    let questions = 0
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* tells(uid, decision)
      const { reason, status } = yield* find(uid)
      const expected = decision._tag === "Approved" ? ["successful", null] : ["failed", "do-not-honour"]
      assert.deepStrictEqual([status, reason], expected)
      yield* pass("1 hour")
      assert.strictEqual(questions, 0)
    }).pipe(Effect.provide(world({ acquirers: silentWith(() => questions++) })))
  })

  it.effect("decides a capture, and closes what is captured whole", () =>
    Effect.gen(function* () {
      yield* morning
      const hold = yield* authorize(charge())
      yield* tells(hold.uid, approved)
      const { status, uid } = yield* capture(child(hold, 1000))
      assert.strictEqual(status, "pending")
      yield* tells(uid, approved)
      assert.strictEqual((yield* find(uid)).status, "successful")
      assert.isNotNull((yield* find(hold.uid)).closedAt)
    }).pipe(Effect.provide(world({ acquirers: silent })))
  )

  it.effect("while it is asked, and says that it knows of nothing: the request is not sent again", () =>
    Effect.gen(function* () {
      const [requested, reported] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const sent: Array<string> = []
      const acquirers = acquirerWith((real) => ({
        notifications,
        perform: (request) => {
          if (request._tag === "Charge") return real.perform(request)
          sent.push(request.key)
          return Effect.succeed(AcquirerAnswer.NoAnswer())
        },
        status: () =>
          Deferred.succeed(requested, undefined).pipe(
            Effect.zipRight(Deferred.await(reported)),
            Effect.as(AcquirerStatus.NotFound())
          )
      }))
      yield* Effect.gen(function* () {
        yield* morning
        const { uid } = yield* capture(child(yield* authorize(charge()), 1000))
        const due = yield* Effect.fork(pass("2 seconds"))
        yield* Deferred.await(requested)
        yield* tells(uid, approved)
        yield* Deferred.succeed(reported, undefined)
        yield* Fiber.join(due)
        assert.strictEqual((yield* find(uid)).status, "successful")
        assert.deepStrictEqual(sent, [uid])
      }).pipe(Effect.provide(world({ acquirers })))
    })
  )

  const unheeded: ReadonlyArray<readonly [what: string, tell: (uid: string) => ReturnType<typeof receive>]> = [
    ["is not genuine", (uid) => receive([{ key: uid, status: approved }], "wrong")],
    ["cannot be read", () => receive("[")],
    ["is about nothing", () => receive([])],
    ["is about another transaction", () => tells("0190b6a0-0000-7000-8000-00000000dead", approved)],
    ["is about no key of ours", () => tells("order-17", approved)],
    ["is about a charge that was never begun", (uid) => tells(`${uid}:charge-2`, approved)],
    ["is about a reversal that was never begun", (uid) => tells(`${uid}:reverse`, approved)],
    ["is of another amount", (uid) => tells(uid, approved, { amount: Amount.make(1001) })],
    ["is of another currency", (uid) => tells(uid, approved, { currency: Currency.make("USD") })],
    ["is not decided", (uid) => tells(uid, AcquirerStatus.Accepted({ reference: "r" }))],
    ["is no outcome", (uid) => receive([{ key: uid, status: { _tag: "Approved", report: "yes" } }, null, 7])],
    ["names nothing", () => receive([{ status: approved }])],
    ["names a key of a megabyte", (uid) => receive([{ key: uid.padEnd(1_000_000, "x"), status: approved }])],
    ["has too many outcomes", (uid) => receive(Array.from({ length: 1001 }, () => ({ key: uid, status: approved })))]
  ]
  it.effect.each(unheeded)("changes nothing where it %s", ([, tell]) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* tell(uid)
      assert.strictEqual((yield* find(uid)).status, "pending")
      yield* tells(uid, approved)
      assert.strictEqual((yield* find(uid)).status, "successful")
    }).pipe(Effect.provide(world({ acquirers: silent })), Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.effect("is a reason to ask, where the acquirer has not decided", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* tells(uid, AcquirerStatus.Unknown())
      assert.strictEqual((yield* find(uid)).status, "successful")
    }).pipe(
      Effect.provide(
        world({
          acquirers: acquirerWith((real) => ({
            notifications,
            perform: (request) => Effect.as(real.perform(request), AcquirerAnswer.NoAnswer())
          }))
        })
      )
    )
  )

  it.effect.each(["truth", "decline"] as const)("stands when the call that still runs answers with its %s", (answers) =>
    Effect.gen(function* () {
      yield* morning
      let key: string | undefined
      const { acquirers, release } = yield* held(answers, (requested) => {
        key = requested
      })
      yield* Effect.gen(function* () {
        const waiting = yield* Effect.fork(authorize(charge()))
        yield* Effect.repeat(soon, { until: () => key !== undefined })
        yield* tells(key!, approved)
        assert.strictEqual(yield* known(key!), "successful 2")
        yield* release
        assert.strictEqual((yield* Fiber.join(waiting)).status, "successful")
        yield* pass("1 hour")
        assert.strictEqual(yield* known(key!), "successful 2")
        assert.strictEqual((yield* movements).length, 1)
      }).pipe(Effect.provide(world({ acquirers })))
    })
  )

  it.effect(
    "is taken for the outcome where it is a decline, and an approval that is answered later is taken back",
    () =>
      Effect.gen(function* () {
        yield* morning
        let key: string | undefined
        const { acquirers, release } = yield* held("truth", (requested) => {
          key = requested
        })
        yield* Effect.gen(function* () {
          const waiting = yield* Effect.fork(authorize(charge()))
          yield* Effect.repeat(soon, { until: () => key !== undefined })
          yield* tells(key!, declined)
          yield* release
          assert.strictEqual((yield* Fiber.join(waiting)).status, "failed")
          yield* pass("1 minute")
          const kinds = (yield* movements).map(({ kind }) => kind)
          assert.deepStrictEqual(kinds, ["authorization", "void"])
        }).pipe(Effect.provide(world({ acquirers })))
      })
  )

  it.effect.each([
    ["confirms it when asked", {}],
    ["answers no question", { status: () => Effect.succeed(AcquirerStatus.Unknown()) }]
  ] as const)("is an approval that is taken back where the charge has ended, and the acquirer %s", ([, answering]) =>
    Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* authorize(charge())
      assert.strictEqual(status, "failed")
      yield* tells(uid, approved)
      yield* tells(uid, approved)
      yield* pass("1 minute")
      const kinds = (yield* movements).map(({ kind }) => kind)
      assert.deepStrictEqual([(yield* find(uid)).status, kinds], ["failed", ["authorization", "void"]])
      // It was taken back: told again, it is nothing new.
      yield* tells(uid, approved)
      yield* tells(`${uid}:reverse`, declined)
      yield* pass("1 hour")
      assert.deepStrictEqual([(yield* find(uid)).status, (yield* movements).length], ["failed", 2])
    }).pipe(
      Effect.provide(
        world({
          acquirers: acquirerWith((real) => ({
            ...{ notifications, ...answering },
            perform: (request) =>
              request._tag === "Charge"
                ? Effect.as(real.perform(request), AcquirerAnswer.Declined(declined))
                : real.perform(request)
          }))
        })
      )
    )
  )

  /** A reversal that is sent, and not answered: what comes of it is told. */
  const unanswered = acquirerWith((real) => ({
    notifications,
    perform: (request) =>
      request._tag === "Charge" && request.transaction.amount === 1000
        ? Effect.as(real.perform(request), AcquirerAnswer.Declined(declined))
        : Effect.succeed(AcquirerAnswer.NoAnswer())
  }))

  it.effect.each([
    { what: "has taken an approval back", status: approved, expected: "failed" },
    { what: "refuses to take an approval back", status: declined, expected: "successful" }
  ])("says that it $what, which ends the reversal", ({ expected, status }) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* tells(uid, approved)
      yield* pass("1 second")
      yield* tells(`${uid}:reverse`, status)
      assert.strictEqual((yield* find(uid)).status, expected)
      const jobs = yield* (yield* Transactions).history(yield* shop(), (yield* find(uid)).uid)
      yield* tells(`${uid}:reverse`, status)
      yield* pass("1 hour")
      assert.strictEqual((yield* find(uid)).status, expected)
      assert.strictEqual(
        (yield* (yield* Transactions).history(yield* shop(), (yield* find(uid)).uid)).length,
        jobs.length
      )
    }).pipe(Effect.provide(world({ acquirers: unanswered })), Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.effect("is a contradiction that waits for a person, whoever else asks: of a capture, and of a payment", () =>
    Effect.gen(function* () {
      yield* morning
      const hold = yield* authorize(charge())
      yield* tells(hold.uid, approved)
      const { uid } = yield* capture(child(hold, 1000))
      yield* tells(uid, approved)
      const paid = yield* pay(charge({ amount: 700 }))
      yield* tells(paid.uid, approved)
      assert.deepStrictEqual(yield* doubts, [])
      yield* tells(uid, declined)
      yield* tells(uid, declined)
      yield* tells(paid.uid, declined, { hasFailedSince: true })
      yield* tells(hold.uid, declined, { hasFailedSince: true })
      assert.deepStrictEqual([yield* known(uid), yield* known(paid.uid)], ["successful 3", "successful 3"])
      const both = [`${uid} contradiction null`, `${paid.uid} contradiction null`]
      assert.deepStrictEqual(yield* doubts, both)
      const { recover } = yield* Transactions
      yield* recover(yield* shop(), uid as TransactionUid)
      yield* pass("1 hour")
      assert.deepStrictEqual(yield* doubts, both)
      const acting = { entry: entryOf(uid, yield* DateTime.now), uses: [], isKept: false }
      yield* Effect.provideService(recover(yield* shop(), uid as TransactionUid), CurrentAction, acting)
      assert.deepStrictEqual(yield* doubts, [`${paid.uid} contradiction null`])
      assert.isTrue(acting.isKept)
    }).pipe(Effect.provide(world({ acquirers: silent })), Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  // What 3-D Secure says without a challenge is committed with the outcome only.
  it.effect(
    "is recorded with what 3-D Secure has said of the charge, though the process that calls alone knew it",
    () =>
      Effect.gen(function* () {
        yield* morning
        let key: string | undefined
        const { acquirers, release } = yield* held("truth", (requested) => {
          key = requested
        })
        yield* Effect.gen(function* () {
          const enrolled = charge({ credit_card: { ...card, number: "4012000000001006" } })
          const waiting = yield* Effect.fork(authorize(enrolled, { shop: "flags" }))
          yield* Effect.repeat(soon, { until: () => key !== undefined })
          yield* tells(key!, approved)
          const { authentication, status } = yield* find(key!, "flags")
          yield* release
          yield* Fiber.join(waiting)
          const { proof, stage } = authentication!
          assert.deepStrictEqual([status, stage, proof?.eci], ["successful", "authenticated", "05"])
        }).pipe(Effect.provide(world({ acquirers, servers: SandboxThreeDSecure.layerOnly })))
      })
  )

  it.effect("is not taken from an acquirer that there is not, or that tells nothing", () =>
    Effect.gen(function* () {
      yield* morning
      const reports = yield* AcquirerReports
      const incoming = { body: Buffer.from("[]"), header: () => undefined }
      for (const gatewayId of [1, 2, Number.NaN]) {
        assert.strictEqual((yield* Effect.flip(reports.receive(gatewayId, incoming)))._tag, "NotFound")
      }
      assert.isEmpty(reports.receivers)
    }).pipe(Effect.provide(world()))
  )

  const rubbish: ReadonlyArray<readonly [what: string, answer: () => unknown]> = [
    ["dies", () => Effect.die(new Error("4111111111111111"))],
    [
      "throws",
      () => {
        throw new Error("4111111111111111")
      }
    ],
    ["fails", () => Effect.fail("4111111111111111")],
    ["answers no effect", () => ({ _tag: "Genuine", outcomes: [] })],
    ["answers nothing", () => Effect.succeed(undefined)],
    ["answers with what is no list", () => Effect.succeed({ _tag: "Genuine", outcomes: "all" })],
    ["answers with a reply that is no text", () => Effect.succeed({ _tag: "Genuine", outcomes: [], reply: 7 })],
    [
      "answers with a reply of a megabyte",
      () => Effect.succeed({ _tag: "Genuine", outcomes: [], reply: "x".repeat(1e6) })
    ]
  ]
  it.effect.each(rubbish)("shall come again where its connector %s, and nothing of it is logged", ([, answer]) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
      const acquirers = acquirerWith(() => ({ notifications: { receive: answer as never } }))
      const notice = yield* receive([]).pipe(
        Effect.provide(Layer.provide(world({ acquirers }), Logger.replace(Logger.defaultLogger, logger)))
      )
      assert.deepStrictEqual(notice, { _tag: "Failed" })
      assert.notInclude(lines.join(), "4111")
    })
  )
})

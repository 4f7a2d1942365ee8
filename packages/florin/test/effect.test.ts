// The face of effects: the operations of createFlorin, with their requirements and errors in the types.
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFile } from "@florin/storage-sqlite/testing/files"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { type ChargeRequest, createFlorin, type InProcessShop, type Plan } from "florin"
import { Acquirer, AcquirerReport, Florin, HostSql, Refusals } from "florin/effect"
import { SqliteStore } from "florin/sqlite"

const listed = [{ id: "shop", secretKey: "a-long-random-secret" }]
const baseUrl = "https://shop.example/pay"

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
const order = (changes: object = {}): ChargeRequest => ({
  ...{ amount: 1995, currency: "EUR", description: "Order 42", trackingId: "42", card },
  ...changes
})

const simulated = (filename: string) =>
  Florin.layer({ database: `sqlite:${filename}`, sandbox: true, baseUrl, shops: listed })

const createOrders = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE orders AS SELECT '42' AS id, 'new' AS state`
)
const states = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT state FROM orders`.values)

/** The order of a payment that changes. */
const following = Florin.onCommit(({ change, transaction: { status, trackingId } }) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`UPDATE orders SET state = ${change.trigger === "HoldLapsed" ? "cancelled" : status} WHERE id = ${trackingId ?? null}`
  )
)

/** The same of an order on Florin's page. */
const followingPage = Florin.onCheckoutCommit(({ change, checkout: { trackingId } }) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE orders SET state = ${change.means} WHERE id = ${trackingId ?? null}`
  )
)

/** A host with its own client. */
const app = (filename: string) =>
  simulated(filename).pipe(
    Layer.provide(following),
    Layer.provide(followingPage),
    Layer.provideMerge(SqliteClient.layer({ filename }))
  )

const quiet = Logger.minimumLogLevel(LogLevel.None)

const inSandbox = <A, E>(test: Effect.Effect<A, E, Florin.Florin | SqlClient.SqlClient>) =>
  Effect.flatMap(temporaryFile, (filename) =>
    Effect.provide(Effect.zipRight(createOrders, test), Layer.merge(app(filename), quiet))
  ).pipe(Effect.scoped)

describe("an app of effects", () => {
  it.live("D13: is refused a key among the request, for it would be dropped", () =>
    Effect.gen(function* () {
      const misplaced = { ...order({ duplicateCheck: false }), idempotencyKey: "order-42" }
      const refused = yield* Effect.flip(Florin.shop("shop").pay(misplaced))
      assert.deepStrictEqual(Object.keys((refused as Refusals.RequestRefused).fields), ["idempotencyKey"])
      assert.isEmpty(yield* Florin.sandbox.ledger())
    }).pipe(inSandbox)
  )

  it.live("cancels its own order in the commit in which a hold lapses", () =>
    Effect.gen(function* () {
      const held = yield* Florin.shop("shop").authorize(order(), { idempotencyKey: "order-42" })
      assert.deepInclude(held, { status: "successful", amount: 1995, trackingId: "42" })
      assert.deepStrictEqual(yield* states, [["successful"]])
      yield* Florin.sandbox.advance({ days: 7, seconds: 1 })
      assert.deepStrictEqual(yield* states, [["cancelled"]])
      const kinds = (yield* Florin.sandbox.ledger()).map(({ kind }) => kind)
      assert.deepStrictEqual(kinds, ["authorization", "void"])
    }).pipe(inSandbox)
  )

  it.live("D52: follows an order on Florin's page in its commits", () =>
    Effect.gen(function* () {
      const { checkouts } = Florin.shop("shop")
      const waiting = { amount: 1995, currency: "EUR", description: "Order 42", trackingId: "42" }
      const { token } = yield* checkouts.create({ transactionType: "payment", order: waiting })
      assert.deepStrictEqual(yield* states, [["created"]])
      const [listed] = yield* checkouts.list()
      assert.deepInclude(listed, { token, state: "open" })
      yield* Florin.sandbox.advance({ hours: 24 })
      assert.deepStrictEqual(yield* states, [["expired"]])
      const refused = yield* Effect.flip(checkouts.cancel(token))
      assert.instanceOf(refused, Refusals.RequestRefused)
    }).pipe(inSandbox)
  )

  it.live("acts by the sandbox's clock, wherever its calls run", () =>
    Effect.gen(function* () {
      const { now } = yield* Florin.sandbox.advance({ days: 2 })
      const { createdAt } = yield* Effect.withClock(Florin.shop("shop").pay(order()), Clock.make())
      assert.strictEqual(createdAt?.slice(0, 10), now.slice(0, 10))
    }).pipe(inSandbox)
  )

  it.live("bills a plan, and asks an operator's questions", () =>
    Effect.gen(function* () {
      const { customers, plans, subscriptions } = Florin.shop("shop")
      const plan: Plan = yield* plans.create({
        ...{ title: "Monthly", currency: "EUR", plan: { amount: 700, interval: 1, intervalUnit: "month" } }
      })
      const { id } = yield* customers.create({ email: "jane@customer.example", ip: "127.0.0.1" })
      const bought = yield* subscriptions.create({ plan: { id: plan.id }, customer: { id }, card })
      assert.strictEqual(bought.state, "active")
      assert.deepStrictEqual(yield* plans.list(), [plan])
      assert.deepStrictEqual(yield* Florin.operator.inDoubt(), [])
    }).pipe(inSandbox)
  )

  it.live("creates a plan once per key, and finds its transactions (D13)", () =>
    Effect.gen(function* () {
      const { notifications, pay, plans, transactions } = Florin.shop("shop")
      const monthly = {
        title: "Monthly",
        currency: "EUR",
        plan: { amount: 700, interval: 1, intervalUnit: "month" }
      } as const
      const plan = yield* plans.create(monthly, { idempotencyKey: "plan" })
      assert.deepStrictEqual(yield* plans.create(monthly, { idempotencyKey: "plan" }), plan)
      assert.deepStrictEqual(yield* plans.list(), [plan])
      const paid = yield* pay(order())
      assert.deepStrictEqual<unknown>(yield* transactions.find(paid.uid), paid)
      assert.deepStrictEqual<unknown>(yield* transactions.findByTrackingId("42"), [paid])
      assert.deepStrictEqual(yield* notifications.list(), [])
      const none = yield* Effect.flip(notifications.resend("ntf_none"))
      assert.deepInclude(none, { _tag: "RecordMissing", kind: "notification", code: "no-such-record" })
    }).pipe(inSandbox)
  )
})

/** Spans by their names, each with the name of the one around it. */
const tracing = (around: Map<string, string | undefined>) =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const outer = Option.getOrUndefined(parent)
      around.set(name, outer?._tag === "Span" ? outer.name : undefined)
      return {
        ...{ _tag: "Span", name, spanId: name, traceId: "trace", parent, context, kind, sampled: true },
        ...{ status: { _tag: "Started", startTime }, attributes: new Map(), links: [...links] },
        ...{ end: () => undefined, attribute: () => undefined, event: () => undefined, addLinks: () => undefined }
      }
    },
    context: (run) => run()
  })

describe("a call's span", () => {
  it.live("is in that of its caller, wherever Florin was started", () => {
    const around = new Map<string, string | undefined>()
    return Effect.gen(function* () {
      around.clear()
      yield* Effect.withSpan(Florin.shop("shop").pay(order()), "checkout")
      assert.include([...around.values()], "checkout")
    }).pipe(inSandbox, Effect.withSpan("start"), Effect.withTracer(tracing(around)))
  })
})

describe("the errors of a call", () => {
  it.live("are tags in the channel of errors", () =>
    Effect.gen(function* () {
      const { pay, plans } = Florin.shop("shop")
      const reported = pay(order({ amount: -1 })).pipe(
        Effect.catchTag("RequestRefused", ({ errors: [{ path }] }) => Effect.succeed(path))
      )
      assert.deepStrictEqual<unknown>(yield* reported, ["amount"])
      assert.deepInclude(yield* Effect.flip(plans.find("pln_none")), { _tag: "RecordMissing", kind: "plan" })
      assert.instanceOf(yield* Effect.flip(Florin.shop("none").pay(order())), Refusals.RecordMissing)
      yield* pay(order(), { idempotencyKey: "key" })
      const other = yield* Effect.flip(pay(order({ amount: 5 }), { idempotencyKey: "key" }))
      assert.deepInclude(other, { _tag: "KeyRefused", reason: "another-request" })
      assert.deepInclude(yield* Effect.flip(pay(order())), { code: "duplicate-request" })
    }).pipe(inSandbox)
  )

  it.live("D43: a call inside the host's transaction is refused, and nothing is charged", () =>
    Effect.gen(function* () {
      const sql = yield* HostSql.LentClient
      const error = yield* Effect.flip(sql.withTransaction(Florin.shop("shop").pay(order())))
      assert.strictEqual(error._tag, "NotInsideTransaction")
      assert.deepStrictEqual(yield* Florin.sandbox.ledger(), [])
    }).pipe(inSandbox)
  )

  it.live("that a host makes with a request of another form is a refusal, and no defect", () =>
    Effect.gen(function* () {
      const { pay, transfers } = Florin.shop("shop")
      assert.instanceOf(yield* Effect.flip(transfers.prove("uid", undefined as never)), Refusals.RequestRefused)
      const request = {
        ...order(),
        get customer(): never {
          throw new Error("gone")
        }
      }
      assert.instanceOf(yield* Effect.flip(pay(request)), Refusals.RequestRefused)
      const options = { idempotencyKey: 42 } as never
      assert.instanceOf(yield* Effect.flip(pay(order(), options)), Refusals.RequestRefused)
    }).pipe(inSandbox)
  )
})

/** The names of a face, in all its depth. */
const namesOf = (face: object): ReadonlyArray<string> =>
  Object.entries(face)
    .flatMap(([name, member]) =>
      typeof member === "function" ? [name] : namesOf(member as object).map((inner) => `${name}.${inner}`)
    )
    .sort()

describe("both faces", () => {
  it.scopedLive("have the same operations, and answer alike", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const options = { database: `sqlite:${filename}`, sandbox: true, baseUrl, shops: listed } as const
      const florin = yield* Effect.acquireRelease(
        Effect.promise(() => createFlorin(options)),
        ({ close }) => Effect.promise(close)
      )
      assert.deepStrictEqual(namesOf(Florin.shop("shop")), namesOf(florin.shop("shop")))
      assert.deepStrictEqual(namesOf(Florin.operator), namesOf(florin.operator))
      assert.deepStrictEqual(namesOf(Florin.sandbox), namesOf(florin.sandbox))
      assert.includeMembers([...namesOf(Florin.shop("shop"))], ["payOut", "plans.create", "transfers.prove"])
      const requested = { title: "Monthly", currency: "EUR", plan: { amount: 700, interval: 1, intervalUnit: "month" } }
      const made = yield* Effect.promise(() => florin.shop("shop").plans.create(requested as never))
      const found = Effect.provide(Florin.shop("shop").plans.find(made.id), simulated(filename))
      assert.deepStrictEqual(yield* found, made)
    })
  )
})

const approved = Acquirer.AcquirerAnswer.Approved({ report: AcquirerReport.noReport })

const bank: Acquirer.AcquirerService = {
  ...{ gatewayId: 7, name: "Bank", simulated: false, inFlightWindow: Duration.minutes(2) },
  perform: () => Effect.succeed(approved),
  status: () => Effect.succeed(Acquirer.AcquirerStatus.Unknown())
}

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

describe("Florin part by part", () => {
  const parts = (filename: string) => {
    const ports = Layer.mergeAll(Florin.vault, Florin.shops(listed), Florin.acquirers([bank]))
    const base = Layer.provideMerge(
      ports,
      Layer.merge(SqliteStore.layer({ filename }), Florin.keysText(Redacted.make(ring)))
    )
    return Florin.operations.pipe(
      Layer.merge(Florin.http),
      Layer.provideMerge(Florin.gateway({ baseUrl })),
      Layer.provideMerge(base)
    )
  }

  it.scopedLive("charges through the host's acquirer, and has no sandbox", () =>
    Effect.gen(function* () {
      const { pay } = Florin.shop("shop")
      assert.deepInclude(yield* pay(order()), { status: "successful", test: false })
      const refused = yield* Effect.flip(Florin.sandbox.ledger())
      assert.include(refused.message, "is of the sandbox, and this Florin charges for real")
    }).pipe((test) => Effect.flatMap(temporaryFile, (filename) => Effect.provide(test, parts(filename))))
  )

  it.live("a shop that cannot be is refused when it is built", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.scoped(Layer.build(Florin.shops([{ id: "", secretKey: "short" }]))))
      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.deepInclude(error, { _tag: "OptionRefused" })
    })
  )

  it("does not compile while a requirement is missing", () => {
    type Missing<Part> = Part extends Layer.Layer<infer _A, infer _E, infer R> ? R : never
    const call = Florin.shop("shop").pay(order())
    // @ts-expect-error Nothing provides the operations.
    const unprovided: Effect.Effect<unknown, unknown> = call
    // @ts-expect-error Nothing provides the host's client.
    const listener: Layer.Layer<never> = following
    const withClient: Layer.Layer<never, never, SqlClient.SqlClient> = following
    const gateway = Florin.operations.pipe(Layer.provideMerge(Florin.gateway({ baseUrl })))
    // @ts-expect-error Nothing provides the store, the vault, the shops and the acquirers.
    const alone: Layer.Layer<Florin.Operations, unknown> = gateway
    const needs: Acquirer.Acquirers extends Missing<typeof gateway> ? true : false = true
    // @ts-expect-error A decline is a value: the channel of errors has no such tag.
    const caught = Effect.catchTag(call, "Declined", () => Effect.void)
    for (const made of [unprovided, listener, withClient, alone, caught]) assert.isDefined(made)
    assert.isTrue(needs)
  })

  it("has the requests and answers of the promises", () => {
    type Answered<Call> = Call extends (...given: infer Given) => Effect.Effect<infer A, infer E, infer R>
      ? [Given, A, E, R]
      : never
    type Ours = Answered<Florin.Effectful<InProcessShop, Florin.Operations>["capture"]>
    const same: Ours extends [
      Parameters<InProcessShop["capture"]>,
      Awaited<ReturnType<InProcessShop["capture"]>>,
      Florin.CallError,
      Florin.Operations
    ]
      ? true
      : false = true
    assert.isTrue(same)
    // @ts-expect-error An amount is a number.
    assert.isDefined(Florin.shop("shop").capture({ parentUid: "uid", amount: "1" }))
  })
})

/**
 * Every command of the table that died before its answer was kept answers what it did, and has its effect once. Each is
 * compared with a twin that did not die. Source: D13.
 */
import { assert, it } from "@effect/vitest"
import { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import { noGrants } from "@florin/core/people/Role"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import * as Operators from "@florin/settings/Operators"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { start } from "./internal/staffed.js"
import { basic, type Received } from "./server.js"

type Row = Operation.Any

const rows = [table, operatorTable, sandboxTable].flatMap((some) => Object.values<Row>(some))

/** What needs no case, and why. */
const elsewhere = (row: Row): string | undefined => {
  if (row.key === "none") return "takes no key"
  if (row.key === "kept") return "its first answer is in the commit that decides it"
  if (row.changesNothing === true) return "changes nothing"
  if (row.id === "chargeSubscription")
    return "florin/test/commandCrashes.test.ts has an acquirer that declines a renewal"
  return undefined
}

const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
const otherCard = { ...card, number: "5555555555554444" }

const keys = { anna: "anna-0123456789abcdef0123456789abcdef", boris: "boris-0123456789abcdef0123456789abcdef" }

const staff = Operators.layerListed(
  Object.entries(keys).map(([id, key]) => ({
    id,
    key: Redacted.make(key),
    grants: { ...noGrants, everywhere: "administer" as const }
  }))
)

const limits = Layer.succeed(ApprovalLimits, {
  everywhere: undefined,
  shops: { shop: { EUR: 100, RUB: 10_000_000 } }
} as never)

let isDying = false

const dying = Layer.succeed(FaultPoints, (point, moment) =>
  isDying && point === "commit.key-answer" && moment === "before" ? Effect.die("crash") : Effect.void
)

const world = Effect.gen(function* () {
  isDying = false
  const gateway = yield* start({
    operators: staff,
    more: Layer.mergeAll(dying, limits, Logger.remove(Logger.defaultLogger))
  })
  const anna = gateway.as(basic("anna", keys.anna))
  const boris = gateway.as(basic("boris", keys.boris))
  let count = 0
  const next = () => ++count
  const found = (path: string) => Effect.map(gateway.shop(path), ({ text }) => JSON.parse(text))
  const made = (path: string, body: unknown, from = gateway.shop) =>
    Effect.map(gateway.posting(from)(path, body), ({ status, text }) => {
      if (status > 202) throw new Error(`${path}: ${status} ${text}`)
      return JSON.parse(text)
    })
  const charge = (amount: number, more: object = {}) => {
    const order = { amount, currency: "EUR", description: "Order", duplicate_check: false, credit_card: card }
    return made("/transactions/payments", { request: { ...order, ...more } })
  }
  const customer = () => made("/customers", { email: "jane@example.com", ip: "203.0.113.7" })
  const plan = (more: object = {}) =>
    made("/plans", {
      ...{ title: "Basic", currency: "EUR", plan: { amount: 1995, interval: 1, interval_unit: "month" } },
      ...more
    })
  const subscribed = (more: object = {}) =>
    Effect.gen(function* () {
      const [{ id: customerId }, { id: planId }] = [yield* customer(), yield* plan(more)]
      const { id } = yield* made("/subscriptions", { plan: { id: planId }, customer: { id: customerId }, card })
      return id as string
    })
  const coupon = () =>
    Effect.map(made("/coupons", { code: `CODE${next()}`, percent_off: 1000 }), ({ code }) => code as string)
  const checkout = () =>
    Effect.map(
      made("/ctp/api/checkouts", {
        checkout: { transaction_type: "payment", order: { amount: 1995, currency: "EUR", description: "Order" } }
      }),
      ({ checkout }) => checkout.token as string
    )
  /** How much there is of what a command may leave behind: movements of money, and entries of the audit. */
  const counts = Effect.gen(function* () {
    const { movements } = yield* found("/sandbox/ledger")
    const { entries } = JSON.parse((yield* anna("/operator/audit?limit=1000&kind=action")).text)
    return [movements.length as number, entries.length as number] as const
  })
  const kept = () =>
    Effect.map(
      made("/credit_cards", { request: { ...card, customer: { external_id: "jane" } } }),
      (saved): string => saved.token ?? saved.credit_card?.token
    )
  const paid = () => Effect.tap(gateway.pay(unique()), (uid) => made(`/sandbox/transfers/${uid}/pay`, {}))
  const unique = () => ({ amount: 100_000, duplicate_check: false, tracking_id: "t", skip_duplicate_check: true })
  return {
    ...gateway,
    anna,
    boris,
    next,
    found,
    made,
    charge,
    customer,
    plan,
    subscribed,
    coupon,
    checkout,
    kept,
    paid,
    unique,
    counts
  }
})

type World = Effect.Effect.Success<typeof world>

type Counts = Effect.Effect.Success<World["counts"]>

/** A call that is ready: what the path names, and the body. */
interface Ready {
  readonly id?: string
  readonly body?: unknown
  /** How many it answers that it did. */
  readonly counts?: number
}

/** Nobody listens there. */
const nowhere = "http://127.0.0.1:9/"

/** Makes what a command is about, anew for its twin. */
type Prepared = (world: World) => Effect.Effect<Ready, unknown>

const example =
  (row: Row): Prepared =>
  () =>
    Effect.succeed({ body: Operation.exampleOf(row).request })

const ofSubscription =
  (
    body?: object,
    before?: (world: World, id: string) => Effect.Effect<unknown, unknown>,
    more: object = {}
  ): Prepared =>
  (world) =>
    Effect.gen(function* () {
      const id = yield* world.subscribed(more)
      if (before !== undefined) yield* before(world, id)
      return body === undefined ? { id } : { id, body }
    })

const waitingPayout: Prepared = (world) =>
  Effect.map(
    world.made("/beyag/transactions/payouts", {
      request: {
        ...{ amount: 500_000, currency: "RUB", description: "Order 42", skip_duplicate_check: true },
        method: { type: "sbp", account_number: "+7 (000) 123-45-67", bank_code: "100000000004" }
      }
    }),
    ({ transaction }) => ({ id: transaction.uid, body: {} })
  )

const waitingRefund: Prepared = (world) =>
  Effect.gen(function* () {
    const parent_uid = yield* world.paid()
    const { transaction } = yield* world.made("/beyag/transactions/refunds", {
      request: { parent_uid, amount: 10_000, reason: "Returned" }
    })
    return { id: transaction.uid, body: {} }
  })

const proven =
  (body: object): Prepared =>
  (world) =>
    Effect.gen(function* () {
      const payment = yield* world.pay(world.unique())
      yield* world.advance("PT16M")
      yield* world.prove(payment)
      return { id: payment, body }
    })

const approval: Prepared = (world) =>
  Effect.gen(function* () {
    const { transaction } = yield* world.charge(2000)
    const requested = yield* world.posting(world.anna)(
      "/transactions/refunds",
      { request: { parent_uid: transaction.uid, amount: 1000, reason: "Returned", duplicate_check: false } },
      { "florin-shop": "shop" }
    )
    return { id: JSON.parse(requested.text).approval?.id ?? JSON.parse(requested.text).id }
  })

/** A shop of the database, to which something may have been done. */
const ofShop =
  (body: object, before?: string): Prepared =>
  (world) =>
    Effect.gen(function* () {
      const id = `made-${world.next()}`
      yield* world.made("/operator/shops", { id }, world.anna)
      if (before !== undefined) yield* world.made(`/operator/shops/${id}/${before}`, {}, world.anna)
      return { id, body }
    })

const exhausted: Prepared = (world) =>
  Effect.gen(function* () {
    for (let count = 0; count < 3; count++) yield* world.charge(2000, { notification_url: nowhere })
    yield* world.advance("P9D")
    const { notifications } = yield* world.found("/notifications?status=exhausted&limit=1000")
    return { counts: notifications.length }
  })

const cases: Readonly<Record<string, Prepared>> = {
  createCard: () => Effect.succeed({ body: { request: { ...card, customer: { external_id: "jane" } } } }),
  updateCard: (world) =>
    Effect.map(world.kept(), (id) => ({ id, body: { request: { holder: "Jane Roe", exp_year: "2036" } } })),
  deleteCard: (world) => Effect.map(world.kept(), (id) => ({ id })),
  createCheckout: example(table.createCheckout),
  cancelCheckout: (world) => Effect.map(world.checkout(), (id) => ({ id })),
  payCheckoutByApp: (world) =>
    Effect.map(world.checkout(), (token) => ({
      body: { request: { token, payment_method: "credit_card", credit_card: card } }
    })),
  createProduct: example(table.createProduct),
  updateProduct: (world) =>
    Effect.map(world.made("/products", Operation.exampleOf(table.createProduct).request), ({ id }) => ({
      id,
      body: Operation.exampleOf(table.updateProduct).request
    })),
  renotify: (world) => Effect.map(world.charge(2000), ({ transaction }) => ({ id: transaction.uid })),
  recover: (world) => Effect.map(world.charge(2000), ({ transaction }) => ({ id: transaction.uid })),
  note: (world) =>
    Effect.map(world.charge(2000), ({ transaction }) => ({ id: transaction.uid, body: { note: "Gift wrapping" } })),
  resendNotification: (world) =>
    Effect.gen(function* () {
      yield* world.charge(2000, { notification_url: nowhere })
      const { notifications } = yield* world.found("/notifications?limit=1")
      return { id: notifications[0].id }
    }),
  resendExhausted: exhausted,
  confirmTransfer: (world) =>
    Effect.map(world.paid(), (id) => ({ id, body: { request: { skip_duplicate_check: true } } })),
  createPlan: example(table.createPlan),
  createCustomer: example(table.createCustomer),
  openPortal: (world) =>
    Effect.map(world.customer(), ({ id }) => ({ id, body: { return_url: "https://shop.example" } })),
  createSubscription: (world) =>
    Effect.map(Effect.all([world.plan(), world.customer()]), ([plan, customer]) => ({
      body: { plan: { id: plan.id }, customer: { id: customer.id }, card }
    })),
  previewNewSubscription: (world) => Effect.map(world.plan(), ({ id }) => ({ body: { plan: { id }, quantity: 2 } })),
  cancelSubscription: ofSubscription({ cancel_reason: "Moved" }),
  uncancelSubscription: ofSubscription(undefined, ({ made }, id) =>
    made(`/subscriptions/${id}/cancel`, { at_period_end: true })
  ),
  changeSubscription: ofSubscription({ quantity: 2 }),
  undoSubscriptionChange: ofSubscription(undefined, ({ made }, id) =>
    made(`/subscriptions/${id}/change`, { quantity: 2, when: "renewal" })
  ),
  useCoupon: (world) =>
    Effect.map(Effect.all([world.subscribed(), world.coupon()]), ([id, coupon]) => ({ id, body: { coupon } })),
  addLine: ofSubscription({ description: "Set-up", amount: 500, when: "now" }),
  pauseSubscription: ofSubscription(),
  resumeSubscription: ofSubscription(undefined, ({ made }, id) => made(`/subscriptions/${id}/pause`, {})),
  changeCard: ofSubscription({ card: otherCard }),
  changePlan: (world) =>
    Effect.map(Effect.all([world.subscribed(), world.plan()]), ([id, plan]) => ({
      id,
      body: { plan: { id: plan.id } }
    })),
  recordUsage: (world) =>
    Effect.gen(function* () {
      const { id: customer } = yield* world.customer()
      const items = [{ id: "used", title: "Used", price: { kind: "per_unit", unit_amount: 2, metered: {} } }]
      const plan = { title: "Basic", currency: "EUR", plan: { amount: 1995, interval: 1, interval_unit: "month" } }
      const { id } = yield* world.made("/subscriptions", { plan, items, customer: { id: customer }, card })
      return { id, body: { item: "used", quantity: 1, key: "one" } }
    }),
  createCoupon: (world) => Effect.sync(() => ({ body: { code: `CODE${world.next()}`, percent_off: 1000 } })),
  giveCoupon: (world) =>
    Effect.map(Effect.all([world.customer(), world.coupon()]), ([{ id }, coupon]) => ({ id, body: { coupon } })),
  approveWaitingProof: proven({ amount: 100_000 }),
  declineWaitingProof: proven({ message: "No such payment" }),
  correctTransfer: (world) =>
    Effect.map(world.paid(), (id) => ({ id, body: { status: "failed", reason: "On the bank's statement" } })),
  approveRequest: approval,
  declineRequest: approval,
  moveClock: () => Effect.succeed({ body: { advance: "PT1S" } }),
  addShop: (world) => Effect.sync(() => ({ body: { id: `made-${world.next()}` } })),
  updateShop: ofShop({ hold_days: 3 }),
  rotateShopSecret: ofShop({ former_secret: "none" }),
  retireShopSecret: ofShop({}, "secret"),
  disableShop: ofShop({}),
  enableShop: ofShop({}, "disable"),
  payTransfer: (world) => Effect.map(world.pay(world.unique()), (id) => ({ id, body: {} })),
  approveProof: proven({ amount: 100_000 }),
  declineProof: proven({ message: "No such payment" }),
  completePayout: waitingPayout,
  failPayout: waitingPayout,
  completeRefund: waitingRefund,
  failRefund: waitingRefund
}

const masks: ReadonlyArray<readonly [RegExp, string]> = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>"],
  [/\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)/g, "<time>"],
  [/\/portal\/[\w.-]+/g, "/portal/<token>"],
  [/"ref_id":"[A-Z0-9]{32}"/g, '"ref_id":"<id>"'],
  [/"mark":"\w{6}"|"target_card":"\+7\d+"/g, '"mark":"<mark>"'],
  [/[0-9a-f]{16,}/g, "<id>"],
  [/CODE\d+/g, "<code>"],
  [/made-\d+/g, "<shop>"],
  // Of a repetition null: secrets are answered once.
  [/"(secret_key|webhook_secret)":("[^"]+"|null)/g, '"$1":"<secret>"']
]

/** An answer without what is the record's own. What a change has charged stands in the first answer, and in the charge. */
const masked = (text: string): unknown => {
  const answer = JSON.parse(masks.reduce((text, [pattern, mask]) => text.replace(pattern, mask), text) || "null")
  const { change: _, ...others } = answer ?? {}
  return answer === null ? answer : others
}

describeOnContract("a command of the table", () => {
  it("has a case, or a reason to have none", () => {
    const wanted = rows.filter((row) => elsewhere(row) === undefined).map(({ id }) => id)
    assert.sameMembers(Object.keys(cases), wanted)
  })

  const scope = Effect.runSync(Scope.make())
  let here: World
  beforeAll(async () => {
    here = await Effect.runPromise(Scope.extend(world, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.effect.each(rows.filter(({ id }) => id in cases).map((row) => [row.id, row] as const))(
    "D13: that died before its answer was kept answers what it did, and has done it once: %s",
    ([id, row]) =>
      Effect.gen(function* () {
        const [method, path] = row.at!.split(" ") as [string, string]
        const send = ({ body, id = "" }: Ready, key: string) =>
          (row.permission === "operator" ? here.boris : here.shop)(path.replace(/:\w+/, id), {
            method,
            headers: { "idempotency-key": key },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
        const counted = (before: Counts, after: Counts) => after.map((count, index) => count - before[index]!)

        const twin = yield* cases[id]!(here)
        const start = yield* here.counts
        const expected = yield* send(twin, `${id}-twin`)
        const once = counted(start, yield* here.counts)
        assert.include([200, 201, 204], expected.status, expected.text)

        const ready = yield* cases[id]!(here)
        const before = yield* here.counts
        const answers = [
          yield* Effect.zipRight(
            Effect.sync(() => (isDying = true)),
            send(ready, id)
          )
        ]
        isDying = false
        yield* here.advance("PT61S")
        answers.push(yield* send(ready, id), yield* send(ready, id))
        const all = counted(before, yield* here.counts)

        const shown = ({ status, text }: Received, { counts }: Ready) => [
          status,
          masked(text.replace(`:${counts}}`, `:"all"}`))
        ]
        const [died, again, replayed] = answers
        assert.strictEqual(died!.status, 500)
        assert.deepStrictEqual(shown(again!, ready), shown(expected, twin))
        assert.deepStrictEqual(all, once)
        assert.deepStrictEqual([replayed!.status, replayed!.text], [again!.status, again!.text])
      })
  )

  it.scoped("D13: that moves the sandbox's clock and died moves it once, also by more than a key lasts", () =>
    Effect.gen(function* () {
      const { found, shop } = yield* world
      const move = shop("/sandbox/clock", {
        method: "POST",
        headers: { "idempotency-key": "two-months" },
        body: JSON.stringify({ advance: "P2M" })
      })
      isDying = true
      assert.strictEqual((yield* move).status, 500)
      isDying = false
      for (const _ of ["again", "replayed"]) {
        const { status, text } = yield* move
        assert.deepStrictEqual([status, JSON.parse(text).now], [200, "1970-03-01T00:00:00.000Z"])
      }
      assert.strictEqual((yield* found("/sandbox/clock")).now, "1970-03-01T00:00:00.000Z")
    })
  )
})

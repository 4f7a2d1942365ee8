// Plans, customers and subscriptions in process. Source: D1 (one set of operations), D21, D23, D38.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { createFlorin, RecordMissing, RequestRefused } from "florin"
import { assert, describe, it } from "vitest"
import { camelCase, snakeCase, subscriptionToHost, subscriptionToWire, toHost } from "../src/faces/camelCase.js"
import { listed, twoShops } from "./internal/twoShops.js"

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
const monthly = { title: "Reader", currency: "EUR", plan: { amount: 990, interval: 1, intervalUnit: "month" } } as const

const florin = twoShops()
const books = () => florin().shop("books")

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason
  )
  assert.instanceOf(error, Error)
  return error as RequestRefused | RecordMissing
}

describe("a shop's billing in process", () => {
  it("creates, finds and lists plans, which HTTP finds too", async () => {
    const { plans } = books()
    const plan = await plans.create({ ...monthly, numberPaymentAttempts: 5, trial: { amount: 0, interval: 24 } })
    assert.deepInclude(plan, { title: "Reader", numberPaymentAttempts: 5, preventPaymentsAtNight: false })
    assert.deepStrictEqual(plan.trial, { amount: 0, interval: 24, intervalUnit: "hour", asFirstPayment: false })
    assert.strictEqual(plan.payUrl, `http://127.0.0.1:8080/pay/plans/${plan.id}/pay`)
    assert.deepStrictEqual(await plans.find(plan.id), plan)
    const authorization = `Basic ${btoa(`${listed.id}:${listed.secretKey}`)}`
    const found = await documentedFetch(
      florin().fetch,
      "/pay"
    )(new Request(`http://127.0.0.1:8080/pay/plans/${plan.id}`, { headers: { authorization } }))
    assert.deepStrictEqual(toHost(await found.json()), plan)
    const second = await plans.create(monthly)
    assert.deepStrictEqual((await plans.list({ limit: 2 })).map(({ id }) => id).sort(), [plan.id, second.id].sort())
    assert.deepStrictEqual(await plans.list({ after: "no such plan" }), [])
  })

  it.each([{}, { idempotencyKey: undefined }])(
    "creates a record of its own with the options %j, which name no key",
    async (options) => {
      const { customers, plans } = books()
      const made = [await plans.create(monthly, options as {}), await plans.create(monthly, options as {})]
      for (const { id } of made) assert.match(id, /^pln_[0-9a-f]{16}$/)
      assert.notStrictEqual(made[0]!.id, made[1]!.id)
      const person = { email: "jane@example.com", ip: "203.0.113.7" }
      const [one, other] = [
        await customers.create(person, options as {}),
        await customers.create(person, options as {})
      ]
      assert.notStrictEqual(one.id, other.id)
    }
  )

  it("makes one plan of a lookup key, however often and however many create it at once (D21)", async () => {
    const { plans } = books()
    const keyed = { ...monthly, lookupKey: "reading-club" }
    const made = await Promise.all([1, 2, 3].map(() => plans.create(keyed)))
    const plan = made[0]!
    assert.strictEqual(plan.lookupKey, "reading-club")
    assert.deepStrictEqual(new Set(made.map(({ id }) => id)).size, 1)
    // The defaults are terms, too, and a key of a call is another matter.
    const written = { ...keyed, language: "en", infinite: true, numberPaymentAttempts: 3 } as const
    assert.deepStrictEqual(await plans.create(written, { idempotencyKey: "second-start" }), plan)
    assert.deepStrictEqual(await plans.list({ lookupKey: "reading-club" }), [plan])
    assert.deepStrictEqual(await plans.list({ lookupKey: "Reading-club" }), [])
    assert.deepStrictEqual(await florin().shop("other").plans.list({ lookupKey: "reading-club" }), [])
    assert.notStrictEqual((await florin().shop("other").plans.create(keyed)).id, plan.id)
    assert.deepStrictEqual(
      (await plans.list()).filter(({ lookupKey }) => lookupKey === "reading-club"),
      [plan]
    )
  })

  it("subscribes to the plan of a lookup key, whole or by its id (D21)", async () => {
    const keyed = { ...monthly, lookupKey: "by-key" }
    const { plans, subscriptions } = books()
    const first = await subscriptions.create({ plan: keyed, card })
    assert.deepStrictEqual(await plans.create(keyed), first.plan)
    assert.deepStrictEqual((await subscriptions.create({ plan: keyed, card })).plan, first.plan)
    const { message } = await refusal(subscriptions.create({ plan: { ...keyed, title: "Other" }, card }))
    assert.include(message, "plan.lookupKey is that of a plan with other terms")
  })

  it.each<[string, unknown]>([
    ["blanks", "the club"],
    ["256 characters", "k".repeat(256)],
    ["letters beyond ASCII", "клуб"],
    ["a number", 42]
  ])("D21: a lookup key of %s is refused by its name", async (_, lookupKey) => {
    const { message } = await refusal(books().plans.create({ ...monthly, lookupKey: lookupKey as never }))
    assert.include(message, "lookupKey")
    assert.notInclude(message, String(lookupKey))
  })

  it("creates, finds and lists customers", async () => {
    const { customers } = books()
    const customer = await customers.create({ email: "ann@shop.example", ip: "203.0.113.7", firstName: "Ann" })
    assert.deepInclude(customer, { email: "ann@shop.example", firstName: "Ann", lastName: null })
    assert.deepStrictEqual(await customers.find(customer.id), customer)
    assert.deepStrictEqual(await customers.list({ limit: 1 }), [customer])
  })

  it("subscribes a customer, and answers what a merchant sends along as it was sent", async () => {
    const additionalData = { some_name: { inner_name: 1 }, someName: 2 }
    const { subscriptions } = books()
    const made = await subscriptions.create({ plan: monthly, card, trackingId: "ann", additionalData })
    assert.deepInclude(made, { state: "active", trackingId: "ann", paidBillingCycles: 1, additionalData })
    assert.deepInclude(made.card, { last4: "0000", expMonth: 12 })
    assert.deepStrictEqual(await subscriptions.find(made.id), made)
    assert.include(
      (await subscriptions.list()).map(({ id }) => id),
      made.id
    )
  })

  it("tells a declined first charge as a subscription that failed", async () => {
    const declined = await books().subscriptions.create({ plan: monthly, card: { ...card, holder: "FUNDS" } })
    assert.deepInclude(declined, { state: "failed", paidBillingCycles: 0 })
  })

  it("pauses, resumes, changes plan and card, previews, charges on demand and cancels", async () => {
    const { plans, subscriptions } = books()
    const dearer = await plans.create({ ...monthly, plan: { ...monthly.plan, amount: 1990 } })
    const { id } = await subscriptions.create({ plan: monthly, card })
    assert.isNotNull((await subscriptions.pause(id)).pausedAt)
    assert.isNotNull((await subscriptions.resume(id)).renewAt)
    assert.strictEqual((await subscriptions.changePlan(id, { plan: { id: dearer.id } })).nextPlan?.id, dearer.id)
    const changed = { number: "4242424242424242", holder: "Jane Doe", expMonth: 11, expYear: 2041 }
    assert.deepInclude((await subscriptions.changeCard(id, { card: changed })).card, { last4: "4242", expMonth: 11 })
    const all = await subscriptions.preview(id)
    const next = all[0]!
    assert.deepInclude(next, { amount: 1990, reason: "plan_change", cycle: 1 })
    assert.strictEqual(next.ifDeclined.state, "failed_attempt")
    assert.strictEqual(all.length, 12)
    assert.deepStrictEqual(await subscriptions.preview(id, { until: next.at! }), [next])
    assert.include((await refusal(subscriptions.charge(id))).message, "Subscription is active")
    const canceled = await subscriptions.cancel(id, { cancelReason: "Moved away" })
    assert.deepInclude(canceled, { state: "canceled", cancelReason: "Moved away", renewAt: null })
  })

  it("D60: previews a subscription that does not exist, and charges what the preview says", async () => {
    const { coupons, plans, subscriptions } = books()
    const { id } = await plans.create(monthly)
    await coupons.create({ code: "NEWCOMER", percentOff: 5000, duration: "cycles:2" })
    const request = { plan: { id }, quantity: 3, coupon: "NEWCOMER" }
    const charges = await subscriptions.previewNew(request)
    const amounts = (all: typeof charges) => all.map(({ amount, cycle }) => [cycle, amount])
    const [full, half] = [monthly.plan.amount * 3, Math.round(monthly.plan.amount * 1.5)]
    assert.deepStrictEqual(amounts(charges).slice(0, 3), [
      [1, half],
      [2, half],
      [3, full]
    ])
    assert.strictEqual((await coupons.find("NEWCOMER")).redemptions, 0)
    // One that waits for its card would be charged the same, and one that is charged has paid the first of them.
    const waiting = await subscriptions.create(request)
    assert.deepStrictEqual(amounts(await subscriptions.preview(waiting.id)), amounts(charges))
    const paid = await subscriptions.create({ ...request, card })
    assert.deepStrictEqual(amounts(await subscriptions.preview(paid.id)).slice(0, 11), amounts(charges).slice(1, 12))
    const later = await subscriptions.previewNew({
      ...{ plan: { id }, start: "2031-01-31T10:00:00Z", until: "2031-02-28T10:00:00Z" }
    })
    assert.deepStrictEqual(
      later.map(({ at }) => at),
      ["2031-01-31T10:00:00.000Z", "2031-02-28T10:00:00.000Z"]
    )
  })

  it("D60: previews a subscription to a plan that does not exist either, and stores none", async () => {
    const { plans, subscriptions } = books()
    const whole = {
      ...monthly,
      lookupKey: "previewed",
      trial: { amount: 100, interval: 14, intervalUnit: "day" }
    } as const
    const request = { plan: whole, customer: { email: "jane@customer.example", ip: "203.0.113.7" }, quantity: 3 }
    const charges = await subscriptions.previewNew(request)
    const amounts = (all: typeof charges) => all.map(({ amount, cycle }) => [cycle, amount])
    assert.deepStrictEqual(amounts(charges).slice(0, 2), [
      [null, 100],
      [1, monthly.plan.amount * 3]
    ])
    assert.deepStrictEqual(await plans.list({ lookupKey: "previewed" }), [])
    const created = await subscriptions.create(request)
    assert.deepStrictEqual(amounts(await subscriptions.preview(created.id)), amounts(charges))
    assert.deepStrictEqual(amounts(await subscriptions.previewNew(request)), amounts(charges))
    const other = { ...whole, plan: { ...whole.plan, amount: 1 } }
    assert.include(
      (await refusal(subscriptions.previewNew({ plan: other }))).message,
      "plan.lookupKey is that of a plan"
    )
    assert.include((await refusal(subscriptions.previewNew({ plan: { ...whole, title: "" } }))).message, "plan.title")
  })

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "a preview of an unknown plan",
      () => books().subscriptions.previewNew({ plan: { id: `pln_${"0".repeat(16)}` } }),
      "plan is not found"
    ],
    [
      "a preview with an unknown coupon",
      async () => {
        const { id } = await books().plans.create(monthly)
        return books().subscriptions.previewNew({ plan: { id }, coupon: "NOWHERE" })
      },
      "coupon is not found"
    ],
    ["a plan without a title", () => books().plans.create({ ...monthly, title: "" }), "title can't be blank"],
    [
      "a member that is missing, by the name that the host knows",
      () => books().plans.create({ ...monthly, plan: { amount: 1, interval: 1 } as never }),
      "plan.intervalUnit can't be blank"
    ],
    ["a card", () => books().subscriptions.create({ plan: monthly, card: { ...card, expMonth: 13 } }), "card.expMonth"],
    ["a page", () => books().plans.list({ limit: 0 }), "limit must be greater than 0"],
    [
      "an unknown plan",
      () => books().subscriptions.create({ plan: { id: `pln_${"0".repeat(16)}` } }),
      "plan is not found"
    ],
    ["a distance", () => florin().sandbox.advance({ months: 1.5 }), "advance is invalid"],
    ["a move of 21 years", () => florin().sandbox.advance({ years: 21 }), "can't be more than 20 years ahead"],
    ["a move backwards", () => florin().sandbox.moveTo("2020-01-01T00:00:00Z"), "to can't be before"]
  ])("refuses %s", async (_, call, says) => {
    const error = await refusal(call())
    assert.instanceOf(error, RequestRefused)
    assert.include(error.message, says)
  })

  it("has no record under an unknown or ill-formed id, nor one of another shop", async () => {
    const { id } = await books().plans.create(monthly)
    const missing: ReadonlyArray<readonly [RecordMissing["kind"], Promise<unknown>]> = [
      ["plan", books().plans.find(`pln_${"0".repeat(16)}`)],
      ["plan", florin().shop("other").plans.find(id)],
      ["customer", books().customers.find("ann")],
      ["subscription", books().subscriptions.pause("sbs_1")],
      ["shop", florin().shop("nobody").plans.list()],
      ["shop", florin().shop("not: an id").plans.list()]
    ]
    for (const [kind, call] of missing) {
      const error = await refusal(call)
      assert.instanceOf(error, RecordMissing)
      assert.strictEqual((error as RecordMissing).kind, kind)
      assert.match(error.message, /^there is no /)
    }
  })

  it("moves the sandbox's clock, and tells the acquirer's own movements", async () => {
    const { subscriptions } = books()
    const before = (await florin().sandbox.ledger()).length
    const { id } = await subscriptions.create({ plan: { ...monthly, plan: { ...monthly.plan, amount: 777 } }, card })
    const { now, ran } = await florin().sandbox.advance({ months: 2 })
    assert.isAtLeast(ran, 2)
    const own = (await florin().sandbox.ledger()).slice(before).filter(({ amount }) => amount === 777)
    assert.deepStrictEqual(
      own.map(({ currency, kind }) => `${kind} ${currency}`),
      ["payment EUR", "payment EUR", "payment EUR"]
    )
    assert.isBelow(Date.parse(own[2]!.at) - Date.parse(now), 1)
    assert.strictEqual((await subscriptions.find(id)).paidBillingCycles, 3)
  })
})

it("has a sandbox only where everything is simulated", async () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
  const keys = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })
  const directory = mkdtempSync(join(tmpdir(), "florin-real-"))
  const database = `sqlite:${join(directory, "real.db")}`
  const real = await createFlorin({ database, keys, acquirers: [], baseUrl: "https://shop.example", shops: [listed] })
  assert.notProperty(real, "sandbox")
  assert.deepStrictEqual(await real.shop("books").plans.list(), [])
  await real.close()
  rmSync(directory, { recursive: true })
})

describe("names", () => {
  it.each([
    ["exp_month", "expMonth"],
    ["last_4", "last4"],
    ["number_failed_payment_attempts", "numberFailedPaymentAttempts"],
    ["id", "id"]
  ])("%s is %s for hosts", (wire, host) => {
    assert.strictEqual(camelCase(wire), host)
  })

  it("come back as they went, in all depth, save what a merchant sends along with a subscription", () => {
    const reply = {
      plan: { intervalUnit: "month", gone: undefined },
      list: [{ aB: null }],
      additionalData: { aB: { cD: 1 } }
    }
    const wire = { plan: { interval_unit: "month" }, list: [{ a_b: null }], additional_data: { aB: { cD: 1 } } }
    assert.deepStrictEqual(subscriptionToWire(reply), wire)
    assert.deepStrictEqual(subscriptionToHost(wire), JSON.parse(JSON.stringify(reply)))
    assert.strictEqual(snakeCase("numberPaymentAttempts"), "number_payment_attempts")
  })
})

// Plans, customers and subscriptions over HTTP, with the whole gateway behind.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { secrets } from "./memory.js"
import { basic } from "./server.js"
import * as Wired from "./wired.js"

const plan = {
  title: "Monthly",
  currency: "EUR",
  plan: { amount: 1000, interval: 1, interval_unit: "month" }
}

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2045"
}

const other = { authorization: basic("other", secrets.other!) }

const asking = Effect.map(Wired.start, ({ ask }) => {
  const parsed = Effect.map(({ headers, status, text }: Effect.Effect.Success<ReturnType<typeof ask>>) => ({
    headers,
    status,
    body: JSON.parse(text)
  }))
  return {
    ask,
    posted: (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      parsed(ask(path, { method: "POST", body: JSON.stringify(body), headers })),
    got: (path: string, headers: Record<string, string> = {}) => parsed(ask(path, { headers }))
  }
})

describe("plans", () => {
  const whole = {
    test: true,
    title: "All of it",
    currency: "EUR",
    language: "ru",
    infinite: false,
    billing_cycles: 12,
    number_payment_attempts: 5,
    prevent_payments_at_night: true,
    plan: { amount: 1000, interval: 2, interval_unit: "month" },
    trial: { amount: 100, interval: 14, interval_unit: "day", as_first_payment: true }
  }

  it.scopedLive("Endpoints | Create plan, Get plan, List plans: a plan is created, got and listed", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const made = yield* posted("/plans", whole)
      assert.deepInclude(made.body, whole)
      const found = yield* got(`/plans/${made.body.id}`)
      assert.deepStrictEqual(found.body, made.body)
      assert.deepStrictEqual((yield* got("/plans")).body, [made.body])
      assert.strictEqual((yield* got("/plans/pln_0000000000000000")).status, 404)
      assert.deepStrictEqual((yield* got("/plans/basic")).body, { message: "Not found." })
    })
  )

  it.scopedLive("Errors | Plan creation success, Plan get or list success: 201 and 200", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const { body, status } = yield* posted("/plans", plan)
      assert.strictEqual(status, 201)
      assert.strictEqual((yield* got(`/plans/${body.id}`)).status, 200)
      assert.strictEqual((yield* got("/plans")).status, 200)
    })
  )

  it.scopedLive(
    "D21: a plan of a lookup key is created with 201, answered again with 200, and refused with other terms",
    () =>
      Effect.gen(function* () {
        const { got, posted } = yield* asking
        const keyed = { ...plan, lookup_key: "club/2029" }
        const made = yield* posted("/plans", keyed)
        assert.deepStrictEqual([made.status, made.body.lookup_key], [201, "club/2029"])
        const again = yield* posted("/plans", keyed)
        assert.deepStrictEqual([again.status, again.body], [200, made.body])
        const other = yield* posted("/plans", { ...keyed, title: "Yearly" })
        assert.deepStrictEqual(
          [other.status, other.body.errors],
          [422, { lookup_key: ["is that of a plan with other terms"] }]
        )
        const plain = yield* posted("/plans", plan)
        assert.deepStrictEqual([plain.status, plain.body.lookup_key], [201, null])
        const listed = yield* got("/plans?lookup_key=club%2F2029&limit=1")
        assert.deepStrictEqual([listed.body, listed.headers.link], [[made.body], undefined])
        assert.deepStrictEqual((yield* got("/plans?lookup_key=none")).body, [])
        assert.lengthOf((yield* got("/plans")).body, 2)
      })
  )

  it.scopedLive(
    "Plan object returned by the service | id, title, currency, language, plan, trial, number_payment_attempts, test: with every default (D21)",
    () =>
      Effect.gen(function* () {
        const { posted } = yield* asking
        const { body } = yield* posted("/plans", plan)
        const { created_at, id, pay_url, updated_at, ...rest } = body
        assert.match(id, /^pln_[0-9a-f]{16}$/)
        assert.strictEqual(pay_url, `https://pay.example/plans/${id}/pay`)
        assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        assert.strictEqual(updated_at, created_at)
        assert.deepStrictEqual(rest, {
          ...plan,
          language: "en",
          lookup_key: null,
          infinite: true,
          billing_cycles: null,
          number_payment_attempts: 3,
          prevent_payments_at_night: false,
          test: false,
          trial: { amount: null, interval: null, interval_unit: "hour", as_first_payment: false }
        })
      })
  )

  it.scopedLive("Limits | number_payment_attempts default: is 3", () =>
    Effect.gen(function* () {
      const { posted } = yield* asking
      assert.strictEqual((yield* posted("/plans", plan)).body.number_payment_attempts, 3)
    })
  )

  it.scopedLive(
    "Errors | Plan creation with invalid or missing parameter or invalid credentials: 422 with errors and message",
    () =>
      Effect.gen(function* () {
        const { ask, posted } = yield* asking
        const invalid = yield* posted("/plans", { ...plan, title: "" })
        assert.strictEqual(invalid.status, 422)
        assert.deepStrictEqual(invalid.body, { message: "Title can't be blank", errors: { title: ["can't be blank"] } })
        const stranger = yield* posted("/plans", plan, { authorization: basic("shop", "wrong") })
        assert.strictEqual(stranger.status, 422)
        assert.deepStrictEqual(stranger.body, { message: "Unauthorized", errors: { base: ["Unauthorized"] } })
        const malformed = yield* ask("/plans", { method: "POST", body: "{" })
        assert.strictEqual(malformed.status, 400)
        assert.deepStrictEqual(JSON.parse(malformed.text).errors, { base: ["Request body is not valid JSON"] })
      })
  )

  it.scopedLive("Authentication | Plan operations: HTTP Basic; wrong credentials are 401 but at POST /plans (D2)", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const headers = { authorization: basic("shop", "wrong") }
      for (const answer of [yield* got("/plans", headers), yield* posted("/subscriptions", { plan }, headers)]) {
        assert.strictEqual(answer.status, 401)
        assert.deepStrictEqual(answer.body, { message: "Unauthorized" })
        assert.match(answer.headers["www-authenticate"] ?? "", /^Basic/)
      }
    })
  )

  it.scopedLive("Limits | Plans per shop: are unlimited, and listed page by page, newest first (D21)", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const ids: Array<string> = []
      for (let count = 0; count < 5; count++) ids.unshift((yield* posted("/plans", plan)).body.id)
      const listed: Array<string> = []
      let next: string | undefined = "?limit=2"
      while (next !== undefined) {
        const { body, headers }: Effect.Effect.Success<ReturnType<typeof got>> = yield* got(`/plans${next}`)
        listed.push(...body.map(({ id }: { readonly id: string }) => id))
        next = /^<(.*)>; rel="next"$/.exec(headers.link ?? "")?.[1]
      }
      assert.deepStrictEqual(listed, ids)
      assert.deepStrictEqual((yield* got("/plans?after=pln_0000000000000000")).body, [])
      assert.strictEqual((yield* got("/plans?limit=1001")).status, 422)
      assert.strictEqual((yield* got("/plans?limit=1&limit=2")).status, 422)
    })
  )

  it.scopedLive("of another shop are as unknown as those that do not exist", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const made = yield* posted("/plans", plan)
      const foreign = yield* got(`/plans/${made.body.id}`, other)
      assert.strictEqual(foreign.status, 404)
      assert.deepStrictEqual((yield* got("/plans", other)).body, [])
      const subscribed = yield* posted("/subscriptions", { plan: { id: made.body.id } }, other)
      assert.strictEqual(subscribed.status, 422)
      assert.deepStrictEqual(subscribed.body, {
        message: "Plan is not found",
        errors: { plan: { base: ["is not found"] } }
      })
    })
  )

  it.scopedLive("say what they would charge", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const { body } = yield* posted("/plans", plan)
      const preview = yield* got(`/plans/${body.id}/preview?start=2026-01-31T09:00:00Z&until=2026-03-31T09:00:00Z`)
      assert.deepStrictEqual(
        preview.body.charges.map(({ at, reason }: Record<string, string>) => [at, reason]),
        [
          ["2026-01-31T09:00:00.000Z", "first"],
          ["2026-02-28T09:00:00.000Z", "cycle"],
          ["2026-03-31T09:00:00.000Z", "cycle"]
        ]
      )
      assert.strictEqual((yield* got(`/plans/${body.id}/preview?until=tomorrow`)).status, 422)
    })
  )

  it.scopedLive("are created once under an idempotency key", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const key = { "idempotency-key": "plan-1" }
      const first = yield* posted("/plans", plan, key)
      const second = yield* posted("/plans", plan, key)
      assert.deepStrictEqual(second.body, first.body)
      assert.strictEqual(second.headers["idempotency-replayed"], "true")
      assert.strictEqual((yield* got("/plans")).body.length, 1)
      assert.strictEqual((yield* posted("/plans", { ...plan, title: "Other" }, key)).status, 422)
    })
  )
})

describe("customers", () => {
  it.scopedLive("are created, got and listed", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const jane = { email: "jane@shop.example", ip: "203.0.113.7", first_name: "Jane", country: "DE" }
      const made = yield* posted("/customers", jane)
      assert.strictEqual(made.status, 201)
      assert.deepInclude(made.body, jane)
      assert.deepStrictEqual((yield* got(`/customers/${made.body.id}`)).body, made.body)
      assert.deepStrictEqual((yield* got("/customers")).body, [made.body])
      assert.strictEqual((yield* got(`/customers/${made.body.id}`, other)).status, 404)
    })
  )
})

describe("subscriptions", () => {
  it.scopedLive("D23: a customer subscribes, pays every month while the clock moves, and the merchant cancels", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const made = yield* posted("/subscriptions", { plan, card, tracking_id: 42, additional_data: { seats: 3 } })
      assert.strictEqual(made.status, 201)
      assert.match(made.body.id, /^sbs_[0-9a-f]{16}$/)
      assert.deepInclude(made.body, {
        state: "active",
        tracking_id: "42",
        paid_billing_cycles: 1,
        additional_data: { seats: 3 }
      })
      assert.strictEqual(made.body.token, made.body.card.token)
      assert.deepInclude(made.body.last_transaction, { status: "successful", message: "Successfully processed" })
      yield* posted("/sandbox/clock", { advance: "P2M" })
      const { body } = yield* got(`/subscriptions/${made.body.id}`)
      assert.strictEqual(body.paid_billing_cycles, 3)
      assert.strictEqual((yield* got("/sandbox/ledger")).body.movements.length, 3)
      const preview = yield* got(`/subscriptions/${made.body.id}/preview`)
      assert.strictEqual(preview.body.charges[0].at, body.renew_at)
      const over = yield* posted(`/subscriptions/${made.body.id}/cancel`, { cancel_reason: "Enough" })
      assert.deepInclude(over.body, { state: "canceled", renew_at: null, cancel_reason: "Enough" })
      const again = yield* posted(`/subscriptions/${made.body.id}/cancel`, { cancel_reason: "Enough" })
      assert.strictEqual(again.status, 422)
      assert.deepStrictEqual(again.body.errors, { base: ["Subscription is canceled"] })
    })
  )

  it.scopedLive("without a card wait for the customer at their page", () =>
    Effect.gen(function* () {
      const { got, posted } = yield* asking
      const { body, status } = yield* posted("/subscriptions", { plan, return_url: "https://shop.example/back" })
      assert.strictEqual(status, 201)
      assert.strictEqual(body.state, "redirecting")
      assert.strictEqual(body.redirect_url, `${body.plan.pay_url}?subscription=${body.id}`)
      assert.deepStrictEqual((yield* got("/subscriptions")).body, [body])
      assert.strictEqual((yield* got(`/subscriptions/${body.id}`, other)).status, 404)
    })
  )

  it.scopedLive("are paused, resumed, charged by another plan and with another card", () =>
    Effect.gen(function* () {
      const { posted } = yield* asking
      const { id } = (yield* posted("/subscriptions", { plan, card })).body
      assert.isNotNull((yield* posted(`/subscriptions/${id}/pause`)).body.paused_at)
      assert.isNull((yield* posted(`/subscriptions/${id}/resume`)).body.paused_at)
      const cheaper = (yield* posted("/plans", { ...plan, plan: { ...plan.plan, amount: 500 } })).body
      const changed = yield* posted(`/subscriptions/${id}/plan`, { plan: { id: cheaper.id } })
      assert.strictEqual(changed.body.next_plan.id, cheaper.id)
      const carded = yield* posted(`/subscriptions/${id}/card`, { card: { ...card, number: "5555555555554444" } })
      assert.strictEqual(carded.body.card.brand, "master")
      const early = yield* posted(`/subscriptions/${id}/charge`)
      assert.deepStrictEqual(early.body, {
        message: "Subscription is active",
        errors: { base: ["Subscription is active"] }
      })
      assert.strictEqual((yield* posted("/subscriptions/sbs_0000000000000000/pause")).status, 404)
    })
  )

  it.scopedLive("D25: are charged now after a decline, with another card too", () =>
    Effect.gen(function* () {
      const { posted } = yield* asking
      // This card declines the plan's amount, and not the trial's.
      const declining = { ...card, number: "4111111111111111" }
      const trial = { amount: 100, interval: 1, interval_unit: "day", as_first_payment: true }
      const price = { amount: 10_114, interval: 1, interval_unit: "month" }
      const made = yield* posted("/subscriptions", { plan: { ...plan, plan: price, trial }, card: declining })
      const path = `/subscriptions/${made.body.id}`
      yield* posted("/sandbox/clock", { advance: "P1D" })
      const failed = yield* posted(`${path}/charge`)
      assert.strictEqual(failed.status, 200)
      assert.deepInclude(failed.body, { state: "failed_attempt", number_failed_payment_attempts: 2 })
      assert.strictEqual((yield* posted(`${path}/card`, { card })).body.card_check.status, "successful")
      const { body } = yield* posted(`${path}/charge`)
      assert.deepInclude(body, { state: "active", number_failed_payment_attempts: 0, paid_billing_cycles: 1 })
    })
  )

  it.scopedLive("with a declined card have failed", () =>
    Effect.gen(function* () {
      const { posted } = yield* asking
      const { body, status } = yield* posted("/subscriptions", { plan, card: { ...card, holder: "DECLINE" } })
      assert.strictEqual(status, 201)
      assert.deepInclude(body, { state: "failed", renew_at: null })
      assert.deepInclude(body.last_transaction, { status: "failed", message: "Payment was declined" })
    })
  )

  it.scopedLive("D3: say in the sandbox which members nobody knows", () =>
    Effect.gen(function* () {
      const { posted } = yield* asking
      const { headers } = yield* posted("/plans", { ...plan, titles: "x" })
      assert.strictEqual(headers["florin-unknown-members"], "titles;meant=title")
    })
  )
})

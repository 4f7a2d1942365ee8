import { documentedFetch } from "@florin/http-adapter/testing/documented"
// Idempotency keys of plans, customers, subscriptions and transfers in process. Source: D1, D13.
import { type CallOptions, type InProcessShop, KeyRefused, RequestRefused } from "florin"
import { assert, describe, it } from "vitest"
import { twoShops } from "./internal/twoShops.js"

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
const monthly = { title: "Reader", currency: "EUR", plan: { amount: 990, interval: 1, intervalUnit: "month" } } as const
const order = {
  ...{ amount: 100_000, currency: "RUB", description: "Order 42", returnUrl: "https://shop.example/done" },
  method: { type: "sbp_data", channel: "SBP" }
} as const
const content = new Uint8Array(Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"))
const proof = { amount: 100_000, currency: "RUB", document: { fileName: "receipt.pdf", content } }

const florin = twoShops()
const books = () => florin().shop("books")

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "resolved",
    (reason: unknown) => reason
  )

let keys = 0
const newKey = (): CallOptions => ({ idempotencyKey: `key-${++keys}` })

const unpaid = async () => {
  const { uid } = await books().transfers.pay({ ...order, amount: 100_000 + 100 * ++keys })
  await florin().sandbox.advance({ minutes: 16 })
  return uid
}

const paid = async () => {
  const { uid } = await books().transfers.pay({ ...order, amount: 100_000 + 100 * ++keys })
  await florin().sandbox.transfers.pay(uid)
  return uid
}

const metered = {
  items: [{ id: "used", title: "Used", price: { kind: "per_unit", unitAmount: 2, metered: {} } } as const]
}

const subscribed = async (holder = "Jane Doe", more: object = {}) =>
  (await books().subscriptions.create({ plan: monthly, card: { ...card, holder }, ...more })).id

type Call = (shop: InProcessShop, options?: CallOptions) => Promise<object>

/** A call, and the same operation with another request. */
interface Writing {
  readonly call: Call
  readonly another: Call
}

const operations: Readonly<Record<string, () => Writing | Promise<Writing>>> = {
  "plans.create": () => ({
    call: ({ plans }, options) => plans.create(monthly, options),
    another: ({ plans }, options) => plans.create({ ...monthly, title: "Writer" }, options)
  }),
  "customers.create": () => ({
    call: ({ customers }, options) => customers.create({ email: "ann@shop.example", ip: "203.0.113.7" }, options),
    another: ({ customers }, options) => customers.create({ email: "bob@shop.example", ip: "203.0.113.7" }, options)
  }),
  "subscriptions.create": () => ({
    call: ({ subscriptions }, options) => subscriptions.create({ plan: monthly, card }, options),
    another: ({ subscriptions }, options) => subscriptions.create({ plan: monthly, card, trackingId: "x" }, options)
  }),
  "subscriptions.cancel": async () => {
    const id = await subscribed()
    return {
      call: ({ subscriptions }, options) => subscriptions.cancel(id, { cancelReason: "Moved" }, options),
      another: ({ subscriptions }, options) => subscriptions.cancel(id, { cancelReason: "Stays" }, options)
    }
  },
  "subscriptions.uncancel": async () => {
    const id = await subscribed()
    await books().subscriptions.cancel(id, { atPeriodEnd: true })
    return {
      call: ({ subscriptions }, options) => subscriptions.uncancel(id, options),
      another: ({ subscriptions }, options) => subscriptions.pause(id, options)
    }
  },
  "subscriptions.change": async () => {
    const id = await subscribed()
    return {
      call: ({ subscriptions }, options) => subscriptions.change(id, { quantity: 2 }, options),
      another: ({ subscriptions }, options) => subscriptions.change(id, { quantity: 3 }, options)
    }
  },
  "subscriptions.useCoupon": async () => {
    const id = await subscribed()
    for (const code of ["KEYED", "OTHER"]) await books().coupons.create({ code, percentOff: 1000 })
    return {
      call: ({ subscriptions }, options) => subscriptions.useCoupon(id, { coupon: "KEYED" }, options),
      another: ({ subscriptions }, options) => subscriptions.useCoupon(id, { coupon: "OTHER" }, options)
    }
  },
  "subscriptions.addLine": async () => {
    const id = await subscribed()
    return {
      call: ({ subscriptions }, options) => subscriptions.addLine(id, { description: "Setup", amount: 500 }, options),
      another: ({ subscriptions }, options) => subscriptions.addLine(id, { description: "Setup", amount: 501 }, options)
    }
  },
  "subscriptions.recordUsage": async () => {
    const id = await subscribed("Jane Doe", metered)
    const used = (quantity: number) => ({ item: "used", quantity, key: "one" })
    return {
      call: ({ subscriptions }, options) => subscriptions.recordUsage(id, used(1), options),
      another: ({ subscriptions }, options) => subscriptions.recordUsage(id, used(2), options)
    }
  },
  "coupons.create": () => ({
    call: ({ coupons }, options) => coupons.create({ code: "ONE", percentOff: 1000 }, options),
    another: ({ coupons }, options) => coupons.create({ code: "TWO", percentOff: 1000 }, options)
  }),
  "customers.giveCoupon": async () => {
    const { id } = await books().customers.create({ email: "jane@shop.example", ip: "203.0.113.7" })
    for (const code of ["GIVEN", "GIVEN-2"]) await books().coupons.create({ code, percentOff: 1000 })
    return {
      call: ({ customers }, options) => customers.giveCoupon(id, { coupon: "GIVEN" }, options),
      another: ({ customers }, options) => customers.giveCoupon(id, { coupon: "GIVEN-2" }, options)
    }
  },
  "subscriptions.undoChange": async () => {
    const id = await subscribed()
    await books().subscriptions.change(id, { quantity: 2, when: "renewal" })
    return {
      call: ({ subscriptions }, options) => subscriptions.undoChange(id, options),
      another: ({ subscriptions }, options) => subscriptions.pause(id, options)
    }
  },
  "subscriptions.pause": async () => {
    const [id, other] = [await subscribed(), await subscribed()]
    return {
      call: ({ subscriptions }, options) => subscriptions.pause(id, options),
      another: ({ subscriptions }, options) => subscriptions.pause(other, options)
    }
  },
  "subscriptions.resume": async () => {
    const id = await subscribed()
    await books().subscriptions.pause(id)
    return {
      call: ({ subscriptions }, options) => subscriptions.resume(id, options),
      another: ({ subscriptions }, options) => subscriptions.pause(id, options)
    }
  },
  "subscriptions.changeCard": async () => {
    const id = await subscribed()
    return {
      call: ({ subscriptions }, options) => subscriptions.changeCard(id, { card }, options),
      another: ({ subscriptions }, options) =>
        subscriptions.changeCard(id, { card: { ...card, expYear: 2041 } }, options)
    }
  },
  "subscriptions.changePlan": async () => {
    const id = await subscribed()
    const [first, second] = [await books().plans.create(monthly), await books().plans.create(monthly)]
    return {
      call: ({ subscriptions }, options) => subscriptions.changePlan(id, { plan: { id: first.id } }, options),
      another: ({ subscriptions }, options) => subscriptions.changePlan(id, { plan: { id: second.id } }, options)
    }
  },
  "transfers.pay": () => ({
    call: ({ transfers }, options) => transfers.pay(order, options),
    another: ({ transfers }, options) => transfers.pay({ ...order, amount: 200_000 }, options)
  }),
  "transfers.payOut": () => {
    const requested = {
      ...{ ...order, amount: 500_000 },
      method: { type: "sbp", accountNumber: "+7 (000) 123-45-67", bankCode: "100000000004" }
    } as const
    return {
      call: ({ transfers }, options) => transfers.payOut(requested, options),
      another: ({ transfers }, options) => transfers.payOut({ ...requested, amount: 600_000 }, options)
    }
  },
  "transfers.refund": async () => {
    const parentUid = await paid()
    return {
      call: ({ transfers }, options) => transfers.refund({ parentUid, reason: "Returned", amount: 10_000 }, options),
      another: ({ transfers }, options) => transfers.refund({ parentUid, reason: "Returned", amount: 20_000 }, options)
    }
  },
  "transfers.prove": async () => {
    const uid = await unpaid()
    const other = { ...proof, document: { ...proof.document, content: new Uint8Array([...content, 10]) } }
    return {
      call: ({ transfers }, options) => transfers.prove(uid, proof, options),
      another: ({ transfers }, options) => transfers.prove(uid, other, options)
    }
  },
  "transfers.confirm": async () => {
    const [uid, other] = [await paid(), await paid()]
    return {
      call: ({ transfers }, options) => transfers.confirm(uid, {}, options),
      another: ({ transfers }, options) => transfers.confirm(other, {}, options)
    }
  }
}

describe.each(Object.entries(operations))("%s under an idempotency key (D13)", (_, prepared) => {
  it("resolves as the first one did, and refuses another request", async () => {
    const { another, call } = await prepared()
    const key = newKey()
    const first = await call(books(), key)
    assert.deepStrictEqual(await call(books(), key), first)
    await florin().sandbox.advance({ minutes: 1 })
    assert.deepStrictEqual(await call(books(), key), first)
    assert.deepInclude(await reasonOf(another(books(), key)), { _tag: "KeyRefused", reason: "another-request" })
  })

  it("of two at once is carried out once", async () => {
    const { call } = await prepared()
    const key = newKey()
    const ended = await Promise.all([reasonOf(call(books(), key)), reasonOf(call(books(), key))])
    assert.includeDeepMembers(["resolved", new KeyRefused({ reason: "in-flight" })], ended)
    assert.include(ended, "resolved")
    assert.deepStrictEqual(await call(books(), key), await call(books(), key))
  })
})

describe("a key (D13)", () => {
  it("creates one plan, one customer, one subscription, one transfer", async () => {
    const { customers, plans, subscriptions, transactions } = books()
    const lists = async () => [
      (await plans.list()).length,
      (await customers.list()).length,
      (await subscriptions.list()).length,
      (await transactions.list({ limit: 1000 })).filter((one) => "methodType" in one).length
    ]
    const before = await lists()
    for (const name of ["plans.create", "customers.create", "transfers.pay"]) {
      await florin().sandbox.advance({ minutes: 1 })
      const { call } = await operations[name]!()
      const key = newKey()
      for (let time = 0; time < 3; time++) await call(books(), key)
    }
    const plan = await plans.create(monthly)
    const key = newKey()
    for (let time = 0; time < 3; time++) await subscriptions.create({ plan: { id: plan.id }, card }, key)
    assert.deepStrictEqual(
      await lists(),
      before.map((count, index) => count + (index === 0 ? 2 : 1))
    )
  })

  it.each(["plans.create", "customers.create", "subscriptions.create", "transfers.pay"])(
    "of another shop is another one: %s",
    async (name) => {
      await florin().sandbox.advance({ minutes: 1 })
      const { another, call } = await operations[name]!()
      const key = newKey()
      const ours = await call(books(), key)
      const theirs = await another(florin().shop("other"), key)
      assert.notDeepEqual(theirs, ours)
      assert.deepStrictEqual(await another(florin().shop("other"), key), theirs)
      assert.deepStrictEqual(await call(books(), key), ours)
    }
  )

  it("D13: is free after a refusal: what is still wrong is refused again, and what is right by then is carried out", async () => {
    const key = newKey()
    const id = await subscribed()
    const first = await reasonOf(books().subscriptions.charge(id, key))
    assert.instanceOf(first, RequestRefused)
    assert.deepEqual(await reasonOf(books().subscriptions.charge(id, key)), first)
    const other = newKey()
    const refused = await reasonOf(books().transfers.pay({ ...order, amount: 1 }, other))
    assert.deepStrictEqual((refused as RequestRefused).errors[0].path, ["amount"])
    assert.deepEqual(await reasonOf(books().transfers.pay({ ...order, amount: 1 }, other)), refused)
    const { uid } = await books().transfers.pay(order, other)
    assert.strictEqual((await books().transfers.pay(order, other)).uid, uid)
  })

  it("D13: is free after there was no such record, which is said again", async () => {
    const nobody = "0190b6a0-0000-7000-8000-000000000000"
    const calls: ReadonlyArray<readonly [string, Call]> = [
      ["subscription", ({ subscriptions }, options) => subscriptions.pause("sbs_0123456789abcdef", options)],
      ["subscription", ({ subscriptions }, options) => subscriptions.resume("x", options)],
      ["transfer", ({ transfers }, options) => transfers.confirm(nobody, {}, options)],
      ["transfer", ({ transfers }, options) => transfers.prove(nobody, proof, options)]
    ]
    for (const [kind, call] of calls) {
      const key = newKey()
      for (let time = 0; time < 2; time++) {
        assert.deepInclude(await reasonOf(call(books(), key)), { _tag: "RecordMissing", kind })
      }
    }
  })

  it("of a call is refused by another operation, and by HTTP", async () => {
    const key = newKey()
    await books().plans.create(monthly, key)
    const others: ReadonlyArray<Promise<unknown>> = [
      books().customers.create({ email: "ann@shop.example", ip: "203.0.113.7" }, key),
      books().pay(
        { amount: 100, currency: "EUR", description: "Order", card: { ...card, expMonth: "12" } as never },
        key
      )
    ]
    for (const other of others) assert.deepInclude(await reasonOf(other), { reason: "another-request" })
    const headers = {
      authorization: `Basic ${btoa("books:a-long-random-secret")}`,
      "content-type": "application/json",
      "idempotency-key": key.idempotencyKey!
    }
    const { intervalUnit, ...interval } = monthly.plan
    const body = JSON.stringify({ ...monthly, plan: { ...interval, interval_unit: intervalUnit } })
    const answer = await documentedFetch(
      florin().fetch,
      "/pay"
    )(new Request("http://127.0.0.1:8080/pay/plans", { method: "POST", headers, body }))
    assert.include(await answer.text(), "The idempotency key was used for another request")
  })

  it.each(["", "a b", "x".repeat(256)])("%j is none", async (idempotencyKey) => {
    for (const call of [
      books().plans.create(monthly, { idempotencyKey }),
      books().transfers.pay(order, { idempotencyKey })
    ]) {
      const reason = await reasonOf(call)
      assert.deepStrictEqual((reason as RequestRefused).errors[0].path, ["idempotencyKey"])
    }
  })

  it.each(["x", "x".repeat(255)])("%j is one", async (idempotencyKey) => {
    assert.isString((await books().plans.create(monthly, { idempotencyKey })).id)
  })
})

describe("attempts under keys of their own (D12)", () => {
  const attempt = { amount: 4200, currency: "EUR", description: "Order 42", card }
  const statusOf = async (call: Promise<{ readonly status: string }>) =>
    call.then(
      ({ status }) => status,
      (reason: { readonly code?: string }) => reason.code
    )

  it("are no duplicates of each other, and one without a key is a duplicate of both", async () => {
    const { pay } = books()
    assert.strictEqual(await statusOf(pay(attempt, newKey())), "successful")
    assert.strictEqual(await statusOf(pay(attempt, newKey())), "successful")
    assert.strictEqual(await statusOf(pay(attempt)), "duplicate-request")
    await florin().sandbox.advance({ seconds: 30 })
    assert.strictEqual(await statusOf(pay(attempt)), "successful")
    assert.strictEqual(await statusOf(pay(attempt, newKey())), "duplicate-request")
  })

  it("are no duplicates of each other over HTTP, either", async () => {
    const send = async (key: string | undefined) => {
      const headers = {
        authorization: `Basic ${Buffer.from("books:a-long-random-secret").toString("base64")}`,
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key })
      }
      const request = {
        ...{ amount: 4300, currency: "EUR", description: "Order 43" },
        credit_card: { number: card.number, holder: card.holder, exp_month: "12", exp_year: "2040" }
      }
      const url = "http://127.0.0.1:8080/pay/transactions/payments"
      const init = { method: "POST", headers, body: JSON.stringify({ request }) }
      return (await documentedFetch(florin().fetch, "/pay")(new Request(url, init))).status
    }
    assert.deepStrictEqual([await send("43-1"), await send("43-2"), await send(undefined)], [200, 200, 400])
  })
})

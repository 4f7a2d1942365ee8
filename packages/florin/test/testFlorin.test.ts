// The test kit of hosts, in process and in memory. Source: D33, D36, D37, D38, D40.
import { createServer } from "node:http"
import * as FastCheck from "effect/FastCheck"
import { FlorinFailed, OptionRefused, RequestRefused } from "florin"
import { type AttemptOutcome, cards, requests, type TestFlorin, type TestOptions, testFlorin } from "florin/testing"
import { assert, describe, expect, expectTypeOf, it } from "vitest"
import { ask } from "./internal/shop.js"

const migrate = "CREATE TABLE orders (id TEXT PRIMARY KEY, state TEXT NOT NULL); CREATE TABLE notes (text TEXT)"

const onCommit: TestOptions["onCommit"] = ({ transaction: { status, trackingId } }, { execute }) =>
  execute("REPLACE INTO orders VALUES (?, ?)", [trackingId ?? null, status])

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "resolved",
    (reason: unknown) => reason
  )

const orders = ({ query }: TestFlorin) => query("SELECT * FROM orders ORDER BY id")

describe("a host's test with testFlorin", () => {
  it("releases what was not captured within seven days of its clock (D38)", async () => {
    await using florin = await testFlorin({ onCommit, migrate })
    await florin.authorize({ amount: 3245, trackingId: "o1", card: cards.approved })
    await florin.clock.advance({ days: 7 })
    expect(florin.ledger.kinds).toEqual(["authorization", "void"])
  })

  it("captures webhooks as a verified receiver is told them, once the call has resolved (D33)", async () => {
    await using florin = await testFlorin()
    const held = await florin.authorize({ amount: 1000, card: cards.approved })
    const reported = () => florin.webhooks.map((event) => (event.type === "card" ? event.transaction.type : event.type))
    assert.deepStrictEqual(reported(), ["authorization"])
    await florin.capture({ parentUid: held.uid, amount: 1000 })
    assert.deepStrictEqual(reported(), ["authorization", "capture"])
    assert.strictEqual(florin.webhooks[0]?.subject, held.uid)
  })

  it("captures the receipt of a payment, and no other mail (D36)", async () => {
    await using florin = await testFlorin({ shop: { name: "Books" } })
    const customer = { email: "jane@customer.example" }
    await florin.pay({ amount: 500, card: cards.declined, customer })
    await florin.authorize({ amount: 1500, card: cards.approved, customer })
    await florin.pay({ amount: 2500, card: cards.approved, customer })
    assert.deepStrictEqual(
      florin.mails.map(({ to }) => to),
      [customer.email]
    )
    assert.include(florin.mails[0]?.text, "25.00")
  })

  it("declines, then loses the answer after the charge, then approves (D37, D40)", async () => {
    await using florin = await testFlorin({ onCommit, migrate })
    florin.acquirer.next("decline", "lose the answer after the charge", "approve")
    const pay = async (trackingId: string, amount: number) =>
      (await florin.pay({ amount, trackingId, card: cards.approved })).status
    assert.deepStrictEqual(
      [await pay("a", 1), await pay("b", 2), await pay("c", 3)],
      ["failed", "pending", "successful"]
    )
    assert.deepStrictEqual(florin.ledger.kinds, ["payment", "payment"])
    await florin.clock.advance({ seconds: 2 })
    assert.deepStrictEqual(orders(florin), [
      { id: "a", state: "failed" },
      { id: "b", state: "successful" },
      { id: "c", state: "successful" }
    ])
    assert.lengthOf(florin.ledger.entries, 2)
  })

  it.each<[AttemptOutcome, string, string, number]>([
    ["approve", "successful", "S.0000", 1],
    ["decline", "failed", "F.0999", 0],
    [{ decline: "funds" }, "failed", "F.0114", 0],
    ["lose the request", "failed", "F.0117", 0],
    ["lose the answer after the charge", "successful", "S.0000", 1]
  ])("%j: ends %s with %s, and as many movements as were made (D37)", async (outcome, status, code, moved) => {
    await using florin = await testFlorin()
    florin.acquirer.next(outcome)
    // Whatever the card says.
    await florin.pay({ amount: 900, card: outcome === "approve" ? cards.insufficientFunds : cards.approved })
    await florin.clock.advance({ minutes: 10 })
    const last = florin.webhooks.at(-1)
    assert.deepInclude(last?.type === "card" ? last.transaction : {}, { status, code })
    assert.lengthOf(florin.ledger.entries, moved)
  })

  it.each<unknown>(["declined", "toString", undefined, null, {}, { decline: "nofunds" }, { decline: "no-acquirer" }])(
    "refuses the outcome %j, which would be an approval (D37)",
    async (outcome) => {
      const florin = await testFlorin()
      assert.throws(
        () => florin.acquirer.next("decline", outcome as never),
        OptionRefused,
        /acquirer.next takes "approve"/
      )
      await florin.close()
    }
  )

  it("takes the outcomes and the members that there are, when it is compiled (D37)", async () => {
    await using florin = await testFlorin()
    expectTypeOf(florin.acquirer.next).parameter(0).not.toEqualTypeOf<string>()
    expectTypeOf<"explode">().not.toExtend<AttemptOutcome>()
    expectTypeOf<{ amount: number; card: typeof cards.approved }>().toExtend<Parameters<TestFlorin["pay"]>[0]>()
    expectTypeOf<{ card: typeof cards.approved }>().not.toExtend<Parameters<TestFlorin["pay"]>[0]>()
    assert.sameMembers(
      Object.keys(florin.shop("shop")),
      Object.keys(florin).filter((name) => name in florin.shop("shop"))
    )
  })

  it("sends a lost capture again under its key, which is one attempt of the script (D40)", async () => {
    await using florin = await testFlorin()
    const { uid: parentUid } = await florin.authorize({ amount: 900, card: cards.approved })
    florin.acquirer.next("lose the request", "decline")
    assert.strictEqual((await florin.capture({ parentUid, amount: 400 })).status, "pending")
    await florin.clock.advance({ minutes: 10 })
    assert.deepStrictEqual(florin.ledger.kinds, ["authorization", "capture"])
    assert.strictEqual((await florin.capture({ parentUid, amount: 500 })).status, "failed")
  })

  it("takes a host's rows back with the payment's new state, and due work writes both (D38)", async () => {
    let isDown = true
    await using florin = await testFlorin({
      migrate,
      onCommit: ({ transaction: { status, trackingId } }, { execute }) => {
        execute("REPLACE INTO orders VALUES (?, ?)", [trackingId ?? null, status])
        if (isDown && status === "successful") throw new Error("the stock is empty")
      }
    })
    await reasonOf(florin.pay({ amount: 900, trackingId: "a", card: cards.approved }))
    assert.deepStrictEqual(florin.ledger.kinds, ["payment"])
    assert.notDeepInclude(orders(florin), { id: "a", state: "successful" })
    assert.isEmpty(florin.webhooks)
    isDown = false
    await florin.clock.advance({ hours: 1 })
    assert.deepStrictEqual(orders(florin), [{ id: "a", state: "successful" }])
    assert.deepStrictEqual(florin.ledger.kinds, ["payment"])
    assert.lengthOf(florin.webhooks, 1)
  })

  it("bills a year of a subscription (D38)", async () => {
    await using florin = await testFlorin({ now: "2026-01-31T10:00:00Z" })
    const price = { amount: 990, interval: 1, intervalUnit: "month" } as const
    const plan = await florin.plans.create({ title: "Reader", currency: "EUR", plan: price })
    const { id } = await florin.subscriptions.create({ plan: { id: plan.id }, card: cards.approved })
    await florin.clock.advance({ years: 1 })
    assert.strictEqual((await florin.subscriptions.find(id)).paidBillingCycles, 13)
    const days = florin.ledger.entries.map(({ at }) => at.slice(0, 10))
    assert.deepStrictEqual([days.length, days[1], days[2]], [13, "2026-02-28", "2026-03-31"])
  })

  it("waits for a bank's customer, and tells what a transfer is then (D38)", async () => {
    await using florin = await testFlorin({ onCommit, migrate })
    const method = { type: "sbp_data", channel: "SBP" } as const
    const order = { amount: 250_000, currency: "RUB", description: "Order", trackingId: "t" }
    const returnUrl = "https://shop.example/thanks"
    const { status, uid } = await florin.transfers.pay({ ...order, returnUrl, method })
    assert.strictEqual(status, "pending")
    await florin.bank.transfers.pay(uid)
    assert.deepStrictEqual(orders(florin), [{ id: "t", state: "successful" }])
    assert.deepStrictEqual(florin.ledger.kinds, ["transfer"])
    assert.strictEqual(florin.webhooks.at(-1)?.type, "transfer")
  })

  it("shares nothing with another at the same time (D38)", async () => {
    await using one = await testFlorin({ onCommit, migrate, now: "2030-01-01T00:00:00Z" })
    await using other = await testFlorin({ migrate, now: "2026-01-01T00:00:00Z" })
    await Promise.all([
      one.pay({ amount: 900, trackingId: "a", card: cards.approved }),
      other.authorize({ amount: 900, trackingId: "b", card: cards.approved })
    ])
    await one.clock.advance({ days: 7 })
    assert.deepStrictEqual([one.ledger.kinds, other.ledger.kinds], [["payment"], ["authorization"]])
    assert.deepStrictEqual([one.webhooks.length, other.webhooks.length], [1, 1])
    assert.deepStrictEqual([orders(one).length, orders(other).length], [1, 0])
    assert.deepStrictEqual([one.clock.now.slice(0, 10), other.clock.now.slice(0, 10)], ["2030-01-08", "2026-01-01"])
    // Its identifiers begin with its own time.
    assert.isBelow(Number.parseInt(other.webhooks[0]!.subject.slice(0, 8), 16), Date.parse("2026-01-02") / 65_536)
  })

  it("offers the HTTP interface with the key of its shop (D38)", async () => {
    await using florin = await testFlorin({ baseUrl: "http://127.0.0.1/pay" })
    const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2049" }
    const request = { amount: 1995, currency: "EUR", description: "Order", credit_card: card }
    const headers = { authorization: florin.authorization, "content-type": "application/json" }
    const sent = { method: "POST", headers, body: JSON.stringify({ request }) }
    const url = "http://127.0.0.1/pay/transactions/payments"
    assert.strictEqual((await ask(florin, new Request(url, sent))).status, 200)
    assert.lengthOf(florin.webhooks, 1)
    const server = createServer(florin.handler).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    const { port } = server.address() as { readonly port: number }
    const again = { ...sent, body: JSON.stringify({ request: { ...request, amount: 2995 } }) }
    assert.strictEqual((await fetch(url.replace("127.0.0.1", `127.0.0.1:${port}`), again)).status, 200)
    await new Promise((resolve) => server.close(resolve))
    await florin.clock.advance({})
    assert.lengthOf(florin.webhooks, 2)
  })

  it("has one database for the host and Florin, at hand without waiting (D38)", async () => {
    await using florin = await testFlorin({ migrate })
    florin.query("INSERT INTO notes VALUES (?)", "first")
    florin.execute("INSERT INTO notes VALUES ('second'); INSERT INTO notes VALUES ('third')")
    assert.deepStrictEqual(florin.query("SELECT count(*) AS all_of_them FROM notes"), [{ all_of_them: 3 }])
    assert.deepStrictEqual(florin.query("SELECT count(*) AS some FROM notes WHERE text > ?", "second"), [{ some: 1 }])
    await florin.pay({ amount: 100, card: cards.approved })
    assert.deepStrictEqual(florin.query("SELECT count(*) AS paid FROM florin_transactions"), [{ paid: 1 }])
    await florin.close()
    assert.throws(() => florin.query("SELECT 1"), /not open/)
  })

  it.each([
    [{ now: "yesterday" }, OptionRefused, "now must be an instant in ISO 8601"],
    [{ shop: { holdDays: 0 } }, OptionRefused, "shops[0].holdDays must be between 1 and 365"],
    [{ migrate: "CREATE TABEL a (b)" }, Error, 'near "TABEL": syntax error']
  ] as const)("does not start with %j (D38)", async (options, kind, sentence) => {
    const reason = await reasonOf(testFlorin(options))
    assert.instanceOf(reason, kind)
    assert.include((reason as Error).message, sentence)
  })

  it("runs the host's compiled queries in the commit, and tells of one that fails as createFlorin does (D38)", async () => {
    await using florin = await testFlorin({
      migrate,
      onCommit: ({ transaction: { trackingId } }, tx) =>
        tx.run({ sql: "INSERT INTO orders VALUES (?, 'paid')", parameters: [trackingId ?? null] })
    })
    await florin.pay({ amount: 100, trackingId: "o1", card: cards.approved })
    assert.deepStrictEqual(orders(florin), [{ id: "o1", state: "paid" }])
    const reason = await reasonOf(florin.pay({ amount: 200, trackingId: "o1", card: cards.approved }))
    assert.instanceOf(reason, FlorinFailed)
    assert.strictEqual(reason.code, "storage-constraint")
  })

  it("has the queries and the notifications of its shop (D34)", async () => {
    await using florin = await testFlorin()
    const { uid } = await florin.pay({ amount: 100, trackingId: "o1", card: cards.approved })
    assert.deepInclude(await florin.transactions.find(uid), { uid, trackingId: "o1" })
    assert.deepInclude((await florin.notifications.list())[0], { uid, status: "delivered" })
    await florin.transactions.renotify(uid)
    assert.lengthOf(florin.webhooks, 2)
  })

  it("moves its clock ahead only, to an instant too (D38)", async () => {
    await using florin = await testFlorin({ now: "2026-01-31T10:00:00Z" })
    await florin.authorize({ amount: 900, card: cards.approved })
    assert.deepStrictEqual(await florin.clock.set("2026-02-07T09:59:59Z"), { now: "2026-02-07T09:59:59.000Z", ran: 0 })
    assert.deepStrictEqual(florin.ledger.kinds, ["authorization"])
    await florin.clock.set("2026-02-07T10:00:00Z")
    assert.deepStrictEqual(florin.ledger.kinds, ["authorization", "void"])
    assert.instanceOf(await reasonOf(florin.clock.set("2026-02-07T09:00:00Z")), RequestRefused)
    assert.strictEqual(florin.clock.now, "2026-02-07T10:00:00.000Z")
  })

  it.each(Object.entries({ successful: [cards.approved, cards.mastercard], failed: [cards.fraud, cards.stolen] }))(
    "has cards that end %s, without 3-D Secure and with it (D37)",
    async (status, some) => {
      await using florin = await testFlorin()
      let amount = 100
      for (const card of some) assert.strictEqual((await florin.pay({ amount: amount++, card })).status, status)
    }
  )

  it("has cards whose issuer asks, does not ask, and refuses (D37)", async () => {
    await using florin = await testFlorin({ shop: { threeDSecure: true } })
    const some = [cards.threeDSecure, cards.threeDSecureFrictionless, cards.threeDSecureRefused]
    const browser = { ip: "192.0.2.1", email: "jane@customer.example" }
    const ended = []
    for (const card of some) ended.push((await florin.pay({ amount: 100, card, customer: browser })).status)
    assert.deepStrictEqual(ended, ["incomplete", "successful", "failed"])
  })
})

describe("arbitrary requests", () => {
  const accepted = async <Request>(
    all: FastCheck.Arbitrary<Request>,
    call: (florin: TestFlorin, request: Request) => Promise<unknown>
  ) => {
    await using florin = await testFlorin()
    for (const request of FastCheck.sample(all, { seed: 14, numRuns: 12 })) await call(florin, request)
    assert.isEmpty(florin.query("SELECT 1 FROM florin_transactions WHERE status = 'incomplete'"))
  }

  it("are accepted: charges and their refunds (D10)", () =>
    accepted(requests.charge, async ({ pay, refund }, request) => {
      const paid = await pay(request)
      if (paid.status !== "successful") return
      const [all] = FastCheck.sample(requests.refundOf(paid), { seed: paid.amount, numRuns: 1 })
      assert.strictEqual((await refund(all!)).status, "successful")
    }))

  it("are accepted: plans and subscriptions to them (D21)", () =>
    accepted(requests.plan, async ({ plans, subscriptions }, request) => {
      const { id } = await plans.create(request)
      const [all] = FastCheck.sample(requests.subscriptionTo(id), { seed: 14, numRuns: 1 })
      await subscriptions.create(all!)
    }))

  /** One request of those that follow something. */
  const one = <Request>(all: FastCheck.Arbitrary<Request>, seed: number): Request =>
    FastCheck.sample(all, { seed, numRuns: 1 })[0]!

  it("are accepted: captures and voids of authorizations (D10)", () =>
    accepted(requests.charge, async (florin, request) => {
      const held = await florin.authorize(request)
      if (held.status !== "successful") return
      assert.strictEqual((await florin.capture(one(requests.captureOf(held), held.amount))).status, "successful")
      const other = await florin.authorize({ ...request, trackingId: `other-${request.trackingId}` })
      assert.strictEqual((await florin.void(one(requests.voidOf(other), held.amount))).status, "successful")
    }))

  it("are accepted: tokens, credits to them and payouts (D11)", async () => {
    await accepted(requests.tokenization, async ({ credit, tokenize }, request) => {
      const { card, status } = await tokenize(request)
      if (status === "successful") await credit(one(requests.creditTo(String(card.token)), request.amount))
    })
    await accepted(requests.payout, ({ payOut }, request) => payOut(request))
  })

  it("are accepted: customers, and what changes a subscription (D21, D23)", async () => {
    await accepted(requests.newCustomer, ({ customers }, request) => customers.create(request))
    await accepted(requests.plan, async ({ customers, plans, portal, subscriptions }, request) => {
      const plan = await plans.create(request)
      const other = await plans.create({ ...request, title: "Other", lookupKey: plan.id })
      const customer = await customers.create(one(requests.newCustomer, 1))
      await portal(customer.id, one(requests.portalWith(other.id), request.plan.amount))
      const { id } = await subscriptions.create({ plan: { id: plan.id }, card: cards.approved })
      await subscriptions.changeCard(id, { ...one(requests.cardChange, 1), card: cards.mastercard })
      await subscriptions.changePlan(id, one(requests.planChangeTo(other.id), 1))
      await subscriptions.cancel(id, one(requests.cancellation, request.plan.amount))
    })
  })

  it("are accepted: refunds, proofs and questions of transfers (D29, D31)", () =>
    accepted(requests.transferPayment, async ({ bank, clock, transfers }, request) => {
      const paid = await transfers.pay(request)
      await bank.transfers.pay(paid.uid)
      await transfers.refund(one(requests.transferRefundOf(paid), paid.amount))
      const method = { type: "sbp_data", channel: "SBP" } as const
      const unpaid = await transfers.pay({ ...request, method, trackingId: `other-${paid.uid}` })
      await transfers.confirm(unpaid.uid, one(requests.confirmation, 1))
      await clock.advance({ minutes: 16 })
      await transfers.prove(unpaid.uid, one(requests.proofOf(unpaid), 1))
    }))

  it("are accepted: transfers, in and out (D27)", async () => {
    await accepted(requests.transferPayment, ({ transfers }, request) => transfers.pay(request))
    await accepted(requests.transferPayout, ({ transfers }, request) => transfers.payOut(request))
  })
})

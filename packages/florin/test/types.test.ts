// Wrong use of `florin` does not compile. Nothing here runs: the compiler is the test, and a line that it accepts fails it.
import {
  type Authorization,
  type CardTransaction,
  createFlorin,
  type Florin,
  type Payment,
  type SimulatedFlorin,
  type Transaction,
  type Transfer
} from "florin"
import { describe, expectTypeOf, it } from "vitest"

declare const florin: SimulatedFlorin

/** Code that is compiled and not run. */
const compiled = (..._: ReadonlyArray<(given: never) => unknown>): void => {}

const shop = () => florin.shop("books")
const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
const order = { amount: 1995, currency: "EUR", description: "Order 42", card }
const plan = { title: "Reader", currency: "EUR", plan: { amount: 990, interval: 1, intervalUnit: "month" } } as const
const transfer = { amount: 100_000, currency: "RUB", description: "Order", returnUrl: "https://shop.example" }
const simulated = { database: "sqlite:app.db", baseUrl: "https://shop.example/pay", sandbox: true } as const

describe("wrong use does not compile", () => {
  it("of a charge", () => {
    compiled(
      () => shop().pay(order, { idempotencyKey: "order-42" }),
      // @ts-expect-error Without an amount.
      () => shop().pay({ currency: "EUR", description: "Order 42", card }),
      // @ts-expect-error An amount is a number of minor units.
      () => shop().pay({ ...order, amount: "19.95" }),
      // @ts-expect-error Without a currency.
      () => shop().authorize({ amount: 1995, description: "Order 42", card }),
      // @ts-expect-error A currency is its code, a text.
      () => shop().authorize({ ...order, currency: 978 }),
      // @ts-expect-error Without a card.
      () => shop().pay({ amount: 1995, currency: "EUR", description: "Order 42" }),
      // A token alone is a card.
      () => shop().pay({ ...order, card: { token: "f".repeat(64) } }),
      () => shop().pay({ ...order, card: { token: "f".repeat(64), verificationValue: "123" } }),
      // @ts-expect-error A card of nothing.
      () => shop().pay({ ...order, card: {} }),
      // @ts-expect-error A card without its expiry.
      () => shop().pay({ ...order, card: { number: card.number } }),
      // @ts-expect-error A card and a token.
      () => shop().pay({ ...order, card: { ...card, token: "f".repeat(64) } }),
      // @ts-expect-error A member that nobody knows.
      () => shop().pay({ ...order, trackingID: "42" }),
      // @ts-expect-error The name of the wire.
      () => shop().pay({ ...order, tracking_id: "42" }),
      // @ts-expect-error A key is an option.
      () => shop().pay(order, "order-42"),
      // @ts-expect-error An option that nobody knows.
      () => shop().pay(order, { idempotency: "order-42" })
    )
  })

  it("of what follows a charge, and of payouts", () => {
    compiled(
      () => shop().capture({ parentUid: "", amount: 1 }),
      // @ts-expect-error A capture has no card.
      () => shop().capture({ parentUid: "", amount: 1, card }),
      // @ts-expect-error Without the transaction that it captures.
      () => shop().capture({ amount: 1 }),
      // @ts-expect-error Without an amount.
      () => shop().void({ parentUid: "" }),
      // @ts-expect-error A refund has a reason.
      () => shop().refund({ parentUid: "", amount: 1 }),
      // @ts-expect-error A payout has a recipient's card.
      () => shop().payOut(order),
      // @ts-expect-error No operation of a shop.
      () => shop().charge(order)
    )
  })

  it("of plans, customers and subscriptions", () => {
    compiled(
      () => shop().subscriptions.create({ plan: { id: "pln_1" }, card: { ...card, expMonth: 12, expYear: 2035 } }),
      () => shop().subscriptions.changeCard("sbs_1", { card: { token: "f".repeat(64) } }),
      // @ts-expect-error A card without its expiry.
      () => shop().subscriptions.create({ plan: { id: "pln_1" }, card: { number: card.number } }),
      // @ts-expect-error A card of nothing.
      () => shop().subscriptions.changeCard("sbs_1", { card: {} }),
      // @ts-expect-error Without a plan.
      () => shop().subscriptions.create({ trackingId: "ann" }),
      // @ts-expect-error A plan without its amount and interval.
      () => shop().plans.create({ title: "Reader", currency: "EUR" }),
      // @ts-expect-error Without an amount.
      () => shop().plans.create({ ...plan, plan: { interval: 1, intervalUnit: "month" } }),
      // @ts-expect-error No unit of an interval.
      () => shop().plans.create({ ...plan, plan: { ...plan.plan, intervalUnit: "week" } }),
      // @ts-expect-error A cancellation has a reason.
      () => shop().subscriptions.cancel("sbs_1"),
      // @ts-expect-error An id is a text.
      () => shop().subscriptions.pause(1),
      // @ts-expect-error A query has no key.
      () => shop().plans.find("pln_1", { idempotencyKey: "x" })
    )
  })

  it("of transfers", () => {
    compiled(
      () => shop().transfers.pay({ ...transfer, method: { type: "sbp" } }),
      // @ts-expect-error Without a method.
      () => shop().transfers.pay(transfer),
      // @ts-expect-error No method.
      () => shop().transfers.pay({ ...transfer, method: { type: "wire" } }),
      // @ts-expect-error A document is bytes.
      () => shop().transfers.prove("", { amount: 1, currency: "RUB", document: { fileName: "a.pdf", content: "x" } }),
      // @ts-expect-error A refund has a reason.
      () => shop().transfers.refund({ parentUid: "" })
    )
  })

  it("of queries and notifications", () => {
    compiled(
      () => shop().transactions.list({ status: "failed", limit: 10 }),
      // @ts-expect-error No status of a transaction.
      () => shop().transactions.list({ status: "paid" }),
      // @ts-expect-error A period has an end.
      () => shop().transactions.movements({ from: "2030-01-01T00:00:00Z" }),
      // @ts-expect-error Instants are texts.
      () => shop().transactions.movements({ from: new Date(0), to: new Date(1) }),
      // @ts-expect-error No status of a notification.
      () => shop().notifications.list({ status: "failed" }),
      // @ts-expect-error Without a shop's id.
      () => florin.shop().transactions.list()
    )
  })

  it("of answers", () => {
    compiled(
      async () => (await shop().pay(order)).payment.authCode,
      // @ts-expect-error A payment has no result of an authorization.
      async () => (await shop().pay(order)).authorization,
      // @ts-expect-error No answer has a card number.
      async () => (await shop().pay(order)).card.number,
      async () => {
        const paid = await shop().pay(order)
        // @ts-expect-error An answer is not changed.
        paid.amount = 1
      },
      async () => {
        const found = await shop().transactions.find("")
        // @ts-expect-error Not before it is known to be a charge: a capture has no card.
        return found.card
      }
    )
  })

  it("of the webhooks of a shop", () => {
    compiled(
      () => florin.webhook("books", (event) => event.type === "card" && event.transaction.status),
      // @ts-expect-error Without a handler.
      () => florin.webhook("books"),
      // @ts-expect-error Not before it is known what the event tells: a subscription's has no transaction.
      () => florin.webhook("books", (event) => event.transaction),
      // @ts-expect-error What is seen is for Florin to remember.
      () => florin.webhook("books", () => undefined, { seen: new Map() })
    )
  })

  it("of options, the listener and the sandbox", () => {
    compiled(
      () => createFlorin({ ...simulated, onCommit: (_, tx) => tx.execute("UPDATE orders SET state = ?", ["paid"]) }),
      () =>
        createFlorin({ ...simulated, onCommit: ({ transaction }, tx) => tx.execute("…", [transaction.trackingId]) }),
      () =>
        createFlorin({
          ...simulated,
          onCommit: {
            checkout: ({ change, checkout }, tx) =>
              change.means === "attempt_failed" && tx.execute("…", [checkout.token]),
            transaction: ({ change }) => change.means === "refunded"
          }
        }),
      // @ts-expect-error No change of a checkout is a refund.
      () => createFlorin({ ...simulated, onCommit: { checkout: ({ change }) => change.means === "refunded" } }),
      // @ts-expect-error Without a database.
      () => createFlorin({ baseUrl: "https://shop.example/pay", sandbox: true }),
      // @ts-expect-error Without acquirers and keys, where nothing is simulated.
      () => createFlorin({ database: "sqlite:app.db", baseUrl: "https://shop.example/pay" }),
      // @ts-expect-error A shop without its secret.
      () => createFlorin({ ...simulated, shops: [{ id: "books" }] }),
      // @ts-expect-error The listener writes in the commit, and does not end it.
      () => createFlorin({ ...simulated, onCommit: (_, tx) => tx.rollback() }),
      // @ts-expect-error Parameters are a list of values that a database has.
      () => createFlorin({ ...simulated, onCommit: (_, tx) => tx.execute("SELECT ?", [new Date(0)]) }),
      // @ts-expect-error No unit of a distance.
      () => florin.sandbox.advance({ weeks: 1 }),
      // @ts-expect-error A decision has an operator.
      () => florin.operator.approve("", {}),
      // @ts-expect-error Only a simulated Florin has a sandbox.
      (real: Florin) => real.sandbox
    )
  })
})

describe("answers have the type of their operation", () => {
  it("and a query answers with one of all", () => {
    expectTypeOf<Florin["shop"]>().returns.toHaveProperty("pay").returns.resolves.toEqualTypeOf<Payment>()
    expectTypeOf<Florin["shop"]>().returns.toHaveProperty("authorize").returns.resolves.toEqualTypeOf<Authorization>()
    expectTypeOf<Florin["shop"]>()
      .returns.toHaveProperty("transactions")
      .toHaveProperty("find")
      .returns.resolves.toEqualTypeOf<CardTransaction | Transfer>()
    expectTypeOf<Extract<Transaction, { readonly methodType: unknown }>>().toEqualTypeOf<Transfer>()
  })
})

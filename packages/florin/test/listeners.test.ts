// The listeners that documents and examples show, through what happens to an order besides its payment. Source: D10, D15.
import { readFileSync } from "node:fs"
import * as SqlClient from "@effect/sql/SqlClient"
import * as HostSql from "@florin/storage-sql/HostSql"
import * as Effect from "effect/Effect"
import type { WebhookEvent } from "florin"
import { cards, type TestFlorin, type TestOptions, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"
import { blocks } from "./internal/documents.js"
import { ask } from "./internal/shop.js"

const at = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")

/** The listeners of a program, whose last option they are. They are JavaScript. */
const listenerIn = (text: string): NonNullable<TestOptions["onCommit"]> => {
  const [, shown = ""] = /\n {2}onCommit: ([\s\S]*?)\n\}\)/.exec(text) ?? []
  assert.isNotEmpty(shown)
  return new Function(`return ${shown}`)()
}

/** The same of a program with Effect: a function that makes an effect. */
const effectIn = (text: string) => {
  const shown = /(?:onCheckoutCommit|checkoutListener)\(([\s\S]*?)\n\)/.exec(text)?.[1] ?? ""
  assert.isNotEmpty(shown)
  const names = shown.includes("SqlClient.SqlClient") ? SqlClient : SqlClient.SqlClient
  return HostSql.checkoutListener<unknown, SqlClient.SqlClient>(
    new Function("Effect", "SqlClient", `return ${shown}`)(Effect, names)
  )
}

const inJavaScript = (file: string) => [file, { onCommit: listenerIn(at(file)) }] as const

const inEffect = (file: string) => [`${file}, in Effect`, { listeners: effectIn(at(file)) }] as const

const programs: ReadonlyArray<readonly [string, TestOptions]> = [
  ...["README.md", "docs/start.md", "docs/guides/embed.md", "docs/guides/sell-an-order.md"].map(inJavaScript),
  ...["packages/florin/README.md", "examples/express/src/sqlite.ts"].map(inJavaScript),
  ...["examples/express/src/postgres.ts", "examples/express/src/order.ts"].map(inJavaScript),
  ...["packages/florin/README.md", "examples/README.md"].map(inEffect),
  ...["examples/effect/src/sqlite.ts", "examples/effect/src/postgres.ts"].map(inEffect)
]

const after = (text: string, mark: string): string => text.slice(text.indexOf(mark))

/** Those that add up what has moved. */
const summing: ReadonlyArray<readonly [string, string]> = [
  ["docs/guides/embed.md", after(at("docs/guides/embed.md"), "**A transaction**")],
  ["examples/express/src/subscription.ts", at("examples/express/src/subscription.ts")]
]

const ordersOf = (columns: string) => `CREATE TABLE orders (${columns});
  CREATE TABLE mails (order_id TEXT);
  CREATE TABLE paid (charge TEXT PRIMARY KEY, member TEXT, amount INTEGER)`

const migrate = ordersOf("id TEXT PRIMARY KEY, paid INTEGER")

const sums = "SELECT coalesce((SELECT sum(paid) FROM orders), 0) + coalesce((SELECT sum(amount) FROM paid), 0) AS paid"

/** A refund as another program orders it, which does not name the order. */
const refund = async (florin: TestFlorin, parentUid: string, amount: number) => {
  const response = await ask(
    florin,
    new Request("http://florin.test/transactions/refunds", {
      method: "POST",
      headers: { authorization: florin.authorization, "content-type": "application/json" },
      body: JSON.stringify({ request: { parent_uid: parentUid, amount, reason: "Returned" } })
    })
  )
  const { transaction } = (await response.json()) as {
    readonly transaction: { readonly status: string; readonly tracking_id: string | null }
  }
  return [transaction.status, transaction.tracking_id]
}

describe("a listener that is shown", () => {
  it.each(programs)(
    "D44, D52: keeps an order paid through a second tab, a refund declined, and all returned: %s",
    async (_, options) => {
      const table = ordersOf("id TEXT PRIMARY KEY, state TEXT")
      await using florin = await testFlorin({ migrate: table, ...options, shop: { threeDSecure: true } })
      florin.execute("INSERT INTO orders VALUES ('42', 'new')")
      const state = () => florin.query("SELECT state FROM orders WHERE id = '42'")[0]?.state
      const order = { amount: 1995, currency: "EUR", description: "Order 42", trackingId: "42" }
      const { token } = await florin.checkouts.create({ transactionType: "payment", attempts: 3, order })
      const { pay } = florin.checkouts

      await pay(token, cards.threeDSecure, { challenge: "abandon" })
      assert.strictEqual(state(), "paying")
      await florin.clock.advance({ minutes: 16 })
      await pay(token, cards.declined)
      assert.strictEqual(state(), "attempt_failed")
      await pay(token, cards.approved)
      assert.strictEqual(state(), "paid")

      await pay(token, cards.declined)
      assert.strictEqual(state(), "paid")
      const paid = (await florin.transactions.findByTrackingId("42")).find(({ status }) => status === "successful")
      florin.acquirer.next("decline")
      assert.deepStrictEqual(await refund(florin, paid!.uid, 1995), ["failed", null])
      await florin.clock.advance({ minutes: 1 })
      assert.deepStrictEqual(await refund(florin, paid!.uid, 1995), ["successful", null])
      await florin.clock.advance({ days: 2 })
      assert.strictEqual(state(), "paid")
      assert.isAtMost(florin.query("SELECT * FROM mails").length, 1)
    }
  )

  it.each(summing)("follows an order through its other attempts and its refunds: %s", async (_, text) => {
    await using florin = await testFlorin({ migrate, onCommit: listenerIn(text), shop: { threeDSecure: true } })
    florin.execute("INSERT INTO orders VALUES ('42', 0)")
    const paid = () => florin.query(sums)[0]?.paid
    const order = { amount: 1995, trackingId: "42" }

    const left = await florin.pay({ ...order, card: cards.threeDSecure }, { idempotencyKey: "42-1" })
    const declined = await florin.pay({ ...order, card: cards.declined }, { idempotencyKey: "42-2" })
    assert.deepStrictEqual([left.status, declined.status, paid()], ["incomplete", "failed", 0])

    const { uid: parentUid } = await florin.pay({ ...order, card: cards.approved }, { idempotencyKey: "42-3" })
    assert.strictEqual(paid(), 1995)

    await florin.clock.advance({ minutes: 16 })
    assert.strictEqual((await florin.transactions.find(left.uid)).status, "expired")
    assert.strictEqual(paid(), 1995)

    florin.acquirer.next("decline")
    assert.deepStrictEqual(await refund(florin, parentUid, 1995), ["failed", null])
    assert.strictEqual(paid(), 1995)

    await florin.clock.advance({ minutes: 1 })
    assert.deepStrictEqual(await refund(florin, parentUid, 995), ["successful", null])
    assert.strictEqual(paid(), 1000)
    assert.deepStrictEqual(await refund(florin, parentUid, 1000), ["successful", null])
    assert.strictEqual(paid(), 0)
    assert.lengthOf(await florin.transactions.findByTrackingId("42"), 3)
    assert.isAtMost(florin.query("SELECT * FROM mails").length, 1)
  })

  it("mails once, after the payment and not after what follows it", async () => {
    const table = ordersOf("id TEXT PRIMARY KEY, state TEXT")
    await using florin = await testFlorin({ migrate: table, onCommit: listenerIn(at("docs/guides/embed.md")) })
    const order = { amount: 100, currency: "EUR", description: "Order 42", trackingId: "42" }
    const { token } = await florin.checkouts.create({ transactionType: "payment", order })
    assert.isEmpty(florin.query("SELECT * FROM mails"))
    await florin.checkouts.pay(token, cards.approved)
    const [paid] = await florin.transactions.findByTrackingId("42")
    await florin.refund({ parentUid: paid!.uid, amount: 100 })
    await florin.clock.advance({ days: 30 })
    assert.deepStrictEqual(florin.query("SELECT * FROM mails"), [{ order_id: "42" }])
  })

  const listening: ReadonlyArray<readonly [string, string]> = [
    ...blocks
      .filter(({ language, text }) => language === "ts" && /on(?:Checkout)?Commit[:(]/.test(text))
      .map((_) => [_.place, _.text] as const),
    ...["sqlite", "postgres"].map((name) => [name, at(`examples/effect/src/${name}.ts`)] as const)
  ]

  it.each(listening)("asks what a change means, and not for the status of what may be a refund: %s", (_, text) => {
    const [, listener = ""] = /on(?:Checkout)?Commit[:(]([\s\S]*)/.exec(text) ?? []
    assert.notMatch(listener.split("\n})")[0] ?? "", /\bstatus\b/)
  })
})

/** The function that a block gives its receiver. It is JavaScript. */
const handlerIn = (text: string): ((event: WebhookEvent, tx: unknown) => unknown) | undefined => {
  const [, asOption] = /^ {2}handle: ([\s\S]*?\n {2}\})/m.exec(text) ?? []
  const [, asArgument] = /\.webhook\("\w+", ([\s\S]*?\n\})\)/.exec(text) ?? []
  const shown = asOption ?? asArgument
  return shown === undefined ? undefined : new Function("console", `return ${shown}`)(logged)
}

const reply: Array<string> = []
const logged = { log: (line: string) => reply.push(line) }

describe("a receiver of webhooks that is shown", () => {
  const deciding = blocks.filter(
    ({ language, text }) =>
      language === "ts" && /receiver\(|\.webhook\(/.test(text) && /event\.(?:means|transaction)/.test(text)
  )

  it("is found", () => {
    assert.isAtLeast(deciding.length, 4)
  })

  it.each(deciding.map((_) => [_.place, _.text] as const))(
    "D10: takes an order for paid once, and no hold, its lapse or a refund for a payment: %s",
    async (_, text) => {
      const handle = handlerIn(text)
      assert.isDefined(handle)
      await using florin = await testFlorin({ shop: { threeDSecure: true } })
      const left = await florin.pay({ amount: 1995, trackingId: "42", card: cards.threeDSecure })
      await florin.pay({ amount: 1995, trackingId: "42", card: cards.declined })
      const { uid: parentUid } = await florin.pay({ amount: 1995, trackingId: "42", card: cards.approved })
      await florin.authorize({ amount: 500, trackingId: "43", card: cards.approved })
      florin.acquirer.next("decline")
      await refund(florin, parentUid, 1995)
      await florin.clock.advance({ minutes: 1 })
      await refund(florin, parentUid, 1995)
      await florin.clock.advance({ days: 30 })
      assert.strictEqual((await florin.transactions.find(left.uid)).status, "expired")
      reply.length = 0
      const tx = { prepare: () => ({ run: (order: unknown) => reply.push(`order ${order} is paid`) }) }
      for (const event of florin.webhooks) await handle!(event, tx)
      assert.lengthOf(reply, 1)
      assert.match(reply[0]!, /^order 42 is paid/)
    }
  )
})

describe("an idempotency key that is shown", () => {
  const shown = blocks.flatMap(({ place, text }) =>
    [...text.matchAll(/idempotencyKey: (?:"([^"]+)"|`([^`]+)`)|Idempotency-Key: ([^'"]+)['"]/g)].map(
      ([, text_, template, header]) => [place, text_ ?? template ?? header ?? ""] as const
    )
  )

  // An order's own id would be refused to its second attempt, with another card, as the key of another request.
  it.each(shown)("D13: is one of an attempt, or of what is done but once: %s, %s", (_, key) => {
    assert.match(key, /-attempt-|^(?:refund|proof)-/)
  })
})

// The listeners that documents and examples show, through what happens to an order besides its payment. Source: D10, D15.
import { readFileSync } from "node:fs"
import type { OnCommit } from "florin"
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"
import { blocks } from "./internal/documents.js"
import { ask } from "./internal/shop.js"

const at = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")

/** The listener of a program, whose last option it is. They are JavaScript. */
const listenerIn = (text: string): OnCommit => {
  const [, shown = ""] = /\n {2}onCommit: ([\s\S]*?)\n\}\)/.exec(text) ?? []
  assert.isNotEmpty(shown)
  return new Function(`return ${shown}`)()
}

const programs: ReadonlyArray<readonly [string, string]> = [
  ...["README.md", "docs/start.md", "docs/guides/embed.md", "packages/florin/README.md"],
  ...["examples/express/src/sqlite.ts", "examples/express/src/postgres.ts", "examples/express/src/subscription.ts"]
].map((file) => [file, at(file)])

const migrate = `CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER);
  CREATE TABLE mails (order_id TEXT);
  CREATE TABLE paid (charge TEXT PRIMARY KEY, member TEXT, amount INTEGER)`

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
  it.each(programs)("follows an order through its other attempts and its refunds: %s", async (_, text) => {
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
    const onCommit = listenerIn(at("docs/guides/embed.md"))
    await using florin = await testFlorin({ migrate, onCommit })
    const held = await florin.authorize({ amount: 100, trackingId: "42", card: cards.approved })
    assert.isEmpty(florin.query("SELECT * FROM mails"))
    const { uid: parentUid } = await florin.capture({ parentUid: held.uid, amount: 100 })
    await florin.refund({ parentUid, amount: 100 })
    await florin.clock.advance({ days: 30 })
    assert.deepStrictEqual(florin.query("SELECT * FROM mails"), [{ order_id: "42" }])
  })

  const listening: ReadonlyArray<readonly [string, string]> = [
    ...blocks
      .filter(({ language, text }) => language === "ts" && /onCommit[:(]/.test(text))
      .map((_) => [_.place, _.text] as const),
    ...["sqlite", "postgres"].map((name) => [name, at(`examples/effect/src/${name}.ts`)] as const)
  ]

  it.each(listening)("asks what a change means, and not for the status of what may be a refund: %s", (_, text) => {
    const [, listener = ""] = /onCommit[:(]([\s\S]*)/.exec(text) ?? []
    assert.notMatch(listener.split("\n})")[0] ?? "", /\bstatus\b/)
  })
})

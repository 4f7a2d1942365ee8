// The programs of the README and of the page to start with: what stands between the rules is their code block.
import { strict as assert } from "node:assert"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { createFlorin } from "florin"
import { cards, testFlorin } from "florin/testing"
import { afterAll, expect, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-shown-"))
afterAll(() => rmSync(directory, { recursive: true }))

// Source: D24, D38.
it("charges a subscription for a year in a moment", async () => {
  const database = `sqlite:${join(directory, "year.db")}`
  const shops = [{ id: "books", secretKey: "a-long-random-secret" }]
  // ----- docs/start.md
  const florin = await createFlorin({ database, sandbox: true, baseUrl: "http://127.0.0.1:8080", shops })
  const { plans, subscriptions } = florin.shop("books")
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
  const price = { amount: 990, interval: 1, intervalUnit: "month" } as const

  const plan = await plans.create({ lookupKey: "reader", title: "Reader", currency: "EUR", plan: price })
  const { id } = await subscriptions.create({ plan: { id: plan.id }, card })
  await florin.sandbox.advance({ months: 12 })

  assert.equal((await subscriptions.find(id)).paidBillingCycles, 13)
  assert.equal((await florin.sandbox.ledger()).length, 13) // the acquirer's own books
  // -----
  await florin.close()
})

// Source: D38, D52.
it("sells an order on its page, and writes what has become of it in the same commit", async () => {
  const file = join(directory, "shop.db")
  const orders = new Sqlite(file)
  orders.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, state TEXT); INSERT INTO orders VALUES ('42', 'new')")
  const florin = await createFlorin({
    database: `sqlite:${file}`,
    // ----- README.md
    sandbox: true,
    baseUrl: "http://127.0.0.1:3000",
    shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
    onCommit: {
      // in the payment's own commit: what has become of the order
      checkout: ({ change, checkout: { trackingId } }, tx) =>
        tx.execute("UPDATE orders SET state = ? WHERE id = ?", [change.means, trackingId])
    }
    // -----
  })
  // ----- README.md
  const order = { amount: 1995, currency: "EUR", description: "Order 42", trackingId: "42" }
  const { url } = await florin.shop("shop").checkouts.create({ transactionType: "payment", order }) // where it is paid, once
  // -----
  const stateOf = () => orders.prepare("SELECT state FROM orders").pluck().all()
  assert.deepEqual(stateOf(), ["created"])
  const card = { number: "4200000000000000", expiry: "12/49", code: "123", holder: "Jane Doe" }
  const body = new URLSearchParams({ ...card, method: "credit_card", after: "0" })
  const { status } = await florin.fetch(new Request(url, { method: "POST", body }))
  assert.equal(status, 303)
  assert.deepEqual(stateOf(), ["paid"])
  await florin.close()
  orders.close()
})

// ----- README.md
it("charges a year of a subscription, on the last day of a short month too", async () => {
  await using florin = await testFlorin({ now: "2027-01-31T10:00:00Z" })
  const price = { amount: 990, interval: 1, intervalUnit: "month" } as const
  const plan = await florin.plans.create({ title: "Reader", currency: "EUR", plan: price })
  await florin.subscriptions.create({ plan: { id: plan.id }, card: cards.approved })
  await florin.clock.advance({ years: 1 })
  expect(florin.ledger.entries).toHaveLength(13) // the acquirer's own books
  expect(florin.ledger.entries[1]?.at).toBe("2027-02-28T10:00:00.000Z")
})
// -----

const source = readFileSync(new URL(import.meta.url), "utf8")

it.each([
  { file: "docs/start.md", pieces: 1 },
  { file: "README.md", pieces: 3 }
])("is what $file shows", ({ file, pieces }) => {
  const unindented = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
  const shown = source.split(`// ----- ${file}\n`).slice(1)
  const document = unindented(readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8"))
  assert.equal(shown.length, pieces)
  for (const piece of shown) expect(document).toContain(unindented(piece.split("// -----\n")[0] ?? "").trim())
})

// The programs of the README and of the page to start with: what stands between the rules is their code block.
import { strict as assert } from "node:assert"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
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

// Source: D38.
it("charges an order, and writes what was paid in the same commit", async () => {
  const file = join(directory, "shop.db")
  const orders = new Sqlite(file)
  orders.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER); INSERT INTO orders VALUES ('42', 0)")
  const florin = await createFlorin({
    database: `sqlite:${file}`,
    // ----- README.md
    sandbox: true,
    baseUrl: "http://127.0.0.1:3000",
    shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
    // in the payment's commit: what was paid, less what was returned
    onCommit: ({ change, transaction: { trackingId } }, tx) =>
      tx.execute("UPDATE orders SET paid = paid + ? WHERE id = ?", [change.moved, trackingId ?? null])
    // -----
  })
  const server = createServer(florin.handler).listen(0)
  // ----- README.md
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
  const order = { amount: 1995, currency: "EUR", description: "Order 42", trackingId: "42", card }
  // a key for each attempt: with another card, it is another attempt
  const { status } = await florin.shop("shop").pay(order, { idempotencyKey: "order-42-attempt-1" })
  // -----
  assert.equal(status, "successful")
  assert.deepEqual(orders.prepare("SELECT paid FROM orders").pluck().all(), [1995])
  await new Promise((resolve) => server.close(resolve))
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

// The program of the README that simulates a year of a shop: what stands between the rules is its code block.
import { strict as assert } from "node:assert"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createFlorin } from "florin"
import { afterAll, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-year-"))
afterAll(() => rmSync(directory, { recursive: true }))

// Source: D24, D38.
it("charges a subscription for a year in a moment", async () => {
  const database = `sqlite:${join(directory, "year.db")}`
  const shops = [{ id: "books", secretKey: "a-long-random-secret" }]
  // -----
  const florin = await createFlorin({ database, sandbox: true, baseUrl: "http://127.0.0.1:8080", shops })
  const { plans, subscriptions } = florin.shop("books")
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
  const price = { amount: 990, interval: 1, intervalUnit: "month" } as const

  const plan = await plans.create({ title: "Reader", currency: "EUR", plan: price })
  const { id } = await subscriptions.create({ plan: { id: plan.id }, card })
  await florin.sandbox.advance({ months: 12 })

  assert.equal((await subscriptions.find(id)).paidBillingCycles, 13)
  assert.equal((await florin.sandbox.ledger()).length, 13) // the acquirer's own books
  await florin.close()
  // -----
})

it("is what the README shows", () => {
  const lines = readFileSync(new URL(import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.trim())
  const program = lines.slice(lines.indexOf("// -----") + 1, lines.lastIndexOf("// -----"))
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")
  for (const line of program) assert.ok(readme.split("\n").includes(line), line)
})

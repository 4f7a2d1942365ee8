// The guide "Charge through Stripe": its first program stands between the rules, and charges through the fake of Stripe.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stripe } from "@florin/connector-stripe/Stripe"
import { type StartedFake, startStripeFake } from "@florin/connector-stripe/testing"
import { createFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-stripe-"))
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

let fake: StartedFake
beforeAll(async () => {
  fake = await startStripeFake()
  vi.stubEnv("KEYS", JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))
  vi.stubEnv("STRIPE_API_KEY", fake.apiKey)
  vi.stubEnv("STRIPE_API_URL", fake.url)
  vi.spyOn(process, "cwd").mockReturnValue(directory)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await fake.close()
  rmSync(directory, { recursive: true })
})

const reply: Array<unknown> = []
const console = { log: (...words: ReadonlyArray<unknown>) => reply.push(...words) }

const charging = async (): Promise<void> => {
  // -----
  const { KEYS = "", STRIPE_API_KEY: apiKey = "", STRIPE_API_URL: baseUrl = "https://api.stripe.com" } = process.env
  const florin = await createFlorin({
    database: "sqlite:shop.db",
    keys: KEYS, // npx florin keys new florin.keys.json
    baseUrl: "https://shop.example/pay",
    shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
    acquirers: [stripe({ apiKey, baseUrl })]
  })
  const card = { providerToken: { provider: "stripe", value: "pm_card_visa" } }
  const order = { amount: 1995, currency: "EUR", description: "Order 42", test: true, card }
  const { status } = await florin.shop("shop").pay(order, { idempotencyKey: "order-42-attempt-1" })
  console.log(status)
  await florin.close()
  // -----
}

const guide = readFileSync(new URL("../../../docs/guides/stripe.md", import.meta.url), "utf8")
const [, shown = ""] = /## The first charge\n\n```ts\n([\s\S]*?)```/.exec(guide) ?? []
const readme = readFileSync(new URL("../../connector-stripe/README.md", import.meta.url), "utf8")
const [, first = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
const own = readFileSync(new URL(import.meta.url), "utf8")
const [, body = ""] = /\n {2}\/\/ -----\n([\s\S]*?) {2}\/\/ -----\n/.exec(own) ?? []

describe("the guide to Stripe", () => {
  it("D56: shows what is tried here, fifteen lines to the first charge", () => {
    const imports = ["@florin/connector-stripe/Stripe", "florin"].map((name) => {
      const line = own.split("\n").find((each) => each.endsWith(`from "${name}"`))
      return line ?? name
    })
    assert.strictEqual(`${imports.join("\n")}\n\n${body.replaceAll(/^ {2}/gm, "")}`, shown)
    assert.strictEqual(first, shown, "the first program of the connector's README")
    const lines = shown.slice(0, shown.indexOf("console.log")).split("\n")
    assert.isAtMost(lines.filter((line) => line !== "").length, 15)
  })

  it("D56: charges as it says, once, by the fake's own books", async () => {
    await charging()
    assert.deepStrictEqual(reply, ["successful"])
    assert.deepStrictEqual(
      fake.books().map(({ amount, kind }) => [kind, amount]),
      [["payment", 1995]]
    )
  })
})

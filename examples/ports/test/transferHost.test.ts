// A host that takes transfers through Rubline: what becomes of a payment by the bank's webhooks alone.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Host from "../src/transferHost.js"
import { rubline, signed, type Webhook, webhookSecret } from "./rubline.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const keys = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-transfers-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

interface Shown {
  readonly uid: string
  readonly status: string
  readonly code: string
  readonly amount: number
  readonly sbp_data: { readonly target_card: string; readonly expired_at: string }
}

const authorization = `Basic ${Buffer.from("books:a-long-random-secret").toString("base64")}`

const order = { amount: 150_000, currency: "RUB", description: "Order 42", return_url: "https://shop.example" }
const methods = {
  payments: { type: "sbp_data", channel: "SBP" },
  payouts: { type: "sbp", account_number: "+70001234567", bank_code: "100000000004" }
}

const opened = Effect.gen(function* () {
  const bank = yield* rubline
  const database = `sqlite:${join(yield* directory, "florin.db")}`
  const host = yield* Effect.acquireRelease(
    Effect.promise(() => Host.start({ database, keys, bank: bank.options, webhookSecret })),
    ({ close }) => Effect.promise(close)
  )
  const ask = (path: string, method = "GET", body: string | null = null, headers: Record<string, string> = {}) =>
    Effect.promise(() =>
      host.fetch(
        new Request(`https://shop.example${path}`, {
          method,
          body,
          headers: { "content-type": "application/json", ...headers }
        })
      )
    )
  const shown = (answer: Effect.Effect<Response>) =>
    Effect.flatMap(answer, (response) =>
      Effect.promise(async () => ((await response.json()) as { readonly transaction: Shown }).transaction)
    )
  const base = "/pay/beyag/transactions"
  return {
    bank,
    make: (what: keyof typeof methods, more: object = {}) => {
      const request = { ...order, method: methods[what], ...more }
      return shown(ask(`${base}/${what}`, "POST", JSON.stringify({ request }), { authorization }))
    },
    find: (uid: string) => shown(ask(`${base}/${uid}`, "GET", null, { authorization })),
    /** What the host answers to a webhook of the bank. */
    hear: ({ body, signature }: Webhook) =>
      Effect.map(ask("/rubline", "POST", body, { "rubline-signature": signature }), ({ status }) => status)
  }
})

describe("a host with a provider of transfers", () => {
  it.scopedLive("opens an order until its time to pay is over, and hears that it is paid, however often", () =>
    Effect.gen(function* () {
      const { bank, find, hear, make } = yield* opened
      const { sbp_data, status, uid } = yield* make("payments")
      assert.strictEqual(status, "pending")
      assert.match(sbp_data.target_card, /^\+7000\d{7}$/)
      const soon = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 5 }))
      yield* make("payments", { expired_at: soon })
      // Documents say it without milliseconds.
      const ends = bank.transfers.map(({ valid_until }) => valid_until?.slice(0, 19))
      assert.deepStrictEqual(ends, [sbp_data.expired_at.slice(0, 19), soon.slice(0, 19)])
      const webhook = yield* bank.pay(AcquirerKey.make(uid), 140_000 as Amount)
      for (const sent of [webhook, webhook]) assert.strictEqual(yield* hear(sent), 204)
      const paid = { status: "successful", code: "S.0000", amount: 140_000 }
      assert.deepInclude(yield* find(uid), paid)
    })
  )

  it.scopedLive("believes the bank's date of a payment, and nobody but the bank", () =>
    Effect.gen(function* () {
      const { bank, find, hear, make } = yield* opened
      const { uid } = yield* make("payments")
      const paidAt = DateTime.add(yield* DateTime.now, { minutes: 16 })
      const webhook = yield* bank.pay(AcquirerKey.make(uid), undefined, { paidAt })
      const forged: ReadonlyArray<Webhook> = [
        { ...webhook, body: webhook.body.replace(/"paid_at":"[^"]+"/, `"paid_at":"${new Date(0).toISOString()}"`) },
        { ...webhook, signature: "" },
        { ...webhook, signature: webhook.signature.slice(2) },
        { ...webhook, signature: "0".repeat(64) }
      ]
      for (const sent of forged) assert.strictEqual(yield* hear(sent), 400)
      assert.strictEqual((yield* find(uid)).status, "pending")
      assert.strictEqual(yield* hear(webhook), 204)
      assert.deepInclude(yield* find(uid), { status: "failed", code: "F.0205" })
    })
  )

  it.scopedLive("hears what a bank has paid out, and lets go what is not its own", () =>
    Effect.gen(function* () {
      const { bank, find, hear, make } = yield* opened
      const { uid } = yield* make("payouts", { amount: 700_000 })
      const webhook = yield* bank.complete(AcquirerKey.make(uid), 699_000 as Amount)
      const another = webhook.body.replace(uid, "0190b6a0-0000-7000-8000-000000000000")
      for (const body of [another, webhook.body.replace(uid, "no uid")]) {
        assert.strictEqual(yield* hear(signed(body)), 204)
      }
      for (const body of ["", "{}", webhook.body.replace("paid", "lost")]) {
        assert.strictEqual(yield* hear(signed(body)), 400)
      }
      assert.strictEqual((yield* find(uid)).status, "pending")
      assert.strictEqual(yield* hear(webhook), 204)
      assert.deepInclude(yield* find(uid), { status: "successful", amount: 699_000 })
    })
  )
})

// The routes of the page on which a customer pays by bank transfer.
import { assert, describe, it } from "@effect/vitest"
import { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { type TransferProvider, TransferProviders } from "@florin/core/transfers/TransferProvider"
import { Pages } from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accepted, account, code } from "./internal/acceptedTransfer.js"
import * as Memory from "./memory.js"
import { payment, start } from "./server.js"

const uid = TransactionUid.make("0190b6a0-0000-7000-8000-00000000000a")
const path = `/transfers/${uid}`
const back = "https://shop.example/back?a=1"

/** Asks as a stranger, of a store with one transfer. */
const having = Effect.fnUntraced(function* (changes: Partial<Transfer>, with_: Parameters<typeof start>[1] = {}) {
  const store = Memory.memory()
  store.transactions.set(uid, accepted(uid, yield* DateTime.now, { shop: ShopId.make("shop"), ...changes }))
  const server = yield* start(store, with_)
  const ask = (at: string, headers = {}) => server.ask(at, { headers: { authorization: "", ...headers } })
  return { ask, server, store }
})

const inMinutes = (minutes: number) => Effect.map(DateTime.now, DateTime.add({ minutes }))

// Source: D2, D27, D28.
describe("the page of a transfer", () => {
  it.scopedLive(
    "D27: is shown to whoever has the uid, is never kept, and asks for nothing but its script and its status",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* having({ order: code, language: "ru" })
        const { headers, status, text } = yield* ask(path)
        assert.strictEqual(status, 200)
        assert.include(text, '<html lang="ru" dir="ltr">')
        assert.include(text, "The &lt;shop&gt; &amp; Sons")
        assert.include(text, '<svg class="code"')
        assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.strictEqual(headers["x-frame-options"], "DENY")
        assert.match(
          headers["content-security-policy"] ?? "",
          /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
        )
      })
  )

  it.scopedLive.each([path, `${path}/`])("D27: at %s finds its script, its status and its receipt", (address) =>
    Effect.gen(function* () {
      const { ask } = yield* having({ order: code })
      const { text } = yield* ask(address)
      const found = (pattern: RegExp) => new URL(pattern.exec(text)![1]!, `https://pay.example${address}`).pathname
      const script = yield* ask(found(/<script src="([^"]+)"/))
      assert.deepStrictEqual([script.status, script.headers["content-type"]], [200, "text/javascript; charset=utf-8"])
      assert.doesNotThrow(() => new Function(script.text))
      assert.strictEqual(found(/data-status="([^"]+)"/), `${path}/status`)
      const ended = yield* having({ status: "failed", reason: "provider" })
      const result = yield* ended.ask(address)
      const receipt = new URL(/href="([^"]+receipts[^"]+)"/.exec(result.text)![1]!, `https://pay.example${address}`)
      assert.strictEqual((yield* ended.ask(receipt.pathname)).status, 200)
    })
  )

  it.scopedLive.each<readonly [status: Transfer["status"], reason: Transfer["reason"], title: string, seconds: number]>(
    [
      ["successful", null, "Payment successful", 5],
      ["failed", "unpaid", "The time to pay is over", 15],
      ["expired", null, "Payment expired", 15]
    ]
  )(
    "D27: of one that is %s (%s) is headed %s, and goes on to return_url after %i s with its result",
    ([status, reason, title, seconds]) =>
      Effect.gen(function* () {
        const { ask } = yield* having({ status, reason, details: { returnUrl: back } })
        const { headers, text } = yield* ask(path)
        assert.include(text, `<h1>${title}</h1>`)
        const address = `${back}&amp;uid=${uid}&amp;status=${status}`
        assert.include(text, `data-to="${address}" data-seconds="${seconds}"`)
        assert.include(text, `<a class="action" href="${address}">`)
        assert.include(headers["content-security-policy"], "script-src 'self'")
        const alone = yield* having({ status, reason })
        const other = yield* alone.ask(path)
        assert.include(other.text, `<h1>${title}</h1>`)
        assert.notMatch(other.text, /<script|data-to/)
        assert.notInclude(other.headers["content-security-policy"], "script-src")
      })
  )

  it.scopedLive("D28: says in the shop's words until when there is time, by the gateway's clock", () =>
    Effect.gen(function* () {
      const { ask } = yield* having({ method: "sbp_data", order: account, payBy: yield* inMinutes(15) })
      const left = Number(/data-left="(\d+)"/.exec((yield* ask(path)).text)?.[1])
      assert.isTrue(left > 840 && left <= 900, String(left))
      const late = yield* having({ method: "sbp_data", order: account, payBy: yield* inMinutes(-1) })
      const { text } = yield* late.ask(path)
      assert.include(text, "<h1>The time to pay is over</h1>")
      assert.notInclude(text, "482-13")
    })
  )

  it.scopedLive("D2: may be framed by whom the setting names, and by no one else", () =>
    Effect.gen(function* () {
      const framedBy = ["https://shop.example"]
      const { ask } = yield* having({ order: code }, { settings: { framedBy } })
      const { headers } = yield* ask(path)
      assert.match(headers["content-security-policy"] ?? "", /; frame-ancestors https:\/\/shop\.example$/)
      assert.isUndefined(headers["x-frame-options"])
    })
  )

  it.scopedLive.each<readonly [string, Partial<Transfer>]>([
    ["a refund", { type: "refund" }],
    ["a payout", { type: "payout", recipient: { account: "79001234567", bankCode: "1" } }],
    ["a proof", { type: "proof", method: "sbp_data" }]
  ])("D2: of %s is not there, but its receipt is", ([, changes]) =>
    Effect.gen(function* () {
      const { ask } = yield* having(changes)
      assert.strictEqual((yield* ask(path)).status, 404)
      assert.strictEqual((yield* ask(`${path}/status`)).status, 404)
      const { status, text } = yield* ask(`/receipts/${uid}`)
      assert.strictEqual(status, 200)
      assert.include(text, "<dd>Bank transfer (SBP)</dd>")
    })
  )

  it.scopedLive(
    "D2: of a card's uid, an unknown one or an ill-formed one is a 404 page, and /process of a transfer too",
    () =>
      Effect.gen(function* () {
        const { ask, server } = yield* having({ order: code })
        const sold = yield* server.ask("/transactions/payments", { method: "POST", body: payment() })
        const card = JSON.parse(sold.text).transaction.uid
        for (const of of [
          `/transfers/${card}`,
          `/transfers/${uid.replace("a0", "a1")}`,
          "/transfers/x",
          `/process/${uid}`
        ]) {
          const { headers, status, text } = yield* ask(of)
          assert.deepStrictEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], of)
          assert.include(text, "<h1>Page not found</h1>", of)
        }
        assert.strictEqual((yield* ask(`/transfers/${card}/status`)).status, 404)
      })
  )

  it.scopedLive("D27: is followed by a status and a version, without credentials, which is never kept", () =>
    Effect.gen(function* () {
      const { ask, store } = yield* having({ order: code })
      const requested = () => ask(`${path}/status`)
      const first = yield* requested()
      assert.deepStrictEqual([first.status, first.text], [200, '{"status":"pending","version":1}'])
      assert.strictEqual(first.headers["cache-control"], "no-store")
      assert.strictEqual(first.headers["content-type"], "application/json")
      store.transactions.set(uid, { ...store.transactions.get(uid)!, status: "successful", version: 2 } as Transfer)
      assert.strictEqual((yield* requested()).text, '{"status":"successful","version":2}')
      const { headers, status } = yield* ask("/transfers/x/status")
      assert.deepStrictEqual([status, headers["content-type"]], [404, "application/json"])
    })
  )

  // Source: D39.
  it.scopedLive("D39: says TEST of a simulated provider, also where an acquirer has the same number", () =>
    Effect.gen(function* () {
      const provider = (gatewayId: number, simulated: boolean) => ({ gatewayId, simulated }) as TransferProvider
      const providers = [provider(5, true), provider(6, false)]
      const more = Layer.succeed(TransferProviders, providers)
      for (const [gatewayId, test, expected] of [
        [5, false, true],
        [6, false, false],
        [6, true, true]
      ] as const) {
        const { ask } = yield* having({ order: code, gatewayId, test }, { more })
        for (const of of [path, `/receipts/${uid}`]) {
          assert.strictEqual((yield* ask(of)).text.includes("<strong>TEST</strong>"), expected, `${gatewayId} ${of}`)
        }
      }
    })
  )

  it.scopedLive("is a host's own where it replaces it", () =>
    Effect.gen(function* () {
      const pages = Pages.defaultValue()
      const more = Layer.succeed(Pages, { ...pages, transfer: ({ merchant, script }) => `${merchant}: ${script}` })
      const { ask } = yield* having({ order: code }, { more })
      assert.strictEqual((yield* ask(path)).text, "The <shop> & Sons: ../assets/transfer.js")
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Memory from "./memory.js"
import { payment, start } from "./server.js"

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "en" }
const form = { "content-type": "application/x-www-form-urlencoded" }
const uid = "0190b6a0-0000-7000-8000-000000000000"

const finding = (answer: Effect.Effect<never, StorageError>) =>
  Layer.effect(
    ShopDirectory,
    Effect.map(ShopDirectory, (shops) => ({ ...shops, find: () => answer }))
  )

const dying = finding(Effect.die(new Error("secret")))
const lost = finding(new StorageError({ reason: "unavailable", operation: "shops.find" }))

interface Case {
  readonly why: string
  readonly path: string
  readonly title: string
  readonly status: number
  readonly method?: string
  readonly body?: string
  readonly with?: Parameters<typeof start>[1]
}

const cases: ReadonlyArray<Case> = [
  { why: "an unknown path", path: "/receipts/a/b", title: "Page not found", status: 404 },
  { why: "an unknown transfer's status", path: `/transfers/${uid}/status`, title: "Page not found", status: 404 },
  {
    ...{ why: "a wrong method", path: `/process/${uid}/return`, method: "PUT" },
    ...{ title: "This page cannot be opened like that", status: 405 }
  },
  {
    ...{ why: "a form that is too large", path: "/process/paid/return", method: "POST", body: "x".repeat(70_000) },
    ...{ title: "This page cannot be opened like that", status: 413 }
  },
  {
    ...{ why: "a form with too many fields", path: "/process/paid/return", method: "POST", body: "a&".repeat(200) },
    ...{ title: "This page cannot be opened like that", status: 400 }
  },
  {
    ...{ why: "too many requests", path: `/process/${uid}`, with: { settings: { visitors: 0 } } },
    ...{ title: "One moment, please", status: 429 }
  },
  ...["/checkout", "/v2/checkout", "/widget/hpp.html", "/products/x/pay", "/v2/confirm_order/x/y"].map((path) => ({
    ...{ why: `a wrong method of ${path}`, path, method: "PUT" },
    ...{ title: "This page cannot be opened like that", status: 405 }
  })),
  { why: "a defect", path: "/receipts/paid", title: "Something went wrong", status: 500, with: { around: dying } },
  { why: "a lost store", path: "/receipts/paid", title: "One moment, please", status: 503, with: { around: lost } }
]

/** Asks twice, as a browser and as a program. */
const both = (of: Case) =>
  Effect.gen(function* () {
    const store = Memory.memory()
    const { ask } = yield* start(store, of.with)
    yield* ask("/transactions/payments", { method: "POST", body: payment() })
    const path = of.path.replace("paid", [...store.transactions.keys()][0] ?? "")
    const sent = { method: of.method ?? "GET", ...(of.body === undefined ? {} : { body: of.body }) }
    return {
      page: yield* ask(path, { ...sent, headers: { ...browser, ...(of.body === undefined ? {} : form) } }),
      json: yield* ask(path, { ...sent, headers: of.body === undefined ? {} : form })
    }
  })

// Source: D4, for customers.
describe("a problem on a customers' route", () => {
  it.scopedLive.each(cases)("D4: $why is a page for a browser and JSON for a program, both $status", (of) =>
    Effect.gen(function* () {
      const { json, page } = yield* both(of)
      assert.deepStrictEqual([page.status, json.status], [of.status, of.status])
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.include(page.text, `<h1>${of.title}</h1>`)
      assert.match(page.headers["content-security-policy"] ?? "", /^default-src 'none'; style-src 'sha256-/)
      assert.strictEqual(page.headers["cache-control"], "no-store")
      for (const name of ["allow", "retry-after"]) assert.strictEqual(page.headers[name], json.headers[name])
      assert.strictEqual(json.headers["content-type"], "application/json")
      assert.isString(JSON.parse(json.text).message)
      for (const { text } of [json, page]) assert.notInclude(text, "secret")
      if (of.status < 500) return
      assert.include(page.text, String(page.headers["x-request-id"]))
      assert.include(page.text, "Try again</a>")
    })
  )

  it.scopedLive("D4: is JSON on a merchant's route, whatever is asked for", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask("/transactions/x", { headers: browser })
      assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [404, "application/json"])
    })
  )
})

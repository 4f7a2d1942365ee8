// Queries, notifications and commands about transactions in process. Source: D1 (one set of operations), D17, D34.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { type CardTransaction, createFlorin, RecordMissing, RequestRefused, type SimulatedFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { toHost } from "../src/faces/camelCase.js"

const directory = mkdtempSync(join(tmpdir(), "florin-transactions-"))
const baseUrl = "http://127.0.0.1:8080/pay"
const books = { id: "books", secretKey: "a-long-random-secret" }
const nobody = "0190b6a0-0000-7000-8000-000000000000"

let florin: SimulatedFlorin
let receiver: Server
let answers = 204
let posted = 0

beforeAll(async () => {
  receiver = createServer((request, response) => {
    posted++
    request.resume()
    response.writeHead(answers).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  const { port } = receiver.address() as AddressInfo
  const shops = [
    { ...books, notificationUrl: `http://127.0.0.1:${port}/webhooks` },
    { id: "other", secretKey: "another-long-secret" }
  ]
  florin = await createFlorin({ database: `sqlite:${join(directory, "florin.db")}`, sandbox: true, baseUrl, shops })
})
afterAll(async () => {
  await florin.close()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(directory, { recursive: true })
})

const shop = () => florin.shop("books")

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
let amount = 1000
const order = (changes: object = {}) => ({ amount: amount++, currency: "EUR", description: "Order", card, ...changes })

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "resolved",
    (reason: unknown) => reason
  )

/** Over HTTP, for comparison. */
const get = async (path: string): Promise<unknown> => {
  const authorization = `Basic ${btoa(`${books.id}:${books.secretKey}`)}`
  const answer = await documentedFetch(
    florin.fetch,
    "/pay"
  )(new Request(`${baseUrl}${path}`, { headers: { authorization } }))
  return toHost(await answer.json())
}

/** Resolves as soon as it is so. */
const until = (isSo: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => assert.isTrue(await isSo()), { timeout: 20_000, interval: 5 })

describe("a shop's transactions in process", () => {
  it("D1: one is found as its operation and the HTTP interface answered it", async () => {
    const { transactions } = shop()
    const paid = await shop().pay(order())
    const found = await transactions.find(paid.uid)
    assert.deepStrictEqual(found, paid)
    assert.deepStrictEqual({ transaction: found }, await get(`/transactions/${paid.uid}`))
  })

  it("D1: a transfer is found too, told apart by its method", async () => {
    const { uid } = await shop().transfers.pay({
      ...{ amount: 100_000, currency: "RUB", description: "Order", returnUrl: "https://shop.example/done" },
      method: { type: "sbp_data", channel: "SBP" }
    })
    const found = await shop().transactions.find(uid)
    assert.deepStrictEqual(found, await shop().transfers.find(uid))
    assert.strictEqual("methodType" in found ? found.methodType : "none", "sbp_data")
  })

  it("D1: the newest ten with a tracking id are found, newest first", async () => {
    const made: Array<string> = []
    for (let index = 0; index < 11; index++) made.unshift((await shop().pay(order({ trackingId: "eleven" }))).uid)
    const found = await shop().transactions.findByTrackingId("eleven")
    assert.deepStrictEqual(
      found.map(({ uid }) => uid),
      made.slice(0, 10)
    )
    assert.deepStrictEqual({ transactions: found }, await get("/v2/transactions/tracking_id/eleven"))
    for (const unknown of ["nothing", "a\u0000b", "x".repeat(600)]) {
      assert.deepStrictEqual(await shop().transactions.findByTrackingId(unknown), [])
    }
    assert.deepStrictEqual(await florin.shop("other").transactions.findByTrackingId("eleven"), [])
  })

  it("lists the newest first, page after page, of one status", async () => {
    const { transactions } = shop()
    const declined: Array<CardTransaction> = []
    for (let index = 0; index < 3; index++) {
      declined.unshift(await shop().pay(order({ card: { ...card, holder: "DECLINE" } })))
      await shop().pay(order())
    }
    const first = await transactions.list({ status: "failed", limit: 2 })
    assert.deepStrictEqual(first, declined.slice(0, 2))
    const second = await transactions.list({ status: "failed", limit: 1, after: first[1]!.uid })
    assert.deepStrictEqual(second, declined.slice(2))
    const turned = await transactions.list({ order: "oldest", code: "F.0999", after: declined[2]!.uid })
    assert.deepStrictEqual(turned, [declined[1]!, declined[0]!])
    for (const none of [{ code: "F.0114" }, { gatewayId: 99 }, { method: "mir" }] as const)
      assert.deepStrictEqual(await transactions.list({ ...none, status: "failed" }), [], JSON.stringify(none))
    assert.strictEqual((await transactions.list({ limit: 1 }))[0]?.status, "successful")
    assert.deepStrictEqual(await transactions.list({ after: "no such uid" }), [])
    assert.deepStrictEqual(await florin.shop("other").transactions.list(), [])
  })

  it("D1: lists what was moved in a period, as HTTP does", async () => {
    const { uid } = await shop().pay(order({ amount: 4321, trackingId: "moved" }))
    const [from, to] = ["2000-01-01T00:00:00Z", "2100-01-01T00:00:00+01:00"]
    const moved = await shop().transactions.movements({ from, to })
    assert.deepInclude(moved.at(-1), { id: uid, kind: "payment", amount: 4321, currency: "EUR", reference: "moved" })
    const query = new URLSearchParams({ from, to, limit: "2" })
    assert.deepStrictEqual({ movements: moved.slice(0, 2) }, await get(`/movements?${query}`))
    const rest = await shop().transactions.movements({ from, to, limit: 1, after: moved[0]!.id })
    assert.deepStrictEqual(rest, moved.slice(1, 2))
    assert.deepStrictEqual(await shop().transactions.movements({ from, to: from }), [])
  })

  it("D17: a charge is explained, and what is none has no explanation", async () => {
    const held = await shop().authorize(order({ amount: 5000 }))
    const explanation = await shop().transactions.explain(held.uid)
    assert.deepInclude(explanation, { uid: held.uid, rules: [], threeDSecure: "not_asked" })
    assert.deepInclude(explanation.facts, { shop: "books", brand: "visa", issuerCountry: "GB", amount: 5000 })
    assert.deepStrictEqual({ explanation }, await get(`/transactions/${held.uid}/explanation`))
    const captured = await shop().capture({ parentUid: held.uid, amount: 1000 })
    assert.instanceOf(await reasonOf(shop().transactions.explain(captured.uid)), RecordMissing)
  })

  it("D40: a transaction without an outcome is asked about now", async () => {
    const open = await shop().pay(order({ card: { ...card, holder: "LOST" } }))
    const known = await shop().transactions.recover(open.uid)
    assert.deepInclude(known, { uid: open.uid, type: "payment" })
    assert.deepStrictEqual(await shop().transactions.recover(open.uid), await shop().transactions.find(open.uid))
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ["a status", () => shop().transactions.list({ status: "paid" as never }), "status is invalid"],
    ["a page", () => shop().transactions.list({ limit: 0 }), "limit must be greater than 0"],
    ["a period", () => shop().transactions.movements({ from: "today", to: "2100-01-01T00:00:00Z" }), "from is invalid"],
    ["a status of notifications", () => shop().notifications.list({ status: "lost" as never }), "status is invalid"]
  ])("refuses %s", async (_, call, says) => {
    const error = await reasonOf(call())
    assert.instanceOf(error, RequestRefused)
    assert.include((error as Error).message, says)
  })

  it("D2: has none under an unknown or ill-formed uid, nor one of another shop", async () => {
    const { uid } = await shop().pay(order())
    for (const [id, name] of [
      ["books", nobody],
      ["books", "x"],
      ["other", uid]
    ] as const) {
      const { transactions } = florin.shop(id)
      for (const call of [transactions.find, transactions.explain, transactions.recover, transactions.renotify]) {
        assert.deepInclude(await reasonOf(call(name)), { _tag: "RecordMissing", kind: "transaction" })
      }
    }
  })
})

describe("a shop's notifications in process (D34)", () => {
  const about = async (uid: string) => (await shop().notifications.list()).filter((one) => one.uid === uid)

  const ended = async (uid: string, status: string) => {
    await until(async () => (await about(uid)).some((one) => one.status === status))
    return (await about(uid))[0]!
  }

  it("lists and finds them, as HTTP does", async () => {
    const { uid } = await shop().pay(order())
    const delivered = await ended(uid, "delivered")
    assert.deepInclude(delivered, { uid, attempts: 1, lastResult: "204" })
    assert.deepStrictEqual(await shop().notifications.find(delivered.id), delivered)
    const [newest] = await shop().notifications.list({ status: "delivered", limit: 1 })
    assert.deepStrictEqual({ notifications: [newest] }, await get("/notifications?status=delivered&limit=1"))
  })

  it("sends one again, and the state of a transaction under a new id", async () => {
    const { uid } = await shop().pay(order())
    const { id } = await ended(uid, "delivered")
    const before = posted
    await shop().notifications.resend(id)
    await until(async () => posted > before)
    await shop().transactions.renotify(uid)
    await until(async () => (await about(uid)).filter(({ status }) => status === "delivered").length === 2)
  })

  it("sends all that are exhausted again", async () => {
    answers = 500
    const { uid } = await shop().pay(order())
    // The attempts of three days.
    await until(async () => {
      await florin.sandbox.advance({ days: 1 })
      return (await about(uid))[0]?.status === "exhausted"
    })
    answers = 204
    const exhausted = await shop().notifications.list({ status: "exhausted" })
    const subjects = new Set(exhausted.map((one) => one.uid))
    assert.strictEqual(await shop().notifications.resendAll(), subjects.size)
    await ended(uid, "delivered")
    assert.strictEqual(await shop().notifications.resendAll(), 0)
  })

  it("D2: has none under an unknown or ill-formed id, nor one of another shop", async () => {
    const [newest] = await shop().notifications.list({ limit: 1 })
    for (const [id, name] of [
      ["books", `msg_${nobody}`],
      ["books", "x"],
      ["other", newest!.id]
    ] as const) {
      const { notifications } = florin.shop(id)
      for (const call of [notifications.find, notifications.resend]) {
        assert.deepInclude(await reasonOf(call(name)), { _tag: "RecordMissing", kind: "notification" })
      }
    }
  })
})

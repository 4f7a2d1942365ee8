// What happens to transfers in the sandbox, in process, as docs/sandbox.md says. Source: D1 (one set of operations), D38.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { createFlorin, RecordMissing, RequestRefused, type SimulatedFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-transfers-"))
const shop = { id: "books", secretKey: "a-long-random-secret" }
const baseUrl = "http://127.0.0.1:8080"

let florin: SimulatedFlorin

beforeAll(async () => {
  const database = `sqlite:${join(directory, "florin.db")}`
  florin = await createFlorin({ database, sandbox: true, baseUrl, shops: [shop] })
})
afterAll(async () => {
  await florin.close()
  rmSync(directory, { recursive: true })
})

interface Transaction {
  readonly uid: string
  readonly status: string
}

const post = async (path: string, request: object): Promise<Transaction> => {
  const headers = {
    authorization: `Basic ${btoa(`${shop.id}:${shop.secretKey}`)}`,
    "content-type": "application/json"
  }
  const body = JSON.stringify({ request: { currency: "RUB", ...request } })
  const answer = await documentedFetch(florin.fetch)(
    new Request(`${baseUrl}${path}`, { method: "POST", headers, body })
  )
  assert.strictEqual(answer.status, 200, path)
  return ((await answer.json()) as { readonly transaction: Transaction }).transaction
}

const payment = (type: "sbp" | "sbp_data", amount = 100_000) =>
  post("/beyag/transactions/payments", {
    ...{ amount, description: "Order 43", return_url: "https://shop.example/thanks" },
    method: type === "sbp" ? { type } : { type, channel: "SBP" }
  })

const payout = (description = "Salary") =>
  post("/beyag/transactions/payouts", {
    ...{ amount: 500_000, description },
    method: { type: "sbp", account_number: "+7 (000) 123-45-67", bank_code: "100000000004" }
  })

const refund = (uid: string, more: object = {}) =>
  post("/beyag/transactions/refunds", { parent_uid: uid, reason: "Returned goods", ...more })

const paidOrder = async (amount?: number) => {
  const { uid } = await payment("sbp", amount)
  assert.strictEqual((await florin.sandbox.transfers.pay(uid)).status, "successful")
  return uid
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (reason: unknown) => reason
  )

describe("the sandbox's transfers in process", () => {
  it("D38: a customer pays, in full and now, or as it is told", async () => {
    const { transfers } = florin.sandbox
    const order = await payment("sbp")
    assert.strictEqual(order.status, "pending")
    assert.deepInclude(await transfers.pay(order.uid), {
      ...{ uid: order.uid, type: "payment", methodType: "sbp", status: "successful", amount: 100_000 }
    })
    const { uid } = await payment("sbp_data")
    assert.deepInclude(await transfers.pay(uid, { amount: 90_000 }), { status: "successful", amount: 90_000 })
  })

  it("D28, D38: a payment dated after the 15 minutes fails, and is no less booked", async () => {
    const { uid } = await payment("sbp_data", 250_000)
    const late = await florin.sandbox.transfers.pay(uid, { amount: 240_000, paidAt: "2099-03-01T12:00:00Z" })
    assert.deepInclude(late, { status: "failed", amount: 250_000, code: "F.0205" })
    const booked = (await florin.sandbox.ledger()).filter(({ reference }) => reference === uid)
    assert.deepStrictEqual(
      booked.map(({ amount, at, kind }) => [kind, amount, at]),
      [["transfer", 240_000, "2099-03-01T12:00:00.000Z"]]
    )
  })

  it("D31, D38: a bank completes a payout with its own amount, or refuses it, and decides once", async () => {
    const { payouts } = florin.sandbox
    const [done, failed] = [await payout(), await payout("Bonus")]
    for (const amount of [490_000, 1]) {
      const completed = await payouts.complete(done.uid, { amount })
      assert.deepInclude(completed, { status: "successful", amount: 490_000 })
    }
    const refused = await payouts.fail(failed.uid, { message: "The account is closed" })
    assert.deepInclude(refused, { status: "failed", message: "The account is closed", code: "F.0208" })
    const contrary = await refusal(payouts.complete(failed.uid))
    assert.instanceOf(contrary, RequestRefused)
    assert.match(contrary.message, /^The bank has refused this transfer\. /)
  })

  it("D32, D38: a bank completes and refuses refunds", async () => {
    const { refunds } = florin.sandbox
    const uid = await paidOrder()
    const [done, failed] = [await refund(uid, { amount: 40_000 }), await refund(uid)]
    assert.deepInclude(await refunds.complete(done.uid), { status: "successful", amount: 40_000 })
    assert.deepInclude(await refunds.fail(failed.uid), { status: "failed", amount: 60_000 })
    // What was refused is left to be refunded; the whole of it again would count as a duplicate.
    assert.strictEqual((await refund(uid, { amount: 59_000 })).status, "pending")
  })

  const triggers: ReadonlyArray<readonly [string, () => Promise<Transaction>, string, string]> = [
    ["a payout, FUNDS", () => payout("FUNDS"), "failed", "F.0207"],
    ["a payout, DECLINE", () => payout("DECLINE"), "failed", "F.0208"],
    ["a payout, DONE", () => payout("DONE"), "successful", "S.0000"],
    ["a payout, LATE", () => payout("LATE"), "pending", "P.9999"],
    ["a payment of 208", () => payment("sbp_data", 100_208), "failed", "F.0208"],
    ["a refund of 207", async () => refund(await paidOrder(), { amount: 10_207 }), "failed", "F.0207"],
    ["a refund, DONE", async () => refund(await paidOrder(), { reason: "DONE" }), "successful", "S.0000"]
  ]
  it.each(triggers)("D37: %s is answered as the table of triggers says", async (_, send, status, code) => {
    assert.deepInclude<object>(await send(), { status, code })
  })

  it.each([
    ["TIMEOUT", "The bank doesn't know this transfer"],
    ["LATE", "done"]
  ])("D40: a payout that is %s can be completed once the bank knows it", async (word, first) => {
    const { uid } = await payout(word)
    const early = await refusal(florin.sandbox.payouts.complete(uid))
    assert.include(early instanceof Error ? early.message : early, first)
    // The gateway sends it again by then, under the same key.
    await florin.sandbox.advance({ hours: 1 })
    assert.deepInclude(await florin.sandbox.payouts.complete(uid), { status: "successful", amount: 500_000 })
    const booked = (await florin.sandbox.ledger()).filter(({ reference }) => reference === uid)
    assert.strictEqual(booked.length, 1)
  })

  it("D29, D38: an operator decides a proof: there is none to decide of a payment without one", async () => {
    const { transfers } = florin.sandbox
    const uid = await paidOrder()
    for (const decided of [transfers.approveProof(uid), transfers.declineProof(uid)]) {
      assert.notStrictEqual(await refusal(decided), "done")
    }
  })

  it("D38: refuses what is wrong by the names that the host knows", async () => {
    const { uid } = await payment("sbp")
    const wrong = await refusal(florin.sandbox.transfers.pay(uid, { paidAt: "soon" }))
    assert.instanceOf(wrong, RequestRefused)
    assert.match(wrong.message, /^paidAt is invalid/)
  })

  it("D38: finds nothing under an unknown or ill-formed uid, nor another kind of transfer", async () => {
    const { payouts, refunds, transfers } = florin.sandbox
    const [order, sent] = [await payment("sbp"), await payout("Another bonus")]
    for (const uid of ["0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35", "1"]) {
      const calls = [transfers.pay(uid), transfers.approveProof(uid), transfers.declineProof(uid), payouts.fail(uid)]
      for (const call of calls) assert.instanceOf(await refusal(call), RecordMissing)
    }
    const others = [transfers.pay(sent.uid), payouts.complete(order.uid), refunds.complete(sent.uid)]
    for (const call of others) assert.instanceOf(await refusal(call), RecordMissing)
  })
})

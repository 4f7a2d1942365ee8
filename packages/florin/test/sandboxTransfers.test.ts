// What happens to transfers in the sandbox, in process. Source: D1 (one set of operations), D38.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AcquirerKey, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { commit, decided, OperationStore } from "@florin/core/store/Operation"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import { SandboxBank } from "@florin/sandbox/SandboxBank"
import { payment, payout, refund } from "@florin/testing/transfers/TransferRequests"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { RecordMissing, RequestRefused } from "florin"
import { Florin } from "florin/effect"
import { afterAll, assert, describe, it } from "vitest"
import * as SandboxCalls from "../src/internal/sandboxCalls.js"
import type { SandboxControls } from "../src/sandboxControls.js"

const directory = mkdtempSync(join(tmpdir(), "florin-transfers-"))

const managed = ManagedRuntime.make(
  Florin.layer({
    database: `sqlite:${join(directory, "florin.db")}`,
    sandbox: true,
    baseUrl: "http://127.0.0.1:8080",
    shops: [{ id: "books", secretKey: "a-long-random-secret" }]
  })
)

afterAll(async () => {
  await managed.dispose()
  rmSync(directory, { recursive: true })
})

const started = async () => {
  const runtime = await managed.runtime()
  const bank = Context.unsafeGet(runtime.context as Context.Context<unknown>, SandboxBank)
  const store = Context.get(runtime.context, OperationStore)

  /** Stores the transfer of a request, and sends the request to the bank. */
  const accepted = async (asked: Effect.Effect<TransferRequest>, more: Partial<Transfer> = {}) =>
    managed.runPromise(
      Effect.gen(function* () {
        const request = yield* asked
        const transaction: Transfer = { ...request.transfer, shop: ShopId.make("books"), gatewayId: 2, ...more }
        const terms = { fingerprint: transaction.uid, trackingIds: [] }
        yield* commit(store)({
          name: "accept-charge",
          load: {},
          decide: () => decided([{ _tag: "InsertTransaction", transaction, terms }], undefined)
        })
        yield* bank.provider.perform(request)
        return transaction
      })
    )
  return { accepted, bank, sandbox: SandboxCalls.make(runtime)! }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (reason: unknown) => reason
  )

const uid = TransactionUid.make("0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35")

describe("the sandbox's transfers in process", () => {
  it("D38: a customer pays, a bank completes and refuses, and the ledger lists it", async () => {
    const { accepted, sandbox } = await started()
    const order = await accepted(payment("sbp", { amount: 100_000 }))
    const paid = await sandbox.transfers.pay(order.uid, { amount: 90_000, paidAt: "2035-03-01T12:00:00Z" })
    assert.deepInclude(paid, { uid: order.uid, type: "payment", methodType: "sbp" })
    const back = await accepted(refund(order.acquirerKey, { amount: 40_000 }))
    await sandbox.refunds.complete(back.uid, { amount: 30_000 })
    const recipient = { account: "+70001234567", bankCode: "100000000004" }
    const sent = await accepted(payout(recipient, { amount: 500_000 }))
    await sandbox.payouts.complete(sent.uid)
    const refused = await accepted(payout(recipient, { amount: 500_000 }))
    await sandbox.payouts.fail(refused.uid, { message: "Closed" })
    assert.deepStrictEqual(
      (await sandbox.ledger()).map(({ amount, kind, parent, reference }) => [kind, amount, reference, parent]),
      [
        ["transfer", 90_000, order.acquirerKey, undefined],
        ["refund", 30_000, back.acquirerKey, order.acquirerKey],
        ["payout", 500_000, sent.acquirerKey, undefined]
      ]
    )
    const again = await refusal(sandbox.payouts.complete(refused.uid))
    assert.instanceOf(again, RequestRefused)
    assert.strictEqual(again.message, "The bank has refused this transfer")
  })

  it("D38: refuses what is wrong by the names that the host knows", async () => {
    const { accepted, sandbox } = await started()
    const order = await accepted(payment("sbp", { amount: 100_000 }))
    const wrong = await refusal(sandbox.transfers.pay(order.uid, { paidAt: "soon" }))
    assert.instanceOf(wrong, RequestRefused)
    assert.match(wrong.message, /^paidAt is invalid/)
  })

  const calls: ReadonlyArray<readonly [string, (sandbox: SandboxControls, of: string) => Promise<unknown>]> = [
    ["payment", ({ transfers }, of) => transfers.pay(of)],
    ["payment", ({ transfers }, of) => transfers.approveProof(of)],
    ["payment", ({ transfers }, of) => transfers.declineProof(of)],
    ["payout", ({ payouts }, of) => payouts.complete(of)],
    ["payout", ({ payouts }, of) => payouts.fail(of)],
    ["refund", ({ refunds }, of) => refunds.complete(of)],
    ["refund", ({ refunds }, of) => refunds.fail(of)]
  ]
  it("D38: finds nothing under an unknown or ill-formed uid, nor another kind of transfer", async () => {
    const { accepted, sandbox } = await started()
    const order = await accepted(payment("sbp", { amount: 100_000 }))
    const orphan = await accepted(payment("sbp", { amount: 100_000 }), {
      shop: ShopId.make("gone"),
      acquirerKey: AcquirerKey.make("gone")
    })
    for (const [kind, call] of calls) {
      const unknown = [uid, "1", orphan.uid, ...(kind === "payment" ? [] : [order.uid])]
      for (const of of unknown) assert.instanceOf(await refusal(call(sandbox, of)), RecordMissing, kind)
    }
  })
})

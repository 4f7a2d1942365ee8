/** What the sandbox lets happen to transfers, over HTTP. Source: D38. */
import { assert, it } from "@effect/vitest"
import { CommitStore, commit, decided } from "@florin/core/commits/Commit"
import { AcquirerKey, ShopId } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import { toWebHandler } from "@florin/http-adapter/WebHandler"
import * as Sandbox from "@florin/sandbox/Sandbox"
import { SandboxBank } from "@florin/sandbox/SandboxBank"
import * as Shops from "@florin/settings/Shops"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import { payment, payout, refund } from "@florin/testing/transfers/TransferRequests"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const keys = KeyProvider.layerText(
  Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))
)

const secrets: Readonly<Record<string, string>> = { shop: "shop-secret-0001", other: "other-secret-0001" }

const basic = (id: string, secret = secrets[id]) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`

const shops = Shops.layerListed(
  Object.entries(secrets).map(([id, secret]) => ({ id: ShopId.make(id), secretKey: Redacted.make(secret) }))
)

/** What was told to the gateway: its ports here, to see what comes to them. */
const reported: Array<ReadonlyArray<unknown>> = []

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"

const never = () => Effect.dieMessage("not asked for here")

const noted =
  (what: string): Operator["Type"]["approve"] =>
  (of, decision) =>
    Effect.sync(() => void reported.push([what, of, decision])) as never

const ports = Layer.merge(
  Layer.succeed(TransferReports, {
    report: (gatewayId, key, progress) => Effect.sync(() => void reported.push([gatewayId, key, progress]))
  }),
  Layer.succeed(Operator, {
    ...{
      proofs: never,
      document: never,
      evidence: never,
      correct: never,
      inDoubt: never,
      decided: never,
      transactions: never
    },
    overview: { story: never, webhooks: never, tally: never, pulse: never },
    backlog: Effect.never,
    approve: noted("approve"),
    decline: noted("decline")
  })
)

const layer = HttpAdapter.layer.pipe(
  Layer.provide(Layer.provide(SandboxGateway.layerRoutes, ports)),
  Layer.provide(Gateway.layer({ baseUrl: "https://pay.example" })),
  Layer.provide(Layer.merge(shops, Vault.layer)),
  Layer.provide(keys),
  Layer.provideMerge(emptyStore),
  Layer.provide(SandboxGateway.providers),
  Layer.provideMerge(Sandbox.layerMemory({ bank: { gatewayId: 7 } }))
)

const start = Effect.gen(function* () {
  const runtime = yield* Layer.toRuntime(layer)
  const { context } = runtime
  const { pay, provider } = Context.get(context, SandboxBank)
  const handle = toWebHandler(runtime)
  reported.length = 0

  const ask = (path: string, sent: RequestInit = {}) =>
    Effect.promise(async () => {
      const headers = { authorization: basic("shop"), "content-type": "application/json", ...sent.headers }
      const response = await handle(new Request(`https://pay.example${path}`, { ...sent, headers }))
      return { status: response.status, text: await response.text() }
    })

  /** Stores the transfer of a request, as a shop's, and sends the request to the bank. */
  const accepted = Effect.fnUntraced(function* (request: TransferRequest, more: Partial<Transfer> = {}) {
    const transfer: Transfer = { ...request.transfer, shop: ShopId.make("shop"), gatewayId: 7, ...more }
    yield* commit(Context.get(context, CommitStore))({
      name: "accept-charge",
      load: {},
      decide: () =>
        decided(
          [
            {
              _tag: "InsertTransaction",
              transaction: transfer,
              terms: { fingerprint: transfer.uid, trackingIds: [] }
            }
          ],
          undefined
        )
    })
    yield* provider.perform(request)
    return transfer
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    Effect.map(
      ask(path, { method: "POST", headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
      ({ status, text }) => ({ status, body: JSON.parse(text), text })
    )

  return { accepted, ask, pay, post, provider }
})

const recipient = { account: "+70001234567", bankCode: "100000000004" }

const other = { authorization: basic("other") }

describeOnContract("The sandbox's controls of transfers", () => {
  it.scopedLive("D38: let a customer pay, book it, report it and answer the transfer", () =>
    Effect.gen(function* () {
      const { accepted, ask, post, provider } = yield* start
      const { acquirerKey, uid } = yield* accepted(yield* payment("sbp_data", { amount: 100_000 }))
      const paid = yield* post(`/sandbox/transfers/${uid}/pay`, { amount: 90_000, paid_at: "2035-03-01T12:00:00Z" })
      assert.strictEqual(paid.status, 200, paid.text)
      assert.strictEqual(paid.body.transaction.uid, uid)
      assert.strictEqual(paid.body.transaction.method_type, "sbp_data")
      const status = yield* provider.status(acquirerKey)
      assert.deepStrictEqual(reported, [[7, acquirerKey, status]])
      assert.deepInclude<object>(status, { _tag: "Paid", amount: 90_000 })
      const { movements } = JSON.parse((yield* ask("/sandbox/ledger")).text)
      assert.deepStrictEqual(movements, [
        {
          id: "mov_1",
          kind: "transfer",
          amount: 90_000,
          currency: "RUB",
          reference: acquirerKey,
          at: "2035-03-01T12:00:00.000Z"
        }
      ])
      // The second payment is reported with its own amount.
      assert.strictEqual((yield* post(`/sandbox/transfers/${uid}/pay`, undefined)).status, 200)
      assert.deepInclude<unknown>(reported[1]![2], { _tag: "Paid", amount: 100_000 })
    })
  )

  it.scopedLive("D38: answer a key once, so that a customer pays once", () =>
    Effect.gen(function* () {
      const { accepted, ask, post } = yield* start
      const { uid } = yield* accepted(yield* payment("sbp", { amount: 100_000 }))
      const once = () => post(`/sandbox/transfers/${uid}/pay`, {}, { "idempotency-key": "k" })
      assert.strictEqual((yield* once()).text, (yield* once()).text)
      assert.strictEqual(JSON.parse((yield* ask("/sandbox/ledger")).text).movements.length, 1)
    })
  )

  it.scopedLive("D38: let a bank complete and refuse payouts and refunds", () =>
    Effect.gen(function* () {
      const { accepted, pay, post } = yield* start
      const order = yield* accepted(yield* payment("sbp", { amount: 100_000 }))
      yield* pay(order.acquirerKey, {})
      const cases = [
        { of: "payouts", make: payout(recipient, { amount: 500_000 }) },
        { of: "refunds", make: refund(order.acquirerKey, { amount: 40_000 }) }
      ] as const
      for (const { make, of } of cases) {
        const [done, failed] = [yield* accepted(yield* make), yield* accepted(yield* make)]
        const completed = yield* post(`/sandbox/${of}/${done.uid}/complete`, { amount: 30_000, message: "Done" })
        assert.strictEqual(completed.body.transaction.uid, done.uid, completed.text)
        assert.deepInclude<unknown>(reported.at(-1)![2], { _tag: "Paid", amount: 30_000 })
        const refused = yield* post(`/sandbox/${of}/${failed.uid}/fail`, { message: "Closed" })
        assert.strictEqual(refused.body.transaction.uid, failed.uid, refused.text)
        const { report } = reported.at(-1)![2] as { readonly report: { readonly message: string } }
        assert.deepInclude<unknown>(reported.at(-1)![2], { _tag: "Rejected", reason: "provider" })
        assert.strictEqual(report.message, "Closed")
        const contrary = yield* post(`/sandbox/${of}/${failed.uid}/complete`, {})
        assert.deepStrictEqual(
          [contrary.status, contrary.body.response.errors],
          [400, { base: ["The bank has refused this transfer"] }]
        )
      }
    })
  )

  it.scopedLive("D38: let an operator approve and decline a proof, by the uid of the payment or of the proof", () =>
    Effect.gen(function* () {
      const { accepted, post } = yield* start
      const order = yield* accepted(yield* payment("sbp_data", { amount: 100_000 }))
      const behind = yield* payment("sbp_data", { amount: 100_000 })
      const proof = yield* accepted(behind, { type: "proof", parentUid: order.uid, acquirerKey: AcquirerKey.make(uid) })
      for (const of of [order, proof]) {
        const approved = yield* post(`/sandbox/transfers/${of.uid}/proof/approve`, { amount: 90_000, message: "Yes" })
        assert.strictEqual(approved.status, 200, approved.text)
        assert.deepStrictEqual(reported.pop(), ["approve", of.uid, { amount: 90_000, message: "Yes", by: "sandbox" }])
        yield* post(`/sandbox/transfers/${of.uid}/proof/decline`, { amount: 1, message: "No" })
        assert.deepStrictEqual(reported.pop(), ["decline", of.uid, { message: "No", by: "sandbox" }])
      }
    })
  )

  it.scopedLive("D2, D38: find no transfer of another shop, no other kind of transfer, and none that is unknown", () =>
    Effect.gen(function* () {
      const { accepted, pay, post } = yield* start
      const order = yield* accepted(yield* payment("sbp", { amount: 100_000 }))
      yield* pay(order.acquirerKey, {})
      const back = yield* accepted(yield* refund(order.acquirerKey, { amount: 1000 }))
      const sent = yield* accepted(yield* payout(recipient, { amount: 500_000 }))
      const found = {
        "transfers/:uid/pay": order,
        "transfers/:uid/proof/approve": order,
        "transfers/:uid/proof/decline": order,
        "payouts/:uid/complete": sent,
        "payouts/:uid/fail": sent,
        "refunds/:uid/complete": back,
        "refunds/:uid/fail": back
      }
      const unknown = yield* post(`/sandbox/transfers/${uid}/pay`, {})
      assert.strictEqual(unknown.status, 404)
      for (const [path, own] of Object.entries(found)) {
        const ask = (uid: string, headers: Record<string, string> = {}) =>
          Effect.map(post(`/sandbox/${path.replace(":uid", uid)}`, {}, headers), ({ status, text }) => ({
            status,
            text
          }))
        const others = [order, back, sent].filter((one) => one !== own).map((one) => ask(one.uid))
        for (const requested of [ask(own.uid, other), ask(uid), ask("1"), ...others]) {
          assert.deepStrictEqual(yield* requested, { status: 404, text: unknown.text }, path)
        }
      }
      assert.deepStrictEqual(reported, [])
      const unpaid = yield* post(`/sandbox/transfers/${order.uid}/pay`, {}, { authorization: basic("shop", "wrong") })
      assert.strictEqual(unpaid.status, 401)
    })
  )

  it.scopedLive.each([
    ["pay", { amount: 0, paid_at: "soon" }, { amount: ["must be a positive integer in minor units"], paid_at: 1 }],
    ["pay", [], { base: ["Request body must be a JSON object"] }],
    ["proof/approve", { amount: "1" }, { amount: ["must be a positive integer in minor units"] }],
    ["proof/decline", { message: 1 }, { message: ["must be a string of at most 255 characters"] }]
  ] as const)("D38: refuse at %s the body %j, field by field", ([path, body, expected]) =>
    Effect.gen(function* () {
      const { accepted, ask, post } = yield* start
      const { uid } = yield* accepted(yield* payment("sbp_data", { amount: 100_000 }))
      const refused = yield* post(`/sandbox/transfers/${uid}/${path}`, body)
      assert.strictEqual(refused.status, 400)
      const { errors } = refused.body.response
      assert.deepStrictEqual(Object.keys(errors), Object.keys(expected))
      for (const [name, sentences] of Object.entries(expected)) {
        if (Array.isArray(sentences)) assert.deepStrictEqual(errors[name], sentences)
      }
      assert.deepStrictEqual(reported, [])
      assert.deepStrictEqual(JSON.parse((yield* ask("/sandbox/ledger")).text).movements, [])
      assert.strictEqual((yield* ask(`/sandbox/transfers/${uid}/${path}`, { method: "POST", body: "{" })).status, 400)
    })
  )

  it.scopedLive("say that the bank doesn't know a transfer whose request was lost", () =>
    Effect.gen(function* () {
      const { accepted, post } = yield* start
      const { uid } = yield* accepted(yield* payment("sbp", { amount: 100_000, description: "TIMEOUT" }))
      const refused = yield* post(`/sandbox/transfers/${uid}/pay`, {})
      assert.deepStrictEqual(refused.body.response.errors, { base: ["The bank doesn't know this transfer"] })
    })
  )
})

/** Operators with roles over HTTP, attacked by direct requests. Source: D74, D75. */
import { assert, it } from "@effect/vitest"
import { ShopId } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import { granted, noGrants, type Role } from "@florin/core/people/Role"
import * as Operators from "@florin/settings/Operators"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Acting from "@florin/wire/operations/Acting"
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { start } from "./internal/staffed.js"
import { basic, type Received } from "./server.js"

const keyOf = (id: string): string => `${id}-`.padEnd(40, "0")

const inShop = (shop: string, role: Role) => granted(noGrants, ShopId.make(shop), role)

const grants = {
  chief: { everywhere: "administer", shops: {} },
  second: { everywhere: "operate", shops: {} },
  clerk: { everywhere: "operate", shops: {} },
  viewer: { everywhere: "view", shops: {} },
  local: inShop("shop", "operate"),
  head: inShop("shop", "administer")
} as const

type Id = keyof typeof grants

const staff = Operators.layerListed(
  Object.entries(grants).map(([id, grants]) => ({ id, key: Redacted.make(keyOf(id)), grants }))
)

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}

const charge = (amount: number) => ({
  request: { amount, currency: "EUR", description: "Order", duplicate_check: false, credit_card: card }
})

const world = (more: Layer.Layer<never> = Layer.empty) =>
  Effect.gen(function* () {
    const gateway = yield* start({ operators: staff, more })
    const as = (id: Id) => gateway.as(basic(id, keyOf(id)))
    const named = (shop: string) => ({ "florin-shop": shop })
    const paid = (amount: number, from = gateway.shop) =>
      Effect.map(
        gateway.done("/transactions/payments", charge(amount), from),
        (answer) => answer.transaction.uid as string
      )
    const refund = (id: Id, uid: string, amount: number, headers: Readonly<Record<string, string>> = {}) =>
      gateway.posting(as(id))(
        "/transactions/refunds",
        { request: { parent_uid: uid, amount, reason: "Returned", duplicate_check: false } },
        { ...named("shop"), ...headers }
      )
    const look = (id: Id, path: string, shop?: string) =>
      as(id)(path, shop === undefined ? {} : { headers: named(shop) })
    const audit = (id: Id = "chief", query = "") =>
      Effect.map(look(id, `/operator/audit${query}`), ({ text }) => JSON.parse(text).entries as ReadonlyArray<Entry>)
    return { ...gateway, as, named, paid, refund, look, audit }
  })

interface Entry {
  readonly id: string
  readonly [member: string]: string | null
}

const statuses = (answers: ReadonlyArray<Received>) => answers.map(({ status }) => status)

const reply = (all: ReadonlyArray<Entry>) =>
  all.map(({ actor, kind, operation, shop, subject }) => [actor, kind, operation, shop, subject])

describeOnContract("an operator with a role", () => {
  it.scopedLive("D74: who may only look refunds nothing, and what was tried stands in the audit", () =>
    Effect.gen(function* () {
      const { audit, look, paid, refund } = yield* world()
      const uid = yield* paid(1000)
      const answers = [yield* refund("viewer", uid, 400), yield* refund("clerk", uid, 400)]
      assert.deepStrictEqual(statuses(answers), [403, 200])
      assert.deepStrictEqual(statuses([yield* look("viewer", `/transactions/${uid}`, "shop")]), [200])
      assert.deepStrictEqual(reply(yield* audit()), [
        ["viewer", "look", "find", "shop", uid],
        ["clerk", "action", "refund", "shop", uid],
        ["viewer", "denied", "refund", "shop", null]
      ])
      const [newest] = yield* audit()
      assert.deepInclude(newest, { operation: "listAudit", kind: "look", entrance: "key", address: "127.0.0.1" })
    })
  )

  it.scopedLive(
    "D75: a link to the next page of the audit asks for the same, whoever else has done something meanwhile",
    () =>
      Effect.gen(function* () {
        const { audit, look, paid, refund } = yield* world()
        const uid = yield* paid(1000)
        const tried = [
          refund("viewer", uid, 400),
          refund("clerk", uid, 400),
          look("viewer", `/transactions/${uid}`, "shop")
        ]
        for (const one of tried) yield* one
        const [newest, oldest] = yield* audit("chief", "?actor=viewer")
        const { headers } = yield* look("chief", "/operator/audit?actor=viewer&limit=1&unknown=1")
        assert.strictEqual(headers.link, `<?limit=1&after=${newest?.id}&actor=viewer>; rel="next"`)
        assert.deepStrictEqual(yield* audit("chief", `?limit=1&after=${newest?.id}&actor=viewer`), [oldest!])
      })
  )

  it.scopedLive("D2: another shop does not exist for whoever has no role in it, by any of its ids", () =>
    Effect.gen(function* () {
      const { look, named, paid, pay, posting, as, prove, advance, refund } = yield* world()
      const uid = yield* paid(1000)
      const theirs = yield* pay({ tracking_id: "theirs" })
      yield* advance("PT16M")
      const proof = yield* prove(theirs)
      const shopless = [
        yield* look("local", `/transactions/${uid}`, "nobody"),
        yield* look("local", `/transactions/${uid}`, "books"),
        yield* look("local", `/transactions/${uid}`, "not an id"),
        yield* posting(as("local"))("/transactions/refunds", { request: {} }, named("books"))
      ]
      assert.deepStrictEqual(statuses(shopless), [404, 404, 404, 404])
      const own = [
        yield* look("local", `/operator/proofs/${proof}/document`),
        yield* look("local", "/operator/proofs"),
        yield* refund("local", uid, 100)
      ]
      assert.deepStrictEqual(statuses(own), [200, 200, 200])
    })
  )

  it.scopedLive("D74: sees and decides only what its shop has, and compares no books, which are of all shops", () =>
    Effect.gen(function* () {
      const { advance, as, audit, look, pay, posting, prove } = yield* world()
      const theirs = yield* pay()
      yield* advance("PT16M")
      const proof = yield* prove(theirs)
      const count = (id: Id) =>
        Effect.map(
          look(id, "/operator/proofs"),
          ({ text }) => (JSON.parse(text).proofs as ReadonlyArray<unknown>).length
        )
      assert.deepStrictEqual([yield* count("local"), yield* count("viewer")], [1, 1])
      const answers = [
        yield* posting(as("viewer"))(`/operator/proofs/${proof}/approve`),
        yield* posting(as("local"))("/operator/reconciliation"),
        yield* look("local", "/operator/audit"),
        yield* look("clerk", "/operator/audit"),
        yield* posting(as("local"))(`/operator/proofs/${proof}/approve`)
      ]
      assert.deepStrictEqual(statuses(answers), [403, 403, 403, 403, 200])
      const seen = yield* audit("head")
      assert.deepStrictEqual([...new Set(seen.map(({ shop }) => shop))], [])
      assert.include(
        (yield* audit("chief", "?kind=denied")).map(({ actor, operation }) => `${actor} ${operation}`),
        "local reconcile"
      )
    })
  )

  it.scopedLive("D74: above a limit another person approves, and what was approved is carried out once", () =>
    Effect.gen(function* () {
      const limits = Layer.succeed(ApprovalLimits, { everywhere: { [Currency.make("EUR")]: 500 }, shops: {} })
      const { as, audit, paid, posting, refund } = yield* world(limits)
      const uid = yield* paid(2000)
      assert.strictEqual((yield* refund("clerk", uid, 500)).status, 200)
      const waits = yield* refund("clerk", uid, 501)
      const again = yield* refund("clerk", uid, 501)
      assert.deepStrictEqual(statuses([waits, again]), [202, 202])
      assert.strictEqual(waits.text, again.text)
      const { id } = JSON.parse(waits.text) as { readonly id: string }
      const approval = { "florin-approval": id }
      const approve = (by: Id) => posting(as(by))(`/operator/approvals/${id}/approve`)
      const early = [yield* refund("clerk", uid, 501, approval), yield* approve("clerk"), yield* approve("viewer")]
      assert.deepStrictEqual(statuses(early), [400, 422, 403])
      assert.strictEqual((yield* approve("second")).status, 200)
      const others = [
        yield* refund("second", uid, 501, approval),
        yield* refund("clerk", uid, 502, approval),
        yield* refund("clerk", uid, 501, { "florin-approval": "x" })
      ]
      assert.deepStrictEqual(statuses(others), [400, 400, 400])
      const twice = [1, 2].map((key) => refund("clerk", uid, 501, { ...approval, "idempotency-key": `k${key}` }))
      const both = yield* Effect.all(twice, { concurrency: "unbounded" })
      assert.strictEqual(statuses(both).filter((status) => status === 200).length, 1)
      const repeated = yield* refund("clerk", uid, 501, {
        ...approval,
        "idempotency-key": both[0]!.status === 200 ? "k1" : "k2"
      })
      assert.strictEqual(repeated.status, 200)
      const done = (yield* audit("chief", "?kind=action")).map(({ actor, operation }) => `${actor} ${operation}`)
      assert.deepStrictEqual(done, ["clerk refund", "second approveRequest", "clerk refund"])
    })
  )
})

describeOnContract("what a second person reads", () => {
  it.scopedLive("D74: is what waits, however much before it has waited too long", () =>
    Effect.gen(function* () {
      const limits = Layer.succeed(ApprovalLimits, { everywhere: { [Currency.make("EUR")]: 500 }, shops: {} })
      const { advance, look, paid, refund } = yield* world(limits)
      const uid = yield* paid(2000)
      yield* refund("clerk", uid, 501)
      yield* advance("P1D")
      const waits = yield* refund("clerk", uid, 502)
      const list = yield* look("second", "/operator/approvals?limit=1")
      const ids = JSON.parse(list.text).approvals.map(({ id }: { readonly id: string }) => id)
      assert.deepStrictEqual(ids, [JSON.parse(waits.text).id])
    })
  )

  it.scopedLive("D74, D75: is what a credit pays to, masked, and that they have read it stands in the audit", () =>
    Effect.gen(function* () {
      const limits = Layer.succeed(ApprovalLimits, { everywhere: { [Currency.make("EUR")]: 500 }, shops: {} })
      const { as, audit, done, look, named, posting } = yield* world(limits)
      const paid = yield* done("/transactions/payments", {
        request: { ...charge(1000).request, additional_data: { contract: ["credit"] } }
      })
      const { token } = paid.transaction.credit_card
      const request = { amount: 501, currency: "EUR", description: "Won", credit_card: { token } }
      const waits = yield* posting(as("clerk"))("/transactions/credits", { request }, named("shop"))
      const list = yield* look("second", "/operator/approvals")
      for (const { text } of [waits, list]) assert.notInclude(text, token)
      assert.deepStrictEqual(statuses([waits, list]), [202, 200])
      const [approval] = JSON.parse(list.text).approvals
      assert.deepInclude(approval.request, { description: "Won", credit_card: { brand: "visa", last_4: "0000" } })
      assert.deepStrictEqual(reply(yield* audit("chief", "?kind=look&actor=second")), [
        ["second", "look", "listApprovals", null, null]
      ])
    })
  )
})

describeOnContract("the rows of the table", () => {
  const rows = Object.values<Operation.Any>({ ...table, ...operatorTable })

  it("D74: have a least role each; none that takes a card's number is for people", () => {
    const nobody = rows.filter((row) => Acting.leastRoleOf(row) === "nobody").map(({ id }) => id)
    for (const { body, id } of rows) if (body?.encrypted !== undefined) assert.include(nobody, id)
    for (const row of rows) {
      if (row.key !== "none") assert.notStrictEqual(Acting.leastRoleOf(row), "view", row.id)
      if (row.isImpersonal === true) assert.strictEqual(row.key, "none", row.id)
    }
  })
})

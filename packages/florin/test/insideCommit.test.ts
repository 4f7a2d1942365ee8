// D43: what a host calls in its `onCommit` is refused, awaited or not, on both databases.
import { EventEmitter } from "node:events"
import { createFlorin, FlorinFailed, type OnCommit, type SimulatedFlorin } from "florin"
import { type TestFlorin, testFlorin } from "florin/testing"
import { afterAll, assert, describe, it } from "vitest"
import { ask, listed, type Shop, shops } from "./internal/shop.js"

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
const order = { amount: 100, currency: "EUR", description: "Order", card }
const again = { ...order, amount: 200 }

const made = shops()
afterAll(made.remove)

const start = (shop: Shop, onCommit: OnCommit) =>
  createFlorin({
    database: shop.database,
    keys: `${shop.directory}/keys.json`,
    sandbox: true,
    baseUrl: "https://shop.example/pay",
    shops: [listed],
    onCommit
  })

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "resolved",
    (reason: unknown) => reason
  )

const kinds = async ({ sandbox }: SimulatedFlorin) =>
  (await sandbox.ledger()).map(({ kind, amount }) => `${kind} ${amount}`)

type Face = Pick<SimulatedFlorin, "operator" | "shop">

/** Every call of a face, by its name, without its arguments: whether it is refused is told before they are read. */
const callsOf = (face: object, section = ""): ReadonlyArray<readonly [string, () => Promise<unknown>]> =>
  Object.entries(face).flatMap(([name, member]) =>
    typeof member === "function" ? [[`${section}${name}`, member] as const] : callsOf(member, `${section}${name}.`)
  )

/** What changes nothing: whatever is called so, and these. */
const isQuery = (name: string): boolean =>
  /(?:^|\.)(?:(?:find|list)(?:[A-Z]\w*)?|preview)$/.test(name) || queries.has(name)

const queries: ReadonlySet<string> = new Set([
  ...["can", "limit", "customers.account", "customers.entitlements", "subscriptions.usage"],
  ...["transactions.explain", "transactions.movements"],
  ...["acquirers", "approvals", "audit", "document", "evidence", "inDoubt", "proofs", "pulse", "story", "tally"],
  ...["transactions", "webhooks"]
])

const isRefused = (reason: unknown): boolean =>
  reason instanceof FlorinFailed && reason.code === "inside-transaction" && reason._tag === "NotInsideTransaction"

describe.each(["SQLite", "PostgreSQL"] as const)("D43: a call in onCommit on %s", (kind) => {
  const running = async (onCommit: OnCommit, use: (florin: SimulatedFlorin, shop: Shop) => Promise<void>) => {
    const shop = await made.on(kind)
    const florin = await start(shop, onCommit)
    try {
      await use(florin, shop)
    } finally {
      await florin.close()
      await shop.remove()
    }
  }

  it("is refused, and the payment goes on if the listener handles it", async () => {
    const reasons: Array<unknown> = []
    let called: SimulatedFlorin
    const onCommit: OnCommit = async (_, { execute }) => {
      reasons.push(await reasonOf(called.shop("shop").pay(again)))
      await execute("UPDATE orders SET state = 'told'")
    }
    await running(onCommit, async (florin, { query }) => {
      called = florin
      assert.strictEqual((await florin.shop("shop").pay(order)).status, "successful")
      assert.isNotEmpty(reasons)
      assert.isTrue(reasons.every(isRefused))
      assert.deepStrictEqual(await kinds(florin), ["payment 100"])
      assert.deepStrictEqual(await query("SELECT state FROM orders"), [{ state: "told" }])
    })
  })

  it("is refused when nothing waits for it, however often the commit is tried and however late it is made", async () => {
    const reasons: Array<Promise<unknown>> = []
    let called: SimulatedFlorin
    const onCommit: OnCommit = () => {
      const pay = () => called.shop("shop").pay({ ...again, duplicateCheck: false })
      reasons.push(
        reasonOf(pay()),
        Promise.resolve().then(() => reasonOf(pay()))
      )
      reasons.push(new Promise((resolve) => setTimeout(() => resolve(reasonOf(pay())), 1)))
      throw new Error("the stock is empty")
    }
    await running(onCommit, async (florin) => {
      called = florin
      await reasonOf(florin.shop("shop").pay(order))
      assert.isTrue((await Promise.all(reasons)).every(isRefused))
      assert.notInclude(await kinds(florin), "payment 200")
    })
  })

  it("is not refused before and after", async () => {
    await running(
      (_, { execute }) => execute("UPDATE orders SET state = 'told'"),
      async (florin) => {
        await florin.shop("shop").pay(order)
        assert.strictEqual((await florin.shop("shop").pay(again)).status, "successful")
      }
    )
  })
})

class OutOfStock extends Error {
  override readonly name = "OutOfStock"
}

describe.each(["SQLite", "PostgreSQL"] as const)("an exception of onCommit on %s", (kind) => {
  it.each<readonly [string, (error: Error) => unknown]>([
    [
      "throws",
      (error) => {
        throw error
      }
    ],
    ["rejects with", (error) => Promise.reject(error)]
  ])("that it %s is the cause, with the host's own lines and no inner ones", async (_, fail) => {
    const shop = await made.on(kind)
    const error = new OutOfStock("the stock is empty", { cause: new Error("of the warehouse") })
    const florin = await start(shop, () => fail(error))
    const reason = await reasonOf(florin.shop("shop").pay(order))
    await florin.close()
    await shop.remove()
    assert.instanceOf(reason, FlorinFailed)
    assert.strictEqual(reason.code, "commit-listener-failed")
    assert.strictEqual(reason.cause, error)
    assert.include(error.stack, "insideCommit.test.ts")
    for (const { stack } of [error, reason]) assert.notMatch(stack ?? "", /node_modules\/effect\/|node:/)
    assert.notInclude(JSON.stringify(reason), "warehouse")
  })
})

describe("D43: in onCommit", () => {
  it.each<readonly [string, (face: Face) => object]>([
    ["a shop", ({ shop }) => shop("shop")],
    ["operators", ({ operator }) => operator]
  ])("each call of %s that writes is refused, and no other", async (_, part) => {
    const reasons = new Map<string, Promise<unknown>>()
    let face: Face | undefined
    await using florin = await testFlorin({
      onCommit: () => {
        if (face === undefined || reasons.size > 0) return
        for (const [name, call] of callsOf(part(face))) reasons.set(name, reasonOf(call()))
      }
    })
    face = florin
    await florin.pay({ amount: 100, card })
    const answered: Array<string> = []
    for (const [name, reason] of reasons) if (!isRefused(await reason)) answered.push(name)
    assert.isNotEmpty(answered)
    assert.deepStrictEqual(answered.toSorted(), [...reasons.keys()].filter(isQuery).toSorted())
  })

  const posted = () => new Request("http://florin.test/plans", { method: "POST", body: "{}" })
  const sent: ReadonlyArray<[string, (florin: TestFlorin) => unknown]> = [
    ["fetch", (florin) => florin.fetch(posted())],
    ["handler", (florin) => florin.handler({ method: "POST", url: "/plans" } as never, new EventEmitter() as never)]
  ]
  it.each(sent)("a request of %s that writes is refused", async (_, send) => {
    let reason: Promise<unknown> | undefined
    let face: TestFlorin | undefined
    await using florin = await testFlorin({
      onCommit: () => {
        const called = face
        if (called !== undefined) reason ??= reasonOf(Promise.resolve().then(() => send(called)))
      }
    })
    face = florin
    await florin.pay({ amount: 100, card })
    assert.isTrue(isRefused(await reason))
    assert.strictEqual((await ask(florin, posted())).status, 422)
  })

  it("a query is answered, over HTTP too", async () => {
    let answer: Promise<unknown> | undefined
    let page: Promise<Response> | undefined
    let face: TestFlorin | undefined
    await using florin = await testFlorin({
      onCommit: () => {
        answer ??= face?.shop("shop").plans.list()
        page ??= face && ask(face, new Request("http://florin.test/health/live"))
      }
    })
    face = florin
    await florin.pay({ amount: 100, card })
    assert.deepStrictEqual(await answer, [])
    assert.strictEqual((await page)?.status, 200)
  })
})

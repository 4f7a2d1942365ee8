// What customers may use by their subscriptions, in a host's process: asked, told and written beside the host's own rows (D66).
import * as SqlClient from "@effect/sql/SqlClient"
import { it as effectful } from "@effect/vitest"
import { temporaryFile } from "@florin/storage-sqlite/testing/files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  createFlorin,
  type OnCommits,
  type PlanRequest,
  type RecordMissing,
  RequestRefused,
  type SimulatedFlorin
} from "florin"
import { Florin, HostSql } from "florin/effect"
import { cards, type TestFlorin, type TestOptions, testFlorin } from "florin/testing"
import { afterAll, assert, describe, it } from "vitest"
import { listed, shops } from "./internal/shop.js"

const price = { amount: 990, interval: 1, intervalUnit: "month" } as const
const team: PlanRequest = { title: "Team", currency: "EUR", plan: price, features: { export: true, seats: 5 } }
const addOn: PlanRequest = { title: "More seats", currency: "EUR", plan: price, features: { seats: 10, max_users: 3 } }
const plain: PlanRequest = { title: "Plain", currency: "EUR", plan: price }
const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
const jane = { email: "jane@customer.example", ip: "127.0.0.1" }

const made = shops()
afterAll(made.remove)

const simulated = (filename: string) =>
  Florin.layer({
    ...{ database: `sqlite:${filename}`, sandbox: true },
    ...{ baseUrl: "https://shop.example/pay", shops: [{ id: "shop", secretKey: "a-long-random-secret" }] }
  })

/** A shop with a customer, who subscribes. */
const opened = async (options: TestOptions = {}) => {
  const florin = await testFlorin({ now: "2030-01-10T09:00:00Z", ...options })
  const { id: customer } = await florin.customers.create(jane)
  const subscribe = async (plan: PlanRequest, card: (typeof cards)["approved" | "declined"] = cards.approved) => {
    const { id } = await florin.plans.create(plan)
    return florin.subscriptions.create({ plan: { id }, customer: { id: customer }, card })
  }
  return { florin, customer, subscribe, [Symbol.asyncDispose]: () => florin.close() }
}

const reported = ({ webhooks }: TestFlorin) =>
  webhooks.flatMap((event) => (event.type === "entitlements" ? [event.entitlements.features] : []))

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (reason: unknown) => reason
  )

const tables = `CREATE TABLE members (customer TEXT PRIMARY KEY, seats INTEGER);
  CREATE TABLE heard (what TEXT, customer TEXT)`

/** The host's seats follow those of its customers, and it keeps what it was told. */
const following: OnCommits = {
  subscription: ({ change: { means: meaning }, subscription: { customerId } }, { execute }) =>
    execute("INSERT INTO heard VALUES (?, ?)", [meaning, customerId]),
  entitlements: ({ customer, features: { seats = 0 } }, { execute }) =>
    execute("INSERT INTO members VALUES (?1, ?2) ON CONFLICT DO UPDATE SET seats = ?2".replace(/\?\d/g, "?"), [
      customer,
      Number(seats),
      Number(seats)
    ])
}

describe("D66: a customer may use what their subscriptions give", () => {
  it("from the first charge on, summed up, until they are cancelled", async () => {
    await using shop = await opened()
    const { customer, florin, subscribe } = shop
    assert.deepStrictEqual([await florin.can(customer, "export"), await florin.limit(customer, "seats")], [false, 0])
    assert.strictEqual((await subscribe(team, cards.declined)).state, "failed")
    assert.isFalse(await florin.can(customer, "export"))

    const first = await subscribe(team)
    const second = await subscribe(addOn)
    assert.deepStrictEqual(first.plan.features, { export: true, seats: 5 })
    assert.deepStrictEqual([await florin.can(customer, "export"), await florin.limit(customer, "seats")], [true, 15])
    assert.deepStrictEqual(await florin.customers.entitlements(customer), {
      customer: { id: customer },
      features: { export: true, seats: 15, max_users: 3 },
      subscriptions: [
        { id: first.id, features: { export: true, seats: 5 }, until: null },
        { id: second.id, features: { seats: 10, max_users: 3 }, until: null }
      ]
    })
    await subscribe(plain)
    await florin.subscriptions.cancel(first.id, { cancelReason: "Moved away" })
    assert.deepStrictEqual([await florin.can(customer, "export"), await florin.limit(customer, "seats")], [false, 10])
    assert.deepStrictEqual(reported(florin), [
      { export: true, seats: 5 },
      { export: true, seats: 15, max_users: 3 },
      { seats: 10, max_users: 3 }
    ])
    const sequences = florin.webhooks.filter(({ type }) => type === "entitlements")
    assert.deepStrictEqual(
      sequences.map(({ sequence, subject }) => [subject, sequence]),
      [1, 2, 3].map((sequence) => [customer, sequence])
    )
  })

  it("through a decline while it is retried, and not after the last attempt", async () => {
    await using shop = await opened()
    const { customer, florin, subscribe } = shop
    const { id } = await subscribe(team)
    florin.acquirer.next("decline", "approve", "decline", "decline", "decline")
    await florin.clock.set("2030-02-10T10:00:00Z")
    assert.strictEqual((await florin.subscriptions.find(id)).state, "failed_attempt")
    assert.isTrue(await florin.can(customer, "export"))
    await florin.clock.set("2030-03-09T00:00:00Z")
    assert.strictEqual((await florin.subscriptions.find(id)).state, "active")
    await florin.clock.set("2030-03-20T00:00:00Z")
    assert.strictEqual((await florin.subscriptions.find(id)).state, "canceled")
    assert.isFalse(await florin.can(customer, "export"))
    assert.deepStrictEqual(reported(florin), [{ export: true, seats: 5 }, {}])
  })

  it("for the days of grace of the shop, to the millisecond, and the webhook comes with the end", async () => {
    await using shop = await opened({ shop: { graceDays: 1 } })
    const { customer, florin, subscribe } = shop
    const slow = { ...team, numberPaymentAttempts: 9 }
    await subscribe(slow)
    florin.acquirer.next("decline", "decline", "decline", "decline", "decline")
    await florin.clock.set("2030-02-11T08:59:59.999Z")
    assert.isTrue(await florin.can(customer, "export"))
    assert.lengthOf(reported(florin), 1)
    await florin.clock.set("2030-02-11T09:00:00Z")
    assert.isFalse(await florin.can(customer, "export"))
    assert.deepStrictEqual(reported(florin).at(-1), {})
    await florin.clock.set("2030-02-17T00:00:00Z")
    assert.isTrue(await florin.can(customer, "export"))
    assert.deepStrictEqual(reported(florin).at(-1), { export: true, seats: 5 })
  })

  it("to the end of the last cycle that is paid, though the subscription has expired", async () => {
    await using shop = await opened()
    const { customer, florin, subscribe } = shop
    const { state } = await subscribe({ ...team, infinite: false, billingCycles: 1 })
    assert.strictEqual(state, "expired")
    assert.isTrue(await florin.can(customer, "export"))
    const { subscriptions } = await florin.customers.entitlements(customer)
    assert.deepStrictEqual(
      subscriptions.map(({ until }) => until),
      ["2030-02-10T09:00:00.000Z"]
    )
    await florin.clock.set("2030-02-10T08:59:59.999Z")
    assert.isTrue(await florin.can(customer, "export"))
    await florin.clock.set("2030-02-10T09:00:00Z")
    assert.isFalse(await florin.can(customer, "export"))
    assert.deepStrictEqual(reported(florin), [{ export: true, seats: 5 }, {}])
  })

  it("paused, to the end of what is paid, and again once it is resumed", async () => {
    await using shop = await opened()
    const { customer, florin, subscribe } = shop
    const { id } = await subscribe(team)
    await florin.subscriptions.pause(id)
    assert.isTrue(await florin.can(customer, "export"))
    await florin.clock.set("2030-02-10T09:00:00Z")
    assert.isFalse(await florin.can(customer, "export"))
    await florin.subscriptions.resume(id)
    assert.isTrue(await florin.can(customer, "export"))
    await florin.clock.set("2030-02-20T09:00:00Z")
    assert.deepStrictEqual(reported(florin), [{ export: true, seats: 5 }, {}, { export: true, seats: 5 }])
  })

  it("by another plan from the renewal on, in its trial too, and to the end of its period where it is to end", async () => {
    await using shop = await opened()
    const { customer, florin, subscribe } = shop
    const { id } = await subscribe({ ...team, trial: { amount: 0, interval: 7, intervalUnit: "day" } })
    assert.deepStrictEqual(
      [(await florin.subscriptions.find(id)).state, await florin.limit(customer, "seats")],
      ["trial", 5]
    )
    const bigger = await florin.plans.create({ ...team, features: { seats: true } })
    await florin.subscriptions.changePlan(id, { plan: { id: bigger.id } })
    assert.strictEqual(await florin.limit(customer, "seats"), 5)
    await florin.clock.set("2030-01-17T09:00:00Z")
    assert.deepStrictEqual([await florin.limit(customer, "seats"), await florin.can(customer, "export")], [null, false])
    await florin.subscriptions.cancel(id, { atPeriodEnd: true })
    await florin.clock.set("2030-02-17T08:59:59.999Z")
    assert.isTrue(await florin.can(customer, "seats"))
    await florin.clock.set("2030-02-17T09:00:00Z")
    assert.isFalse(await florin.can(customer, "seats"))
    assert.deepStrictEqual(reported(florin), [{ export: true, seats: 5 }, { seats: true }, {}])
  })

  it("by other terms at once, where the change is paid, and not where it is declined", async () => {
    await using shop = await opened({ migrate: tables, onCommit: following })
    const { customer, florin, subscribe } = shop
    const { id } = await subscribe(team)
    const bigger = await florin.plans.create({ ...team, plan: { ...price, amount: 4900 }, features: { seats: 50 } })
    florin.acquirer.next("decline", "approve")
    await florin.subscriptions.change(id, { plan: { id: bigger.id }, when: "now" })
    assert.strictEqual(await florin.limit(customer, "seats"), 5)
    await florin.subscriptions.change(id, { plan: { id: bigger.id }, when: "now" })
    assert.deepStrictEqual([await florin.limit(customer, "seats"), await florin.can(customer, "export")], [50, false])
    assert.deepStrictEqual(reported(florin), [{ export: true, seats: 5 }, { seats: 50 }])
    assert.deepStrictEqual(
      florin.query("SELECT what FROM heard").map(({ what }) => what),
      ["created", "started", "terms_changed"]
    )
    assert.deepStrictEqual(florin.query("SELECT seats FROM members"), [{ seats: 50 }])
  })

  it("and not by a subscription without a customer", async () => {
    await using shop = await opened()
    const { customer, florin } = shop
    const { id } = await florin.plans.create(team)
    await florin.subscriptions.create({ plan: { id }, card: cards.approved })
    assert.isFalse(await florin.can(customer, "export"))
  })
})

describe("D66: a question that cannot be answered", () => {
  it("is refused, by a name that is its field's and never the value", async () => {
    await using shop = await opened()
    const { customer, florin } = shop
    const calls: ReadonlyArray<[Promise<unknown>, string, string?]> = [
      [florin.can("cst_0000000000000000", "export"), "RecordMissing"],
      [florin.can("nobody-of-mine", "export"), "RecordMissing"],
      [florin.can(undefined as never, "export"), "RequestRefused", "customer"],
      [florin.limit(customer, "Export it"), "RequestRefused", "feature"],
      [florin.limit(customer, "__proto__"), "RequestRefused", "feature"],
      [florin.limit(customer, undefined as never), "RequestRefused", "feature"],
      [florin.customers.entitlements("cst_0000000000000000"), "RecordMissing"]
    ]
    for (const [call, tag, field] of calls) {
      const reason = (await refusal(call)) as RequestRefused | RecordMissing
      assert.strictEqual(reason._tag, tag)
      if (reason instanceof RequestRefused) assert.deepStrictEqual(reason.errors[0].path, [field!])
      assert.notMatch(String(reason), /Export it|nobody-of-mine|__proto__/)
    }
    const elsewhere = (await refusal(florin.shop("nowhere").can(customer, "export"))) as RecordMissing
    assert.deepStrictEqual([elsewhere._tag, elsewhere.kind], ["RecordMissing", "shop"])
  })

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["no object", 7, ["features"]],
    ["a name with a space", { "my feature": true }, ["features"]],
    ["a name with a capital", { maxUsers: 1 }, ["features"]],
    ["a name of 65 characters", { ["a".repeat(65)]: true }, ["features"]],
    ["a flag that is false", { export: false }, ["features", "export"]],
    ["a number below 0", { seats: -1 }, ["features", "seats"]],
    ["half a seat", { seats: 0.5 }, ["features", "seats"]],
    ["a number beyond 2^53 - 1", { seats: 2 ** 53 }, ["features", "seats"]],
    ["a text", { seats: "4200000000000000" }, ["features", "seats"]],
    ["51 features", Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, true])), ["features"]]
  ])("so is a plan whose features have %s", async (_, features, path) => {
    await using florin = await testFlorin()
    const reason = await refusal(florin.plans.create({ ...team, features: features as never }))
    assert.instanceOf(reason, RequestRefused)
    const { errors } = reason as RequestRefused
    assert.deepStrictEqual(errors[0].path, path)
    assert.lengthOf(errors, 1)
    assert.notMatch(JSON.stringify(errors), /my feature|maxUsers|aaaa|4200/)
  })

  it("a plan may have 50, names of 64 characters, the greatest number, and members that are null", async () => {
    await using florin = await testFlorin()
    const many = Object.fromEntries(Array.from({ length: 48 }, (_, at) => [`f.${at}_-`, true]))
    const features = { ...many, ["a".repeat(64)]: Number.MAX_SAFE_INTEGER, constructor: 0 }
    const plan = await florin.plans.create({ ...team, features: { ...features, gone: null } as never })
    assert.deepStrictEqual<unknown>({ ...plan.features }, features)
    assert.deepStrictEqual(await florin.plans.find(plan.id), plan)
    assert.notProperty(await florin.plans.create(plain), "features")
  })

  it("a key of the shop's own stands for its features, too (D21)", async () => {
    await using florin = await testFlorin()
    const keyed = { ...team, lookupKey: "team" }
    const plan = await florin.plans.create(keyed)
    assert.strictEqual((await florin.plans.create({ ...keyed, features: { seats: 5, export: true } })).id, plan.id)
    const reason = (await refusal(florin.plans.create({ ...keyed, features: { seats: 6 } }))) as RequestRefused
    assert.deepStrictEqual(reason.errors[0].path, ["lookupKey"])
  })
})

describe("D66: in onCommit", () => {
  it("a host hears of subscriptions and of what customers may use, in the commit that changes it", async () => {
    await using shop = await opened({ migrate: tables, onCommit: following })
    const { customer, florin, subscribe } = shop
    const seats = () => florin.query("SELECT seats FROM members WHERE customer = ?", customer)[0]?.seats
    const received = () => florin.query("SELECT what FROM heard").map(({ what }) => what)
    const { id } = await subscribe(team)
    assert.strictEqual(seats(), 5)
    const more = await subscribe(addOn)
    assert.strictEqual(seats(), 15)
    await florin.subscriptions.pause(more.id)
    await florin.subscriptions.changeCard(id, { card: cards.approved })
    await florin.clock.set("2030-02-10T09:00:00Z")
    assert.strictEqual(seats(), 5)
    await florin.subscriptions.cancel(id, { cancelReason: "Moved away" })
    assert.strictEqual(seats(), 0)
    assert.deepStrictEqual(received(), [
      ...["created", "started", "created", "started", "paused", "card_changed", "renewed", "canceled"]
    ])
  })

  it("a listener that fails takes the change back, of the host's rows, the subscription and the entitlements", async () => {
    let isFull = false
    await using shop = await opened({
      migrate: tables,
      onCommit: {
        ...following,
        entitlements: (...given) => {
          following.entitlements?.(...given)
          if (isFull) throw new Error("no seat is left")
        }
      }
    })
    const { customer, florin, subscribe } = shop
    const { id } = await subscribe(team)
    isFull = true
    assert.isDefined(await refusal(florin.subscriptions.cancel(id, { cancelReason: "Moved away" })))
    assert.strictEqual((await florin.subscriptions.find(id)).state, "active")
    assert.isTrue(await florin.can(customer, "export"))
    assert.deepStrictEqual(florin.query("SELECT seats FROM members"), [{ seats: 5 }])
    isFull = false
    await florin.subscriptions.cancel(id, { cancelReason: "Moved away" })
    assert.deepStrictEqual(florin.query("SELECT seats FROM members"), [{ seats: 0 }])
  })

  it.each(["SQLite", "PostgreSQL"] as const)(
    "on %s a host may ask what a customer may use: it is answered as it stood before the commit",
    async (kind) => {
      const shop = await made.on(kind)
      const answers: Array<unknown> = []
      let face: SimulatedFlorin | undefined
      face = await createFlorin({
        ...{ database: shop.database, keys: `${shop.directory}/keys.json`, sandbox: true },
        ...{ baseUrl: "https://shop.example/pay", shops: [listed] },
        onCommit: {
          entitlements: async ({ customer, features }) => {
            const { can, limit } = face!.shop("shop")
            answers.push([await can(customer, "export"), await limit(customer, "seats"), features.seats])
          }
        }
      })
      const { customers, plans, subscriptions } = face.shop("shop")
      const customer = await customers.create(jane)
      for (const plan of [team, addOn]) {
        await subscriptions.create({ plan: { id: (await plans.create(plan)).id }, customer: { id: customer.id }, card })
      }
      assert.deepStrictEqual(answers, [
        [false, 0, 5],
        [true, 5, 15]
      ])
      await face.close()
      await shop.remove()
    }
  )
})

/** A host's members with their seats, in an app of effects. */
const followingSeats = HostSql.entitlementListener(({ customer, features: { seats = 0 } }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO members VALUES (${customer}, ${Number(seats)})`)
)

const followingMeanings = HostSql.subscriptionListener(({ change: { means: meaning }, subscription: { customerId } }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO heard VALUES (${meaning}, ${customerId})`)
)

describe("D66: an app of effects", () => {
  it("hears of both, by a client of Florin's database", async () => {
    await using shop = await opened({
      migrate: tables,
      listeners: Layer.merge(followingSeats, followingMeanings) as never
    })
    const { customer, florin, subscribe } = shop
    await subscribe(team)
    assert.deepStrictEqual(florin.query("SELECT * FROM members"), [{ customer, seats: 5 }])
    assert.deepStrictEqual(
      florin.query("SELECT what FROM heard").map(({ what }) => what),
      ["created", "started"]
    )
  })

  effectful.live("is answered within a transaction of its own", () =>
    Effect.gen(function* () {
      const sql = yield* HostSql.LentClient
      const { can, customers, limit, plans, subscriptions } = Florin.shop("shop")
      const customer = yield* customers.create(jane)
      const { id } = yield* plans.create(team)
      yield* subscriptions.create({ plan: { id }, customer: { id: customer.id }, card })
      yield* sql`CREATE TABLE exports AS SELECT 0 AS seats`
      const exporting = Effect.gen(function* () {
        assert.isTrue(yield* can(customer.id, "export"))
        yield* sql`UPDATE exports SET seats = ${yield* limit(customer.id, "seats")}`
      })
      yield* sql.withTransaction(exporting)
      assert.deepStrictEqual(yield* sql`SELECT seats FROM exports`.values, [[5]])
      const missing = yield* Effect.flip(can("cst_0000000000000000", "export"))
      assert.deepInclude(missing, { _tag: "RecordMissing", kind: "customer" })
    }).pipe((test) =>
      Effect.flatMap(temporaryFile, (filename) => Effect.provide(test, simulated(filename))).pipe(Effect.scoped)
    )
  )
})

// What a host without TypeScript may pass: each is a typed error that names the argument, and nothing is charged. D13.
import { type CallOptions, createFlorin, OptionRefused, RequestRefused } from "florin"
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const canary = 4_929_939_187_355_598

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "resolved",
    (reason: unknown) => reason
  )

const order = { amount: 100, currency: "EUR", description: "Order", card: cards.approved }

const refused = async (call: (florin: TestFlorin) => Promise<unknown>, field: string) => {
  await using florin = await testFlorin()
  const reason = await reasonOf(call(florin))
  assert.instanceOf(reason, RequestRefused)
  assert.deepStrictEqual(Object.keys(reason.fields), [field])
  assert.notInclude(reason.message, String(canary))
  assert.isEmpty(florin.ledger.entries)
}

const key = { idempotencyKey: "order-42" }

/** A call as a host without TypeScript makes it. */
type Loose = (...given: ReadonlyArray<unknown>) => Promise<unknown>

const thrown = () => {
  throw new Error(String(canary))
}

const circle: Record<string, unknown> = { ...order }
circle.customer = circle

const deep = () => {
  let inner: object = {}
  for (let level = 0; level < 100; level++) inner = { customer: inner }
  return inner
}

describe("a key of a call", () => {
  it.each<[string, unknown]>([
    ["a number", { idempotencyKey: canary }],
    ["null", { idempotencyKey: null }],
    ["an object", { idempotencyKey: { id: canary } }],
    ["a list", { idempotencyKey: [String(canary)] }],
    ["an empty text", { idempotencyKey: "" }],
    ["a text with a space", { idempotencyKey: `${canary} ` }],
    ["too long", { idempotencyKey: "k".repeat(256) }]
  ])("is text: %s is refused (D13)", (_, options) =>
    refused(({ pay }) => pay(order, options as CallOptions), "idempotencyKey")
  )

  it.each<[string, unknown]>([
    ["the key itself", String(canary)],
    ["a number", canary],
    ["a list", [String(canary)]],
    ["an option that there is not", { key: String(canary) }]
  ])("stands in the options: %s in their place is refused (D13)", (_, options) =>
    refused(({ pay }) => pay(order, options as CallOptions), "options")
  )

  it.each<[string, (florin: TestFlorin) => Promise<unknown>]>([
    ["among the request", ({ pay }) => pay({ ...order, duplicateCheck: false, ...key } as typeof order)],
    [
      "among the request of a shop's own call",
      ({ shop }) => shop("shop").pay({ ...order, duplicateCheck: false, ...key } as typeof order)
    ],
    ["after the options", ({ pay }) => (pay as Loose)(order, {}, key)],
    ["after an empty request that there is not", ({ subscriptions }) => (subscriptions.pause as Loose)("id", {}, key)],
    ["in a query", ({ transactions }) => transactions.list(key as never)],
    ["after a query", ({ transactions }) => (transactions.list as Loose)({}, key)],
    ["of an operator's decision", ({ operator }) => (operator.approve as Loose)("uid", { by: "anna" }, key)],
    ["of the simulated bank", ({ bank }) => (bank.transfers.pay as Loose)("uid", {}, key)],
    ["of the clock", ({ clock }) => clock.advance(key as never)],
    ["after a distance of the clock", ({ clock }) => (clock.advance as Loose)({}, key)]
  ])("D13: is in the options: one %s is refused, for it would be dropped", (_, call) => refused(call, "idempotencyKey"))

  it("counts where the options are a class of the host's, too", async () => {
    class Keyed {
      get idempotencyKey() {
        return "key-1"
      }
    }
    await using florin = await testFlorin()
    const first = await florin.pay(order, new Keyed())
    assert.strictEqual((await florin.pay(order, new Keyed())).uid, first.uid)
  })

  it.each<[string, (florin: TestFlorin, options: CallOptions) => Promise<unknown>]>([
    ["plans.create", ({ plans }, options) => plans.create({} as never, options)],
    ["customers.create", ({ customers }, options) => customers.create({} as never, options)],
    ["subscriptions.create", ({ subscriptions }, options) => subscriptions.create({} as never, options)],
    ["subscriptions.pause", ({ subscriptions }, options) => subscriptions.pause("sbs_1", options)],
    ["transfers.pay", ({ transfers }, options) => transfers.pay({} as never, options)],
    ["transfers.confirm", ({ transfers }, options) => transfers.confirm("uid", {}, options)]
  ])("is text in %s, too", (_, call) =>
    refused((florin) => call(florin, { idempotencyKey: canary } as never), "idempotencyKey")
  )
})

describe("an id or a name", () => {
  it.each<[string, string, (florin: TestFlorin, id: never) => Promise<unknown>]>([
    ["shop", "shop", ({ shop }, id) => shop(id).pay(order)],
    ["transactions.find", "uid", ({ transactions }, id) => transactions.find(id)],
    ["transactions.findByTrackingId", "trackingId", ({ transactions }, id) => transactions.findByTrackingId(id)],
    ["transactions.list", "after", ({ transactions }, after) => transactions.list({ after })],
    ["transactions.list", "status", ({ transactions }, status) => transactions.list({ status })],
    ["plans.find", "id", ({ plans }, id) => plans.find(id)],
    ["customers.find", "id", ({ customers }, id) => customers.find(id)],
    ["subscriptions.cancel", "id", ({ subscriptions }, id) => subscriptions.cancel(id, { cancelReason: "No" })],
    ["subscriptions.list", "after", ({ subscriptions }, after) => subscriptions.list({ after })],
    ["transfers.find", "uid", ({ transfers }, id) => transfers.find(id)],
    ["notifications.resend", "id", ({ notifications }, id) => notifications.resend(id)],
    ["operator.document", "uid", ({ operator }, id) => operator.document(id)],
    ["bank.transfers.pay", "uid", ({ bank }, id) => bank.transfers.pay(id)]
  ])("is text: a number in %s is refused under %s", (_, field, call) =>
    refused((florin) => call(florin, canary as never), field)
  )

  it("is a whole number where it is an acquirer's", async () => {
    const options = { database: "sqlite:never.db", keys: "{}", baseUrl: "https://shop.example" }
    const functions = { perform: () => undefined, status: () => undefined }
    const reason = await reasonOf(createFlorin({ ...options, acquirers: [{ ...functions, gatewayId: "1" }] as never }))
    assert.instanceOf(reason, OptionRefused)
    assert.strictEqual(reason.option, "acquirers[0].gatewayId")
  })
})

describe("a request", () => {
  it.each<[string, object, string]>([
    ["has a getter that throws", { ...order, get customer() { return thrown() } }, "customer"], // biome-ignore format: one line a case
    ["has one in its depth", { ...order, customer: { get email() { return thrown() } } }, "customer.email"], // biome-ignore format: one line a case
    ["has a toJSON that throws", { ...order, customer: { toJSON: thrown } }, "customer"],
    ["holds itself", circle, "customer"],
    ["nests too deep", deep(), Array.from({ length: 64 }, () => "customer").join(".")]
  ])("that %s is refused under that member", (_, request, field) =>
    refused(({ shop }) => shop("shop").pay(request as typeof order), field)
  )

  it("that is a proxy that throws is refused as a whole", async () => {
    await using florin = await testFlorin()
    const request = new Proxy(order, { ownKeys: thrown })
    assert.instanceOf(await reasonOf(florin.shop("shop").pay(request)), RequestRefused)
  })

  it.each<[string, (florin: TestFlorin) => Promise<unknown>]>([
    ["transfers.prove without a request", ({ transfers }) => transfers.prove("uid", undefined as never)],
    [
      "transfers.prove with a text as its file",
      ({ transfers }) => transfers.prove("uid", { document: { content: "%PDF" } } as never)
    ],
    ["movements without a period", ({ transactions }) => transactions.movements(undefined as never)],
    ["operator.approve without a decision", ({ operator }) => operator.approve("uid", undefined as never)],
    ["pay without a request", ({ shop }) => shop("shop").pay(undefined as never)],
    ["list with null", ({ transactions }) => transactions.list({ after: 1 } as never)]
  ])("of another form is refused: %s", async (_, call) => {
    await using florin = await testFlorin()
    assert.instanceOf(await reasonOf(call(florin)), RequestRefused)
  })

  it("that throws is refused by the shorter calls of a test, too", () =>
    refused(
      ({ pay }) =>
        pay({
          get amount(): number {
            return thrown()
          },
          card: cards.approved
        }),
      "amount"
    ))

  it("is taken as it was at the call, whatever the host does with it later", async () => {
    await using florin = await testFlorin()
    const request = { ...order }
    const paid = florin.pay(request)
    request.amount = 1
    assert.strictEqual((await paid).amount, 100)
  })
})

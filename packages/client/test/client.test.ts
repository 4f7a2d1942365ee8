// The client against a real Florin, and against answers that a real one gives seldom.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"
import { createFlorin } from "florin"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "vitest"
import { type Answer, createClient, type FlorinError, type Input } from "../src/index.js"

const url = "https://shop.example/pay"
const credentials = { id: "books", secret: "a-long-random-secret" }
const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42" }
const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: 2035 }

describe("the client of a Florin", () => {
  const directory = mkdtempSync(join(tmpdir(), "florin-client-"))
  let florin: Awaited<ReturnType<typeof createFlorin>>
  beforeAll(async () => {
    const database = `sqlite:${join(directory, "florin.db")}`
    const shops = [{ id: credentials.id, secretKey: credentials.secret }]
    florin = await createFlorin({ database, sandbox: true, baseUrl: url, shops, log: "none" })
  })
  afterAll(async () => {
    await florin.close()
    rmSync(directory, { recursive: true })
  })
  const throughFlorin: typeof fetch = (input, init) => florin.fetch(new Request(input, init))
  const client = createClient({ url, credentials, fetch: throughFlorin })

  it("pays, finds and refunds, by the types of the contract", async () => {
    const { transaction } = await client.pay({ body: { request: { ...order, credit_card: card } } })
    assert.strictEqual(transaction.status, "successful")
    const found = await client.find({ path: { uid: transaction.uid } })
    assert.strictEqual(found.transaction.uid, transaction.uid)
    const refund = { parent_uid: transaction.uid, amount: 500, reason: "Half of it" }
    const refunded = await client.refund({ body: { request: refund } })
    assert.strictEqual(refunded.transaction.parent_uid, transaction.uid)
    const { transactions } = await client.findByTrackingId({ path: { id: "order-42" } })
    assert.isNotEmpty(transactions)
    assert.isArray((await client.listNotifications({ query: { limit: 5 } })).notifications)
  })

  it("charges once under one key, however often it is called", async () => {
    const input = { body: { request: { ...order, amount: 2100, credit_card: card } } }
    const [first, second] = [
      await client.pay(input, { idempotencyKey: "order-43" }),
      await client.pay(input, { idempotencyKey: "order-43" })
    ]
    assert.strictEqual(second.transaction.uid, first.transaction.uid)
  })

  it("says in an error what the server has said, and nothing of what was sent", async () => {
    const reported = async (call: Promise<unknown>): Promise<FlorinError> =>
      call.then(
        () => assert.fail("it was answered"),
        (error) => error
      )
    const missing = await reported(client.find({ path: { uid: "01a206f1-5731-725a-8e6e-4cf17065e558" } }))
    assert.deepInclude(missing, { kind: "not-found", status: 404, operation: "find", idempotencyKey: undefined })
    const wrong = { ...card, number: "4200000000000001" }
    const refused = await reported(client.pay({ body: { request: { ...order, credit_card: wrong } } }))
    assert.deepInclude(refused, { kind: "refused", operation: "pay" })
    assert.isObject(refused.fields)
    assert.match(refused.idempotencyKey ?? "", /^[0-9a-f-]{36}$/)
    const others = createClient({
      url,
      credentials: { id: "books", secret: "wrong-secret-of-books" },
      fetch: throughFlorin
    })
    const stranger = await reported(others.listNotifications())
    assert.strictEqual(stranger.kind, "unauthorized")
    for (const error of [refused, stranger]) assert.notMatch(`${error.stack}`, /4200000000000001|wrong-secret/)
  })

  it.each([
    [{ body: { request: order }, idempotencyKey: "k" }, {}, "There is no idempotencyKey: there are path, query, body"],
    [{ request: order }, {}, "There is no request: there are path, query, body"],
    [
      { body: { request: order } },
      { idempotencykey: "k" },
      "There is no idempotencykey: there are idempotencyKey, signal"
    ],
    [
      { body: { request: order } },
      { "4200000000000000": 1 },
      "There is no such member: there are idempotencyKey, signal"
    ]
  ])("refuses as the compiler does what a program without types passes: %j, %j", async (input, options, message) => {
    const sent: Array<unknown> = []
    const silent = createClient({
      url,
      credentials,
      fetch: async (...request) => {
        sent.push(request)
        return Response.json({})
      }
    })
    const error = await silent.pay(input as never, options as never).then(
      () => undefined,
      (one: FlorinError) => one
    )
    assert.deepInclude(error, { kind: "refused", operation: "pay", message, status: undefined })
    assert.deepStrictEqual(sent, [])
  })

  it.each([undefined, "", ".", "..", null, {}])(
    "calls no other operation where a part of the path is %j",
    async (uid) => {
      const sent: Array<unknown> = []
      const strange = createClient({ url, credentials, fetch: async (to) => Response.json(sent.push(to)) })
      const error = await strange.find({ path: { uid } } as never).then(
        () => undefined,
        (one: FlorinError) => one
      )
      assert.deepInclude(error, { kind: "refused", message: "path.uid must be the name of one record" })
      assert.deepStrictEqual(sent, [])
    }
  )

  it.each([
    ["...", "/transactions/..."],
    ["a/b?c", "/transactions/a%2Fb%3Fc"],
    ["0", "/transactions/0"]
  ])("keeps %j one part of the path", async (uid, path) => {
    const sent: Array<unknown> = []
    const strange = createClient({ url, credentials, fetch: async (to) => Response.json(sent.push(to)) })
    await strange.find({ path: { uid } })
    assert.deepStrictEqual(sent, [`${url}${path}`])
  })

  it("refuses an option that there is none of", () => {
    assert.throws(() => createClient({ url, credentials, timeOut: 1 } as never), TypeError, "There is no timeOut")
  })

  // Compiled with the other tests.
  it("does not compile with what the contract does not take", () => {
    const inputs: ReadonlyArray<Input<"refund">> = [
      { body: { request: { parent_uid: "u", amount: 1, reason: "r" } } },
      // @ts-expect-error No amount.
      { body: { request: { parent_uid: "u" } } },
      // @ts-expect-error No body.
      {}
    ]
    // @ts-expect-error A find needs its uid.
    const unnamed: Input<"find"> = {}
    const status = (answer: Answer<"refund">): string => answer.transaction.status
    assert.isFunction(status)
    assert.lengthOf([...inputs, unnamed], 4)
  })
})

type Reply = number | "lost"

describe("a call that has no answer at once", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Calls with these replies, one a try; the last one stays. */
  const calling = async (
    replies: ReadonlyArray<Reply>,
    call: "pay" | "find",
    more: object = {},
    signal?: AbortSignal
  ) => {
    const keys: Array<string | null> = []
    const answering: typeof fetch = async (_, init) => {
      const reply = replies[Math.min(keys.length, replies.length - 1)]
      keys.push(new Headers(init?.headers).get("idempotency-key"))
      if (reply === "lost") throw new TypeError("fetch failed")
      const headers = { "retry-after": "3", "x-request-id": "5f1c0b7a" }
      return new Response(JSON.stringify({ response: { message: "No", errors: {} } }), {
        status: reply ?? 200,
        headers
      })
    }
    const client = createClient({ url: `${url}/`, credentials, fetch: answering, ...more })
    const options = signal === undefined ? {} : { signal }
    const called =
      call === "pay"
        ? client.pay({ body: { request: { ...order, credit_card: card } } }, options)
        : client.find({ path: { uid: "u" } }, options)
    const ended = called.then(
      () => "answered",
      (error: FlorinError) => error.kind
    )
    await vi.runAllTimersAsync()
    return { keys, end: await ended }
  }

  it.each([
    { replies: [503, 200], call: "pay", tries: 2, end: "answered" },
    { replies: [429, 409, 200], call: "pay", tries: 3, end: "answered" },
    { replies: [408, 200], call: "pay", tries: 2, end: "answered" },
    { replies: [408], call: "pay", tries: 3, end: "busy" },
    { replies: ["lost", 200], call: "pay", tries: 2, end: "answered" },
    { replies: ["lost", 200], call: "find", tries: 2, end: "answered" },
    { replies: [409], call: "pay", tries: 3, end: "in-flight" },
    { replies: [503], call: "find", tries: 3, end: "busy" },
    { replies: ["lost"], call: "pay", tries: 3, end: "unreached" },
    { replies: [500, 200], call: "pay", tries: 1, end: "failed" },
    { replies: [422, 200], call: "pay", tries: 1, end: "refused" },
    { replies: [401, 200], call: "find", tries: 1, end: "unauthorized" },
    { replies: [404, 200], call: "find", tries: 1, end: "not-found" }
  ] as const)(
    "$call answered by $replies is tried $tries times, and ends $end",
    async ({ call, end, replies, tries }) => {
      const called = await calling(replies, call)
      assert.deepStrictEqual([called.keys.length, called.end], [tries, end])
      const [first] = called.keys
      assert.isTrue(
        called.keys.every((key) => key === first),
        "one key through all tries"
      )
      assert.strictEqual(first === null, call === "find")
    }
  )

  it("is tried once where no retries are wanted, or the caller has given up", async () => {
    assert.lengthOf((await calling(["lost"], "pay", { retries: 0 })).keys, 1)
    const given = await calling(["lost"], "pay", {}, AbortSignal.abort())
    assert.deepStrictEqual([given.keys.length, given.end], [1, "unreached"])
  })
})

describe("the code of the client", () => {
  it("is at most 10 KB, and imports nothing", () => {
    const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url))
    const built = buildSync({ entryPoints: [entry], bundle: true, minify: true, format: "esm", write: false })
    const { text } = built.outputFiles[0]!
    assert.isAtMost(Buffer.byteLength(text), 10_240)
    assert.notMatch(text, /\bimport\b|\brequire\(/)
  })
})

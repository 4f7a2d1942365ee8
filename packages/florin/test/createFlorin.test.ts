import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type CommitTransaction, createFlorin, type Florin, FlorinFailed, type OnCommit, RequestRefused } from "florin"
import { Acquirer, AcquirerReport, type Movement } from "florin/effect"
import { afterAll, afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { mailServer } from "./internal/mailServer.js"
import { ask, listed, payment, type Shop, shops, stateOf, statusIn } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

const baseUrl = "https://shop.example/pay"
const payments = `${baseUrl}/transactions/payments`

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const paid: OnCommit = ({ transaction }, { execute }) =>
  execute("UPDATE orders SET state = ? WHERE id = ?", [transaction.status, transaction.trackingId ?? null])

describe.each(["SQLite", "PostgreSQL"] as const)("createFlorin on %s", (kind) => {
  let shop: Shop
  let florin: Florin | undefined

  beforeEach(async () => {
    shop = await made.on(kind)
  })
  afterEach(async () => {
    await florin?.close()
    florin = undefined
    await shop.remove()
  })

  const start = async (onCommit?: OnCommit): Promise<Florin> => {
    const keys = `${shop.directory}/keys.json`
    const options = { database: shop.database, keys, sandbox: true, baseUrl, shops: [listed] } as const
    florin = await createFlorin(onCommit === undefined ? options : { ...options, onCommit })
    return florin
  }

  const pay = async (florin: Florin) => ask(florin, new Request(payments, payment()))

  const isTaken = async (florin: Florin): Promise<boolean> => {
    const { headers } = payment()
    const found = await ask(florin, new Request(`${baseUrl}/transactions/tracking_id/42`, { headers }))
    return JSON.stringify(await found.json()).includes('"status":"successful"')
  }

  it("commits the host's row with the payment", async () => {
    assert.strictEqual(await statusIn(await pay(await start(paid))), "successful")
    assert.strictEqual(await stateOf(shop), "successful")
  })

  it("gives the listener what happened, and the rows that its statement returns", async () => {
    const seen: Array<unknown> = []
    const florin = await start(({ change }, { execute }) => {
      execute("SELECT state FROM orders WHERE id = ?", ["42"]).then((rows) => seen.push(change.to, ...rows))
      return execute("UPDATE orders SET state = 'seen' WHERE id = '42'")
    })
    await pay(florin)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepInclude(seen, { state: "new" })
    assert.include(seen, "successful")
    assert.strictEqual(await stateOf(shop), "seen")
  })

  it("waits for an async listener, which decides on the rows that it has read", async () => {
    const florin = await start(async ({ transaction: { status, trackingId = null } }, { execute }) => {
      const [order] = await execute("SELECT state FROM orders WHERE id = ?", [trackingId])
      for (let line = 0; line < 200; line++)
        await execute("UPDATE orders SET state = ? WHERE id = ?", [line, trackingId])
      const state = order?.state === "new" ? status : "seen before"
      await execute("UPDATE orders SET state = ? WHERE id = ?", [state, trackingId])
    })
    for (const [amount, state] of [
      [1995, "successful"],
      [1996, "seen before"]
    ] as const) {
      assert.strictEqual(await statusIn(await ask(florin, new Request(payments, payment(amount)))), "successful")
      assert.strictEqual(await stateOf(shop), state)
    }
  })

  it.each<[string, OnCommit]>([
    [
      "rejects after it has written",
      async (_, { execute }) => {
        await execute("UPDATE orders SET state = 'lost' WHERE id = '42'")
        throw new Error("no such order")
      }
    ],
    [
      "handles the rejection of a statement",
      async (_, { execute }) => {
        await execute("UPDATE nothing SET a = 1").catch(() => undefined)
        await execute("UPDATE orders SET state = 'lost' WHERE id = '42'").catch(() => undefined)
      }
    ],
    [
      "throws",
      () => {
        throw new Error("no such order")
      }
    ],
    [
      "hides the savepoint of the operation behind its own",
      async (_, { execute }) => {
        await execute("UPDATE orders SET state = 'lost' WHERE id = '42'")
        await execute("SAVEPOINT unit")
        throw new Error("no such order")
      }
    ],
    [
      "returns a function that can be awaited, and rejects",
      () => Object.assign(() => undefined, { then: Promise.prototype.then.bind(Promise.reject(new Error("no order"))) })
    ],
    [
      "throws what cannot be read",
      () => {
        throw new Proxy(new Error("no such order"), {
          get: () => {
            throw new Error("it cannot be read")
          }
        })
      }
    ],
    ["runs a statement that fails", (_, { execute }) => execute("UPDATE nothing SET a = 1")],
    ["leaves a failed statement to itself", (_, { execute }) => void execute("UPDATE nothing SET a = 1")],
    [
      "wrote a row before it throws",
      (_, { execute }) => {
        execute("UPDATE orders SET state = 'lost' WHERE id = '42'")
        throw new Error("no such order")
      }
    ]
  ])("commits nothing of the payment when the listener %s", async (_, onCommit) => {
    const florin = await start(onCommit)
    assert.strictEqual(await statusIn(await pay(florin)), undefined)
    assert.isFalse(await isTaken(florin))
    assert.strictEqual(await stateOf(shop), "new")
  })

  it("says in the log what a host has forgotten: its table, its shop", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined)
    try {
      const florin = await start((_, { execute }) => execute("UPDATE order_s SET state = ?", ["paid"]))
      assert.strictEqual((await pay(florin)).status, 500)
      await florin.close()
      const keys = `${shop.directory}/keys.json`
      await (await createFlorin({ database: shop.database, keys, sandbox: true, baseUrl })).close()
      const lines = log.mock.calls.flat().join("\n")
      assert.match(lines, /says=".*order_s.*"/)
      assert.match(lines, /statement="UPDATE order_s SET state = .*"/)
      assert.include(lines, "There is no shop in the database yet")
    } finally {
      log.mockRestore()
    }
  })

  it("refuses a statement that comes after the commit has ended, and says what to do", async () => {
    let late: CommitTransaction | undefined
    const florin = await start((event, transaction) => {
      late = transaction
      return paid(event, transaction)
    })
    assert.strictEqual(await statusIn(await pay(florin)), "successful")
    const reply = await late?.execute("UPDATE orders SET state = 'late'").catch((error: Error) => error.message)
    assert.strictEqual(
      reply,
      "onCommit must not use its transaction after it has ended: return, or await, every promise of execute and run"
    )
    assert.strictEqual(await stateOf(shop), "successful")
  })

  it("starts again on what it left", async () => {
    await (await start(paid)).close()
    const again = await start(paid)
    assert.strictEqual(await statusIn(await pay(again)), "successful")
    assert.isTrue(await isTaken(again))
  })
})

const approved = Acquirer.AcquirerAnswer.Approved({ report: AcquirerReport.noReport })

const bank = (performed: Effect.Effect<Acquirer.AcquirerAnswer>): Acquirer.AcquirerService => ({
  gatewayId: 7,
  name: "Bank",
  simulated: false,
  inFlightWindow: Duration.minutes(2),
  perform: () => performed,
  status: () => Effect.succeed(Acquirer.AcquirerStatus.Unknown())
})

describe("createFlorin with a mail server", () => {
  it.each([
    {
      name: "the sandbox",
      mode: { sandbox: true },
      subject: "=?UTF-8?Q?TEST=3A_Receipt_from_Shop=3A_=E2=82=AC19=2E95?="
    },
    {
      name: "an acquirer",
      mode: { acquirers: [bank(Effect.succeed(approved))] },
      subject: "=?UTF-8?Q?Receipt_from_Shop=3A_=E2=82=AC19=2E95?="
    }
  ] as const)("D36: mails the receipt of a payment, with $name", async ({ mode, subject }) => {
    const shop = await made.on("SQLite")
    const post = await mailServer()
    const florin = await createFlorin({
      ...{ database: shop.database, keys: ring, baseUrl, shops: [{ ...listed, name: "Shop" }] },
      mail: { url: post.url, from: "receipts@shop.example" },
      ...mode
    })
    await ask(florin, new Request(payments, payment(1995, { customer: { email: "jane@customer.example" } })))
    const mail = await post.first()
    // Mails fold and encode what is not ASCII (RFC 2047).
    assert.include(mail.replaceAll("?=\r\n =?UTF-8?Q?", ""), `\r\nSubject: ${subject}\r\n`)
    assert.include(mail, "From: receipts@shop.example\r\nTo: jane@customer.example\r\n")
    await florin.close()
    await post.close()
    await shop.remove()
  })
})

describe("createFlorin with an acquirer of the host's", () => {
  it("charges through it, and closes when it has answered what is under way", async () => {
    const shop = await made.on("SQLite")
    const requested = Effect.runSync(Deferred.make<void>())
    const mayAnswer = Effect.runSync(Deferred.make<void>())
    const perform = Deferred.succeed(requested, undefined).pipe(
      Effect.zipRight(Deferred.await(mayAnswer)),
      Effect.as(approved)
    )
    const florin = await createFlorin({
      ...{ database: shop.database, keys: ring, baseUrl },
      shops: [listed],
      acquirers: [bank(perform)]
    })
    const answer = ask(florin, new Request(payments, payment()))
    await Effect.runPromise(Deferred.await(requested))
    const closed = florin.close()
    assert.strictEqual(florin.close(), closed)
    assert.strictEqual((await ask(florin, new Request(payments, payment()))).status, 503)
    Effect.runSync(Deferred.succeed(mayAnswer, undefined))
    const { transaction } = (await (await answer).json()) as { transaction: Record<string, unknown> }
    assert.deepInclude(transaction, { status: "successful", test: false })
    await closed
    await shop.remove()
  })
})

describe("createFlorin with a tracer that throws", () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  const words = ["startSpan", "spanContext", "setAttribute", "end", "active", "setSpan", "with", "the end of with"]
  it.each(words)("in %s takes no payment back, and charges once", async (word) => {
    const shop = await made.on("SQLite")
    const reported = (name: string) => {
      if (name === word) throw new Error("the exporter is gone")
    }
    const span = {
      spanContext: () => {
        reported("spanContext")
        return { traceId, spanId: "b7ad6b7169203331", traceFlags: 1 }
      },
      setAttribute: () => reported("setAttribute"),
      addEvent: () => undefined,
      addLinks: () => undefined,
      setStatus: () => undefined,
      end: () => reported("end")
    }
    const startSpan = () => {
      reported("startSpan")
      return span
    }
    const setSpan = () => reported("setSpan")
    let charges = 0
    const florin = await createFlorin({
      ...{ database: shop.database, keys: ring, baseUrl, shops: [listed] },
      acquirers: [
        bank(
          Effect.as(
            Effect.sync(() => charges++),
            approved
          )
        )
      ],
      openTelemetry: {
        trace: { getTracer: () => ({ startSpan }), getSpan: () => undefined, setSpan, setSpanContext: setSpan },
        context: {
          active: () => reported("active"),
          with: (_, run) => {
            reported("with")
            run()
            reported("the end of with")
          }
        }
      }
    })
    const answer = await ask(florin, new Request(payments, payment()))
    assert.deepStrictEqual([await statusIn(answer), charges], ["successful", 1])
    await florin.close()
    await shop.remove()
  })
})

describe("createFlorin's reconciliation", () => {
  it("compares the books with an acquirer that can list its own (D38)", async () => {
    const shop = await made.on("SQLite")
    const books: Array<Movement.Movement> = []
    const acquirer: Acquirer.AcquirerService = {
      ...bank(Effect.succeed(approved)),
      movements: () => Effect.succeed(books)
    }
    const florin = await createFlorin({
      ...{ database: shop.database, keys: ring, baseUrl },
      shops: [listed],
      acquirers: [acquirer]
    })
    const from = new Date(Date.now() - 3_600_000).toISOString()
    const to = new Date(Date.now() + 3_600_000).toISOString()
    const empty = { from, to, checked: 0, inDoubt: 0, notCompared: [], differenceCount: 0, differences: [] }
    assert.deepStrictEqual(await florin.operator.reconcile({ from, to }), empty)
    const paid = await ask(florin, new Request(payments, payment()))
    const { transaction } = (await paid.json()) as { transaction: { uid: string; amount: number } }
    const { checked, differences } = await florin.operator.reconcile({ from, to })
    const { amount, uid } = transaction
    const ours = { status: "successful", kind: "payment", amount, currency: "EUR" }
    assert.deepStrictEqual<unknown>(
      [checked, differences],
      [1, [{ kind: "missing_there", gatewayId: 7, key: uid, uid, ours, theirs: null }]]
    )
    const yesterday = await florin.operator.reconcile()
    assert.strictEqual(Date.parse(yesterday.to ?? "") - Date.parse(yesterday.from ?? ""), 86_400_000)
    assert.isAtMost(Date.parse(yesterday.to ?? ""), Date.now())
    for (const period of [{ from: "today" }, { to: "2026-03-02T00:00:00" }, { from: to, to: from }]) {
      assert.instanceOf(await florin.operator.reconcile(period).catch((error: unknown) => error), RequestRefused)
    }
    const mistyped = await florin.operator.reconcile({ form: from } as never).catch((error: unknown) => error)
    assert.deepInclude(mistyped, { code: "invalid-request", fields: { form: ["is no member of this query"] } })
    await florin.close()
    await shop.remove()
  })
})

describe("a listener that waits", () => {
  const later: OnCommit = async (event, tx) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await paid(event, tx)
  }
  let florin: Florin | undefined
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2040 }
  const start = (shop: Shop, onCommit: OnCommit) =>
    createFlorin({
      database: shop.database,
      keys: `${shop.directory}/keys.json`,
      sandbox: true,
      baseUrl,
      shops: [listed],
      onCommit
    })

  it("is waited for on PostgreSQL", async () => {
    const shop = await made.on("PostgreSQL")
    const florin = await start(shop, later)
    assert.strictEqual(await statusIn(await ask(florin, new Request(payments, payment()))), "successful")
    assert.strictEqual(await stateOf(shop), "successful")
    await florin.close()
    await shop.remove()
  })

  it("takes the payment back on PostgreSQL when it rejects", async () => {
    const shop = await made.on("PostgreSQL")
    const florin = await start(shop, async (event, tx) => {
      await paid(event, tx)
      throw new Error("no such order")
    })
    assert.strictEqual(await statusIn(await ask(florin, new Request(payments, payment()))), undefined)
    assert.strictEqual(await stateOf(shop), "new")
    await florin.close()
    await shop.remove()
  })

  it("holds up no other payment on PostgreSQL", async () => {
    const shop = await made.on("PostgreSQL")
    const requested = Effect.runSync(Deferred.make<void>())
    const mayGoOn = Effect.runSync(Deferred.make<void>())
    const florin = await start(shop, async ({ transaction: { amount } }) => {
      if (amount !== 1) return
      Effect.runSync(Deferred.succeed(requested, undefined))
      await Effect.runPromise(Deferred.await(mayGoOn))
    })
    const pay = async (amount: number) => statusIn(await ask(florin, new Request(payments, payment(amount))))
    const long = pay(1)
    await Effect.runPromise(Deferred.await(requested))
    for (const amount of [2, 3, 4]) assert.strictEqual(await pay(amount), "successful")
    Effect.runSync(Deferred.succeed(mayGoOn, undefined))
    assert.strictEqual(await long, "successful")
    await florin.close()
    await shop.remove()
  })

  it.each<[string, OnCommit]>([
    ["a timer", later],
    [
      "the next tick",
      async (event, tx) => {
        await new Promise<void>((resolve) => process.nextTick(resolve))
        await paid(event, tx)
      }
    ],
    [
      "the next turn of the event loop, after it has written",
      async (event, tx) => {
        await paid(event, tx)
        await new Promise((resolve) => setImmediate(resolve))
        await paid(event, tx)
      }
    ],
    ["nothing that ever comes", () => new Promise(() => undefined)]
  ])("fails on SQLite where it waits for %s, and nothing is committed", async (_, waiting) => {
    const shop = await made.on("SQLite")
    florin = await start(shop, (event, tx) => (event.transaction.amount === 13 ? waiting(event, tx) : paid(event, tx)))
    const pay = (amount: number) =>
      florin!
        .shop(listed.id)
        .pay({ amount, currency: "EUR", description: "Order", trackingId: "42", card })
        .catch((error: unknown) => error)
    const [refused, taken] = await Promise.all([pay(13), pay(14)])
    assert.instanceOf(refused, FlorinFailed)
    assert.strictEqual(refused.code, "commit-listener-failed")
    assert.match(refused.message, /may wait for its own statements and for nothing else/)
    assert.strictEqual((taken as { status: string }).status, "successful")
    await new Promise((resolve) => setTimeout(resolve, 10))
    const { transactions } = florin.shop(listed.id)
    const statuses = (await transactions.list()).map(({ amount, status }) => [amount, status])
    assert.sameDeepMembers(statuses, [
      [13, "pending"],
      [14, "successful"]
    ])
    await florin.close()
    florin = undefined
    await shop.remove()
  })
})

describe("the handlers", () => {
  let shop: Shop
  let florin: Florin
  beforeEach(async () => {
    shop = await made.on("SQLite")
    florin = await createFlorin({ database: shop.database, sandbox: true, baseUrl, shops: [listed] })
  })
  afterEach(async () => {
    await florin.close()
    await shop.remove()
  })

  const served = async (listener: RequestListener, path: string): Promise<number> => {
    const server = createServer(listener).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    server.close()
    return status
  }

  // Express hands on what is left of the address, and keeps the whole of it.
  const cut: RequestListener = (request, response) => {
    const whole = request.url ?? ""
    florin.handler(Object.assign(request, { originalUrl: whole, url: whole.replace("/pay", "") }), response)
  }

  const whole: RequestListener = (request, response) => {
    florin.handler(Object.assign(request, { url: `http://shop.example${request.url}` }), response)
  }

  it.each([
    ["a server without a prefix", () => florin.handler, "/pay/health/ready", 200],
    ["a proxy that takes the prefix off", () => florin.handler, "/health/ready", 200],
    ["Express", () => cut, "/pay/health/ready", 200],
    ["Express, and a path that only looks like the prefix", () => cut, "/pay/pay/health/ready", 404],
    ["a proxy that sends the whole address", () => whole, "/pay/health/ready", 200],
    ["a server, and no route of Florin's", () => florin.handler, "/payments", 404]
  ])("work behind %s", async (_, listener, path, status) => {
    assert.strictEqual(await served(listener(), path), status)
  })

  it.each([
    ["/pay/health/ready?since=1", 200],
    ["/health/ready", 200],
    ["/payments", 404]
  ])("answer a web request to %s with %i", async (path, status) => {
    assert.strictEqual((await ask(florin, new Request(`https://shop.example${path}`))).status, status)
  })

  it("make links of baseUrl alone, whatever the address and a proxy's headers say (D1)", async () => {
    const { headers, ...sent } = payment()
    const forwarded = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "x-forwarded-prefix": "/evil"
    }
    const init = { ...sent, headers: { ...headers, ...forwarded } }
    const answer = await ask(florin, new Request("http://evil.example/pay/transactions/payments", init))
    const { transaction } = (await answer.json()) as { transaction: { uid: string; receipt_url: string } }
    assert.strictEqual(transaction.receipt_url, `${baseUrl}/receipts/${transaction.uid}`)
  })
})

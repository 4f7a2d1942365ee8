// The server of FLORIN_ACQUIRERS with a provider's fake beside it, in this process.
import { createServer } from "node:net"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Console from "effect/Console"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterAll, assert, describe, it } from "vitest"
import * as CommandLine from "../src/cli/commandLine.js"
import { place } from "./internal/commandLine.js"

interface Ready {
  readonly url: string
  readonly sandbox: boolean
  readonly notices: ReadonlyArray<string>
  readonly shop: { readonly id: string; readonly secret_key: string }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const here = place()
afterAll(() => here.remove())

/** Works while a server runs with these settings. */
const beside = async <A>(environment: Record<string, string>, work: (ready: Ready) => Promise<A>): Promise<A> => {
  const settings = ConfigProvider.fromMap(
    new Map(Object.entries({ PORT: String(await freePort()), FLORIN_LOG_LEVEL: "none", ...environment }))
  )
  const serving = Effect.gen(function* () {
    const heard = yield* Deferred.make<Ready>()
    const console = yield* Effect.console
    const recorder: Console.Console = {
      ...console,
      log: (text: unknown) => Deferred.succeed(heard, JSON.parse(String(text)) as Ready)
    }
    const server = yield* Effect.fork(
      Effect.withConsole(CommandLine.run(["node", "florin", "serve", "--json"]), recorder)
    )
    const ready = yield* Effect.raceFirst(Deferred.await(heard), Effect.zipRight(Fiber.join(server), Effect.never))
    const result = yield* Effect.promise(() => work(ready))
    yield* Fiber.interrupt(server)
    return result
  })
  return Effect.runPromise(Effect.withConfigProvider(serving, settings))
}

const number = "4242424242424242"
const card = { number, verification_value: "123", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
const request = { amount: 1995, currency: "EUR", description: "An order", credit_card: card }
const environment = { FLORIN_ACQUIRERS: "stripe-fake", FLORIN_DATABASE: `sqlite:${here.in("stripe.db")}` }

describe("FLORIN_ACQUIRERS with a fake", () => {
  it("D55: charges through the fake of Stripe, on the sandbox's clock", { timeout: 120_000 }, () =>
    beside(environment, async ({ notices, sandbox, shop, url }) => {
      assert.isTrue(sandbox)
      const fake = /^The fake of stripe is on (http:[^ ]+): /m.exec(notices.join("\n"))?.[1]
      const authorization = `Basic ${Buffer.from(`${shop.id}:${shop.secret_key}`).toString("base64")}`
      const headers = { authorization, "content-type": "application/json" }
      const post = (path: string, body: object) =>
        fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      const { now } = (await (await post("/sandbox/clock", { advance: "P2D" })).json()) as { now: string }
      const { transaction } = (await (await post("/transactions/payments", { request })).json()) as {
        transaction: { status: string; payment: { gateway_id: number } }
      }
      assert.deepInclude(transaction, { status: "successful" })
      assert.strictEqual(transaction.payment.gateway_id, 3)
      const own = { headers: { authorization: "Bearer sk_test_fake" } }
      const { data } = (await (await fetch(`${fake}/v1/payment_intents?limit=1`, own)).json()) as {
        data: ReadonlyArray<{ created: number }>
      }
      assert.strictEqual(data[0]!.created, Math.floor(Date.parse(now) / 1000))
    })
  )
})

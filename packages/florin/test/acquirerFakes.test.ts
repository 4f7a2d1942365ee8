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

describe("FLORIN_ACQUIRERS with a fake", () => {
  it.each([["stripe", 3, "4242424242424242"]])(
    "D55: charges through the fake of %s, with gateway id %d",
    { timeout: 120_000 },
    async (name, gatewayId, number) => {
      const environment = { FLORIN_ACQUIRERS: `${name}-fake`, FLORIN_DATABASE: `sqlite:${here.in(`${name}.db`)}` }
      await beside(environment, async ({ notices, sandbox, shop, url }) => {
        assert.isTrue(sandbox)
        assert.match(notices.join("\n"), new RegExp(`The fake of ${name} is on http://127\\.0\\.0\\.1:\\d+`))
        const authorization = `Basic ${Buffer.from(`${shop.id}:${shop.secret_key}`).toString("base64")}`
        const card = { number, verification_value: "123", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
        const request = { amount: 1995, currency: "EUR", description: "An order", credit_card: card }
        const answer = await fetch(`${url}/transactions/payments`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({ request })
        })
        const { transaction } = (await answer.json()) as {
          transaction: { status: string; payment: { gateway_id: number } }
        }
        assert.strictEqual(transaction.status, "successful", JSON.stringify(transaction))
        assert.strictEqual(transaction.payment.gateway_id, gatewayId)
      })
    }
  )
})

// The server of FLORIN_ACQUIRERS with a provider's fake beside it, in this process.
import { createServer } from "node:net"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Console from "effect/Console"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { afterAll, assert, describe, it } from "vitest"
import * as CommandLine from "../src/cli/commandLine.js"
import * as Settings from "../src/cli/settings.js"
import { banner } from "../src/cli/text/banner.js"
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
    const received = yield* Deferred.make<Ready>()
    const console = yield* Effect.console
    const recorder: Console.Console = {
      ...console,
      log: (text: unknown) => Deferred.succeed(received, JSON.parse(String(text)) as Ready)
    }
    const server = yield* Effect.fork(
      Effect.withConsole(CommandLine.run(["node", "florin", "serve", "--json"]), recorder)
    )
    const ready = yield* Effect.raceFirst(Deferred.await(received), Effect.zipRight(Fiber.join(server), Effect.never))
    const result = yield* Effect.promise(() => work(ready))
    yield* Fiber.interrupt(server)
    return result
  })
  return Effect.runPromise(Effect.withConfigProvider(serving, settings))
}

/** The request of the command that a server with these fakes prints first. */
const printed = async (environment: Record<string, string>): Promise<object> => {
  const provided = Effect.withConfigProvider(
    Settings.read,
    ConfigProvider.fromMap(new Map(Object.entries(environment)))
  )
  const text = banner(await Effect.runPromise(provided), "http://here", Option.none(), [])
  const [, body = ""] = /-d '(\{"request":.*\})'$/m.exec(text) ?? []
  return (JSON.parse(body) as { readonly request: object }).request
}

const fakes = { stripe: 3, adyen: 4, checkout: 5 }

const FLORIN_ACQUIRERS = Object.keys(fakes)
  .map((name) => `${name}-fake`)
  .join(",")

const environment = { FLORIN_ACQUIRERS, FLORIN_DATABASE: `sqlite:${here.in("fakes.db")}` }

describe("FLORIN_ACQUIRERS with fakes", () => {
  it("D55: charges through each what its server prints, on the sandbox's clock", { timeout: 120_000 }, () =>
    beside(environment, async ({ notices, sandbox, shop, url }) => {
      assert.isTrue(sandbox)
      const fake = /^The fake of stripe is on (http:[^ ]+): /m.exec(notices.join("\n"))?.[1]
      const authorization = `Basic ${Buffer.from(`${shop.id}:${shop.secret_key}`).toString("base64")}`
      const headers = { authorization, "content-type": "application/json" }
      const post = (path: string, body: object) =>
        fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      const { now } = (await (await post("/sandbox/clock", { advance: "P2D" })).json()) as { now: string }
      const chosen = [
        ...Object.keys(fakes).map((name) => ({ name, FLORIN_STRIPE_SOURCES: "card" })),
        { name: "stripe", FLORIN_STRIPE_SOURCES: "token" }
      ]
      for (const [index, { name, ...settings }] of chosen.entries()) {
        const first = await printed({ FLORIN_ACQUIRERS: `${name}-fake`, ...settings })
        const others = Object.values(fakes).filter((id) => id !== fakes[name as "stripe"])
        const request = { ...first, amount: 1995 + index, additional_data: { excluded_gateways: others } }
        const answer = await (await post("/transactions/authorizations", { request })).json()
        const { transaction } = answer as {
          transaction: { status: string; authorization: { gateway_id: number } }
        }
        assert.deepStrictEqual(
          [name, transaction?.status, transaction?.authorization.gateway_id],
          [name, "successful", fakes[name as "stripe"]]
        )
      }
      const own = { headers: { authorization: "Bearer sk_test_fake" } }
      const { data } = (await (await fetch(`${fake}/v1/payment_intents?limit=1`, own)).json()) as {
        data: ReadonlyArray<{ created: number }>
      }
      assert.strictEqual(data[0]!.created, Math.floor(Date.parse(now) / 1000))
    })
  )
})

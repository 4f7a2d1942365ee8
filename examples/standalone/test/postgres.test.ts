import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { addressOf } from "@florin/storage-postgres/testing/database"
import { type Server as Postgres, startServer } from "@florin/storage-postgres/testing/postgres"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { directory, receiver, run, type Server, start } from "./internal/server.js"

const secret = "4111111111111111"

describe("the standalone server on PostgreSQL", () => {
  const cwd = directory()
  let postgres: Postgres
  let hooks: Awaited<ReturnType<typeof receiver>>
  let server: Server & { readonly shop: string }
  let environment: Record<string, string>

  interface Document {
    readonly uid: string
    readonly status: string
    readonly type: string
  }

  const post = async (operation: string, request: object): Promise<Document> => {
    const response = await server.post(`/transactions/${operation}`, { request })
    assert.strictEqual(response.status, 200)
    return ((await response.json()) as { transaction: Document }).transaction
  }

  const told = (uid: string) => hooks.received.some((text) => text.includes(uid))

  beforeAll(async () => {
    postgres = await startServer({})
    hooks = await receiver()
    environment = { FLORIN_DATABASE: addressOf(postgres.directory).replace("florin@", `florin:${secret}@`) }
    server = await start(cwd, environment)
  })
  afterAll(async () => {
    hooks.close()
    await server.stop("SIGKILL")
    await postgres.remove()
    rmSync(cwd, { recursive: true })
  })

  it("keeps only its key ring and the sandbox's books in files, for their owner alone", () => {
    assert.isFalse(existsSync(join(cwd, "florin.db")))
    const files = readdirSync(cwd)
    assert.includeMembers(files, ["florin.keys.json", "florin.sandbox.db"])
    for (const file of files) assert.strictEqual(statSync(join(cwd, file)).mode & 0o077, 0, file)
  })

  it("holds, charges and refunds a card, tells the shop of each, and goes on after a restart", async () => {
    const authorization = await post("authorizations", {
      amount: 3245,
      currency: "EUR",
      description: "Test order",
      notification_url: hooks.url,
      tracking_id: "order-7",
      credit_card: {
        number: "4200000000000000",
        verification_value: "123",
        holder: "Jane Doe",
        exp_month: "12",
        exp_year: "2035"
      }
    })
    const capture = await post("captures", { parent_uid: authorization.uid, amount: 3245 })
    const { shop } = server
    assert.strictEqual(await server.stop(), 0)
    server = await start(cwd, environment, shop)
    const refund = await post("refunds", { parent_uid: capture.uid, amount: 1000, reason: "Returned" })
    const all = [authorization, capture, refund]
    for (const { status } of all) assert.strictEqual(status, "successful")
    for (const { uid } of all) {
      while (!told(uid)) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const found = await server.get("/v2/transactions/tracking_id/order-7")
    const { transactions } = (await found.json()) as { transactions: ReadonlyArray<Document> }
    assert.sameMembers(
      transactions.map(({ uid }) => uid),
      all.map(({ uid }) => uid)
    )
  })

  it("never prints its password", () => {
    assert.include(server.output(), "Florin is ready")
    assert.notInclude(server.output(), secret)
  })
})

describe("a PostgreSQL server that cannot be used at the start", () => {
  const cwd = directory()
  afterAll(() => rmSync(cwd, { recursive: true }))

  it("is one clear line and exit code 2, without the password", async () => {
    const { ended, output } = run(cwd, { FLORIN_DATABASE: `postgres://florin:${secret}@127.0.0.1:1/florin` })
    assert.strictEqual(await ended, 2)
    assert.strictEqual(output().trim(), "FLORIN_DATABASE can't be used: store.open: unavailable (ECONNREFUSED)")
  })
})

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
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

  const reported = (uid: string) => hooks.received.some((text) => text.includes(uid))

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

  const movements = async (of: Server) => {
    const ledger = (await (await of.get("/sandbox/ledger")).json()) as { movements: Array<Record<string, unknown>> }
    return ledger.movements.map(({ amount, kind, reference }) => ({ amount, kind, reference }))
  }

  // D38: with PostgreSQL the sandbox has no file.
  it("keeps only its key ring in a file, for its owner alone", () => {
    assert.deepStrictEqual(readdirSync(cwd), ["florin.keys.json"])
    assert.strictEqual(statSync(join(cwd, "florin.keys.json")).mode & 0o077, 0)
  })

  it("says which file it is, and that it is needed", () => {
    assert.include(server.output(), `The key ring is in the file ${join(cwd, "florin.keys.json")}`)
  })

  it("keeps no file at all where the key ring is given as text", async () => {
    const ring = readFileSync(join(cwd, "florin.keys.json"), "utf8")
    const empty = directory()
    const beside = await start(empty, { ...environment, FLORIN_KEYS: ring }, server.shop)
    const { status } = await beside.get("/sandbox/clock")
    await beside.stop()
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(readdirSync(empty), [])
    assert.notInclude(beside.output(), "key ring")
    rmSync(empty, { recursive: true })
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
    // D33a: a refund has an address and a tracking id of its own.
    const refund = await post("refunds", {
      parent_uid: capture.uid,
      amount: 1000,
      reason: "Returned",
      notification_url: hooks.url,
      tracking_id: "order-7"
    })
    const all = [authorization, capture, refund]
    for (const { status } of all) assert.strictEqual(status, "successful")
    for (const { uid } of all) {
      while (!reported(uid)) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const found = await server.get("/v2/transactions/tracking_id/order-7")
    const { transactions } = (await found.json()) as { transactions: ReadonlyArray<Document> }
    assert.sameMembers(
      transactions.map(({ uid }) => uid),
      all.map(({ uid }) => uid)
    )
    // D38: the acquirer ledger is that of the database, before and after the restart.
    assert.deepStrictEqual(await movements(server), [
      { amount: 3245, kind: "authorization", reference: authorization.uid },
      { amount: 3245, kind: "capture", reference: capture.uid },
      { amount: 1000, kind: "refund", reference: refund.uid }
    ])
  })

  it("never shares its ledger and its clock with a server of another database in the same directory (D38)", async () => {
    const elsewhere = await startServer({})
    const other = await start(cwd, { FLORIN_DATABASE: addressOf(elsewhere.directory) })
    try {
      await other.post("/sandbox/clock", { advance: "P1D" })
      assert.deepStrictEqual(await movements(other), [])
      assert.deepInclude(await (await other.get("/sandbox/clock")).json(), { follow: false })
      assert.deepInclude(await (await server.get("/sandbox/clock")).json(), { follow: true })
      assert.strictEqual((await movements(server)).length, 3)
    } finally {
      await other.stop()
      await elsewhere.remove()
    }
  })

  it("says that its clock stands, and lets it follow real time again (D38)", async () => {
    const { now } = (await (await server.post("/sandbox/clock", { advance: "P8D" })).json()) as { now: string }
    const { shop } = server
    await server.stop()
    server = await start(cwd, environment, shop)
    assert.include(server.output(), `The sandbox's clock stands at ${now}.`)
    await server.post("/sandbox/clock", { follow: true })
    const clock = (await (await server.get("/sandbox/clock")).json()) as { now: string; follow: boolean }
    assert.isTrue(clock.follow)
    assert.isAtLeast(Date.parse(clock.now), Date.parse(now))
  })

  it("says that a file of 0.1.0 in its directory is not read", async () => {
    writeFileSync(join(cwd, "florin.sandbox.db"), "as it was")
    const { shop } = server
    await server.stop()
    server = await start(cwd, environment, shop)
    assert.match(server.output(), /^florin\.sandbox\.db is not read: .* now it is in the database/m)
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
    assert.strictEqual(
      output().trim(),
      "FLORIN_DATABASE cannot be used: store.open: unavailable (ECONNREFUSED). " +
        "Does the server run there, and are the user, the password and the database right?"
    )
  })
})

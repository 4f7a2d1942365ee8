import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { ReconciliationDocument } from "@florin/wire/OperatorSchemas"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { addShop, directory, florin, type Server, start } from "./internal/server.js"

const bytes = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: bytes(1) }, stamp: bytes(2) })

const payment = (amount: number, holder: string) => ({
  request: {
    amount,
    currency: "EUR",
    description: "Test order",
    credit_card: {
      number: "4200000000000000",
      verification_value: "123",
      holder,
      exp_month: "12",
      exp_year: "2035"
    }
  }
})

interface Shown {
  readonly uid: string
  readonly status: string
}

const transactionIn = async (answer: Response): Promise<Shown> =>
  ((await answer.json()) as { readonly transaction: Shown }).transaction

// What a proxy is in production: its address is known before the server behind it has one.
const front = createServer((incoming, outgoing) => {
  const { headers, method, url } = incoming
  const onward = request(`${ours.url}${url}`, { method: method ?? "", headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on("error", () => outgoing.destroy())
  incoming.pipe(onward)
})

let other: Server & { readonly shop: string }
let ours: Server
let environment: Record<string, string>

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

describe("two standalone servers, one behind the other", () => {
  const [otherCwd, ourCwd] = [directory(), directory()]

  beforeAll(async () => {
    front.listen(0, "127.0.0.1")
    await once(front, "listening")
    other = await start(otherCwd)
    const { host } = new URL(other.url)
    environment = {
      FLORIN_UPSTREAM: `http://${other.shop}@${host}`,
      FLORIN_UPSTREAM_WEBHOOKS: /FLORIN_WEBHOOK_SECRET=(\S+)/.exec(other.output())?.[1] ?? "",
      FLORIN_BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      FLORIN_KEYS: ring
    }
    ours = await start(ourCwd, environment, await addShop(ourCwd, environment, "books"))
  })
  afterAll(async () => {
    await Promise.all([other.stop("SIGKILL"), ours.stop("SIGKILL")])
    front.close()
    front.closeAllConnections()
    for (const cwd of [otherCwd, ourCwd]) rmSync(cwd, { recursive: true })
  })

  const ledger = async () => {
    const { movements } = (await (await other.get("/sandbox/ledger")).json()) as {
      readonly movements: ReadonlyArray<{ readonly kind: string; readonly amount: number }>
    }
    return movements.map(({ amount, kind }) => `${kind} ${amount}`)
  }

  const notifications = async () => {
    const listed = await (await other.get("/notifications")).json()
    return (listed as { readonly notifications: ReadonlyArray<Shown> }).notifications.map(({ status }) => status)
  }

  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  it("charge a card once; naming the other one is all that turns the sandbox off", async () => {
    assert.include(ours.output(), `The sandbox is off: cards are charged through ${other.url}.`)
    assert.strictEqual((await ours.get("/sandbox/ledger")).status, 404)
    const paid = await transactionIn(await ours.post("/transactions/payments", payment(3245, "Jane Doe")))
    assert.strictEqual(paid.status, "successful")
    assert.deepStrictEqual(await ledger(), ["payment 3245"])
  })

  it("tell each other: a webhook says what became of what was pending", async () => {
    await until(async () => (await notifications()).every((status) => status === "delivered"))
    // Its clock stands still from now on, so that it does not ask its own acquirer before it is told to.
    await other.post("/sandbox/clock", { advance: "PT1S" })
    const late = await transactionIn(await ours.post("/transactions/payments", payment(77, "LATE")))
    assert.strictEqual(late.status, "pending")
    await other.post("/sandbox/clock", { advance: "PT3S" })
    await until(async () => (await notifications()).every((status) => status === "delivered"))
    await until(async () => (await transactionIn(await ours.get(`/transactions/${late.uid}`))).status === "successful")
    assert.deepStrictEqual(await notifications(), ["delivered", "delivered"])
    assert.deepStrictEqual(await ledger(), ["payment 3245", "payment 77"])
  })

  it("compare their books on command, and say what differs with exit code 1 (D38)", async () => {
    const reconcile = async (...words: ReadonlyArray<string>) => {
      const run = florin(ourCwd, environment, "reconcile", "--from", hoursAgo(1), "--to", hoursAgo(-1), ...words)
      return { code: await run.ended, log: run.log(), output: run.output() }
    }
    const clean = await reconcile()
    assert.deepStrictEqual([clean.code, clean.log], [0, ""])
    assert.match(clean.output, /^\S+Z to \S+Z: 2 compared, 0 differ, 0 in doubt\.\n$/)
    const { transaction } = (await (await other.post("/transactions/payments", payment(500, "Jane Doe"))).json()) as {
      readonly transaction: Shown
    }
    const differing = await reconcile()
    assert.deepStrictEqual([differing.code, differing.log], [1, "The books differ: 1 difference\n"])
    const row = new RegExp(`^missing here {2}2 +${transaction.uid} {2}– +payment 500 EUR$`, "m")
    assert.match(differing.output, row)
    const { code, output } = await reconcile("--json")
    const [document = ""] = output.split("\n")
    const { checked, differences } = JSON.parse(document) as typeof ReconciliationDocument.Encoded
    assert.deepStrictEqual([code, checked, differences.map(({ kind }) => kind)], [1, 3, ["missing_here"]])
    // A day in UTC on which neither did anything.
    const before = florin(ourCwd, environment, "reconcile", "--from", "2026-01-01")
    assert.strictEqual(await before.ended, 0)
    const expected = "2026-01-01T00:00:00.000Z to 2026-01-02T00:00:00.000Z: 0 compared, 0 differ, 0 in doubt.\n"
    assert.strictEqual(before.output(), expected)
  }, 120_000)

  it("show no secret, and stop when they are asked to", async () => {
    const key = other.shop.split(":")[1] ?? "?"
    assert.notInclude(ours.output(), key)
    assert.deepStrictEqual([await ours.stop(), await other.stop()], [0, 0])
  })
})

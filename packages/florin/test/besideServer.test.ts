// What commands do beside a gateway that runs on the same database.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import * as OldDatabase from "@florin/testing/stores/OldDatabase"
import Sqlite from "better-sqlite3"
import { createFlorin, type SimulatedFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cli, type Outcome, place } from "./internal/commandLine.js"
import { type Shop, shops } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

const baseUrl = "https://shop.example/pay"
const digits = "4200000000000000"
const unknown = "018bcfe5-6800-7000-8000-000000000001"

/** Answers with a status that the test sets, and counts what it gets. */
const receiver = async () => {
  const state = { status: 500, got: 0 }
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (state.status === 200) state.got += 1
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { state, server, url: `http://127.0.0.1:${port}/hook?token=hidden` }
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

interface Listed {
  readonly transactions: ReadonlyArray<{ readonly uid: string; readonly amount: number; readonly status: string }>
  readonly notifications: ReadonlyArray<{ readonly id: string; readonly status: string; readonly url: string }>
  readonly after: string | null
}

describe.each(["SQLite", "PostgreSQL"] as const)("commands beside a gateway on %s", (kind) => {
  let host: Shop
  let florin: SimulatedFlorin
  let hook: { state: { status: number; got: number }; server: Server; url: string }
  let settings: Record<string, string>
  let secret = ""
  const outputs: Array<Outcome> = []

  const run = async (...words: ReadonlyArray<string>): Promise<Outcome> => {
    const outcome = await cli(settings, ...words)
    outputs.push(outcome)
    return outcome
  }

  const documentOf = async (...words: ReadonlyArray<string>) => {
    const { error, exit, output } = await run(...words, "--json")
    assert.strictEqual(exit, 0, error)
    return JSON.parse(output) as Listed & Record<string, unknown>
  }

  const ask = async (path: string, request: object) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`books:${secret}`).toString("base64")}`,
      "content-type": "application/json"
    }
    const body = JSON.stringify({ request })
    const answer = await documentedFetch(
      florin.fetch,
      "/pay"
    )(new Request(`${baseUrl}${path}`, { method: "POST", headers, body }))
    return ((await answer.json()) as { transaction: { uid: string; status: string; credit_card: { token: string } } })
      .transaction
  }

  const order = (amount: number, changes: object = {}) => ({
    ...{
      amount,
      currency: "EUR",
      description: `Order ${amount}`,
      tracking_id: `o${amount}`,
      notification_url: hook.url
    },
    credit_card: { number: digits, holder: "Jane Doe", exp_month: "12", exp_year: "2040" },
    ...changes
  })
  const paid: Array<{ uid: string; credit_card: { token: string } }> = []

  beforeAll(async () => {
    host = await made.on(kind)
    hook = await receiver()
    const keys = `${host.directory}/ring.json`
    settings = { FLORIN_DATABASE: host.database, FLORIN_KEYS: keys, FLORIN_BASE_URL: baseUrl }
    assert.strictEqual((await cli(settings, "keys", "new", keys)).exit, 0)
    const added = await cli(settings, "shops", "add", "books", "--json")
    secret = (JSON.parse(added.output) as { secret_key: string }).secret_key
    florin = await createFlorin({ database: host.database, keys, sandbox: true, baseUrl })
    for (const amount of [100, 200, 300]) paid.push(await ask("/transactions/payments", order(amount)))
  }, 60_000)
  afterAll(async () => {
    await florin.close()
    hook.server.close()
    await host.remove()
  })

  it("migrate says that there is nothing to do", async () => {
    assert.deepStrictEqual(await documentOf("migrate"), { schema: { from: 24, to: 24 } } as never)
    assert.match((await run("migrate")).output, /schema version 24 already; there was nothing to do/)
  })

  it("list pages through transactions, the newest first, and finds some of them", async () => {
    const first = await documentOf("transactions", "list", "--limit", "2")
    assert.deepStrictEqual(
      first.transactions.map(({ amount }) => amount),
      [300, 200]
    )
    assert.strictEqual(first.after, first.transactions[1]?.uid)
    const next = await documentOf("transactions", "list", "--limit", "2", "--after", first.after ?? "")
    assert.deepStrictEqual([next.transactions.map(({ amount }) => amount), next.after], [[100], null])
    const exactly = await documentOf("transactions", "list", "--limit", "3")
    assert.isNull(exactly.after)
    const amountsOf = async (...words: ReadonlyArray<string>) =>
      (await documentOf("transactions", "list", ...words)).transactions.map(({ amount }) => amount)
    assert.deepStrictEqual(await amountsOf("--tracking-id", "o200"), [200])
    assert.deepStrictEqual(await amountsOf("--status", "failed"), [])
    assert.deepStrictEqual(await amountsOf("--tracking-id", "o200", "--status", "failed"), [])
    assert.deepStrictEqual(await amountsOf("--last4", "0000", "--min-amount", "150", "--max-amount", "300"), [300, 200])
    assert.deepStrictEqual(await amountsOf("--email", "nobody@example.com"), [])
    assert.deepStrictEqual(await amountsOf("--gateway-id", "1", "--method", "visa", "--last4", "0000"), [300, 200, 100])
    assert.deepStrictEqual(await amountsOf("--gateway-id", "2"), [])
    assert.deepStrictEqual(await amountsOf("--code", "F.0114"), [])
    assert.deepStrictEqual(await amountsOf("--order", "oldest"), [100, 200, 300])
    const last = ["--order", "oldest", "--limit", "1", "--after", exactly.transactions[1]?.uid ?? ""]
    assert.deepStrictEqual(await amountsOf(...last), [300])
  })

  it("list fits a terminal, and says how to go on", async () => {
    const { output } = await run("transactions", "list", "--limit", "2")
    const lines = output.split("\n")
    assert.match(lines[0] ?? "", /^\d{4}-\d\d-\d\d$/)
    assert.match(lines[1] ?? "", /^\d\d:\d\d {2}[\da-f-]{36} {2}payment {2}successful {2}3\.00 EUR$/)
    assert.strictEqual(lines.at(-1), `There are more: --after ${paid[1]?.uid}`)
    for (const line of lines) assert.isAtMost(line.length, 80)
  })

  it("show and explain one transaction", async () => {
    const uid = paid[0]?.uid ?? ""
    const shown = await documentOf("transactions", "show", uid)
    const { history, shop, transaction } = shown as unknown as {
      history: ReadonlyArray<{ to: string }>
      shop: string
      transaction: { uid: string; notification_url: string }
    }
    assert.deepStrictEqual(
      [transaction.uid, shop, history.map(({ to }) => to)],
      [uid, "books", ["pending", "successful"]]
    )
    assert.match(transaction.notification_url, /\/hook\?\*\*\*$/)
    const text = (await run("transactions", "show", uid)).output
    assert.match(text, /^payment successful\n.*amount +1\.00 EUR\n.*visa ending 0000\n.*pending → successful/s)
    assert.deepStrictEqual(await documentOf("transactions", "note", uid), { note: null } as never)
    assert.match((await run("transactions", "note", uid, "--note", "Gift wrapping")).output, /^Gift wrapping$/m)
    assert.deepStrictEqual(await documentOf("transactions", "note", uid), { note: "Gift wrapping" } as never)
    assert.match((await run("transactions", "note", uid, "--note", "")).output, /^There is no note\.$/m)
    const refused = await run("transactions", "note", uid, "--note", "4200 0000 0000 0000")
    assert.deepStrictEqual([refused.exit, refused.error], [2, "--note can't contain a card number"])
    const explained = await documentOf("transactions", "explain", uid)
    assert.deepInclude(explained.explanation, { uid, rules: [], three_d_secure: "not_asked" })
    assert.match((await run("transactions", "explain", uid)).output, /No rule fired\..*gateway 1 +successful/s)
  })

  it.each([
    { words: ["transactions", "show", unknown], says: `${unknown}: there is no transaction with this uid` },
    { words: ["transactions", "explain", "nonsense"], says: "<uid> must be a transaction's uid, such as" },
    { words: ["transactions", "note", unknown], says: `${unknown}: there is no transaction with this uid` },
    { words: ["transactions", "note", unknown, "--note", "?"], says: `${unknown}: there is no transaction with this` },
    { words: ["transactions", "note", "nonsense"], says: "nonsense: there is no transaction with this uid" },
    { words: ["transactions", "list", "--shop", "music"], says: "--shop names no shop; there are: books" },
    { words: ["transactions", "list", "--after", "nonsense"], says: "--after must be a transaction's uid" },
    { words: ["transactions", "list", "--last4", "12345"], says: "--last4 is invalid: expected four digits" },
    { words: ["transactions", "list", "--min-amount", "-1"], says: "--min-amount must be a whole number, not below 0" },
    { words: ["transactions", "list", "--gateway-id", "0"], says: "--gateway-id must be a whole number, above 0" },
    { words: ["transactions", "list", "--code", "S.0000"], says: "--code is invalid" },
    { words: ["transactions", "list", "--from", "Tuesday"], says: "--from" },
    { words: ["transactions", "list", "--limit", "0"], says: "--limit must be a whole number from 1 to 100" },
    { words: ["transactions", "list", "--limit", "101"], says: "--limit must be a whole number from 1 to 100" },
    { words: ["webhooks", "resend"], says: "<id> or --exhausted is needed, and not both" },
    { words: ["webhooks", "resend", `msg_${unknown}`, "--exhausted"], says: "<id> or --exhausted is needed, and not" },
    { words: ["webhooks", "resend", "nonsense"], says: "<id> must be a notification's id" },
    {
      words: ["webhooks", "resend", `msg_${unknown}`],
      says: `msg_${unknown}: shop books has no notification with this`
    },
    {
      words: ["webhooks", "show", `msg_${unknown}_2`],
      says: `msg_${unknown}_2: there is no notification with this id`
    },
    { words: ["webhooks", "show", "nonsense"], says: "nonsense: there is no notification with this id" },
    { words: ["webhooks", "show", "nonsense", "--shop", "music"], says: "--shop names no shop; there are: books" }
  ])("refuse $words", async ({ says, words }) => {
    const { error, exit } = await run(...words)
    assert.strictEqual(exit, 2)
    assert.include(error, says)
  })

  it("webhooks lists what was not delivered, and lets the gateway send it again", async () => {
    await florin.sandbox.advance({ days: 4 })
    const { notifications } = await documentOf("webhooks", "list", "--status", "exhausted")
    assert.lengthOf(notifications, 3)
    assert.match(notifications[0]?.url ?? "", /\/hook\?\*\*\*$/)
    const one = await documentOf("webhooks", "show", notifications[0]?.id ?? "")
    assert.deepStrictEqual(one as unknown, notifications[0])
    assert.match((await run("webhooks", "show", one.id as string)).output, /^url +http.*\/hook\?\*{3}$/m)
    const lines = (await run("webhooks", "list")).output.split("\n")
    assert.match(lines[1] ?? "", /^\d\d:\d\d {2}msg_[\da-f-]{36}_\d+ {2}exhausted {2}\d+ {2}500$/)
    for (const line of lines) assert.isAtMost(line.length, 80)
    hook.state.status = 200
    assert.deepStrictEqual(await documentOf("webhooks", "resend", notifications[0]?.id ?? ""), { sent: 1 } as never)
    await until(() => hook.state.got === 1)
    assert.match((await run("webhooks", "resend", "--exhausted")).output, /^2 notifications are due: a running server/)
    await until(() => hook.state.got === 3)
    assert.match((await run("webhooks", "resend", "--exhausted")).output, /there was nothing to do/)
  }, 60_000)

  it("keys rotate wraps every card anew, and the gateway still charges them", async () => {
    const rotated = await documentOf("keys", "rotate")
    assert.deepInclude(rotated, { current: "k2", rewrapped: 3 })
    const token = paid[0]?.credit_card.token
    const again = await ask("/transactions/payments", order(400, { credit_card: { token } }))
    assert.strictEqual(again.status, "successful")
    const kept = await documentOf("keys", "rotate", "--keep")
    assert.deepInclude(kept, { current: "k2", rewrapped: 0 })
    assert.match(
      (await run("keys", "rotate", "--keep")).output,
      /^Current key: k2\. 0 cards and documents were wrapped/
    )
  })

  it("doctor finds nothing wrong, and reconcile no difference", async () => {
    const { checks, healthy } = (await documentOf("doctor")) as unknown as {
      checks: ReadonlyArray<{ name: string; verdict: string }>
      healthy: boolean
    }
    assert.isTrue(healthy, JSON.stringify(checks))
    assert.include(
      checks.map(({ name, verdict }) => `${name} ${verdict}`),
      "clock ok"
    )
    assert.strictEqual((await run("reconcile")).exit, 0)
  })

  it("ask for a shop where there are several, and read that one's", async () => {
    assert.strictEqual((await cli(settings, "shops", "add", "music")).exit, 0)
    const { error, exit } = await run("transactions", "list")
    assert.deepStrictEqual([exit, error], [2, "--shop is needed, because there are several: books, music"])
    assert.lengthOf((await documentOf("transactions", "list", "--shop", "music")).transactions, 0)
    assert.lengthOf((await documentOf("transactions", "list", "--shop", "books")).transactions, 4)
    assert.strictEqual((await run("webhooks", "list")).exit, 2)
  })

  it("run no due work: what is due waits for a gateway", async () => {
    await until(() => hook.state.got >= 4)
    await florin.close()
    const before = hook.state.got
    const { notifications } = await documentOf("webhooks", "list", "--shop", "books")
    const id = notifications[0]?.id ?? ""
    assert.strictEqual((await run("webhooks", "resend", id, "--shop", "books")).exit, 0)
    for (const words of [["transactions", "list", "--shop", "books"], ["shops", "list"], ["reconcile"], ["doctor"]]) {
      await run(...words)
    }
    const after = await documentOf("webhooks", "list", "--shop", "books", "--status", "waiting")
    assert.deepStrictEqual([after.notifications.map((one) => one.id), hook.state.got], [[id], before])
  })

  it("print no card number and no secret that was not made that moment", () => {
    assert.isAbove(outputs.length, 40)
    for (const { error, output } of outputs) {
      for (const hidden of [digits, secret, "hidden", "whsec_"]) assert.notInclude(output + error, hidden)
    }
  })
})

describe("commands without a database", () => {
  const here = place()
  afterAll(here.remove)
  const settings = { FLORIN_DATABASE: `sqlite:${here.in("florin.db")}`, FLORIN_KEYS: here.in("ring.json") }

  it.each([
    ["transactions", "list"],
    ["transactions", "show", unknown],
    ["transactions", "explain", unknown],
    ["webhooks", "list"],
    ["webhooks", "resend", "--exhausted"],
    ["shops", "list"],
    ["shops", "rotate", "books"],
    ["keys", "rotate"],
    ["reconcile"]
  ])("refuse %s, and make none", async (...words) => {
    const { error, exit } = await cli(settings, ...words)
    assert.strictEqual(exit, 2)
    assert.strictEqual(
      error,
      `FLORIN_DATABASE cannot be used: ${here.in("florin.db")} does not exist; \`florin migrate\` makes it`
    )
    assert.deepStrictEqual(here.files(), [])
  })
})

describe("commands on a database of 0.1.0", () => {
  const here = place()
  const file = here.in("old.db")
  const settings = { FLORIN_DATABASE: `sqlite:${file}` }
  beforeAll(() => {
    const database = new Sqlite(file)
    database.exec(`BEGIN;${OldDatabase.sql("sqlite")};COMMIT`)
    database.close()
  })
  afterAll(here.remove)

  it("refuse it as it is, until migrate has brought it up", async () => {
    const refused = await cli(settings, "transactions", "list")
    assert.strictEqual(refused.exit, 2)
    const [, lacking = ""] = /lacks migration (\d+): `florin migrate` brings it up to date$/.exec(refused.error) ?? []
    const [from, to] = [Number(lacking) - 1, 24]
    assert.isAbove(from, 0, refused.error)
    const migrated = await cli(settings, "migrate", "--json")
    assert.deepStrictEqual(JSON.parse(migrated.output), { schema: { from, to } })
    assert.strictEqual((await cli(settings, "shops", "list")).exit, 0)
  })
})

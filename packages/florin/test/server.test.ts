import { spawnSync } from "node:child_process"
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mailServer } from "./internal/mailServer.js"
import {
  addShop,
  credentials,
  directory,
  florin,
  interrupt,
  npmStart,
  ready,
  root,
  run,
  type Server,
  start
} from "./internal/server.js"

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}
const charge = (changes: object = {}) => ({
  request: { amount: 3245, currency: "EUR", description: "Test order", credit_card: card, ...changes }
})

describe("the standalone server", () => {
  const cwd = directory()
  let server: Server & { readonly shop: string }
  let uid = ""
  let post: Awaited<ReturnType<typeof mailServer>>

  beforeAll(async () => {
    post = await mailServer()
    server = await ready(npmStart(cwd))
  })
  afterAll(async () => {
    await server.stop("SIGKILL")
    await post.close()
    rmSync(cwd, { recursive: true })
  })

  it("makes a demo shop, keys and databases that only their owner may read, and authorizes a card", async () => {
    for (const file of ["florin.db", "florin.db.keys.json", "florin.db.sandbox.db"]) {
      assert.strictEqual(statSync(join(cwd, file)).mode & 0o077, 0, file)
    }
    const response = await server.post("/transactions/authorizations", charge())
    const { transaction } = (await response.json()) as { transaction: { uid: string; status: string } }
    assert.deepStrictEqual([response.status, transaction.status], [200, "successful"])
    uid = transaction.uid
  })

  it("makes nothing that git would take into a commit", () => {
    const made = readdirSync(cwd).filter((name) => name !== ".npm")
    assert.includeMembers(made, ["florin.db", "florin.db.keys.json", "florin.db.sandbox.db"])
    for (const name of [
      ...made,
      "florin.keys.json",
      "shop.sqlite",
      "shop.sqlite.keys.json",
      "florin.db.keys.json.next"
    ]) {
      const { status } = spawnSync("git", ["check-ignore", "--quiet", "--no-index", name], { cwd: root })
      assert.strictEqual(status, 0, name)
    }
  })

  it("serves its documentation and its contract", async () => {
    assert.strictEqual((await server.get("/docs")).status, 200)
    const contract = (await (await server.get("/openapi.json")).json()) as { openapi: string; paths: object }
    assert.match(contract.openapi, /^3\.1/)
    assert.property(contract.paths, "/transactions/authorizations")
  })

  it("prints a link that leads into the console, to its payments", async () => {
    const [link = ""] = /http\S+\/console\/sign-in\?\S+/.exec(server.output()) ?? []
    const form = Object.fromEntries(new URL(link).searchParams)
    const body = new URLSearchParams(form)
    const entered = await fetch(`${server.url}/console/sign-in`, { method: "POST", body, redirect: "manual" })
    assert.deepStrictEqual([entered.status, entered.headers.get("location")], [303, "/console/"])
  })

  // Of PORT=0 it knows its port before there is anything to say where pages are.
  it("has the page of an order where it listens", async () => {
    const order = { amount: 3245, currency: "EUR", description: "Test order" }
    const checkout = { test: true, transaction_type: "payment", order, settings: {} }
    const response = await server.post("/ctp/api/checkouts", { checkout })
    const { checkout: made } = (await response.json()) as { checkout: { redirect_url: string } }
    assert.isTrue(made.redirect_url.startsWith(`${server.url}/`), made.redirect_url)
    assert.strictEqual((await fetch(made.redirect_url)).status, 200)
  })

  it("says nothing about a clock that follows real time (D38)", async () => {
    assert.notInclude(server.output(), "clock stands")
    assert.deepInclude(await (await server.get("/sandbox/clock")).json(), { follow: true })
  })

  it("moves the sandbox's clock, and what falls due on the way runs (D38)", async () => {
    const { now } = (await (await server.get("/sandbox/clock")).json()) as { now: string }
    const moved = await server.post("/sandbox/clock", { advance: "P8D" })
    const answer = (await moved.json()) as { now: string; ran: number }
    assert.isAtLeast(Date.parse(answer.now) - Date.parse(now), 8 * 86_400_000)
    assert.isAtLeast(answer.ran, 2)
    const ledger = (await (await server.get("/sandbox/ledger")).json()) as { movements: Array<{ kind: string }> }
    assert.deepStrictEqual(
      ledger.movements.map(({ kind }) => kind),
      ["authorization", "void"]
    )
  })

  it("continues where it stopped, also in the sandbox's time, and prints no secret again", async () => {
    const before = (await (await server.get(`/transactions/${uid}`)).json()) as object
    const { shop } = server
    // Ctrl-C under npm: npm passes it on, and every process gets it from the terminal as well.
    const slow = server.post("/transactions/payments", charge({ amount: 5, credit_card: { ...card, holder: "SLOW" } }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    interrupt(server)
    await new Promise((resolve) => setTimeout(resolve, 100))
    interrupt(server)
    const { transaction } = (await (await slow).json()) as { transaction: { status: string } }
    assert.strictEqual(transaction.status, "successful")
    assert.strictEqual(await server.ended, 0, server.output())
    const mail = { FLORIN_SMTP_URL: post.url, FLORIN_MAIL_FROM: "Books <receipts@books.example>" }
    server = await start(cwd, mail, shop)
    assert.isUndefined(credentials(server.output()))
    assert.include(server.output(), `\n  export FLORIN_URL=${server.url}\n`)
    assert.include(server.output(), "if it is lost, `florin shops rotate demo` makes a new one.")
    assert.match(server.output(), /^The sandbox's clock stands at \d{4}-\d\d-\d\dT[\d:.]+Z\. POST \/sandbox\/clock /m)
    assert.notInclude(server.output(), shop.split(":")[1] ?? "?")
    const after = (await (await server.get(`/transactions/${uid}`)).json()) as object
    const withoutAddress = (document: object) => JSON.stringify(document).replace(/127\.0\.0\.1:\d+/g, "")
    assert.strictEqual(withoutAddress(after), withoutAddress(before))
    const { now } = (await (await server.get("/sandbox/clock")).json()) as { now: string }
    assert.isAbove(Date.parse(now), Date.now() + 7 * 86_400_000)
  })

  it("D36: mails the receipt of a payment over FLORIN_SMTP_URL", async () => {
    await server.post("/transactions/payments", charge({ amount: 78, customer: { email: "jane@customer.example" } }))
    const mail = await post.first()
    assert.match(mail, /^From: Books <receipts@books\.example>\r$/m)
    assert.match(mail, /^To: jane@customer\.example\r$/m)
    // RFC 2047: the euro sign is not ASCII.
    assert.include(mail, "Subject: =?UTF-8?Q?TEST=3A_Receipt_from_Demo_shop=3A_?=\r\n =?UTF-8?Q?=E2=82=AC0=2E78?=\r\n")
  })

  it("reads its key ring again when it hangs up, and says what to do about one that it cannot use", async () => {
    const ring = join(cwd, "florin.db.keys.json")
    const logged = async (line: string) => {
      server.process.kill("SIGHUP")
      while (!server.log().includes(line)) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    chmodSync(ring, 0o644)
    await logged(`The key ring was not put into use: ${ring} can be read by other users: chmod 600 ${ring}`)
    chmodSync(ring, 0o600)
    await logged("Key ring read again; 0 cards and documents re-wrapped")
    assert.strictEqual((await server.get("/health/ready")).status, 200)
  })

  it("finishes what is under way when it is asked to stop", async () => {
    const slow = server.post("/transactions/payments", charge({ credit_card: { ...card, holder: "SLOW" } }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const stopped = server.stop()
    const { transaction } = (await (await slow).json()) as { transaction: { status: string } }
    assert.strictEqual(transaction.status, "successful")
    assert.strictEqual(await stopped, 0)
    server = await start(cwd, {}, server.shop)
  })

  it("finishes what a kill left behind", async () => {
    const slow = server.post(
      "/transactions/payments",
      charge({ amount: 77, tracking_id: "killed", credit_card: { ...card, holder: "SLOW" } })
    )
    slow.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 700))
    await server.stop("SIGKILL")
    server = await start(cwd, { FLORIN_FRAMED_BY: "https://shop.example" }, server.shop)
    const status = async () => {
      const found = await server.get("/v2/transactions/tracking_id/killed")
      const { transactions } = (await found.json()) as { transactions: Array<{ status: string }> }
      return transactions[0]?.status
    }
    assert.include(["pending", "successful"], await status())
    // The clock of this sandbox stands still: moving it lets the dead process's work fall due. That it is dead is seen by a
    // clock that no command moves: it has said nothing for 5 s (D40).
    await server.post("/sandbox/clock", { advance: "PT1M" })
    const takenOver = async () => {
      await new Promise((resolve) => setTimeout(resolve, 250))
      return (await status()) === "successful"
    }
    while (!(await takenOver()));
    const ledger = (await (await server.get("/sandbox/ledger")).json()) as { movements: Array<{ amount: number }> }
    assert.strictEqual(ledger.movements.filter(({ amount }) => amount === 77).length, 1)
  }, 30_000)

  it("accepts one of twenty equal authorizations at once (D12)", async () => {
    const equal = charge({ amount: 2020, tracking_id: "twenty" })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => server.post("/transactions/authorizations", equal))
    )
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepStrictEqual(statuses, [200, ...Array.from({ length: 19 }, () => 400)])
    const refused = responses.filter(({ status }) => status === 400)
    for (const response of refused) assert.include(await response.text(), "Duplicate transaction.")
    const ledger = (await (await server.get("/sandbox/ledger")).json()) as { movements: Array<{ amount: number }> }
    assert.strictEqual(ledger.movements.filter(({ amount }) => amount === 2020).length, 1)
  })

  it("Transaction | gateway: says that pages may be framed by the origins of FLORIN_FRAMED_BY", async () => {
    const answer = await server.post("/transactions/authorizations", charge({ amount: 91 }))
    const { transaction } = (await answer.json()) as { transaction: { gateway: object; receipt_url: string } }
    assert.deepStrictEqual(transaction.gateway, { iframe: true })
    const policy = (await server.get(new URL(transaction.receipt_url).pathname)).headers.get("content-security-policy")
    assert.include(policy ?? "", "frame-ancestors https://shop.example")
  })
})

describe("the sandbox of the standalone server", () => {
  const cwd = directory()
  afterAll(() => rmSync(cwd, { recursive: true }))

  it("lets its clock follow real time again, from where it stands, also after a restart (D38)", async () => {
    const first = await start(cwd)
    const { now } = (await (await first.post("/sandbox/clock", { advance: "P30D" })).json()) as { now: string }
    assert.deepInclude(await (await first.get("/sandbox/clock")).json(), { now, follow: false })
    const refused = await first.post("/sandbox/clock", { follow: true, advance: "P1D" })
    assert.strictEqual(refused.status, 400)
    const followed = (await (await first.post("/sandbox/clock", { follow: true })).json()) as { now: string }
    // Not the day that was refused: whatever the machine took to answer.
    assert.isBelow(Date.parse(followed.now) - Date.parse(now), 60 * 60_000)
    await first.stop()

    const second = await start(cwd, {}, first.shop)
    const clock = (await (await second.get("/sandbox/clock")).json()) as { now: string; follow: boolean }
    await second.stop()
    assert.isTrue(clock.follow)
    assert.isAbove(Date.parse(clock.now), Date.parse(followed.now))
    assert.notInclude(second.output(), "clock stands")
  }, 120_000)

  it("says that it does not read the ledger of 0.1.0, and leaves it as it is", async () => {
    const former = join(cwd, "florin.sandbox.db")
    writeFileSync(former, "as it was")
    const server = await start(cwd, {}, "demo:unused")
    await server.stop()
    assert.match(server.output(), /^florin\.sandbox\.db is not read: .* now it is in florin\.db\.sandbox\.db/m)
    assert.strictEqual(statSync(former).size, "as it was".length)
  })
})

describe("a setting that is refused at the start", () => {
  const cwd = directory()
  afterAll(() => rmSync(cwd, { recursive: true }))

  const file = (name: string, mode: number, text: string) => {
    writeFileSync(join(cwd, name), text)
    chmodSync(join(cwd, name), mode)
    return join(cwd, name)
  }
  const open = file("open.keys.json", 0o644, "{}")

  it.each([
    { name: "PORT", set: { PORT: "x4111111111111111" }, line: /^PORT must be a number from 0 to 65535$/ },
    {
      name: "HOST",
      set: { HOST: "192.0.2.1" },
      line: /^192\.0\.2\.1 is no address of this machine, try HOST=127\.0\.0\.1$/
    },
    {
      name: "FLORIN_DATABASE",
      set: { FLORIN_DATABASE: "sqlite:/nowhere/at/all.db" },
      line: /^FLORIN_DATABASE cannot be used: .*Is \/nowhere\/at\/all\.db in a folder that exists, a database, and yours to write\?$/
    },
    {
      name: "FLORIN_KEYS, as text",
      set: { FLORIN_KEYS: '{"current":"4111111111111111"}' },
      line: /^FLORIN_KEYS cannot be used: the key ring in it lacks a member/
    },
    {
      name: "FLORIN_KEYS, a file that others may read",
      set: { FLORIN_KEYS: open },
      line: new RegExp(`^FLORIN_KEYS cannot be used: ${open} can be read by other users: chmod 600 ${open}$`)
    },
    {
      name: "FLORIN_KEYS, a file that is not there",
      set: { FLORIN_KEYS: join(cwd, "none.json") },
      line: /^FLORIN_KEYS cannot be used: \S+none\.json does not exist; `florin keys new \S+none\.json` makes one$/
    },
    {
      name: "FLORIN_KEYS, an empty file",
      set: { FLORIN_KEYS: file("empty.json", 0o600, "") },
      line: /^FLORIN_KEYS cannot be used: \S+empty\.json is empty or not a JSON object$/
    },
    {
      name: "FLORIN_KEYS, a directory",
      set: { FLORIN_KEYS: cwd },
      line: /^FLORIN_KEYS cannot be used: \S+ is not a file$/
    },
    {
      name: "FLORIN_SHOPS",
      set: { FLORIN_SHOPS: file("shops.json", 0o600, '[{"id": "one", "secret_key": 4111111111111111}]') },
      line: /^FLORIN_SHOPS cannot be used: in \S+shops\.json, shops\[0\]\.secret_key must be a string$/
    }
  ])("$name is one clear line and exit code 2, without the value", async ({ line, set }) => {
    const { ended, output } = run(cwd, set as unknown as Record<string, string>)
    assert.strictEqual(await ended, 2)
    assert.strictEqual(output().trim().split("\n").length, 1, output())
    assert.match(output().trim(), line)
    assert.notInclude(output(), "4111111111111111")
  })
})

describe("a first start", () => {
  const cwd = directory()
  afterAll(() => rmSync(cwd, { recursive: true }))

  it("on a port that is taken makes no shop and says what to try; on a free one the secrets are shown", async () => {
    const taken = await start(directory())
    const PORT = new URL(taken.url).port
    const refused = run(cwd, { PORT })
    assert.strictEqual(await refused.ended, 2)
    assert.strictEqual(refused.output(), `port ${PORT} is in use, try PORT=${Number(PORT) + 1}\n`)
    const metrics = run(cwd, { FLORIN_METRICS_PORT: PORT })
    assert.strictEqual(await metrics.ended, 2)
    assert.include(metrics.output(), `port ${PORT} is in use, try FLORIN_METRICS_PORT=${Number(PORT) + 1}\n`)
    await taken.stop()
    const server = await start(cwd, { PORT, FLORIN_SANDOBX: "off" })
    assert.match(server.shop, /^demo:[\da-f]{64}$/)
    assert.match(server.log(), /^\S+ WARN {2}FLORIN_SANDOBX is no setting: did you mean FLORIN_SANDBOX\?$/m)
    const misspelled = run(cwd, { FLORIN_SANDBOX: "off", FLORIN_KYES: "ring.json" })
    assert.strictEqual(await misspelled.ended, 2)
    assert.match(misspelled.log(), /^FLORIN_KYES is no setting: did you mean FLORIN_KEYS\?\nFLORIN_KEYS is needed/)
    const response = await server.post("/transactions/authorizations", charge())
    await server.stop()
    assert.strictEqual(response.status, 200)
  })

  it("without the sandbox makes no shop, prints no secret and says how to add one", async () => {
    const other = directory()
    const environment = { FLORIN_SANDBOX: "off", FLORIN_KEYS: join(other, "ring.json") }
    assert.strictEqual(await florin(other, {}, "keys", "create", environment.FLORIN_KEYS).ended, 0)
    const first = await start(other, environment)
    await first.stop()
    assert.include(first.output(), "There is no shop yet: `florin shops add <id>` makes one")
    assert.notMatch(first.output(), /FLORIN_SHOP=|whsec_|demo/)
    const shop = await addShop(other, environment, "books")
    const second = await start(other, environment, shop)
    const response = await second.post("/transactions/payments", charge())
    await second.stop()
    assert.notInclude(second.output(), "There is no shop yet")
    assert.include(await response.text(), "F.2011")

    // D43a: a database in which money moves is no sandbox's, unless that is meant.
    const refused = run(other, { FLORIN_KEYS: environment.FLORIN_KEYS })
    assert.strictEqual(await refused.ended, 2)
    assert.match(
      refused.output(),
      /^FLORIN_DATABASE cannot be used: .*money moves.* FLORIN_ACCEPT=other-purpose if it is meant\n$/
    )
    const meant = await start(other, { FLORIN_KEYS: environment.FLORIN_KEYS, FLORIN_ACCEPT: "other-purpose" }, shop)
    await meant.stop()
    rmSync(other, { recursive: true })
  })
})

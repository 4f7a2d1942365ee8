import { execFileSync } from "node:child_process"
import { createPublicKey } from "node:crypto"
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { version } from "../src/cli/version.js"
import { addShop, credentials, directory, florin, npm, receiver, start } from "./internal/server.js"

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
const cwd = directory()
afterAll(() => rmSync(cwd, { recursive: true }))

/** What is in the directory; npm keeps its own beside it. */
const made = () => readdirSync(cwd).filter((name) => name !== ".npm")

const outcome = async (...words: ReadonlyArray<string>) => {
  const { ended, log, output } = florin(cwd, {}, ...words)
  return { code: await ended, output: output(), log: log() }
}

const payment = (changes: object = {}) => ({
  request: {
    amount: 3245,
    currency: "EUR",
    description: "Test order",
    credit_card: { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" },
    ...changes
  }
})

describe("the command line", () => {
  it.each([
    { words: ["--help"], says: /SETTINGS.*FLORIN_DATABASE/s },
    { words: ["serve", "--help"], says: /Runs the server until.*PORT/s },
    { words: ["shops", "add", "--help"], says: /Adds a shop.*--name/s },
    { words: ["--version"], says: new RegExp(`^${manifest.version}\\s*$`) },
    { words: ["keys"], says: /Usage: florin keys <command>.*keys rotate/s }
  ])("answers $words on stdout, with 0, and does nothing else", async ({ says, words }) => {
    const { code, log, output } = await outcome(...words)
    assert.deepStrictEqual([code, log], [0, ""])
    assert.match(output, says)
    assert.notInclude(output, "\u001b", "colours are for terminals")
    assert.deepStrictEqual(made(), [])
  })

  it("says in npm start -- --help what can be set, and starts nothing", async () => {
    const { ended, output } = npm(cwd, {}, "start", "--ignore-scripts", "--", "--help")
    assert.strictEqual(await ended, 0)
    assert.match(output(), /Runs the server until.*FLORIN_METRICS_PORT/s)
    assert.notInclude(output(), "ready on")
    assert.deepStrictEqual(made(), [])
  })

  it.each([
    { words: ["begin"], says: /Invalid subcommand for florin - use one of 'serve', 'migrate', 'keys', 'shops', / },
    {
      words: ["shops", "ad"],
      says: /^Invalid subcommand for florin shops - use one of 'add', 'update', 'list', 'show', 'rotate', 'retire', 'disable', 'enable'$/m
    },
    { words: ["serve", "--prot", "1"], says: /unknown argument: '--prot'/ },
    { words: ["serve", "now"], says: /unknown argument: 'now'/ },
    { words: ["shops", "add"], says: /Missing argument <id>/ },
    { words: ["shops", "add", "a:b"], says: /^<id> must be 1 to 64 letters, digits, _ or -$/m },
    {
      words: ["shops", "list"],
      says: /^FLORIN_DATABASE cannot be used: \S+florin\.db does not exist; `florin migrate`/m
    },
    { words: ["reconcile", "--from", "yesterday"], says: /^--from must be a day such as 2026-03-01, or an instant/m },
    { words: ["reconcile", "--to", "2026-02-30"], says: /^--to must be a day such as 2026-03-01, or an instant/m },
    { words: ["keys", "create", "none/ring.json"], says: /^the folder of none\/ring\.json does not exist$/m }
  ])("refuses $words on stderr, with 2", async ({ says, words }) => {
    const { code, log } = await outcome(...words)
    assert.strictEqual(code, 2, log)
    assert.match(log, says)
    assert.deepStrictEqual(made(), [])
  })

  it.each([
    { words: ["transactions", "list", "--json"], code: "refused", exit: 2, says: "florin.db does not exist" },
    { words: ["transactions", "list", "--limit", "0", "--json"], code: "arguments", exit: 2, says: "--limit must be" },
    { words: ["webhooks", "resent", "--json"], code: "arguments", exit: 2, says: "use one of 'list', 'resend'" }
  ])("answers $words with one document on stderr, and nothing on stdout", async ({ code, exit, says, words }) => {
    const ended = await outcome(...words)
    const { error } = JSON.parse(ended.log) as { error: { code: string; message: string } }
    assert.deepStrictEqual([ended.code, error.code, ended.output], [exit, code, ended.log])
    assert.include(error.message, says)
  })

  it("completes in bash what it knows", async () => {
    const { code, output } = await outcome("--completions", "bash")
    assert.strictEqual(code, 0)
    const requested = `eval "$1"; COMP_WORDS=(florin transactions ""); COMP_CWORD=2
      complete -p florin; _florin_bash_completions florin "" transactions; echo "\${COMPREPLY[@]}"`
    const completed = execFileSync("bash", ["-c", requested, "bash", output], { encoding: "utf8" })
    assert.match(completed, /^complete .*-F _florin_bash_completions florin\n.*\bshow\b.*/s)
    for (const name of ["show", "explain", "list"]) assert.include(completed, name)
  })

  it("has the version of its package", () => {
    assert.strictEqual(version, manifest.version)
  })

  it("makes a key ring, adds a key, and never writes over one", async () => {
    const here = directory()
    const ring = join(here, "ring.json")
    const keys = (word: string) => florin(here, {}, "keys", word, "ring.json")
    assert.strictEqual(await keys("new").ended, 0)
    assert.strictEqual(statSync(ring).mode & 0o777, 0o600)
    const again = keys("create")
    assert.deepStrictEqual([await again.ended, again.log()], [2, "ring.json exists already; it was left as it is\n"])
    const added = keys("add")
    assert.strictEqual(await added.ended, 0)
    assert.match(added.output(), /^Current key: k2\./)
    rmSync(here, { recursive: true })
  })
})

describe("florin reconcile", () => {
  const here = directory()
  afterAll(() => rmSync(here, { recursive: true }))

  it("refuses a period that ends before it begins, and takes yesterday by the sandbox's clock (D38)", async () => {
    const server = await start(here)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const [yesterday, today] = [day(59), day(60)]
    await server.post("/sandbox/clock", { to: `${today}T12:00:00Z` })
    const reversed = florin(here, {}, "reconcile", "--from", "2026-03-02", "--to", "2026-03-02")
    assert.deepStrictEqual([await reversed.ended, reversed.log()], [2, "--to must be after --from\n"])
    const run = florin(here, {}, "reconcile")
    assert.strictEqual(await run.ended, 0, run.output())
    assert.include(run.output(), `${yesterday}T00:00:00.000Z to ${today}T00:00:00.000Z: 0 compared, 0 differ`)
    await server.stop()
  })
})

describe("florin shops", () => {
  const here = directory()
  afterAll(() => rmSync(here, { recursive: true }))
  const shops = async (...words: ReadonlyArray<string>) => {
    const run = florin(here, {}, "shops", ...words)
    return { code: await run.ended, output: run.output(), log: run.log() }
  }

  it("adds a shop to the database of a server that runs, replaces its secret, and lists it without one", async () => {
    const server = await start(here)
    const books = await addShop(here, {}, "books")
    const isLetIn = async (shop: string) => {
      const authorization = `Basic ${Buffer.from(shop).toString("base64")}`
      const { status } = await fetch(`${server.url}/notifications`, { headers: { authorization } })
      return status === 200
    }
    assert.isTrue(await isLetIn(books))

    const rotated = await shops("rotate", "books")
    const renewed = credentials(rotated.output) ?? ""
    assert.deepStrictEqual([await isLetIn(books), await isLetIn(renewed)], [true, true])
    await shops("retire", "books")
    assert.deepStrictEqual([await isLetIn(books), await isLetIn(renewed)], [false, true])

    // The demo shop's secret was shown once; it is not lost with the terminal it was shown in.
    const demo = JSON.parse((await shops("rotate", "--json", "demo")).output) as Record<string, string>
    assert.isTrue(await isLetIn(`demo:${demo.secret_key}`))
    assert.include(server.output(), `FLORIN_WEBHOOK_SECRET=${demo.webhook_secret}`)
    await server.stop()

    const listed = await shops("list", "--json")
    const found = JSON.parse(listed.output) as {
      shops: ReadonlyArray<{ id: string; name: string; created_at: string }>
    }
    assert.deepStrictEqual(
      found.shops.map(({ id, name }) => [id, name]),
      [
        ["demo", "Demo shop"],
        ["books", "books"]
      ]
    )
    const table = (await shops("list")).output
    assert.match(table, /^books {2}\d{4}-\d\d-\d\dT\S+Z {2}books$/m)
    for (const secret of [renewed.split(":")[1] ?? "?", demo.webhook_secret ?? "?"]) {
      assert.notInclude(table + listed.output, secret)
    }
  })

  it.each([
    { words: ["add", "books"], says: "books: there is a shop with this id already\n" },
    { words: ["rotate", "nobody"], says: "nobody: there is no shop with this id\n" },
    { words: ["show", "nobody"], says: "nobody: there is no shop with this id\n" },
    { words: ["update", "books", "--hold-days", "x"], says: "--hold-days must be a number\n" },
    {
      words: ["add", "b", "--secret-key-file", "none"],
      says: "--secret-key-file cannot be used: none cannot be read\n"
    },
    {
      words: ["update", "books", "--basic"],
      says: /^--basic needs a new secret, because only a hash of this one is kept/
    },
    {
      words: ["rotate", "books", "--at-once", "--until", "2030-01-01"],
      says: "--until and --at-once exclude each other\n"
    }
  ])("refuses $words", async ({ says, words }) => {
    const { code, log } = await shops(...words)
    assert.strictEqual(code, 2)
    if (typeof says === "string") assert.strictEqual(log, says)
    else assert.match(log, says)
  })

  it("D33: takes every setting of a shop, and prints the public key as plugins want it", async () => {
    writeFileSync(join(here, "hook.txt"), `whsec_${Buffer.alloc(32, 5).toString("base64")}\n`)
    const names = ["--basic", "--signature-key", "--three-d-secure", "--strict-contracts", "--hold-days", "3"]
    const given = [...names, "--time-zone", "Europe/Berlin", "--webhook-secret-file", "hook.txt"]
    const { output } = await shops("add", "music", ...given)
    assert.include(output, `FLORIN_WEBHOOK_SECRET=${readFileSync(join(here, "hook.txt"), "utf8")}`)
    const publicKey = /^[A-Za-z0-9+/]{300,}=*$/m.exec(output)?.[0] ?? ""
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), type: "spki", format: "der" })
    assert.strictEqual(key.asymmetricKeyType, "rsa")
    const shop = async () => JSON.parse((await shops("show", "music", "--json")).output) as Record<string, unknown>
    const settings = { three_d_secure: true, strict_contracts: true, hold_days: 3, time_zone: "Europe/Berlin" }
    assert.deepInclude(await shop(), { ...settings, notification_basic: true, public_key: publicKey })
    assert.strictEqual((await shops("update", "music", "--no-basic", "--time-zone", "", "--name", "Music")).code, 0)
    const { time_zone: zone, ...changed } = await shop()
    assert.deepInclude(changed, { name: "Music", notification_basic: false, hold_days: 3, public_key: publicKey })
    assert.isUndefined(zone)
  })

  it("D43a: refuses another key under a known name, and changes no secret", async () => {
    const ring = JSON.parse(readFileSync(join(here, "florin.db.keys.json"), "utf8"))
    const other = { ...ring, keys: { ...ring.keys, [ring.current]: Buffer.alloc(32, 7).toString("base64") } }
    const before = (await shops("list", "--json")).output
    for (const words of [
      ["rotate", "books"],
      ["add", "tea"]
    ]) {
      const run = florin(here, { FLORIN_KEYS: JSON.stringify(other) }, "shops", ...words)
      assert.strictEqual(await run.ended, 2, run.output())
      assert.match(run.log(), /^FLORIN_KEYS cannot be used with this database: /)
    }
    assert.strictEqual((await shops("list", "--json")).output, before)
  })

  it.each([
    { words: ["add", "tea"], says: "tea: there is a shop with this id already\n" },
    { words: ["rotate", "tea"], says: "tea: this shop is one of the host's list: it is changed there\n" }
  ])("leaves the shops of the server's file as they are: $words", async ({ says, words }) => {
    const file = [{ id: "tea", secret_key: "a-secret-of-the-file" }]
    writeFileSync(join(here, "shops.json"), JSON.stringify(file), { mode: 0o600 })
    const run = florin(here, { FLORIN_SHOPS: "shops.json" }, "shops", ...words)
    assert.deepStrictEqual([await run.ended, run.log()], [2, says])
  })

  it("D73: disables a shop and enables it again", async () => {
    const disabled = await shops("disable", "books", "--json")
    assert.isTrue(JSON.parse(disabled.output).disabled)
    assert.include((await shops("list")).output, "books (disabled)")
    assert.isFalse(JSON.parse((await shops("enable", "books", "--json")).output).disabled)
  })
})

describe("florin serve", () => {
  it("says in one document that the server is ready, when asked for it", async () => {
    const place = directory()
    const running = florin(place, { FLORIN_LOG_LEVEL: "none" }, "serve", "--json")
    while (!running.output().includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20))
    const { url, sandbox, shop } = JSON.parse(running.output()) as {
      url: string
      sandbox: boolean
      shop: { id: string; secret_key: string }
    }
    assert.deepStrictEqual([sandbox, shop.id], [true, "demo"])
    const authorization = `Basic ${Buffer.from(`${shop.id}:${shop.secret_key}`).toString("base64")}`
    assert.strictEqual((await fetch(`${url}/notifications`, { headers: { authorization } })).status, 200)
    running.process.kill("SIGTERM")
    assert.strictEqual(await running.ended, 0)
    rmSync(place, { recursive: true })
  })
})

describe("a server that is watched", () => {
  it("logs requests and failed webhooks as JSON, counts them, and tells no secret", async () => {
    const here = directory()
    const hooks = await receiver()
    writeFileSync(
      join(here, "rules.json"),
      JSON.stringify([{ name: "none of eleven", when: { amount: { from: 11, to: 11 } }, action: { kind: "decline" } }])
    )
    const environment = { FLORIN_LOG: "json", FLORIN_METRICS_PORT: "0", FLORIN_ROUTING: "rules.json" }
    const server = await start(here, environment)
    const metrics = /^Metrics: (\S+)$/m.exec(server.output())?.[1] ?? ""
    const answer = await server.post(
      "/transactions/payments?token=4111111111111111",
      payment({ notification_url: hooks.url })
    )
    const { transaction } = (await answer.json()) as { transaction: { uid: string } }
    await server.post("/transactions/payments", payment({ amount: 7, notification_url: "http://127.0.0.1:1/secret" }))
    const byRule = await server.post("/transactions/payments", payment({ amount: 11 }))
    assert.include(await byRule.text(), '"code":"F.2006"')
    const scraped = async () => (await fetch(metrics)).text()
    while (!(await scraped()).includes('florin_webhook_outcome="failed"')) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const text = await scraped()
    await server.stop()
    hooks.close()
    rmSync(here, { recursive: true })

    const lines = server
      .log()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const requests = lines.filter(({ message }) => message === "Request answered")
    assert.deepInclude(requests[0], {
      level: "info",
      method: "POST",
      route: "/transactions/payments",
      status: 200,
      shop: "demo",
      uid: transaction.uid,
      request: answer.headers.get("x-request-id")
    })
    assert.lengthOf(requests, 3)
    assert.deepInclude(
      lines.find(({ message }) => message === "Webhook not delivered"),
      { level: "warn", result: "connection-failed", attempt: 1, shop: "demo" }
    )
    for (const secret of ["4111111111111111", "/secret", server.shop.split(":")[1] ?? "?"]) {
      assert.notInclude(server.log() + text, secret)
    }
    const payments = 'http_request_method="POST",http_route="/transactions/payments",http_response_status_code="200"'
    assert.include(text, `http_server_request_duration_seconds_count{${payments}} 3\n`)
    assert.include(text, 'florin_acquirer_calls_total{florin_gateway_id="1",florin_result="approved"} 2\n')
    assert.include(text, "florin_store_up 1\n")
  })
})

// Who acts on the command line: what roles allow, and what the audit keeps.
import { createFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { tree } from "../src/cli/commandLine.js"
import { taught } from "../src/cli/text/taught.js"
import { cli, place } from "./internal/commandLine.js"

const here = place()
afterAll(here.remove)

const settings = { FLORIN_DATABASE: `sqlite:${here.in("books.db")}`, FLORIN_KEYS: here.in("keys.json") }

const run = (...words: ReadonlyArray<string>) => cli(settings, ...words)

const done = async (...words: ReadonlyArray<string>) => {
  const { error, exit, output } = await run(...words, "--json")
  assert.strictEqual(exit, 0, error)
  return JSON.parse(output) as Readonly<Record<string, unknown>>
}

interface Entry {
  readonly actor: string
  readonly entrance: string
  readonly kind: string
  readonly operation: string
  readonly shop: string | null
  readonly subject: string | null
}

/** The newest entries, the last first, without those of reading them. */
const entries = async (...filter: ReadonlyArray<string>): Promise<ReadonlyArray<Entry>> => {
  const { entries } = (await done("audit", "--limit", "100", ...filter)) as { entries: ReadonlyArray<Entry> }
  return entries.filter(({ operation }) => operation !== "listAudit")
}

beforeAll(async () => {
  await done("keys", "new", settings.FLORIN_KEYS)
  const { FLORIN_DATABASE: database, FLORIN_KEYS: keys } = settings
  const florin = await createFlorin({ database, keys, baseUrl: "https://shop.example/pay", sandbox: true })
  await florin.close()
  await done("shops", "add", "books")
  await done("shops", "add", "toys")
  await done("people", "add", "boss", "--role", "administer")
  await done("people", "add", "head", "--role", "administer", "--shop", "books")
  await done("people", "add", "viewer", "--role", "view")
})

/** What nobody's roles are asked for, and why. */
const byNobody: Readonly<Record<string, string>> = {
  serve: "it serves requests, each of which says whose it is",
  migrate: "the database may have no people yet",
  doctor: "it reads settings, and of the database only whether it answers",
  simulate: "it makes a database of its own",
  mcp: "it reads as the user of the machine, and changes with the keys that it is given",
  "keys new": "it makes a file, without a database",
  "keys create": "it makes a file, without a database",
  "keys add": "it changes a file, without a database"
}

const words = [...tree.keys()]
const leaves = words.filter((path) => path !== "" && !words.some((other) => other.startsWith(`${path} `)))
const acted = leaves.filter((path) => !(path in byNobody))

/** The arguments of a command's first example. */
const exampleOf = (path: string): ReadonlyArray<string> =>
  [...(taught[path]?.examples[0] ?? "").matchAll(/"([^"]*)"|(\S+)/g)]
    .slice(1)
    .map(([, quoted, word]) => quoted ?? word!)

describe("every command", () => {
  it.each(acted)("D74: %s is refused before anything else to somebody whom nobody knows", async (path) => {
    const { error, exit, output } = await run(...exampleOf(path), "--as", "ghost")
    assert.deepStrictEqual([exit, error, output], [2, "--as names nobody", ""])
  })

  it("that asks for nobody's roles says why", () => {
    assert.deepStrictEqual(
      Object.keys(byNobody).filter((path) => !leaves.includes(path)),
      []
    )
  })
})

describe("somebody with a role", () => {
  const refusal = "--as names a person whose roles do not allow it"

  it.each<readonly [id: string, operation: string, words: ReadonlyArray<string>]>([
    ["viewer", "updateShop", ["shops", "update", "books", "--hold-days", "3"]],
    ["viewer", "rotateShopSecret", ["shops", "rotate", "books"]],
    ["head", "addShop", ["shops", "add", "cars"]],
    ["head", "updateShop", ["shops", "update", "toys", "--hold-days", "3"]],
    ["head", "rotateKeys", ["keys", "rotate"]],
    ["viewer", "resendExhausted", ["webhooks", "resend", "--exhausted", "--shop", "books"]]
  ])("D74, D75: %s may not %s, and that it was tried stands in the audit", async (id, operation, words) => {
    const before = await done("shops", "list")
    const { error, exit } = await run(...words, "--as", id)
    assert.deepStrictEqual([exit, error], [2, refusal])
    assert.deepStrictEqual(await done("shops", "list"), before)
    const [entry] = await entries("--actor", id, "--kind", "denied")
    assert.strictEqual(entry?.operation, operation)
  })

  it("D2: sees the shops in which they have a role", async () => {
    const { shops } = (await done("shops", "list", "--as", "head")) as { shops: ReadonlyArray<{ id: string }> }
    assert.deepStrictEqual(
      shops.map(({ id }) => id),
      ["books"]
    )
  })

  it("D75: what they do is an entry of theirs, and one of the user of the machine where nobody is named", async () => {
    await done("shops", "update", "books", "--hold-days", "5", "--as", "head")
    await done("shops", "retire", "books")
    const [retired, updated] = await entries("--kind", "action", "--shop", "books")
    const { actor, ...rest } = retired!
    assert.notStrictEqual(actor, "head")
    assert.include(rest, { entrance: "command", operation: "retireShopSecret", subject: "books" })
    assert.include(updated, { actor: "head", entrance: "command", operation: "updateShop", subject: "books" })
  })

  it("D75: what is refused leaves no entry of an action", async () => {
    const before = await entries("--kind", "action")
    assert.strictEqual((await run("shops", "update", "nowhere", "--hold-days", "5")).exit, 2)
    assert.strictEqual((await run("shops", "add", "books")).exit, 2)
    assert.deepStrictEqual(await entries("--kind", "action"), before)
  })

  it("D75: a look at payments is an entry, too", async () => {
    await done("transactions", "list", "--shop", "books", "--as", "viewer")
    const [entry] = await entries("--actor", "viewer", "--kind", "look")
    assert.include(entry, { operation: "listTransactions", shop: "books" })
  })
})

describe("the link by which somebody signs in", () => {
  const ways: ReadonlyArray<readonly [Record<string, string>, string]> = [
    [{}, "http://127.0.0.1:8080/console/sign-in?token="],
    [{ PORT: "9000", HOST: "::1" }, "http://[::1]:9000/console/sign-in?token="],
    [{ PORT: "0" }, "/console/sign-in?token="],
    [{ FLORIN_BASE_URL: "https://pay.example/florin/", PORT: "0" }, "https://pay.example/florin/console/sign-in?token="]
  ]

  it.each(ways)("with %j begins with %s", async (environment, beginning) => {
    const linked = (...words: ReadonlyArray<string>) => cli({ ...settings, ...environment }, "people", ...words)
    const { output } = await linked("link", "viewer")
    const line = output.split("\n").find((one) => one.includes("token="))
    assert.strictEqual(line?.trim().replace(/[^=]+$/, ""), beginning)
    const { link } = JSON.parse((await linked("link", "viewer", "--json")).output) as {
      readonly link: { readonly url: string; readonly token: string }
    }
    assert.strictEqual(link.url, `${beginning}${link.token}`)
  })

  it("is printed with the person who is added", async () => {
    const { output } = await run("people", "add", "anna", "--role", "operate")
    assert.match(
      output,
      /^anna: operate in all shops\.\n.*\n\n {2}http:\/\/127\.0\.0\.1:8080\/console\/sign-in\?token=\S+\n/
    )
  })
})

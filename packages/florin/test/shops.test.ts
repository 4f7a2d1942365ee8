import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createFlorin, type Options, type ShopPort } from "florin"
import { afterAll, assert, describe, it } from "vitest"
import { cli } from "./internal/commandLine.js"
import { ask } from "./internal/shop.js"

const here = mkdtempSync(join(tmpdir(), "florin-shops-"))
afterAll(() => rmSync(here, { recursive: true }))

const started = (name: string, shops?: Options["shops"]) =>
  createFlorin({
    database: `sqlite:${join(here, name)}.db`,
    sandbox: true,
    baseUrl: "http://127.0.0.1",
    log: "none",
    ...(shops === undefined ? {} : { shops })
  })

type Florin = Awaited<ReturnType<typeof started>>

const status = async (florin: Florin, id: string, secret: string) => {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
  return (await ask(florin, new Request("http://127.0.0.1/notifications", { headers: { authorization } }))).status
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code, fields }: { code: string; fields: unknown }) => ({ code, fields })
  )

describe("shops in process", () => {
  it("are added, changed and re-keyed while Florin runs, also by another process", async () => {
    const [florin, other] = [await started("own"), await started("own")]
    const added = await florin.operator.shops.add({
      id: "books",
      holdDays: 3,
      notificationBasic: true,
      signatureKey: true
    })
    assert.match(added.publicKey ?? "", /^MII[A-Za-z0-9+/]+=*$/)
    assert.strictEqual(await status(other, "books", added.secretKey), 200)

    const changed = await florin.operator.shops.update("books", { holdDays: null, name: "The Books" })
    assert.deepInclude(changed, {
      id: "books",
      name: "The Books",
      notificationBasic: true,
      publicKey: added.publicKey!
    })
    assert.notProperty(changed, "holdDays")
    assert.deepStrictEqual(await other.operator.shops.find("books"), changed)
    assert.deepStrictEqual(await other.operator.shops.list(), [changed])

    const rotated = await florin.operator.shops.rotate("books", { formerSecret: "2099-01-01T00:00:00Z" })
    const both = [await status(other, "books", added.secretKey), await status(other, "books", rotated.secretKey)]
    assert.strictEqual((await florin.operator.shops.find("books")).formerSecret, "2099-01-01T00:00:00.000Z")
    await other.operator.shops.retire("books")
    assert.deepStrictEqual([...both, await status(florin, "books", added.secretKey)], [200, 200, 401])
    await Promise.all([florin.close(), other.close()])
  })

  it("are refused by member, and a value is never repeated", async () => {
    const florin = await started("refused")
    const { add, find, rotate, update } = florin.operator.shops
    await add({ id: "books" })
    const refused = [
      add({ id: "books" }),
      add({ id: "a b" }),
      add({ id: "music", secretKey: "short" }),
      update("books", { holdDays: 0 }),
      update("books", { notificationBasic: true }),
      update("books", { secretKey: "a-secret-of-the-shop" } as never),
      rotate("books", { formerSecret: "soon" }),
      find("nobody")
    ]
    assert.deepStrictEqual(await Promise.all(refused.map(refusalOf)), [
      { code: "invalid-request", fields: { id: ["is the id of another shop"] } },
      { code: "invalid-request", fields: { id: ["must be 1 to 64 letters, digits, _ or -"] } },
      { code: "invalid-request", fields: { secretKey: ["must be at least 16 characters"] } },
      { code: "invalid-request", fields: { holdDays: ["must be between 1 and 365"] } },
      {
        code: "invalid-request",
        fields: {
          notificationBasic: [
            "needs a new secret, because only a hash of this one is kept: switch it on when the secret is rotated"
          ]
        }
      },
      { code: "invalid-request", fields: { secretKey: ["is changed with rotate"] } },
      {
        code: "invalid-request",
        fields: { formerSecret: ["must be none, until-retired or an instant in ISO 8601 with a time-zone offset"] }
      },
      { code: "no-such-shop", fields: {} }
    ])
    await florin.close()
  })

  it("are refused what the types refuse, in the host's spelling, and an argument too many", async () => {
    const florin = await started("mistyped")
    const { add, list, retire, rotate, update } = florin.operator.shops as unknown as Readonly<
      Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>
    >
    await add!({ id: "books" })
    const refused = [
      add!({ id: "music", notificationUlr: "https://music.example" }),
      add!({ id: "music", frobnicate: 1 }),
      add!(),
      add!({ id: "music" }, { idempotencyKey: "k" }),
      update!("books", { holdDays: "3" }),
      rotate!("books", { holdDay: 3 }),
      rotate!("books", {}, {}),
      retire!("books", true),
      list!({}, {})
    ]
    const found = (await Promise.all(refused.map(refusalOf))) as ReadonlyArray<{ readonly fields: object }>
    const [first, second, ...others] = found
    assert.deepStrictEqual(first!.fields, { notificationUlr: ["is unknown; did you mean notificationUrl?"] })
    assert.match(JSON.stringify(second!.fields), /frobnicate":\["is unknown; a shop has name, site, threeDSecure,/)
    assert.notMatch(JSON.stringify(found), /_[a-z]+_/)
    const tooMany = { code: "invalid-request", fields: {} }
    assert.deepStrictEqual<unknown>(others, [
      { code: "invalid-request", fields: { id: ["must be 1 to 64 letters, digits, _ or -"] } },
      {
        code: "invalid-request",
        fields: { idempotencyKey: ["is not taken by this call: the call takes request"] }
      },
      { code: "invalid-request", fields: { holdDays: ["must be a number"] } },
      { code: "invalid-request", fields: { holdDay: ["is unknown; did you mean holdDays?"] } },
      tooMany,
      tooMany,
      tooMany
    ])
    assert.deepInclude(await update!("books", undefined), { id: "books" })
    await florin.close()
  })

  it("D73: are changed where the host lists them, and stand beside those of the database", async () => {
    const florin = await started("listed", [{ id: "books", secretKey: "a-secret-of-the-shop" }])
    const { shops } = florin.operator
    const { secretKey } = await shops.add({ id: "music" })
    const letIn = [await status(florin, "books", "a-secret-of-the-shop"), await status(florin, "music", secretKey)]
    assert.deepStrictEqual(letIn, [200, 200])
    const says = (call: Promise<unknown>) => call.then(String, ({ message }: Error) => message)
    const elsewhere = await Promise.all(
      [shops.rotate("books"), shops.disable("books"), shops.update("books")].map(says)
    )
    for (const message of elsewhere) assert.include(message, "The shop is kept by the host: change it in the file")
    assert.deepStrictEqual(await refusalOf(shops.add({ id: "books" })), {
      code: "invalid-request",
      fields: { id: ["is the id of another shop"] }
    })
    const listed = (await shops.list()).map(({ from, id }) => [id, from])
    assert.deepStrictEqual(listed, [
      ["books", "settings"],
      ["music", "database"]
    ])
    assert.strictEqual((await shops.find("books")).from, "settings")
    await florin.close()
  })

  it("D73: let nobody in while they are disabled", async () => {
    const florin = await started("shut")
    const { shops } = florin.operator
    const { secretKey } = await shops.add({ id: "books" })
    assert.isTrue((await shops.disable("books")).disabled)
    assert.strictEqual(await status(florin, "books", secretKey), 401)
    assert.isFalse((await shops.enable("books")).disabled)
    assert.strictEqual(await status(florin, "books", secretKey), 200)
    await florin.close()
  })

  it("D73: of the host's list hide those of the database that have their ids, which the log says", async () => {
    const before = await started("both")
    const { secretKey } = await before.operator.shops.add({ id: "books" })
    await before.close()
    const log: Array<string> = []
    const florin = await createFlorin({
      ...{ database: `sqlite:${join(here, "both")}.db`, sandbox: true, baseUrl: "http://127.0.0.1" },
      shops: [{ id: "books", secretKey: "a-secret-of-the-shop" }],
      log: ({ message }) => void log.push(String(message))
    })
    assert.strictEqual(await status(florin, "books", secretKey), 401)
    assert.match(log.join(), /both have the shops books/)
    await florin.close()
  })
})

describe("a command beside a host that lists its shops", () => {
  it("finds them in the database by what they have in its books", async () => {
    const florin = await started("books", [
      { id: "books", secretKey: "a-secret-of-the-shop" },
      { id: "music", secretKey: "a-secret-of-the-shop" }
    ])
    const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
    const order = { amount: 1995, currency: "EUR", description: "An order", card }
    const { uid } = await florin.shop("books").pay(order)
    const settings = { FLORIN_DATABASE: `sqlite:${join(here, "books.db")}` }
    const one = await cli(settings, "transactions", "list", "--json")
    assert.include(one.output, uid)
    await florin.shop("music").pay(order)
    const several = await cli(settings, "transactions", "list")
    assert.include(several.error, "--shop is needed, because there are several: books, music")
    await florin.close()
  })
})

describe("shops that a host keeps", () => {
  const secretKey = "a-secret-of-the-shop"
  const kept: Record<string, Awaited<ReturnType<ShopPort["find"]>>> = {
    books: { secretKey, formerSecretKey: "a-secret-of-before", name: "Books", holdDays: null },
    wrong: { secretKey, holdDays: 1000 },
    hashed: { name: "Hashed" }
  }
  const find: ShopPort["find"] = (id) =>
    id === "broken" ? Promise.reject(new Error(secretKey)) : Promise.resolve(kept[id])

  it.each([
    { id: "books", secret: secretKey, expected: 200 },
    { id: "books", secret: "a-secret-of-before", expected: 200 },
    { id: "books", secret: "a-secret-of-others", expected: 401 },
    { id: "nobody", secret: secretKey, expected: 401 },
    { id: "hashed", secret: secretKey, expected: 401 },
    { id: "wrong", secret: secretKey, expected: 500 },
    { id: "broken", secret: secretKey, expected: 503 }
  ])("answer $id with $secret by $expected", async ({ expected, id, secret }) => {
    const florin = await started("kept", { find })
    assert.strictEqual(await status(florin, id, secret), expected)
    await florin.close()
  })

  it("are charged in process, and have their secrets compared by the host where it asks for it", async () => {
    const florin = await started("compared", {
      find,
      authenticate: async (id, secret) => id === "hashed" && secret === "ours"
    })
    assert.deepStrictEqual(
      [await status(florin, "hashed", "ours"), await status(florin, "books", secretKey)],
      [200, 401]
    )
    const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
    const order = { amount: 1995, currency: "EUR", description: "An order", card }
    assert.strictEqual((await florin.shop("hashed").pay(order)).status, "successful")
    await florin.close()
  })

  it("are refused as an option that is neither a list nor a port", async () => {
    assert.deepStrictEqual(await refusalOf(started("none", {} as never)), {
      code: "unusable-option",
      fields: { shops: ["must be a list of shops, or a port with find"] }
    })
  })
})

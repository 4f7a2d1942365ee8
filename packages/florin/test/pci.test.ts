// What `florin doctor --pci` says, held against what a gateway serves and stores.
import { createHash } from "node:crypto"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import * as Design from "@florin/pages/Design"
import { checkoutScript } from "@florin/pages/FieldsScript"
import { inventory } from "@florin/pages/PageInventory"
import * as CardHoldings from "@florin/storage-sql/CardHoldings"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { createFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Rules from "../src/cli/commands/pciRules.js"
import * as StoreAsIs from "../src/cli/server/storeAsIs.js"
import { cli, place } from "./internal/commandLine.js"
import { listed } from "./internal/shop.js"

const charging = (name: string, sources?: AcquirerCapabilities["sources"]): Rules.Charging => ({
  name,
  capabilities: sources === undefined ? {} : { sources }
})

const holding = (cards: number): CardHoldings.CardHoldings => ({
  cards,
  tokens: 0,
  oldest: null,
  unreferenced: 0,
  oldestUnreferenced: null
})

const fields = {
  script: "https://js.payrail.example/v1/",
  frames: ["https://js.payrail.example"],
  connects: ["https://api.payrail.example"],
  mount: "() => ({})"
}

const withFields: Rules.Charging = { ...charging("Payrail", ["token"]), provider: "payrail", fields }

describe("the scope", () => {
  it.each<readonly [ReadonlyArray<Rules.Charging>, number, Rules.Scope, RegExp]>([
    [[], 0, "card-numbers", /Card numbers are in this process: SAQ D/],
    [[charging("Bank")], 0, "card-numbers", /process \(Bank takes them\): SAQ D/],
    [[charging("Stripe", ["token", "card"])], 0, "card-numbers", /Stripe takes them/],
    [
      [charging("Stripe", ["token"])],
      0,
      "tokens-only",
      /tokens only \(Stripe\): none has card fields .* nobody can enter/
    ],
    [
      [withFields],
      0,
      "tokens-only",
      /tokens only \(Payrail\): customers enter cards in the fields of payrail. No card/
    ],
    [[charging("Stripe", ["token"]), withFields], 0, "tokens-only", /in the fields of payrail/],
    [[charging("Stripe", ["token"])], 3, "tokens-only", /3 card numbers are stored: .* stay in scope/],
    [[charging("Stripe", ["token"]), charging("Bank")], 0, "card-numbers", /process \(Bank takes them\)/],
    [[charging("Stripe", ["token"]), charging("Adyen", ["token"])], 0, "tokens-only", /\(Stripe, Adyen\)/]
  ])("D58: of %j with %d stored cards is %s", (acquirers, cards, expected, sentence) => {
    assert.strictEqual(Rules.scopeOf(acquirers), expected)
    assert.match(Rules.scopeSentences(acquirers, holding(cards)).join(" "), sentence)
  })
})

describe("the inventory of a page with a provider's card fields", () => {
  const design = Either.getOrThrow(Design.make({}))
  const cardEntry = { _tag: "Fields", provider: "payrail", fields } as const

  it("D58: names the provider's script and what the policy allows of it, on the pages that take a card alone", () => {
    const pages = inventory({ design, cardEntry })
    const [order] = pages.filter(({ path }) => path === "/checkout")
    assert.deepStrictEqual(
      order?.scripts.map(({ integrity, source }) => [source, integrity]),
      [
        ["inline", digestOf(checkoutScript(fields))],
        ["https://js.payrail.example/v1/", null]
      ]
    )
    const policy = order?.headers["content-security-policy"] ?? ""
    assert.include(policy, `'${digestOf(checkoutScript(fields))}' https://js.payrail.example;`)
    assert.include(policy, "connect-src 'self' https://api.payrail.example; frame-src https://js.payrail.example;")
    const cards = pages.filter(({ takesCards }) => takesCards)
    assert.deepStrictEqual(
      cards.map(({ path }) => path),
      ["/checkout", "/plans/{id}/pay", "/subscriptions/{id}/new-card", "/portal/{token}"]
    )
    for (const { headers, scripts } of cards) {
      assert.deepStrictEqual(scripts, order?.scripts)
      assert.include(headers["content-security-policy"], "frame-src https://js.payrail.example;")
    }
    assert.notInclude(JSON.stringify(pages.filter(({ takesCards }) => !takesCards)), "payrail")
  })

  it("D58: names no page that takes a card, and no script for one, where the fields are off", () => {
    const pages = inventory({ design, cardEntry: { _tag: "Nothing" } })
    assert.isFalse(pages.some(({ takesCards }) => takesCards))
    const plan = pages.find(({ path }) => path === "/plans/{id}/pay")
    assert.deepStrictEqual(plan?.scripts, [])
    assert.notInclude(plan?.headers["content-security-policy"], "script-src")
  })
})

const digestOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`

describe("florin doctor --pci", () => {
  const here = place()
  const framedBy = ["https://shop.example"]
  const database = `sqlite:${here.in("florin.db")}`
  let florin: Awaited<ReturnType<typeof createFlorin>>
  beforeAll(async () => {
    const pages = { framedBy }
    florin = await createFlorin({ database, sandbox: true, baseUrl: "http://pay.example", shops: [listed], pages })
  })
  afterAll(async () => {
    await florin.close()
    here.remove()
  })

  const expected = inventory({ design: Either.getOrThrow(Design.make({})), framedBy })
  const order = { amount: 1995, currency: "EUR", description: "Order 42" }
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }

  const served = async (path: string): Promise<string> => {
    const shop = florin.shop(listed.id)
    switch (path) {
      case "/checkout":
        return (await shop.checkouts.create({ transactionType: "payment", iframe: true, order })).redirectUrl
      case "/plans/{id}/pay": {
        const plan = { amount: 990, interval: 1, intervalUnit: "month" } as const
        return (await shop.plans.create({ title: "Reader", currency: "EUR", plan })).payUrl
      }
      case "/products/{id}":
        return (await shop.products.create({ name: "Book", description: "A book", amount: 990, currency: "EUR" }))
          .payUrl
      default:
        return String((await shop.pay({ ...order, card })).receiptUrl)
    }
  }

  it.each(["/checkout", "/plans/{id}/pay", "/products/{id}", "/receipts/{uid}"])(
    "D58: lists the scripts and headers of %s as a browser gets them",
    async (path) => {
      const page = expected.find((one) => one.path === path)!
      const answer = await florin.fetch(new Request(await served(path)))
      const text = await answer.text()
      assert.strictEqual(answer.status, 200)
      const found = Object.keys(page.headers).map((name) => [name, answer.headers.get(name)])
      assert.deepStrictEqual(Object.fromEntries(found), page.headers)
      assert.strictEqual(answer.headers.get("x-frame-options"), page.headers["x-frame-options"] ?? null)
      const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(
        ([, tag = "", body = ""]) => /src="[^"]*?(\/assets\/[^"]+)"/.exec(tag)?.[1] ?? `inline ${digestOf(body)}`
      )
      const listed = page.scripts.map(({ integrity, source }) => (source === "inline" ? `inline ${integrity}` : source))
      assert.deepStrictEqual(scripts, listed)
    }
  )

  it("D58: knows the text of each script that it serves under a path", async () => {
    for (const { integrity, source } of expected.flatMap(({ scripts }) => scripts)) {
      if (source === "inline") continue
      const answer = await florin.fetch(new Request(`http://pay.example${source}`))
      assert.strictEqual(digestOf(await answer.text()), integrity, source)
    }
  })

  it("D58: counts the cards that are kept, and those that nothing refers to", async () => {
    const shop = florin.shop(listed.id)
    await shop.pay({ ...order, amount: 1, card })
    await shop.pay({ ...order, amount: 2, card, customer: { externalId: "anna" } })
    await shop.pay({ ...order, amount: 3, card, additionalData: { contract: ["card_on_file"] } })
    await shop.cards.create({ ...card, customer: { externalId: "boris" } })
    await shop.cards.create(card)
    await shop.pay({ ...order, amount: 4, card: { providerToken: { provider: "sandbox", value: "tok_visa" } } })
    const counts = (before: DateTime.Utc) =>
      Effect.runPromise(
        Effect.provide(CardHoldings.read(before), StoreAsIs.connection({ _tag: "Sqlite", path: here.in("florin.db") }))
      )
    const later = DateTime.unsafeMake("2100-01-01T00:00:00Z")
    const { cards, oldest, oldestUnreferenced, unreferenced } = await counts(later)
    // The receipt's payment, and the first one here.
    assert.deepStrictEqual([cards, unreferenced], [6, 2])
    assert.deepStrictEqual(oldest, oldestUnreferenced)
    const none = await counts(DateTime.unsafeMake("2000-01-01T00:00:00Z"))
    assert.deepStrictEqual([none.cards, none.unreferenced, none.oldestUnreferenced], [6, 0, null])
  })

  it("D58: is text for people, and one document with --json", async () => {
    const settings = { FLORIN_DATABASE: database, FLORIN_FRAMED_BY: framedBy.join() }
    const { exit, output } = await cli(settings, "doctor", "--pci", "--json")
    const document = JSON.parse(output) as ReturnType<typeof Rules.documentOf>
    assert.deepStrictEqual([exit, document.scope.numbers, document.cards?.numbers], [0, "card-numbers", 6])
    assert.deepStrictEqual(
      document.pages.map(({ headers, path }) => ({ path, headers })),
      expected.map(({ headers, path }) => ({ path, headers }))
    )
    const text = await cli(settings, "doctor", "--pci")
    assert.match(text.output, /6 card numbers are stored, the oldest of \d{4}-\d\d-\d\d. .*token/s)
    assert.match(text.output, /\/checkout \(a card is entered here\)\n {4}script inline\n {6}sha256-/)
  })
})

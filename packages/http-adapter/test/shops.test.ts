/** Shops as an operator makes and keeps them over HTTP. Source: D73. */
import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, it } from "@effect/vitest"
import * as Commit from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { FirstDocument, KeyRecord } from "@florin/core/idempotency/IdempotencyKey"
import type { ShopId } from "@florin/core/ids/Ids"
import { noGrants } from "@florin/core/people/Role"
import * as Operators from "@florin/settings/Operators"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Operation from "@florin/wire/operations/Operation"
import { table } from "@florin/wire/operations/Table"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { backOffice, keyIn, shown, tokenIn } from "./internal/backOffice.js"
import { start } from "./internal/staffed.js"
import { basic } from "./server.js"

type Staff = Pick<Effect.Effect.Success<ReturnType<typeof start>>, "as" | "anna" | "posting" | "context">

const made = (staff: Staff, body: object, headers = {}) =>
  Effect.map(staff.posting(staff.anna)("/operator/shops", body, headers), (answer) => ({
    ...answer,
    document: JSON.parse(answer.text)
  }))

const act = (staff: Staff, path: string, body: object = {}, headers = {}) =>
  Effect.map(staff.posting(staff.anna)(`/operator/shops/${path}`, body, headers), (answer) => ({
    ...answer,
    document: JSON.parse(answer.text)
  }))

const isLetIn = (staff: Staff, id: string, secret: string) =>
  Effect.map(staff.as(basic(id, secret))("/notifications"), ({ status }) => status === 200)

const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }

const charge = (notification_url: string) => ({
  request: { amount: 1995, currency: "EUR", description: "Order 42", notification_url, credit_card: card }
})

/** The first answer to anna's request as the store has it. */
const answerKept = (staff: Staff, key: string) =>
  Commit.commit(Context.get(staff.context, Commit.CommitStore))<KeyFacts, FirstDocument, never>({
    name: "key-claim",
    load: { known: Reads.key("operator/anna" as ShopId, key) },
    decide: ({ known }) => Commit.decided([], known?.answer as FirstDocument)
  })

interface KeyFacts {
  readonly known: KeyRecord | undefined
}

interface Received {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A shop's receiver of webhooks, and the first one that comes. */
const receiver = Effect.gen(function* () {
  let arrived = (_: Received) => {}
  const first = new Promise<Received>((resolve) => {
    arrived = resolve
  })
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      response.end()
      arrived({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") })
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, first: Effect.promise(() => first) }
})

describeOnContract("the shops of an operator", () => {
  it.scopedLive("D73: a shop that was made pays at once, and its webhooks are signed by its own secret", () =>
    Effect.gen(function* () {
      const staff = yield* start({ webhooks: { allowHttp: true, allowLoopback: true } })
      const hook = yield* receiver
      const { document, status } = yield* made(staff, { id: "books", name: "Books", site: "https://books.example" })
      assert.strictEqual(status, 201)
      const { created_at, secret_key, webhook_secret, ...open } = document
      assert.deepStrictEqual(open, {
        id: "books",
        name: "Books",
        from: "database",
        site: "https://books.example",
        notification_url: null,
        public_key: null,
        disabled: false,
        former_secret: null
      })
      const paid = yield* staff.posting(staff.as(basic("books", secret_key)))(
        "/transactions/payments",
        charge(hook.url)
      )
      assert.strictEqual(JSON.parse(paid.text).transaction.status, "successful")
      const { body, headers } = yield* hook.first
      const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
      const key = Buffer.from(webhook_secret.slice("whsec_".length), "base64")
      const signature = createHmac("sha256", key).update(text).digest("base64")
      assert.include(String(headers["webhook-signature"]), signature)
    })
  )

  it.scopedLive("D73: secrets are answered once: a repetition has none, and the database holds none", () =>
    Effect.gen(function* () {
      const staff = yield* start()
      const key = { "idempotency-key": "new-books" }
      const first = yield* made(staff, { id: "books" }, key)
      const again = yield* made(staff, { id: "books" }, key)
      assert.deepStrictEqual([again.status, again.headers["idempotency-replayed"]], [201, "true"])
      assert.deepStrictEqual(again.document, { ...first.document, secret_key: null, webhook_secret: null })
      const rotated = yield* act(staff, "books/secret", {}, { "idempotency-key": "again" })
      const repeated = yield* act(staff, "books/secret", {}, { "idempotency-key": "again" })
      assert.isNull(repeated.document.secret_key)
      assert.isTrue(yield* isLetIn(staff, "books", rotated.document.secret_key))
      for (const path of ["/operator/shops", "/operator/shops/books"]) {
        const { text } = yield* staff.anna(path)
        for (const { document } of [first, rotated]) {
          assert.notInclude(text, document.secret_key)
          assert.notInclude(text, document.webhook_secret)
        }
      }
      assert.strictEqual(first.headers["cache-control"], "no-store")
      const { document: kept } = yield* answerKept(staff, "new-books")
      assert.deepStrictEqual(JSON.parse(kept), again.document)
    })
  )

  it.scopedLive("D73: a new secret leaves the old one good as long as it was told; ended, it is refused at once", () =>
    Effect.gen(function* () {
      const staff = yield* start()
      const { document } = yield* made(staff, { id: "books" })
      const [old, letIn] = [document.secret_key, (secret: string) => isLetIn(staff, "books", secret)]
      const second = (yield* act(staff, "books/secret")).document
      assert.deepStrictEqual(
        [second.former_secret, yield* letIn(old), yield* letIn(second.secret_key)],
        ["until-retired", true, true]
      )
      assert.isNull((yield* act(staff, "books/retire")).document.former_secret)
      assert.deepStrictEqual([yield* letIn(old), yield* letIn(second.secret_key)], [false, true])
      const third = (yield* act(staff, "books/secret", { former_secret: "none" })).document
      assert.deepStrictEqual([yield* letIn(second.secret_key), yield* letIn(third.secret_key)], [false, true])
    })
  )

  it.scopedLive("D73: a disabled shop is let in by no secret, and what it had goes on", () =>
    Effect.gen(function* () {
      const staff = yield* start()
      const { secret_key: secret } = (yield* made(staff, { id: "books" })).document
      const books = staff.as(basic("books", secret))
      const paid = yield* staff.posting(books)("/transactions/payments", charge("https://books.example/hook"))
      const { uid } = JSON.parse(paid.text).transaction
      const ordered = { transaction_type: "payment", order: { amount: 1995, currency: "EUR", description: "Order 43" } }
      const { checkout } = JSON.parse((yield* staff.posting(books)("/ctp/api/checkouts", { checkout: ordered })).text)
      const sold = yield* staff.posting(books)("/products", Operation.exampleOf(table.createProduct).request)
      const productPage = new URL(JSON.parse(sold.text).pay_url).pathname
      const price = { amount: 777, interval: 1, interval_unit: "month" }
      const offered = yield* staff.posting(books)("/plans", { title: "Books", currency: "EUR", plan: price })
      const planPage = `/plans/${JSON.parse(offered.text).id}/pay`
      const shown = yield* staff.as("")(planPage)
      const hidden = [...shown.text.matchAll(/<input type="hidden" name="(\w+)" value="([\w-]+)">/g)]
      assert.strictEqual((yield* staff.as("")(productPage)).status, 200)
      assert.isTrue((yield* act(staff, "books/disable")).document.disabled)
      assert.isFalse(yield* isLetIn(staff, "books", secret))
      const refund = { request: { parent_uid: uid, amount: 500, reason: "Returned" } }
      const refunded = yield* staff.posting(staff.anna)("/transactions/refunds", refund, { "florin-shop": "books" })
      assert.strictEqual(JSON.parse(refunded.text).transaction.status, "successful")
      const guest = staff.as("")
      assert.strictEqual((yield* guest(productPage)).status, 404)
      const request = { token: checkout.token, payment_method: "credit_card", credit_card: card }
      const paying = yield* staff.posting(guest)("/ctp/api/payments", { request })
      assert.strictEqual(paying.status, 422)
      assert.include(paying.text, "The shop takes no payments now")
      const typed = { number: card.number, holder: card.holder, expiry: "12/35", code: "123" }
      const form = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
        ...typed
      })
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const subscribing = guest(planPage, { method: "POST", headers, body: form.toString() })
      const charged = Effect.map(staff.shop("/sandbox/ledger"), ({ text }) =>
        JSON.parse(text).movements.some(({ amount }: { amount: number }) => amount === price.amount)
      )
      assert.deepStrictEqual([(yield* subscribing).status, yield* charged], [422, false])
      assert.isFalse((yield* act(staff, "books/enable")).document.disabled)
      assert.deepStrictEqual([(yield* subscribing).status, yield* charged], [303, true])
      assert.isTrue(yield* isLetIn(staff, "books", secret))
    })
  )

  it.scopedLive("D73: a shop of the settings is seen and never changed, and its id is taken", () =>
    Effect.gen(function* () {
      const staff = yield* start()
      yield* made(staff, { id: "books" })
      const { shops } = JSON.parse((yield* staff.anna("/operator/shops")).text)
      assert.deepStrictEqual(
        shops.map(({ from, id }: { from: string; id: string }) => [id, from]),
        [
          ["shop", "settings"],
          ["other", "settings"],
          ["books", "database"]
        ]
      )
      const paged = yield* staff.anna("/operator/shops?limit=2&after=shop")
      assert.deepStrictEqual(
        JSON.parse(paged.text).shops.map(({ id }: { id: string }) => id),
        ["other", "books"]
      )
      for (const path of ["shop", "shop/secret", "shop/retire", "shop/disable", "shop/enable"]) {
        const { document, status } = yield* act(staff, path)
        assert.strictEqual(status, 422)
        assert.include(document.message, "The shop is kept by the host")
      }
      for (const id of ["shop", "books"]) {
        const { document, status } = yield* made(staff, { id })
        assert.deepStrictEqual([status, document.errors], [422, { id: ["is the id of another shop"] }])
      }
      assert.strictEqual((yield* act(staff, "nobody/disable")).status, 404)
    })
  )

  it.scopedLive("D73: its settings are those of a file, and null takes one away", () =>
    Effect.gen(function* () {
      const staff = yield* start()
      const secret = "a-secret-of-the-shop"
      const { document } = yield* made(staff, {
        ...{ id: "books", secret_key: secret, hold_days: 3, signature_key: true, notification_basic: true },
        webhook_secret: `whsec_${Buffer.alloc(24, 7).toString("base64")}`
      })
      assert.deepInclude(document, { secret_key: secret, hold_days: 3, notification_basic: true })
      assert.match(document.public_key, /^MII[A-Za-z0-9+/]+=*$/)
      const changed = yield* act(staff, "books", { hold_days: null, grace_days: 0, site: "https://books.example" })
      assert.deepInclude(changed.document, {
        site: "https://books.example",
        grace_days: 0,
        public_key: document.public_key
      })
      assert.notProperty(changed.document, "hold_days")
      assert.strictEqual((yield* staff.anna("/operator/shops/books")).text, changed.text)
      assert.notMatch(changed.text, /secret_key|whsec_|PRIVATE/)
      assert.isTrue(yield* isLetIn(staff, "books", secret))
      const rotated = yield* act(staff, "books/secret", { former_secret: "none", site: "", hold_days: 5 })
      assert.deepInclude(rotated.document, { site: null, hold_days: 5, webhook_secret: document.webhook_secret })
    })
  )

  it.scopedLive.each([
    { body: { hold_days: 0 }, errors: { hold_days: ["must be between 1 and 365"] } },
    { body: { hold_days: "3", grace_days: 366 }, errors: { hold_days: ["must be a number"] } },
    { body: { hold_day: 3 }, errors: { hold_day: ["is unknown; did you mean hold_days?"] } },
    { body: { signature_key: "yes" }, errors: { signature_key: ["must be true or false"] } },
    { body: { secret_key: "a-secret-of-the-shop" }, errors: { secret_key: ["is changed with rotate"] } },
    {
      body: { webhook_secret: "4111111111111111" },
      errors: { webhook_secret: ["must be whsec_ and base64 of 24 to 64 bytes"] }
    }
  ])("D73: refuse the change $body by the fields", ({ body, errors }) =>
    Effect.gen(function* () {
      const staff = yield* start()
      yield* made(staff, { id: "books" })
      const { document, status } = yield* act(staff, "books", body)
      assert.deepStrictEqual([status, document.errors], [422, errors])
    })
  )

  it.scopedLive.each([
    { body: {}, errors: { id: ["can't be blank"] } },
    { body: { id: "no spaces" }, errors: { id: ["must be 1 to 64 letters, digits, _ or -"] } },
    { body: { id: "books", site: "nowhere" }, errors: { site: ["is invalid"] } },
    { body: { id: "books", notification_url: 7 }, errors: { notification_url: ["is invalid"] } }
  ])("D4: refuse $body by the fields", ({ body, errors }) =>
    Effect.gen(function* () {
      const staff = yield* start()
      const { document, status } = yield* made(staff, body)
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(Object.keys(document.errors), Object.keys(errors))
    })
  )

  it.scopedLive("D74: whoever administers a shop changes its settings; the rest is for those who administer all", () =>
    Effect.gen(function* () {
      const grants = {
        view: { ...noGrants, everywhere: "view" },
        operate: { ...noGrants, everywhere: "operate" },
        one: { ...noGrants, shops: { shop: "administer", music: "administer" } },
        all: { ...noGrants, everywhere: "administer" }
      } as const
      const keyOf = (id: string) => `${id}-0123456789abcdef0123456789abcdef`
      const people = Object.entries(grants).map(([id, grants]) => ({ id, key: Redacted.make(keyOf(id)), grants }))
      const staff = yield* start({ operators: Operators.layerListed(people as never) })
      const all = staff.posting(staff.as(basic("all", keyOf("all"))))
      assert.strictEqual((yield* all("/operator/shops", { id: "music" })).status, 201)
      for (const id of ["view", "operate", "one"]) {
        const as = staff.as(basic(id, keyOf(id)))
        const sent = ["/operator/shops", "/operator/shops/music/secret", "/operator/shops/music/disable"]
        for (const path of sent) assert.strictEqual((yield* staff.posting(as)(path, { id: "books" })).status, 403)
        const listed = JSON.parse((yield* as("/operator/shops")).text).shops as ReadonlyArray<{ id: string }>
        assert.deepStrictEqual(
          listed.map((one) => one.id),
          id === "one" ? ["shop", "music"] : ["shop", "other", "music"]
        )
        assert.strictEqual((yield* as("/operator/shops/other")).status, id === "one" ? 404 : 200)
        const changed = yield* Effect.forEach(["music", "shop", "other"], (shop) =>
          Effect.map(staff.posting(as)(`/operator/shops/${shop}`, { hold_days: 3 }), ({ status }) => status)
        )
        // One of the settings is changed there, whoever asks.
        assert.deepStrictEqual(changed, id === "one" ? [200, 422, 404] : [403, 403, 403])
      }
      assert.strictEqual((yield* staff.posting(staff.shop)("/operator/shops", { id: "books" })).status, 401)
    })
  )

  it.scopedLive("D73: the console shows secrets once, on a page that nobody keeps, and shuts a shop", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const anna = yield* office.signedIn("anna", "administer")
      const page = yield* anna.look("/shops")
      assert.include(shown(page), "shop shop file or options Open")
      const form = {
        form_token: tokenIn(page),
        key: keyIn(page),
        id: "books",
        name: "",
        site: "",
        notification_url: ""
      }
      const made = yield* anna.send("/shops", form)
      assert.deepStrictEqual([made.status, made.headers["cache-control"]], [200, "no-store"])
      const [secret = "", webhookSecret = ""] = [...made.text.matchAll(/data-copy="([^"]{20,})"/g)].map(
        ([, one]) => one!
      )
      assert.match(webhookSecret, /^whsec_/)
      assert.isTrue(yield* isLetIn(office, "books", secret))
      const again = yield* anna.send("/shops", form)
      assert.include(shown(again), "its secrets were shown then")
      for (const { text } of [again, yield* anna.look("/shops"), yield* anna.look("/shops/books")]) {
        assert.notInclude(text, secret)
        assert.notInclude(text, webhookSecret)
      }
      const sure = yield* anna.look("/shops/books/disable")
      const disabling = { form_token: tokenIn(sure), key: keyIn(sure) }
      const done = yield* anna.send("/shops/books/disable", disabling)
      assert.deepStrictEqual([done.status, done.headers.location], [303, "../../shops/books?done=disable"])
      assert.isFalse(yield* isLetIn(office, "books", secret))
      const { entries } = JSON.parse((yield* office.anna("/operator/audit?kind=action")).text)
      assert.deepStrictEqual(
        entries.map(({ actor, operation, shop, subject }: Record<string, unknown>) => [
          actor,
          operation,
          shop,
          subject
        ]),
        [
          ["anna", "disableShop", "books", "books"],
          ["anna", "addShop", "books", "books"]
        ]
      )
    })
  )

  it.scopedLive("D74: the console lets nobody keep shops who administers one of them", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const nina = yield* office.signedIn("nina", "administer", "shop")
      const page = yield* nina.look("/shops")
      assert.notInclude(shown(page), "New shop")
      const form = { form_token: nina.formToken, key: "0".repeat(32), id: "books", former_secret: "none" }
      for (const path of ["/shops", "/shops/shop/rotate", "/shops/shop/disable"]) {
        assert.strictEqual((yield* nina.send(path, form)).status, 403, path)
      }
      const own = yield* nina.look("/shops/shop")
      assert.include(shown(own), "file or options")
      assert.strictEqual((yield* nina.look("/shops/shop/rotate")).status, 403)
      assert.strictEqual((yield* nina.look("/shops/other")).status, 404)
    })
  )
})

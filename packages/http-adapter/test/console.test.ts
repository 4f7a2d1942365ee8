/** The console over HTTP, as browsers and those who attack it come. Source: D73, D74, D75. */
import { assert, describe, it } from "@effect/vitest"
import { filterNames } from "@florin/console/Search"
import { Currency } from "@florin/core/money/Currency"
import { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import { AuditStore } from "@florin/core/people/PersonStore"
import { execute, run } from "@florin/testing/stores/StoreUnderTest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { asking, backOffice, charge, keyIn, shown, tokenIn } from "./internal/backOffice.js"

/** A payment that can be refunded, and its address in the console. */
const paid = (office: Effect.Effect.Success<ReturnType<typeof backOffice>>, more: object = {}) =>
  Effect.map(office.done("/transactions/payments", charge(more)), ({ transaction }): string => transaction.uid)

const step = { step: "sure" }

describe("the console", () => {
  it.scopedLive("finds the payment of an email, says what a refund will do, and refunds once", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const uid = yield* paid(office)
      const anna = yield* office.signedIn("anna", "operate")

      const found = yield* anna.look("/?q=JANE%40example.com+today")
      assert.strictEqual(found.status, 200)
      assert.include(found.text, `href="./payments/${uid}" autofocus`)

      const story = yield* anna.look(`/payments/${uid}`)
      assert.include(shown(story), "Payment of €19.95")
      const form = { form_token: tokenIn(story), key: keyIn(story), amount: "9.98", reason: "Returned" }

      const sure = yield* anna.send(`/payments/${uid}/refund`, form)
      assert.strictEqual(sure.status, 200)
      assert.include(shown(sure), "€9.98 goes back to the customer")
      assert.strictEqual(keyIn(sure), form.key)

      for (const _ of ["once", "again"]) {
        const done = yield* anna.send(`/payments/${uid}/refund`, { ...form, ...step })
        assert.deepStrictEqual([done.status, done.headers.location], [303, `../../payments/${uid}?done=refund`])
      }
      const after = shown(yield* anna.look(`/payments/${uid}?done=refund`))
      assert.include(after, "The refund was carried out")
      assert.include(after, "Up to €9.97")
      // In the history, and among what followed.
      assert.strictEqual(after.split("Refund €9.98").length, 3)
    })
  )

  it.scopedLive("keeps looks and actions in the audit, and no pulse", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const uid = yield* paid(office)
      const anna = yield* office.signedIn("anna", "operate")
      const story = yield* anna.look(`/payments/${uid}`)
      for (const query of [`uid=${uid}`, "list=doubts", "list=webhooks", "list=approvals"]) {
        const pulse = yield* anna.look(`/pulse?${query}`)
        assert.strictEqual(pulse.status, 200)
        assert.isNumber(JSON.parse(pulse.text).version)
      }
      const form = { form_token: tokenIn(story), key: keyIn(story), amount: "1", reason: "Returned", ...step }
      yield* anna.send(`/payments/${uid}/refund`, form)
      const entries = yield* Context.get(office.context, AuditStore).list({ limit: 50, sight: "all" })
      assert.deepStrictEqual(
        entries.toReversed().map(({ actor, kind, operation }) => [actor, kind, operation]),
        [
          ["anna", "sign-in", "sign-in"],
          ["anna", "look", "searchTransactions"],
          ["anna", "look", "findStory"],
          ["anna", "look", "findStory"],
          ["anna", "action", "refund"]
        ]
      )
    })
  )

  it.scopedLive("is shown to nobody who is not signed in, and never kept, framed or told of", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const anna = yield* office.signedIn("anna", "view")
      const stranger = yield* asking(office.port, "/")
      assert.strictEqual(stranger.status, 401)
      const page = yield* anna.look("/")
      for (const { headers } of [stranger, page]) {
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.strictEqual(headers["x-frame-options"], "DENY")
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
        assert.isUndefined(headers["access-control-allow-origin"])
        assert.strictEqual(headers["referrer-policy"], "same-origin")
        assert.match(
          String(headers["content-security-policy"]),
          /^default-src 'none'; .*base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/
        )
        assert.notMatch(String(headers["content-security-policy"]), /unsafe/)
      }
      assert.match(String(anna.entered.headers["set-cookie"]), /HttpOnly; SameSite=Strict/)
      yield* anna.send("/sign-out", { form_token: anna.formToken })
      assert.strictEqual((yield* anna.look("/")).status, 401)
    })
  )

  it.scopedLive("signs nobody in by looking at a link, and lets a link in once", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const token = yield* office.linkOf("anna", "view")
      const looked = yield* asking(office.port, `/sign-in?token=${token}`)
      assert.deepStrictEqual([looked.status, looked.headers["set-cookie"]], [200, undefined])
      assert.strictEqual((yield* asking(office.port, "/sign-in", { form: { token } })).status, 303)
      assert.strictEqual((yield* asking(office.port, "/sign-in", { form: { token } })).status, 403)
    })
  )

  it.scopedLive("takes no form of another site", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const uid = yield* paid(office)
      const anna = yield* office.signedIn("anna", "operate")
      const { formToken: form_token } = anna
      const form = { key: "0".repeat(32), amount: "1", reason: "Theirs", ...step }
      const sent = (more: object, headers = {}) => anna.send(`/payments/${uid}/refund`, { ...form, ...more }, headers)
      const refused = [
        yield* sent({}),
        yield* sent({ form_token: "f".repeat(64) }),
        yield* sent({ form_token }, { origin: "https://evil.example" }),
        yield* sent({ form_token }, { origin: "null" }),
        yield* sent({ form_token }, { "sec-fetch-site": "cross-site" }),
        yield* sent({ form_token }, { "sec-fetch-site": "same-site" })
      ]
      assert.deepStrictEqual(
        refused.map(({ status }) => status),
        Array(6).fill(403)
      )
      assert.include(shown(yield* anna.look(`/payments/${uid}`)), "Up to €19.95")
    })
  )

  it.scopedLive("lets a role that looks do nothing, however it is requested", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const uid = yield* paid(office)
      const vera = yield* office.signedIn("vera", "view")
      const story = yield* vera.look(`/payments/${uid}`)
      assert.include(shown(story), "Your role looks only")
      assert.notInclude(story.text, `id="refund"`)
      const form = { form_token: vera.formToken, key: "0".repeat(32), amount: "1", reason: "Mine", ...step }
      for (const path of [
        `/payments/${uid}/refund`,
        `/payments/${uid}/recover`,
        "/webhooks/shop/resend",
        "/reconciliation"
      ]) {
        assert.strictEqual((yield* vera.send(path, form)).status, 403, path)
      }
      assert.include(shown(yield* vera.look(`/payments/${uid}`)), "Payment of €19.95")
    })
  )

  it.scopedLive("hides another shop from whoever has a role in one", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const uid = yield* paid(office)
      const nina = yield* office.signedIn("nina", "operate", "other")
      assert.include(shown(yield* nina.look("/?q=jane%40example.com")), "Nothing fits all of this")
      const form = {
        form_token: nina.formToken,
        key: "0".repeat(32),
        amount: "1",
        reason: "Mine",
        shop: "shop",
        ...step
      }
      const tried = [
        yield* nina.look(`/payments/${uid}`),
        yield* nina.send(`/payments/${uid}/refund`, form),
        yield* nina.look("/subscriptions?shop=shop"),
        yield* nina.look("/checkouts?shop=shop"),
        yield* nina.send("/webhooks/shop/resend", form)
      ]
      assert.deepStrictEqual(
        tried.map(({ status }) => status),
        Array(5).fill(404)
      )
      assert.include(shown(yield* nina.look("/?shop=shop")), "Nothing fits all of this")
      assert.strictEqual((yield* nina.look("/acquirers")).status, 403)
    })
  )

  it.scopedLive("D2: shows whoever has a role in one shop no number, document or request of another", () =>
    Effect.gen(function* () {
      const limits = Layer.succeed(ApprovalLimits, { everywhere: { [Currency.make("EUR")]: 1000 }, shops: {} })
      const office = yield* backOffice({ more: limits })
      const transfer = yield* office.pay()
      yield* office.advance("PT16M")
      const proof = yield* office.prove(transfer)
      const reported = { request: { ...charge().request, notification_url: "https://merchant.example/hook" } }
      const { created_at: at, uid } = (yield* office.done("/transactions/payments", reported)).transaction
      yield* paid(office, { credit_card: { ...charge().request.credit_card, number: "4005550000000019" } })
      const plan = { title: "Monthly", currency: "EUR", plan: { amount: 500, interval: 1, interval_unit: "month" } }
      const begun = yield* office.posting(office.shop)("/subscriptions", { plan, card: charge().request.credit_card })
      const { id: subscription } = JSON.parse(begun.text)
      const owen = yield* office.signedIn("owen", "operate", "shop")
      const nina = yield* office.signedIn("nina", "operate", "other")
      const anna = yield* office.signedIn("anna", "operate")
      const form = { form_token: anna.formToken, key: "1".repeat(32), amount: "19.95", reason: "Returned", ...step }
      const waits = yield* anna.send(`/payments/${uid}/refund`, form)
      const request = /<code>([0-9a-f-]{36})<\/code>/.exec(waits.text)![1]!

      const numbers = (who: typeof nina) =>
        Effect.map(
          Effect.all([
            who.look(`/declines?day=${at.slice(0, 10)}`),
            who.look("/charts"),
            who.look(`/pulse?after=${transfer}&uid=${uid}`)
          ]),
          ([declines, charts, pulse]) => [
            /\d+ of \d+ charges/.exec(shown(declines))?.[0] === "0 of 0 charges",
            shown(charts).includes("Nothing to draw"),
            JSON.parse(pulse.text).version === null,
            JSON.parse(pulse.text).newer > 0
          ]
        )
      assert.deepStrictEqual(yield* numbers(owen), [false, false, false, true])
      assert.deepStrictEqual(yield* numbers(nina), [true, true, true, false])
      const newer = (who: typeof nina, filter: string) =>
        Effect.map(who.look(`/pulse?after=${transfer}${filter}`), ({ text }): number => JSON.parse(text).newer)
      assert.isAbove(yield* newer(anna, "&shop=shop"), 0)
      assert.strictEqual(yield* newer(anna, "&shop=shop"), yield* newer(anna, ""))
      assert.strictEqual(yield* newer(anna, "&shop=other"), 0)
      assert.strictEqual(yield* newer(nina, "&shop=shop"), 0)
      for (const shop of ["shop", "nobody"]) {
        assert.include(shown(yield* nina.look(`/declines?shop=${shop}`)), "0 of 0 charges")
        assert.include(shown(yield* nina.look(`/charts?shop=${shop}`)), "Nothing to draw")
      }

      const lists = ["/approvals", "/proofs", "/doubts", "/webhooks?status=delivered", "/webhooks?status=waiting"]
      const has = (who: typeof nina, what: string) =>
        Effect.map(Effect.forEach(lists, who.look), (pages) => pages.filter(({ text }) => text.includes(what)).length)
      for (const [what, seen] of [
        // Among the requests, and among the webhooks.
        [uid, 2],
        [proof, 1]
      ] as const) {
        assert.deepStrictEqual([yield* has(owen, what), yield* has(nina, what)], [seen, 0], what)
      }

      const opened = [
        `/proofs/${proof}/document`,
        `/proofs/${proof}/approve`,
        `/approvals/${request}/approve`,
        `/subscriptions/shop/${subscription}`,
        "/webhooks/shop/resend"
      ]
      for (const path of opened) {
        assert.deepStrictEqual([(yield* owen.look(path)).status, (yield* nina.look(path)).status], [200, 404], path)
      }
      const sent = [
        `/payments/${uid}/recover`,
        `/payments/${uid}/renotify`,
        `/proofs/${proof}/decline`,
        `/approvals/${request}/decline`
      ]
      for (const path of sent) {
        const by = (who: typeof nina) => who.send(path, { form_token: who.formToken, key: "2".repeat(32) })
        assert.strictEqual((yield* by(nina)).status, 404, path)
        assert.notStrictEqual((yield* by(owen)).status, 404, path)
      }
      const menu = /<nav class="side".*<\/nav>/s.exec((yield* nina.look("/")).text)![0]
      assert.notMatch(menu, /acquirers|reconciliation|people|audit/)
      assert.match(/<nav class="side".*<\/nav>/s.exec((yield* anna.look("/")).text)![0], /acquirers.*reconciliation/s)
    })
  )

  it.scopedLive("says on a page that there is no place, and keeps none from shops", () =>
    Effect.gen(function* () {
      const office = yield* backOffice({ settings: { console: 0 } })
      const turned = yield* asking(office.port, "/")
      assert.strictEqual(turned.status, 429)
      assert.match(String(turned.headers["content-type"]), /^text\/html/)
      assert.match(String(turned.headers["retry-after"]), /^\d+$/)
      assert.include(shown(turned), "This could not be shown")
      assert.match(yield* paid(office), /^[0-9a-f-]{36}$/)
    })
  )

  it.scopedLive("says on a page that the store does not answer, tells nothing of it, and signs nobody out", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const anna = yield* office.signedIn("anna", "operate")
      const renamed = (from: string, to: string) =>
        Effect.provide(run(execute(`ALTER TABLE ${from} RENAME TO ${to}`)), office.context)
      yield* renamed("florin_people", "people_elsewhere")
      const lost = [
        yield* anna.look("/"),
        yield* anna.look("/payments/x"),
        yield* anna.send("/sign-in", { id: "anna", password: "a long password", code: "000000" }),
        yield* anna.send("/payments/x/refund", { form_token: anna.formToken, amount: "1", reason: "Returned", ...step })
      ]
      for (const page of lost) {
        assert.deepStrictEqual([page.status, page.headers["set-cookie"]], [500, undefined])
        assert.strictEqual(page.headers["cache-control"], "no-store")
        assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'$/)
        assert.include(shown(page), "This could not be shown")
        assert.notMatch(page.text, /florin_|SQL|no such table|\bat .*\.[jt]s/i)
      }
      yield* renamed("people_elsewhere", "florin_people")
      assert.strictEqual((yield* anna.look("/")).status, 200)
    })
  )

  it.scopedLive("finds by no filter of a list what a statement in it would", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const uid = yield* paid(office)
      const anna = yield* office.signedIn("anna", "administer")
      const text = encodeURIComponent("' OR '1'='1")
      const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
        "/": [...filterNames, "q", "after", "order"],
        "/audit": ["actor", "kind", "operation", "shop", "subject", "from", "to", "after"],
        "/webhooks": ["status", "shop", "after"],
        "/subscriptions": ["shop", "after"],
        "/checkouts": ["shop", "after"],
        "/declines": ["day", "shop"],
        "/proofs": ["after"],
        "/approvals": ["after", "shop"],
        "/people": ["after"],
        "/charts": ["days", "shop"]
      }
      for (const [path, names] of Object.entries(lists)) {
        for (const name of names) {
          const page = yield* anna.look(`${path}?${name}=${text}`)
          assert.include([200, 404, 422], page.status, `${path} ${name}`)
          if (path === "/" && name !== "after" && name !== "order") assert.notInclude(page.text, uid, name)
        }
      }
      assert.include((yield* anna.look("/")).text, uid)
    })
  )

  it.scopedLive("is at its own address whatever the mount, and its files are kept by browsers", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const at = (path: string) =>
        Effect.map(asking(office.port, path), ({ headers, status }) => [status, headers.location])
      assert.deepStrictEqual(yield* at(""), [303, "/console/"])
      assert.deepStrictEqual(yield* at("?q=1"), [303, "/console/?q=1"])
      assert.deepStrictEqual(yield* at("/doubts/"), [303, "/console/doubts"])
      const file = yield* asking(office.port, "/assets/console.js")
      assert.deepStrictEqual([file.status, file.headers["cache-control"]], [200, "public, max-age=86400"])
    })
  )
})

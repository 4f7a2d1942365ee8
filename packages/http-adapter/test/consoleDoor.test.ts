/** Signing in to the console, and who manages whom there. Source: D74, D75. */
import { createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import type { Currency } from "@florin/core/money/Currency"
import { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import { AuditStore } from "@florin/core/people/PersonStore"
import * as Operators from "@florin/settings/Operators"
import { PasswordCost } from "@florin/vault/SignInSecrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { asking, backOffice, charge, keyIn, type Page, shown, tokenIn } from "./internal/backOffice.js"

type Office = Effect.Effect.Success<ReturnType<typeof backOffice>>

const words = "correct horse battery staple"

/** A hash that takes no time: what is tried here is not its cost. */
const more = Layer.succeed(PasswordCost, { rounds: 2, block: 1, lanes: 1 })

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The code of an app, written down from RFC 6238 and RFC 4226. `later`: steps of 30 s. */
const codeOf = (secret: string, later = 0): string => {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  const bytes = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac("sha1", bytes).update(counter).digest()
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** What a browser keeps after an answer. */
const cookieIn = ({ headers }: Page): string =>
  [headers["set-cookie"] ?? []]
    .flat()
    .flatMap((line) => line.split("\n"))
    .map((line) => line.split(";")[0])
    .join("; ")

const uriIn = ({ text }: Page): string => (/name="uri" value="([^"]+)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&")

/** Somebody who has come by a link, and sets up password and second factor. */
const settled = (office: Office, id: string) =>
  Effect.gen(function* () {
    const anna = yield* office.signedIn(id, "operate")
    const begun = yield* anna.send("/password", { form_token: anna.formToken, step: "begin" })
    const uri = uriIn(begun)
    const secret = new URL(uri).searchParams.get("secret")!
    const form = { form_token: anna.formToken, step: "save", uri, password: words, code: codeOf(secret) }
    return { ...anna, begun, uri, secret, form }
  })

const entries = (office: Office) =>
  Effect.map(Context.get(office.context, AuditStore).list({ limit: 100, sight: "all" }), (all) =>
    all.map(({ actor, detail, entrance, kind, operation, subject }) =>
      [actor, entrance, kind, operation, subject, detail].filter((one) => one !== null).join(" ")
    )
  )

describe("the door of the console", () => {
  it.scopedLive(
    "D74: whoever has come by a link sets a password and a second factor, and comes by them from then on",
    () =>
      Effect.gen(function* () {
        const office = yield* backOffice({ more })
        const anna = yield* settled(office, "anna")
        assert.strictEqual(anna.entered.headers.location, "/console/password")
        assert.include(anna.begun.text, "<svg")

        const short = yield* anna.send("/password", { ...anna.form, password: "short" })
        assert.strictEqual(short.status, 422)
        assert.include(shown(short), "is too short (minimum is 15 characters)")
        assert.strictEqual(uriIn(short), anna.uri)

        const saved = yield* anna.send("/password", anna.form)
        assert.deepStrictEqual([saved.status, saved.headers.location], [303, "/console/password?done=password"])
        // The session goes on under a new token: the one before is worth nothing.
        assert.strictEqual((yield* anna.look("/")).status, 401)
        const cookie = cookieIn(saved)
        assert.strictEqual((yield* asking(office.port, "/", { headers: { cookie } })).status, 200)

        const typed = { id: "anna", password: words, code: codeOf(anna.secret, 1) }
        const wrong = yield* asking(office.port, "/sign-in", { form: { ...typed, password: `${words}!` } })
        const unknown = yield* asking(office.port, "/sign-in", { form: { ...typed, id: "nobody" } })
        assert.deepStrictEqual([wrong.status, unknown.status], [403, 403])
        assert.strictEqual(shown(wrong), shown(unknown))
        assert.notInclude(wrong.text, words)
        const entered = yield* asking(office.port, "/sign-in", { form: typed })
        assert.deepStrictEqual([entered.status, entered.headers.location], [303, "/console/"])
        const again = yield* asking(office.port, "/sign-in", { form: typed })
        assert.strictEqual(again.status, 403)
      })
  )

  it.scopedLive("D74: a link that leads to the payments lets in without a password first", () =>
    Effect.gen(function* () {
      const office = yield* backOffice({ more })
      const token = yield* office.linkOf("anna", "view")
      const looked = yield* asking(office.port, `/sign-in?token=${token}&first=payments`)
      assert.include(looked.text, 'name="first" value="payments"')
      const wrong = yield* asking(office.port, "/sign-in", { form: { token: `${token}0`, first: "payments" } })
      assert.include(wrong.text, 'name="first" value="payments"')
      const entered = yield* asking(office.port, "/sign-in", { form: { token, first: "payments" } })
      assert.deepStrictEqual([entered.status, entered.headers.location], [303, "/console/"])
      // The way to a password is beside the name.
      const home = yield* asking(office.port, "/", { headers: { cookie: cookieIn(entered) } })
      assert.include(home.text, '<a href="./password">Password</a>')

      const another = yield* office.linkOf("boris", "view")
      const elsewhere = yield* asking(office.port, "/sign-in", { form: { token: another, first: "//evil.example" } })
      assert.strictEqual(elsewhere.headers.location, "/console/password")
    })
  )

  it.scopedLive("D74: people see where they are signed in, and sign out everywhere else with a code", () =>
    Effect.gen(function* () {
      const office = yield* backOffice({ more })
      const anna = yield* settled(office, "anna")
      const first = cookieIn(yield* anna.send("/password", anna.form))
      const typed = { id: "anna", password: words, code: codeOf(anna.secret, 1) }
      const second = cookieIn(yield* asking(office.port, "/sign-in", { form: typed }))
      const by = (cookie: string, path: string, form?: Readonly<Record<string, string>>) =>
        asking(office.port, path, { headers: { cookie }, ...(form !== undefined && { form }) })
      const page = yield* by(first, "/password")
      assert.strictEqual(page.text.split("<tr>").length - 2, 2)
      const form = { form_token: tokenIn(page), step: "others" }
      // The code was used to sign in.
      const refused = yield* by(first, "/password", { ...form, code: typed.code })
      assert.strictEqual(refused.status, 422)
      assert.include(shown(refused), "code is wrong")
      assert.strictEqual((yield* by(first, "/password", { ...form, form_token: "x", code: typed.code })).status, 403)
      const both = [yield* by(first, "/"), yield* by(second, "/")]
      assert.deepStrictEqual(
        both.map(({ status }) => status),
        [200, 200]
      )
      assert.include(shown(yield* by(first, "/password?done=others")), "signed out everywhere else")
    })
  )

  it.scopedLive("D74: other than on the machine itself a session is kept over TLS or not at all", () =>
    Effect.gen(function* () {
      const office = yield* backOffice({ more })
      const lines = (headers: Readonly<Record<string, string>>) =>
        Effect.flatMap(office.linkOf(`p${Object.values(headers).join("").length}`, "view"), (token) =>
          Effect.map(asking(office.port, "/sign-in", { form: { token }, headers }), ({ headers }) =>
            [headers["set-cookie"] ?? []].flat().flatMap((line) => line.split("\n"))
          )
        )
      const secure = /^__Host-florin_(?:session|device)=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/
      for (const line of yield* lines({ host: "pay.example", origin: "https://pay.example" }))
        assert.match(line, secure)
      for (const line of yield* lines({ host: "pay.example" })) assert.match(line, secure)
      const here = /^florin_(?:session|device)=[^;]+; Path=\/console\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/
      for (const line of yield* lines({})) assert.match(line, here)

      // Another host below the same domain can set a cookie of any name but this.
      const nina = yield* office.signedIn("nina", "view")
      const planted = yield* asking(office.port, "/", { headers: { cookie: nina.cookie, host: "pay.example" } })
      assert.strictEqual(planted.status, 401)
    })
  )

  it.scopedLive("D74: a session that a browser brings along is none after signing in", () =>
    Effect.gen(function* () {
      const office = yield* backOffice({ more })
      const token = yield* office.linkOf("anna", "view")
      const planted = `florin_session=anna.${"0".repeat(64)}`
      const entered = yield* asking(office.port, "/sign-in", { form: { token }, headers: { cookie: planted } })
      assert.notInclude(cookieIn(entered), "0".repeat(64))
      assert.strictEqual((yield* asking(office.port, "/", { headers: { cookie: planted } })).status, 401)
    })
  )

  it.scopedLive("D74: after too many tries it compares nothing and says when to try again", () =>
    Effect.gen(function* () {
      const office = yield* backOffice({ more })
      const form = { id: "anna", password: words, code: "000000" }
      const tried: Array<number> = []
      for (let at = 0; at < 11; at++) tried.push((yield* asking(office.port, "/sign-in", { form })).status)
      assert.deepStrictEqual([...new Set(tried.slice(0, 10)), tried.at(-1)], [403, 429])
    })
  )
})

describe("whoever is signed in at the host", () => {
  it.scopedLive("D74: is in the console by it, within their role, and sets no password here", () =>
    Effect.gen(function* () {
      const vera = { id: "vera", grants: { everywhere: "view", shops: {} } } as const
      const recognize = (request: unknown) =>
        Effect.succeed((request as IncomingMessage).headers["x-user"] === "vera" ? vera : undefined)
      const office = yield* backOffice({ operators: Operators.layerListed([], recognize) })
      const headers = { "x-user": "vera" }
      const look = (path: string) => asking(office.port, path, { headers })
      const home = yield* look("/")
      assert.deepStrictEqual([home.status, home.headers["set-cookie"]], [200, undefined])
      assert.include(shown(home), "Signed in as vera")
      assert.strictEqual((yield* asking(office.port, "/")).status, 401)
      assert.strictEqual((yield* look("/password")).status, 404)
      assert.strictEqual((yield* look("/people")).status, 403)

      const send = (form_token: string, more = {}) =>
        asking(office.port, "/reconciliation", { form: { form_token }, headers: { ...headers, ...more } })
      const own = tokenIn(home)
      const statuses = yield* Effect.all([
        send("f".repeat(64)),
        send(own, { origin: "https://evil.example" }),
        send(own)
      ])
      assert.deepStrictEqual(
        statuses.map(({ text }) => /another|form was not sent/i.test(text)),
        [true, true, false]
      )
      assert.include([...(yield* entries(office))], "vera host denied reconcile")
    })
  )
})

describe("people in the console", () => {
  it.scopedLive("D74, D75: an administrator adds somebody, who comes by the link that is shown once", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const boss = yield* office.signedIn("boss", "administer")
      const form = { form_token: boss.formToken, id: "kim", role: "operate", shop: "" }
      const made = yield* boss.send("/people", form, { origin: `http://127.0.0.1:${office.port}` })
      const address = /<code class="long">([^<]+)<\/code>/.exec(made.text)![1]!
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/console\/sign-in\?token=kim\.[0-9a-f]{64}$/)
      assert.notInclude((yield* boss.look("/people")).text, address)
      const token = new URL(address).searchParams.get("token")!
      assert.strictEqual((yield* asking(office.port, "/sign-in", { form: { token } })).status, 303)

      assert.strictEqual((yield* boss.send("/people", form)).status, 422)
      yield* boss.send("/people/kim/role", { form_token: boss.formToken, role: "view", shop: "" })
      assert.include(shown(yield* boss.look("/people")), "kim view, everywhere By link only")
      for (const [what, says] of [
        ["link", "The next page shows a link, once, that lets kim in once within an hour"],
        ["reset", "all sessions of kim end at once"],
        ["remove", "Ends all sessions at once"]
      ] as const) {
        const sure = yield* boss.look(`/people/kim/${what}`)
        assert.include(shown(sure), says)
        assert.notInclude(sure.text, "token=")
      }
      yield* boss.send("/people/kim/remove", { form_token: boss.formToken })
      assert.notInclude(shown(yield* boss.look("/people")), "kim")
      assert.includeMembers(
        [...(yield* entries(office))],
        [
          "boss session action people.add kim operate everywhere",
          "boss session action people.link kim",
          "boss session action people.role kim view everywhere",
          "boss session action people.remove kim"
        ]
      )
    })
  )

  it.scopedLive("D74, D75: whoever does not administer manages nobody, and that it was tried is kept", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      const anna = yield* office.signedIn("anna", "operate")
      const form = { form_token: anna.formToken, id: "kim", role: "administer", shop: "" }
      const tried = [
        yield* anna.look("/people"),
        yield* anna.send("/people", form),
        yield* anna.send("/people/anna/role", form),
        yield* anna.look("/audit"),
        yield* anna.look("/people/kim/link")
      ]
      assert.deepStrictEqual(
        tried.map(({ status }) => status),
        [403, 403, 403, 403, 403]
      )
      assert.includeMembers(
        [...(yield* entries(office))],
        ["anna session denied people", "anna session denied listAudit"]
      )
    })
  )

  it.scopedLive("D74: the administrator of a shop raises nobody above it, and lets in nobody of another one", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      yield* office.linkOf("boss", "administer")
      const head = yield* office.signedIn("head", "administer", "shop")
      const { formToken: form_token } = head
      const above = yield* head.send("/people", { form_token, id: "kim", role: "view", shop: "" })
      const self = yield* head.send("/people/head/role", { form_token, role: "administer", shop: "" })
      const link = yield* head.send("/people/boss/reset", { form_token })
      assert.deepStrictEqual([above.status, self.status, link.status], [422, 422, 422])
      const list = shown(yield* head.look("/people"))
      assert.notInclude(list, "boss")
      assert.notInclude(list, "kim")
      assert.include(list, "head administer in shop")
    })
  )
})

describe("a second person in the console", () => {
  it.scopedLive("D74: decides on what is above the limit; nobody decides on a request of their own", () =>
    Effect.gen(function* () {
      const limits = Layer.succeed(ApprovalLimits, { everywhere: { ["EUR" as Currency]: 1000 }, shops: {} })
      const office = yield* backOffice({ more: limits })
      const uid = (yield* office.done("/transactions/payments", charge())).transaction.uid
      const [anna, boris] = [yield* office.signedIn("anna", "operate"), yield* office.signedIn("boris", "operate")]
      const story = yield* anna.look(`/payments/${uid}`)
      const form = { form_token: tokenIn(story), key: keyIn(story), amount: "19.95", reason: "Returned", step: "sure" }
      const pulse = Effect.map(anna.look("/pulse?list=approvals"), ({ text }): number => JSON.parse(text).version)
      const before = yield* pulse
      const waits = yield* anna.send(`/payments/${uid}/refund`, form)
      assert.strictEqual(waits.status, 202)
      assert.notStrictEqual(yield* pulse, before)
      const id = /<code>([0-9a-f-]{36})<\/code>/.exec(waits.text)![1]!

      assert.include(shown(yield* anna.look("/approvals")), "Yours")
      const sure = shown(yield* boris.look(`/approvals/${id}/approve`))
      for (const says of ["Refund", "€19.95", "Returned", "Requested by anna", "once, until the time below"]) {
        assert.include(sure, says)
      }
      const own = yield* anna.send(`/approvals/${id}/approve`, { form_token: anna.formToken })
      assert.include(shown(own), "Another person must decide on your request")
      const done = yield* boris.send(`/approvals/${id}/approve`, { form_token: boris.formToken })
      assert.deepStrictEqual([done.status, done.headers.location], [303, "../../approvals?done=approve"])
      assert.include(shown(yield* anna.look(`/payments/${uid}`)), "Up to €19.95")

      assert.notInclude(shown(yield* boris.look("/approvals")), "Carry out")
      const open = yield* anna.look("/approvals")
      const [, path = "", hidden = ""] = /action="\.\/(payments\/[^"]+)"[^>]*>(.*?)<button/s.exec(open.text) ?? []
      const fields = [...hidden.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
      const sent = Object.fromEntries(fields) as Record<string, string>
      assert.deepInclude(sent, { approval: id, amount: "19.95", reason: "Returned" })
      assert.include(shown(yield* anna.send(`/${path}`, sent)), "€19.95 goes back to the customer")
      yield* anna.send(`/${path}`, { ...sent, step: "sure" })
      assert.include(shown(yield* anna.look(`/payments/${uid}`)), "Refund €19.95")
      assert.include(shown(yield* anna.look("/approvals")), "Nothing waits")
    })
  )
})

describe("the audit in the console", () => {
  it.scopedLive("D75: is listed, filtered and saved by whoever administers", () =>
    Effect.gen(function* () {
      const office = yield* backOffice()
      yield* office.signedIn("anna", "operate")
      const boss = yield* office.signedIn("boss", "administer")
      assert.include(shown(yield* boss.look("/audit?kind=sign-in&actor=anna")), "anna sign-in, link sign-in")
      const file = yield* boss.look("/audit/export?kind=sign-in")
      assert.deepStrictEqual(
        [file.status, file.headers["content-type"], file.headers["content-disposition"]],
        [200, "text/csv; charset=utf-8", `attachment; filename="audit.csv"`]
      )
      const [head, ...rows] = file.text.trim().split("\r\n")
      assert.strictEqual(head, "id,at,kind,actor,entrance,address,operation,shop,subject,detail")
      assert.deepStrictEqual(
        rows.map((row) => row.split(",")[3]),
        ["boss", "anna"]
      )
    })
  )
})

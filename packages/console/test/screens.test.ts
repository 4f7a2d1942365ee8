/** Screens as functions of documents. Source: D73. */

import { gzipSync } from "node:zlib"
import type * as Console from "@florin/console/Console"
import { Refused, Waits } from "@florin/console/Desk"
import * as Frame from "@florin/console/Frame"
import { operatorTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { type Answers, deskOf } from "./internal/desk.js"
import { key, ownPages, pages, visit, visitOwn, who } from "./internal/visiting.js"

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"

const text = (body: string): string =>
  body
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#39;", "'")

const run = async (path: string, answers: Answers = {}, more: Partial<Console.Request> = {}) => {
  const { calls, desk } = deskOf(answers)
  const visited = ownPages.includes(path) ? visitOwn(path, "kim", more) : visit(desk, path, more)
  const answer = await Effect.runPromise(visited)
  const body = answer._tag === "Page" ? answer.body : ""
  return { answer, body, text: text(body), calls }
}

const posted = (path: string, form: Record<string, string>, answers: Answers = {}) =>
  run(path, answers, { method: "POST", form: { key, ...form } })

describe("every screen", () => {
  it.each([...pages, ...ownPages])("%j is a whole page in both languages", async (path) => {
    for (const [language, lang] of [
      ["en", "en"],
      ["ru-RU,ru;q=0.9,en;q=0.5", "ru"],
      ["de", "en"]
    ] as const) {
      const { answer, body } = await run(path, {}, { language })
      assert.strictEqual(answer._tag === "Page" && answer.status, 200)
      assert.include(body, `<html lang="${lang}"`)
      assert.match(body, /<h1/)
      assert.notMatch(text(body), /undefined|NaN|\[object|Invalid/)
    }
  })

  it.each([...pages, ...ownPages])("%j takes 60 KB at most with its files, packed", async (path) => {
    const { body } = await run(path)
    const whole = [body, ...Object.values(Frame.assets).map(({ body }) => body)]
    const size = whole.reduce((sum, part) => sum + gzipSync(part).length, 0)
    assert.isBelow(size, 60 * 1024)
  })
})

describe("signing in and out", () => {
  it.each([...pages, ...ownPages].filter((path) => !path.startsWith("sign-in")))("%j has a way out", async (path) => {
    const { body } = await run(path)
    const form = /<form method="post" action="([^"]*)"[^>]*><input type="hidden" name="form_token" value="(\w+)"/.exec(
      body
    )
    assert.deepStrictEqual([form?.[1]?.replace(/^(?:\.\.\/)+|^\.\//, ""), form?.[2]], ["sign-out", who.formToken])
  })

  it.each([...pages, ...ownPages].filter((path) => !path.startsWith("sign-in")))(
    "%j leads to the password, where that is kept here",
    async (path) => {
      const leads = /<div class="person"><span>[^<]*<\/span><a href="(?:\.\.\/|\.\/)*password"[^>]*>Password<\/a>/
      assert.match((await run(path)).body, leads)
      const { body } = await run(path, {}, { who: { ...who, isSignedInHere: false } })
      assert.notMatch(body, leads)
    }
  )

  it.each<readonly [path: string, kept: ReadonlyArray<string>]>([
    ["sign-in", ["current-password"]],
    ["password?step=begin", ["current-password", "new-password"]]
  ])("%j hides passwords, and lets a password manager fill them in: %j", async (path, kept) => {
    const { body } = await run(path)
    const fields = [...body.matchAll(/<input[^>]*autocomplete="([a-z]+-password)"[^>]*>/g)]
    assert.deepStrictEqual<ReadonlyArray<string | undefined>>(
      fields.map(([, how]) => how),
      [...kept]
    )
    for (const [field] of fields) assert.include(field, 'type="password"')
    assert.notMatch(body, /onpaste|autocomplete="off"/)
  })

  it("leaves nothing in the storage of a browser, and sets no HTML by script", () => {
    const scripts = Object.values(Frame.assets).filter(({ type }) => type.includes("javascript"))
    assert.isNotEmpty(scripts)
    for (const { body } of scripts)
      assert.notMatch(
        String(body),
        /(?:local|session)Storage|indexedDB|caches\b|postMessage|(?:inner|outer|adjacent)HTML|document\.write/
      )
  })
})

describe("a full page", () => {
  it.each<readonly [path: string, row: keyof typeof operatorTable, member: string]>([
    ["", "searchTransactions", "transactions"],
    ["webhooks", "listWebhooks", "notifications"],
    ["audit", "listAudit", "entries"]
  ])("%j with 50 rows takes 60 KB at most with its files, packed", async (path, row, member) => {
    const [one] = (operatorTable[row].example!().answer as unknown as Record<string, ReadonlyArray<object>>)[member]!
    const all = Array.from({ length: 50 }, (_, at) => ({
      ...one,
      shop: `shop-${at}`,
      tracking_id: `order-${at * 7919}`
    }))
    const { body } = await run(path, { [row]: { [member]: all } })
    assert.isAbove(body.split("<tr>").length, 50)
    const whole = [body, ...Object.values(Frame.assets).map(({ body }) => body)]
    assert.isBelow(
      whole.reduce((sum, part) => sum + gzipSync(part).length, 0),
      60 * 1024
    )
  })
})

describe("the length of a page", () => {
  it.each<readonly [path: string, limit: string]>([
    ["", "50"],
    ["webhooks", "50"],
    ["audit", "50"],
    ["proofs", "50"],
    ["approvals", "50"],
    ["subscriptions?shop=shop", "50"],
    ["checkouts?shop=shop", "50"]
  ])("%j is %s, whatever the address asks for", async (path, limit) => {
    const { calls } = await run(`${path}${path.includes("?") ? "&" : "?"}limit=10000`)
    const requested = calls.map(({ query }) => query?.limit).filter((one) => one !== undefined)
    assert.include(requested, limit, path)
    for (const one of requested) assert.isAtMost(Number(one), 1000, path)
  })
})

describe("what a page that is open asks for", () => {
  it.each([
    ["?shop=books", "./pulse?shop=books&amp;after=", { shop: "books" }],
    ["doubts?shop=books", "./pulse?shop=books&amp;list=doubts", { shop: "books", list: "doubts" }],
    ["webhooks?shop=books", "./pulse?shop=books&amp;list=webhooks", { shop: "books", list: "webhooks" }],
    ["approvals?shop=books", "./pulse?shop=books&amp;list=approvals", { shop: "books", list: "approvals" }],
    ["doubts", "./pulse?list=doubts", { list: "doubts" }]
  ])("%j has the shop of its filter, and no other", async (path, address, query) => {
    const { body } = await run(path)
    const requested = /data-live="([^"]*)"/.exec(body)?.[1] ?? ""
    assert.isTrue(requested.startsWith(address), requested)
    const { calls } = await run(`pulse?${new URLSearchParams(query)}`)
    assert.deepStrictEqual(calls, [{ row: "feelPulse", query }])
  })

  it("is nothing where another filter narrows the list", async () => {
    assert.notInclude((await run("?shop=books&status=failed")).body, "data-live")
  })
})

describe("what cannot be shown", () => {
  it.each<readonly [refusal: Refused | Waits, status: number, says: string]>([
    [new Refused(404, []), 404, "There is no such record"],
    [new Refused(403, ["Forbidden"]), 403, "Your role does not allow this"],
    [new Refused(422, ["from is invalid"]), 422, "from is invalid"],
    [new Refused(503, ["a secret of the store"]), 503, "The database or an acquirer cannot be reached"],
    [new Refused(500, ["a secret of the store"]), 500, "This could not be shown"],
    [new Waits("apr_1"), 202, "A second person has to approve this"]
  ])("is a page: %j", async (refusal, status, says) => {
    const { answer, text } = await run(`payments/${uid}`, { findStory: refusal })
    assert.strictEqual(answer._tag === "Page" && answer.status, status)
    assert.include(text, says)
    assert.notInclude(text, "a secret")
  })

  it.each(["nothing", "payments", `payments/${uid}/refund/more`, "payments//", "../x"])(
    "%s is not there",
    async (path) => {
      const { answer, calls } = await run(path)
      assert.deepStrictEqual([answer._tag === "Page" && answer.status, calls], [404, []])
    }
  )
})

describe("a search", () => {
  const none = { searchTransactions: { transactions: [] } }

  it("of a word looks for an order, then for an acquirer's reference, then for a customer", async () => {
    const { calls, text } = await run("?q=A-1", none)
    assert.deepStrictEqual(
      calls.map(({ query }) => query),
      [
        { tracking_id: "A-1", limit: "50" },
        { reference: "A-1", limit: "50" },
        { customer: "A-1", limit: "50" }
      ]
    )
    assert.include(text, "Nothing fits all of this")
  })

  it("stops at the first that is found", async () => {
    assert.strictEqual((await run("?q=A-1")).calls.length, 1)
  })

  it("keeps its words in the way to older ones", async () => {
    const found = operatorTable.searchTransactions.example!().answer.transactions[0]!
    const transactions = Array.from({ length: 50 }, () => found)
    const { body } = await run("?q=jane%40example.com", { searchTransactions: { transactions } })
    assert.include(body, `href="./?q=jane%40example.com&amp;after=${found.uid}"`)
  })
})

describe("a number of declines", () => {
  it("leads to the payments that it counts", async () => {
    const { body } = await run("declines?day=2026-11-24&shop=books")
    const links = [...body.matchAll(/href="\.\/\?([^"]*code[^"]*)"/g)].map(([, query = ""]) =>
      Object.fromEntries(new URLSearchParams(query.replaceAll("&amp;", "&")))
    )
    const behind = { status: "failed", from: "2026-11-24", to: "2026-11-25", shop: "books" }
    assert.deepStrictEqual(links, [{ ...behind, gateway_id: "1", method: "visa", code: "F.0114" }])
  })
})

describe("the list of payments", () => {
  const found = operatorTable.searchTransactions.example!().answer.transactions[0]!
  const full = { searchTransactions: { transactions: Array.from({ length: 50 }, () => found) } }
  const head = (body: string) =>
    /<th scope="col" aria-sort="(\w+)"><a href="([^"]*)" title="([^"]*)"/.exec(body)?.slice(1)

  it("is turned round by a link of its head, which keeps the filters and begins anew", async () => {
    const { body, calls } = await run(`?status=failed&after=${uid}`, full)
    assert.deepStrictEqual(head(body), ["descending", "./?status=failed&amp;order=oldest", "oldest first"])
    assert.deepStrictEqual(calls[0]?.query, { status: "failed", limit: "50", after: uid })
    assert.strictEqual(body.split("aria-sort").length, 2)
  })

  it("that is turned round goes on to newer ones, and back by the same link", async () => {
    const { body, calls, text } = await run("?status=failed&order=oldest", full)
    assert.deepStrictEqual(head(body), ["ascending", "./?status=failed", "newest first"])
    assert.deepStrictEqual(calls[0]?.query, { status: "failed", order: "oldest", limit: "50" })
    assert.include(body, `href="./?status=failed&amp;order=oldest&amp;after=${found.uid}">Newer</a>`)
    assert.notInclude(text, "Older")
    assert.notInclude(body, "data-live")
  })
})

describe("an action", () => {
  it("says what will happen, and does nothing yet", async () => {
    const { calls, text } = await posted(`payments/${uid}/refund`, { amount: "5", reason: "Returned" })
    assert.include(text, "€5.00 goes back to the customer")
    assert.include(text, "€14.95 can still be refunded")
    assert.deepStrictEqual(
      calls.map(({ row }) => row),
      ["findStory"]
    )
  })

  it.each<readonly [amount: string]>([["20"], ["0"], ["-1"], ["5.001"], ["much"], [""]])(
    "is asked for again where the amount is %j",
    async (amount) => {
      const { answer, calls } = await posted(`payments/${uid}/refund`, { amount, reason: "Returned" })
      assert.deepStrictEqual([answer._tag === "Page" && answer.status, calls.length], [422, 1])
    }
  )

  it("goes by the row, under the form's key, in the shop of the story", async () => {
    const form = { amount: "5", reason: "Returned", step: "sure", shop: "another" }
    const { answer, calls } = await posted(`payments/${uid}/refund`, form)
    assert.deepStrictEqual(answer, { _tag: "SeeOther", to: `../../payments/${uid}?done=refund` })
    const request = { parent_uid: uid, amount: 500, reason: "Returned" }
    assert.deepStrictEqual(calls[1], { row: "refund", shop: "shop", request, key })
  })

  it("keeps the reason of a capture as the note of what was made", async () => {
    const story = operatorTable.findStory.example!().answer
    const held = { ...story, remains: { capture: 1995, void: 1995, refund: null } }
    const form = { amount: "5", reason: "Shipped", step: "sure" }
    const { calls } = await posted(`payments/${uid}/capture`, form, { findStory: held })
    assert.deepStrictEqual(
      calls.slice(1).map(({ request, row }) => [row, request]),
      [
        ["capture", { parent_uid: uid, amount: 500 }],
        ["note", { note: "Shipped" }]
      ]
    )
  })

  it("that a second person has to approve says so", async () => {
    const form = { amount: "5", reason: "Returned", step: "sure" }
    const { text } = await posted(`payments/${uid}/refund`, form, { refund: new Waits("apr_1") })
    assert.include(text, "A second person has to approve this")
  })

  it("that is refused shows the form again, with why", async () => {
    const form = { amount: "5", reason: "Returned", step: "sure" }
    const { answer, text } = await posted(`payments/${uid}/refund`, form, {
      refund: new Refused(400, ["Parent is closed"])
    })
    assert.strictEqual(answer._tag === "Page" && answer.status, 422)
    assert.include(text, "Parent is closed")
  })

  it("is offered to nobody whose role only looks", async () => {
    const { body } = await run(`payments/${uid}`, {}, { who: { ...who, isOperating: false } })
    assert.notInclude(body, `method="post" action="../payments/`)
  })
})

describe("what an action leaves", () => {
  const story = operatorTable.findStory.example!().answer
  const uidOf = story.transaction.uid
  const held = (more: object = {}) => ({
    findStory: { ...story, remains: { ...story.remains, capture: 1995, void: 1995, refund: null, ...more } }
  })
  const says = async (kind: string, amount: string, more: object = {}, reason = "Because") =>
    (await posted(`payments/${uidOf}/${kind}`, { amount, reason }, held(more))).text

  it.each<readonly [kind: string, amount: string, remains: object, says: string]>([
    ["capture", "5", {}, "€14.95 stays held, and can still be captured or voided"],
    ["capture", "19.95", {}, "€19.95 of the held amount is charged. Nothing stays held"],
    ["capture", "5", { released_by_capture: true }, "takes one capture of an authorization: €14.95 is released"],
    ["void", "5", {}, "€14.95 stays held"],
    ["void", "19.95", { voided_whole: true }, "Nothing stays held"],
    ["void", "5", { voided_whole: true }, "Its acquirer voids all that is left, €19.95, and no part of it"],
    ["refund", "19.95", { refund: 1995 }, "After that nothing can be refunded any more"]
  ])("D53: a %s of %s where %j remains says so", async (kind, amount, remains, expected) => {
    assert.include(await says(kind, amount, remains), expected)
  })

  it("D73: every action needs a reason", async () => {
    for (const kind of ["capture", "void", "refund"]) {
      assert.include(await says(kind, "5", { refund: 1995 }, " "), "Say why")
      const sent = { amount: "5", reason: "", step: "sure" }
      const { answer, calls } = await posted(`payments/${uidOf}/${kind}`, sent, held({ refund: 1995 }))
      assert.deepStrictEqual([answer._tag === "Page" && answer.status, calls.length], [422, 1])
    }
  })
})

describe("a request for a second person", () => {
  const [waiting] = operatorTable.listApprovals.example!().answer.approvals
  const credit = {
    ...{ ...waiting!, operation: "credit" },
    request: { description: "Won", credit_card: { brand: "visa", last_4: "0000" } }
  }
  const payout = {
    ...{ ...waiting!, operation: "payOutByTransfer" },
    request: { description: "Salary", method: { type: "sbp", account_number: "•••• 4567" } }
  }

  it.each<readonly [of: string, approval: object, says: ReadonlyArray<string>]>([
    ["a refund", waiting!, ["Refund", "RUB 2,500.00", "Returned goods", "demo", "anna"]],
    ["a credit", credit, ["Credit to a saved card", "visa •••• 0000", "Won"]],
    ["a payout", payout, ["Payout by bank transfer", "•••• 4567", "Salary"]]
  ])("D74: says of %s who gets what and why, in the list and before it is decided", async (_, approval, says) => {
    const answers = { listApprovals: { approvals: [approval] } }
    for (const path of ["approvals", `approvals/${waiting!.id}/approve`]) {
      const { calls, text } = await run(path, answers)
      for (const one of says) assert.include(text, one, path)
      assert.deepStrictEqual(
        calls.map(({ row }) => row),
        ["listApprovals"]
      )
    }
  })

  it("D74: is decided by a second step, which says what it does", async () => {
    const { body } = await run("approvals")
    assert.notInclude(body, `action="./approvals/`)
    const { text } = await run(`approvals/${waiting!.id}/approve`)
    assert.include(text, "anna can carry out exactly this, once")
    const { answer, calls } = await posted(`approvals/${waiting!.id}/approve`, {})
    assert.deepStrictEqual(answer, { _tag: "SeeOther", to: "../../approvals?done=approve" })
    assert.deepStrictEqual(calls, [{ row: "approveRequest", id: waiting!.id }])
  })

  it("D74: that cannot be decided any more says why", async () => {
    const refusal = new Refused(422, ["The request is too old"])
    const { answer, text } = await posted(`approvals/${waiting!.id}/decline`, {}, { declineRequest: refusal })
    assert.strictEqual(answer._tag === "Page" && answer.status, 422)
    assert.include(text, "The request is too old")
  })
})

describe("a proof", () => {
  const [proof] = operatorTable.listProofs.example!().answer.proofs
  const path = `proofs/${proof!.uid}/approve`
  it("is decided on whichever page of the list it stands", async () => {
    const others = Array.from({ length: 100 }, (_, at) => ({
      ...proof,
      uid: `0190b6a0-6d11-7f02-b3c4-${String(at).padStart(12, "0")}`
    }))
    const { calls, text } = await run(path, {
      listProofs: ({ query }: { query: Record<string, string> }) => ({
        proofs: query.after === undefined ? others : [proof]
      })
    })
    assert.include(text, "Approve the proof")
    assert.strictEqual(calls.length, 2)
  })

  it("that does not wait is not there", async () => {
    const { answer } = await run(path, { listProofs: { proofs: [] } })
    assert.strictEqual(answer._tag === "Page" && answer.status, 404)
  })
})

describe.each([
  ["subscriptions", "listSubscriptions"],
  ["checkouts", "listCheckouts"]
] as const)("the list of %s", (path, row) => {
  const everywhere = { isEverywhere: true, isAdministeringAll: false }
  const own = (...shops: ReadonlyArray<string>) => ({ isEverywhere: false, isAdministeringAll: false, shops })
  const [shop] = operatorTable.listShops.example!().answer.shops

  it.each<readonly [sees: string, kept: number, more: object, listed: string | undefined]>([
    ["one shop of a role", 2, own("books"), "books"],
    ["two shops of a role", 1, own("books", "toys"), undefined],
    ["every shop, of which there is one", 1, {}, shop!.id],
    ["every shop, of which there are two", 2, {}, undefined],
    ["every shop, and may list none", 1, everywhere, undefined]
  ])("of whoever sees %s is that shop's", async (_, kept, more, listed) => {
    const shops = Array.from({ length: kept }, () => shop)
    const { body, calls } = await run(path, { listShops: { shops } }, { who: { ...who, ...more } })
    const found = calls.filter((call) => call.row === row).map((call) => call.shop)
    assert.deepStrictEqual(found, listed === undefined ? [] : [listed])
    assert.include(body, `name="shop" value="${listed ?? ""}"`)
  })

  it("of a shop that is not there says so, and asks for another one", async () => {
    const { answer, body, text } = await run(`${path}?shop=boks`, { [row]: new Refused(404, ["Record not found"]) })
    assert.strictEqual(answer._tag === "Page" && answer.status, 404)
    assert.include(text, "There is no shop of this id, or you have no role in it.")
    assert.include(body, `name="shop" value="boks"`)
    assert.notInclude(body, 'class="empty"')
  })
})

describe("the shops", () => {
  it("are those of whoever looks, quiet ones too, and those that have charged", async () => {
    const { text } = await run("shops", {}, { who: { ...who, isAdministeringAll: false } })
    assert.match(text, /books 0 .* shop 1 |books 0 .* demo 1 /)
    assert.notInclude(text, "New shop")
  })

  const example = operatorTable.showShop.example!().answer

  const answered = { ...example, secret_key: "0123-secret", webhook_secret: "whsec_4567" }

  const entered = { id: "books", name: "Books", site: "", notification_url: "" }

  it("are all of them for whoever keeps them, who makes one and reads its secrets once", async () => {
    const { text } = await run("shops")
    assert.match(text, /books Books database Open .* New shop/)
    const made = await posted("shops", entered, { addShop: answered })
    assert.deepStrictEqual(made.calls, [{ row: "addShop", request: entered, key }])
    for (const secret of ["0123-secret", "whsec_4567"]) {
      assert.include(made.text, secret)
      assert.include(made.body, `data-copy="${secret}"`)
    }
    const again = await posted("shops", entered, {
      addShop: { ...answered, secret_key: null, webhook_secret: null }
    })
    assert.include(again.text, "its secrets were shown then")
  })

  it("say what is wrong with a new one, and keep what was typed", async () => {
    const refused = new Refused(422, ["Id is the id of another shop."])
    const { answer, body, text } = await posted("shops", entered, { addShop: refused })
    assert.strictEqual(answer._tag === "Page" && answer.status, 422)
    assert.include(text, "Id is the id of another shop.")
    assert.include(body, `name="id" value="books"`)
  })

  it.each([
    { shop: {}, offers: ["New secret", "Disable"] },
    { shop: { former_secret: "until-retired" }, offers: ["New secret", "End the old secret", "Disable"] },
    { shop: { disabled: true }, offers: ["New secret", "Enable"] },
    { shop: { from: "settings", created_at: null }, offers: [] }
  ])("offer what can be done: $offers", async ({ offers, shop }) => {
    const { text } = await run("shops/books", { showShop: { ...example, ...shop } })
    assert.deepStrictEqual(
      ["New secret", "End the old secret", "Disable", "Enable"].filter((one) => text.includes(`${one}…`)),
      offers
    )
  })

  it("get a new secret for as long as the form says, which says the same when it is sent twice", async () => {
    const { body } = await run("shops/books/rotate")
    const choices = [...body.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value!)
    assert.deepStrictEqual([choices[0], choices[2]], ["until-retired", "none"])
    for (const former_secret of choices) {
      const { calls, text } = await posted("shops/books/rotate", { former_secret }, { rotateShopSecret: answered })
      assert.deepStrictEqual(calls.at(-1), { row: "rotateShopSecret", id: "books", request: { former_secret }, key })
      assert.include(text, "0123-secret")
    }
  })

  it.each(["retire", "disable", "enable"])("are changed by %s after a page that says what will happen", async (act) => {
    const row = { retire: "retireShopSecret", disable: "disableShop", enable: "enableShop" }[act]!
    const { answer, calls } = await posted(`shops/books/${act}`, {})
    assert.deepStrictEqual(calls.at(-1), { row, id: "books", key })
    assert.strictEqual(answer._tag === "SeeOther" && answer.to, `../../shops/books?done=${act}`)
    const refused = await posted(`shops/books/${act}`, {}, { [row]: new Refused(422, ["The shop is kept elsewhere."]) })
    assert.include(refused.text, "The shop is kept elsewhere.")
  })
})

describe("what is not there yet", () => {
  it.each([
    [`payments/${uid}`, "Not shown yet: ledger entries.", /attempt of a webhook/],
    ["shops", "The command &quot;florin shops update&quot; changes them.", /which florin/]
  ])("on %j is named as it is", async (path, says, never) => {
    const { text } = await run(path)
    assert.include(text, says)
    assert.notMatch(text, never)
  })
})

describe("the books", () => {
  const example = operatorTable.reconcile.example!().answer
  const compared = { ...example, from: "2026-11-23T00:00:00.000Z", to: "2026-11-24T00:00:00.000Z", differences: [] }
  const period = /Period: 23 Nov 2026, 01:00:00 .* – 24 Nov 2026, 01:00:00/

  it("that agree are said to, with the period", async () => {
    const books = { ...compared, checked: 3, difference_count: 0 }
    const { text } = await posted("reconciliation", {}, { reconcile: books })
    assert.match(text, period)
    assert.match(text, /Compared: 3, of which 0 differ\. .*The books agree/)
  })

  it("in which nothing was there to compare do not agree", async () => {
    const books = { ...compared, checked: 0, difference_count: 0 }
    const { text } = await posted("reconciliation", {}, { reconcile: books })
    assert.match(text, period)
    assert.include(text, "Nothing was there to compare")
    assert.notInclude(text, "The books agree")
  })

  it("are those of yesterday, as the page says before", async () => {
    assert.include((await run("reconciliation")).text, "of yesterday by UTC")
  })
})

describe("a webhook", () => {
  it.each([
    ["webhooks", "listWebhooks"],
    [`payments/${uid}`, "findStory"]
  ] as const)("on %s says what became of each attempt, the last one first, in words", async (path, row) => {
    const example = operatorTable[row].example!().answer
    const tries = [
      { at: "2026-11-24T10:00:00.000Z", result: "500", milliseconds: 84 },
      { at: "2026-11-24T10:00:05.000Z", result: "timeout", milliseconds: 10_001 }
    ]
    const notifications = [{ ...example.notifications[0]!, attempts: 2, last_result: "timeout", tries }]
    const { text } = await run(path, { [row]: { ...example, notifications } })
    assert.match(text, /2 +No answer in time +after 10001 ms .* 500 +after 84 ms /)
    const { text: russian } = await run(path, { [row]: { ...example, notifications } }, { language: "ru" })
    assert.match(russian, /Нет ответа вовремя +через 10001 мс/)
  })

  it("of which nothing was kept shows how often it was tried", async () => {
    const { notifications } = operatorTable.listWebhooks.example!().answer
    const { body } = await run("webhooks", {
      listWebhooks: { notifications: [{ ...notifications[0]!, attempts: 7, tries: [] }] }
    })
    assert.include(body, "<div>7</div>")
  })
})

describe("all exhausted webhooks of a shop", () => {
  const [notification] = operatorTable.listWebhooks.example!().answer.notifications

  it.each<readonly [count: number, says: string]>([
    [3, "Count 3 Shop demo"],
    [1000, "Count 1000+ Shop demo"],
    [0, "None of this status"]
  ])("are sent again after the page has said how many: %s", async (count, says) => {
    const notifications = Array.from({ length: count }, () => notification)
    const { body, calls, text } = await run("webhooks/demo/resend", { listNotifications: { notifications } })
    assert.include(text, says)
    assert.strictEqual(body.includes(`action="../../webhooks/demo/resend"`), count > 0)
    assert.deepStrictEqual(calls, [
      { row: "listNotifications", shop: "demo", query: { status: "exhausted", limit: "1000" } }
    ])
  })

  it("are sent by no button of the list", async () => {
    const { body } = await run("webhooks")
    assert.include(body, `href="./webhooks/shop/resend"`)
    assert.notInclude(body, `action="./webhooks/shop/resend"`)
  })
})

describe("the audit as a file", () => {
  const [entry] = operatorTable.listAudit.example!().answer.entries
  const idOf = (at: number) => `01a1fc89-9b75-7a68-8f56-${String(at).padStart(12, "0")}`
  const listed = (total: number) => ({
    listAudit: ({ query }: { query: Record<string, string> }) => {
      const from = query.after === undefined ? 0 : Number(query.after.slice(-12)) + 1
      const count = Math.min(Number(query.limit), total - from)
      return { entries: Array.from({ length: count }, (_, at) => ({ ...entry, id: idOf(from + at) })) }
    }
  })

  it.each<readonly [total: number, calls: number, name: string, entries: number]>([
    [0, 1, "audit.csv", 0],
    [999, 1, "audit.csv", 999],
    [1000, 2, "audit.csv", 1000],
    [2500, 3, "audit.csv", 2500],
    [20_001, 20, "audit-newest-20000.csv", 20_000]
  ])("D75: of %s entries asks %s times and is %s with %s", async (total, times, name, entries) => {
    const { answer, calls } = await run("audit/export?kind=look&after=x&from=2035-03-01", listed(total))
    const file = answer._tag === "File" ? answer : assert.fail(answer._tag)
    assert.deepStrictEqual([calls.length, file.name], [times, name])
    const ids = file.body
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0])
    assert.deepStrictEqual(
      ids,
      Array.from({ length: entries }, (_, at) => idOf(at))
    )
    assert.deepStrictEqual(calls[0]?.query, { limit: "1000", kind: "look", from: "2035-02-28T23:00:00.000Z" })
  })

  it("D75: begins no field with a formula", async () => {
    const entries = [{ ...entry, actor: "=1+1", detail: 'a "b", c' }]
    const { answer } = await run("audit/export", { listAudit: { entries } })
    assert.match(answer._tag === "File" ? answer.body : "", /,'=1\+1,.*,"a ""b"", c"\r\n$/)
  })
})

describe("a chart", () => {
  const [line] = operatorTable.tallyTransactions.example!().answer.lines
  const one = { ...line!, type: "payment", status: "successful", currency: "EUR" }
  const lines = [100, 500_000, 300].map((amount, at) => ({ ...one, amount, at: `2035-03-0${at + 1}T00:00:00.000Z` }))
  const tally = { lines, counted: 3, cut: false }

  it("says what its greatest value is, in letters that do not shrink with it", async () => {
    const { body } = await run("charts", { tallyTransactions: tally })
    const [volume = "", approval = "", recovered = ""] = body.split("<svg class").slice(1)
    assert.include(volume, '<text x="0" y="16">€5,000.00</text>')
    assert.include(approval, '<text x="0" y="16">100%</text>')
    assert.notInclude(recovered, '<text x="0" y="16">')
    assert.notInclude(body, 'viewBox="0 0 720')
  })

  it("is one of a period, which is called so", async () => {
    assert.include((await run("charts", { tallyTransactions: tally })).body, '<span>Period</span><select name="days">')
  })
})

describe("the head of a column", () => {
  it.each(["password?step=begin", "shops"])(
    "of %j is not what its cells say, and has a word of its own",
    async (path) => {
      const { body } = await run(path)
      const heads = [...body.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, head]) => head)
      const cells = [...body.matchAll(/<td[^>]*><div>([^<]+)</g)].map(([, cell]) => cell)
      assert.isNotEmpty(heads)
      for (const head of heads) assert.notInclude([...cells, "Its"], head)
    }
  )
})

describe("declines", () => {
  const line = { ...operatorTable.tallyTransactions.example!().answer.lines[0]!, at: "2035-03-01T00:00:00.000Z" }
  const lines = [
    line,
    { ...line, status: "successful", code: null, count: 21 },
    { ...line, gateway_id: 2, code: "F.0105", count: 1 },
    { ...line, type: "refund", count: 50 }
  ]

  it("are counted by acquirer, method and reason, with their share of what was charged there", async () => {
    const { text } = await run("declines?day=2035-03-01", { tallyTransactions: { lines, counted: 79, cut: false } })
    assert.include(text, "8 of 29 charges were declined")
    assert.match(text, /1 visa F\.0114 Insufficient funds 7 25%/)
    assert.match(text, /2 visa F\.0105 Do not honour 1 100%/)
  })

  it("of a day ask for that day in the zone of whoever looks", async () => {
    const { calls } = await run("declines?day=2035-03-01")
    assert.deepStrictEqual(calls[0]?.query, {
      from: "2035-02-28T23:00:00.000Z",
      to: "2035-03-01T23:00:00.000Z",
      by: "day"
    })
  })
})

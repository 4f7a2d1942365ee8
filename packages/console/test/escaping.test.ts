/** Whatever stands in a document stands in a page as text. Source: D73. */
import * as Desk from "@florin/console/Desk"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { deskOf } from "./internal/desk.js"
import { ownPages, pages, visit, visitOwn, who } from "./internal/visiting.js"

/** A text that would end an element, an attribute or a script, with marks that turn the direction of what follows. */
const hostile = `"'>\`</script></title><img src=x onerror=alert(1)>\u202e javascript:alert(1)`

/** What a browser reads as this text. */
const escaped = hostile.replace(
  /[&<>"'`]/g,
  (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "`": "&#96;" })[one]!
)

/** Which texts a page needs as they are: what it looks up, calculates with or leads to. */
const isStructural = (name: string, value: string): boolean =>
  /(?:_at|^at|^since|pay_by|^from|^to|active_to|expired_at)$/.test(name) ||
  ["currency", "status", "type", "about", "kind", "reason", "breaker", "state", "renewal"].includes(name) ||
  /^\d{4}-\d\d-\d\dT/.test(value)

/** The document with each of its texts replaced that others may have written. */
const poisoned = (value: unknown, name = ""): unknown => {
  if (typeof value === "string") return isStructural(name, value) ? value : hostile
  if (Array.isArray(value)) return value.map((one) => poisoned(one, name))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, key)]))
}

const rows = Object.values({ ...operatorTable, ...table })

const answers = Object.fromEntries(
  rows.map((row) => [row.id, poisoned((row.example as (() => { answer: unknown }) | undefined)?.().answer)])
)

const elements = /<(?:script|img)[^>]*>/g

const bodyOf = (path: string, more = {}) =>
  Effect.map(
    ownPages.includes(path) ? visitOwn(path, hostile, more) : visit(deskOf(answers).desk, path, more),
    (answer) => {
      assert.strictEqual(answer._tag, "Page")
      return answer._tag === "Page" ? answer.body : ""
    }
  )

describe("a text that somebody has written into a document", () => {
  it.each([...pages, ...ownPages])("is text on the page %j", async (path) => {
    const body = await Effect.runPromise(bodyOf(path))
    assert.notInclude(body, hostile)
    // Its own script, and nothing else.
    assert.deepStrictEqual(
      (body.match(elements) ?? []).map((one) => one.replace(/\?v=[0-9a-f]+/, "")),
      [
        `<script src="${"../".repeat((path.split("?")[0] ?? "").split("/").length - 1) || "./"}assets/console.js" defer>`
      ]
    )
    assert.notMatch(body, /(?:href|action|src)="\s*javascript:/i)
    assert.notMatch(body, /\son\w+\s*=\s*"/i)
  })

  it("is shown all the same", async () => {
    for (const path of [
      "",
      "payments/0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35",
      "webhooks",
      "acquirers",
      "audit",
      "approvals",
      "people"
    ]) {
      assert.include(await Effect.runPromise(bodyOf(path)), escaped, path)
    }
  })

  it.each<readonly [where: string, more: object, path: string]>([
    ["a search", {}, `?q=${encodeURIComponent(hostile)}`],
    ["a filter", {}, `?shop=${encodeURIComponent(hostile)}&email=${encodeURIComponent(hostile)}`],
    ["a day", {}, `declines?day=${encodeURIComponent(hostile)}`],
    ["a form", { method: "POST", form: { amount: hostile, reason: hostile } }, `payments/x/refund`],
    ["a sure form", { method: "POST", form: { amount: "1", reason: hostile } }, `payments/x/refund`],
    ["an id", { who: { ...who, id: hostile, formToken: hostile } }, "settings"]
  ])("is text where it comes from %s", async (_, more, path) => {
    const answer = await Effect.runPromise(visit(deskOf().desk, path, more))
    const body = answer._tag === "Page" ? answer.body : assert.fail(answer._tag)
    assert.notInclude(body, hostile)
    assert.notMatch(body, /<img/)
  })

  it("does nothing in what a refusal says", async () => {
    const desk = deskOf({
      findStory: new Desk.Refused(422, [hostile]),
      searchTransactions: new Desk.Waits(hostile)
    }).desk
    for (const path of ["payments/x", ""]) {
      const answer = await Effect.runPromise(visit(desk, path))
      assert.notInclude(answer._tag === "Page" ? answer.body : "", hostile)
    }
  })
})

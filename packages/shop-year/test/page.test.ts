import { assert, describe, it } from "@effect/vitest"
import * as Figures from "../src/Figures.js"
import { defaults } from "../src/Options.js"
import * as Page from "../src/page/Page.js"
import * as Wording from "../src/page/Wording.js"

describe("the words of the report", () => {
  it.each([
    [0, "€0.00", "€0"],
    [5, "€0.05", "€0.05"],
    [1_234_560, "€12,345.60", "€12.3k"],
    [100_000_000, "€1,000,000.00", "€1M"]
  ])("%d minor units are %s, or %s on an axis", (minor, exact, short) => {
    assert.deepStrictEqual([Wording.money(minor), Wording.shortMoney(minor)], [exact, short])
  })

  it("names months, dates, shares and numbers", () => {
    assert.strictEqual(Wording.monthAndYear("2027-03"), "Mar 2027")
    assert.strictEqual(Wording.date("2027-12-31"), "31 December 2027")
    assert.deepStrictEqual([Wording.percent(1, 8), Wording.percent(1, 0), Wording.share(null)], ["12.5%", "–", "–"])
    assert.deepStrictEqual(
      [Wording.plural(1, "retry", "retries"), Wording.plural(1000, "payment")],
      ["1 retry", "1,000 payments"]
    )
    assert.strictEqual(Wording.escaped(`<b title="a&b">`), "&lt;b title=&quot;a&amp;b&quot;&gt;")
  })
})

describe("the page", () => {
  const empty = Figures.of({
    ...{ options: { ...defaults, subscriptions: 1, months: 1 }, end: Date.UTC(2027, 1, 1) - 1 },
    ...{ served: [], states: [{}], attempts: [], movements: [] }
  })

  it("stands also where nothing has happened", () => {
    const page = Page.render(empty)
    assert.include(page, "<h1>A month of a shop with 1 subscription</h1>")
    assert.include(page, "No payment failed.")
    assert.notMatch(page, /NaN|undefined|Infinity|null/)
  })

  it("shows what is wrong as text", () => {
    assert.include(Page.render({ ...empty, violations: ["<script>"] }), "<li>&lt;script&gt;</li>")
  })
})

/** Changes within a period, case by case. Source: D60. */
import { assert, describe, it } from "@effect/vitest"
import * as Change from "@florin/core/terms/Change"
import type { Terms } from "@florin/core/terms/Item"
import * as Either from "effect/Either"
import { at } from "../time/clocks.js"
import {
  amountOff,
  begun,
  berlin,
  changed,
  flat,
  heldAfter,
  item,
  money,
  percentOff,
  seats,
  shown,
  termsOf
} from "./given.js"

const monthly = (amount: number): Terms => termsOf("1 month", item("a", flat(amount)))
const daily = (amount: number): Terms => termsOf("10 day", item("a", flat(amount)))

interface Row {
  readonly name: string
  readonly from: string
  readonly begin: Terms
  /** Changes one after another. */
  readonly changes: ReadonlyArray<readonly [string, Terms, Parameters<typeof changed>[3]?]>
  /** The lines of the last change. */
  readonly lines: ReadonlyArray<string>
  readonly waiting?: ReadonlyArray<string>
  readonly balance?: number
  readonly coupons?: "percent" | "amount"
  readonly unpaid?: true
}

const rows: ReadonlyArray<Row> = [
  {
    name: "up, on the sixth of ten days: five are left",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [["2026-03-06T09:00Z", daily(2000)]],
    lines: ["proration-credit a -500", "proration-charge a 1000"]
  },
  {
    name: "down: the difference goes to the balance",
    from: "2026-03-01T12:00Z",
    begin: daily(2000),
    changes: [["2026-03-06T09:00Z", daily(1000)]],
    lines: ["proration-credit a -1000", "proration-charge a 500", "balance 500"],
    balance: 500
  },
  {
    name: "up and back: what was credited is not credited again",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [
      ["2026-03-06T09:00Z", daily(2000)],
      ["2026-03-06T09:00:30Z", daily(1000)]
    ],
    lines: ["proration-credit a -1000", "proration-charge a 500", "balance 500"],
    balance: 500
  },
  {
    name: "twice a minute: the second credits what the first has charged",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [
      ["2026-03-06T09:00Z", daily(2000)],
      ["2026-03-06T09:00:30Z", daily(3000)]
    ],
    lines: ["proration-credit a -1000", "proration-charge a 1500"]
  },
  {
    name: "several in a period: each credits what is left of the line in force",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [
      ["2026-03-06T09:00Z", daily(2000)],
      ["2026-03-09T09:00Z", daily(3000)]
    ],
    lines: ["proration-credit a -400", "proration-charge a 600"]
  },
  {
    name: "on 31 January: the whole period is left",
    from: "2026-01-31T10:00Z",
    begin: monthly(2800),
    changes: [["2026-01-31T22:00Z", monthly(5600)]],
    lines: ["proration-credit a -2800", "proration-charge a 5600"]
  },
  {
    name: "a period from 31 January has 28 days: on 1 February 27 are left",
    from: "2026-01-31T10:00Z",
    begin: monthly(2800),
    changes: [["2026-02-01T10:00Z", monthly(5600)]],
    lines: ["proration-credit a -2700", "proration-charge a 5400"]
  },
  {
    name: "in the last second of a period nothing is left",
    from: "2026-01-31T10:00Z",
    begin: monthly(2800),
    changes: [["2026-02-28T09:59:59Z", monthly(5600)]],
    lines: []
  },
  {
    name: "in the last second before midnight a day is left",
    from: "2026-01-31T10:00Z",
    begin: monthly(2800),
    changes: [["2026-02-27T22:59:59Z", monthly(5600)]],
    lines: ["proration-credit a -100", "proration-charge a 200"]
  },
  {
    name: "at midnight of the zone, not of UTC, that day has gone",
    from: "2026-01-31T10:00Z",
    begin: monthly(2800),
    changes: [["2026-02-27T23:00Z", monthly(5600)]],
    lines: []
  },
  {
    name: "when the period has ended nothing moves",
    from: "2026-01-31T10:00Z",
    begin: monthly(2800),
    changes: [["2026-02-28T10:00Z", monthly(5600)]],
    lines: []
  },
  {
    name: "a day of 23 hours is a day",
    from: "2026-03-24T12:00Z",
    begin: daily(1000),
    changes: [["2026-03-29T21:59:59Z", daily(2000)]],
    lines: ["proration-credit a -500", "proration-charge a 1000"]
  },
  {
    name: "a day of 25 hours is a day, also after its 24th",
    from: "2026-10-20T12:00Z",
    begin: daily(1000),
    changes: [["2026-10-25T22:59:59Z", daily(2000)]],
    lines: ["proration-credit a -500", "proration-charge a 1000"]
  },
  {
    name: "hours count by milliseconds",
    from: "2026-03-29T00:00Z",
    begin: termsOf("10 hour", item("a", flat(1000))),
    changes: [["2026-03-29T02:30Z", termsOf("10 hour", item("a", flat(2000)))]],
    lines: ["proration-credit a -750", "proration-charge a 1500"]
  },
  {
    name: "in a trial nothing was paid: nothing moves",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    unpaid: true,
    changes: [["2026-03-06T09:00Z", daily(2000)]],
    lines: []
  },
  {
    name: "while paused nothing is charged: the difference waits",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [["2026-03-06T09:00Z", daily(2000), { isPaused: true }]],
    lines: [],
    waiting: ["proration-credit a -500", "proration-charge a 1000"]
  },
  {
    name: "while paused a credit goes to the balance",
    from: "2026-03-01T12:00Z",
    begin: daily(2000),
    changes: [["2026-03-06T09:00Z", daily(1000), { isPaused: true }]],
    lines: ["proration-credit a -1000", "proration-charge a 500", "balance 500"],
    balance: 500
  },
  {
    name: "credit: the difference waits, and what waits is not credited to the balance",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [
      ["2026-03-06T09:00Z", daily(2000), { proration: "credit" }],
      ["2026-03-06T09:01Z", daily(1000), { proration: "credit" }]
    ],
    lines: [],
    waiting: [
      "proration-credit a -500",
      "proration-charge a 1000",
      "proration-credit a -1000",
      "proration-charge a 500"
    ]
  },
  {
    name: "none: nothing moves, and what is paid stays paid for the new terms",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [
      ["2026-03-06T09:00Z", daily(2000), { proration: "none" }],
      ["2026-03-06T09:01Z", daily(3000)]
    ],
    lines: ["proration-credit a -500", "proration-charge a 1500"]
  },
  {
    name: "an item that stays as it is does not move",
    from: "2026-03-01T12:00Z",
    begin: termsOf("10 day", item("a", flat(1000)), item("s", seats(100), 5)),
    changes: [["2026-03-06T09:00Z", termsOf("10 day", item("a", flat(1000)), item("s", seats(100), 8))]],
    lines: ["proration-credit s -250", "proration-charge s 400"]
  },
  {
    name: "halves are rounded to even, each line by itself",
    from: "2026-03-01T12:00Z",
    begin: daily(5),
    changes: [["2026-03-06T09:00Z", daily(7)]],
    lines: ["proration-credit a -2", "proration-charge a 4"]
  },
  {
    name: "a percentage of the period is taken off the new terms, and nothing undiscounted is credited",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    coupons: "percent",
    changes: [["2026-03-06T09:00Z", daily(2000)]],
    lines: ["proration-credit a -375", "proration-charge a 1000", "discount -250"]
  },
  {
    name: "an amount off the period is spread anew over all items",
    from: "2026-03-01T12:00Z",
    begin: termsOf("10 day", item("a", flat(1000)), item("b", flat(1000))),
    coupons: "amount",
    changes: [["2026-03-06T09:00Z", termsOf("10 day", item("a", flat(1000)), item("b", flat(2000)))]],
    lines: [
      "proration-credit a -400",
      "proration-credit b -400",
      "proration-charge a 500",
      "proration-charge b 1000",
      "discount -200"
    ]
  },
  {
    name: "another interval begins a period: what is unused pays for it",
    from: "2026-03-01T12:00Z",
    begin: daily(1000),
    changes: [["2026-03-06T09:00Z", monthly(3000)]],
    lines: ["proration-credit a -500", "item a 3000"]
  }
]

const coupons = {
  percent: { subscription: percentOff(2500), customer: null },
  amount: { subscription: amountOff(400), customer: null }
}

describe("A change of terms", () => {
  for (const row of rows) {
    it(row.name, () => {
      const first = begun(row.begin, at(row.from), row.coupons === undefined ? {} : { coupons: coupons[row.coupons] })
      let held = heldAfter(first)
      if (row.unpaid) held = { ...held, paid: null }
      let lines: ReadonlyArray<string> = []
      for (const [when, after, options] of row.changes) {
        const next = changed(held, after, at(when), options)
        held = next.held
        lines = shown(next.bill.lines)
        assert.deepStrictEqual(held.terms, after)
      }
      assert.deepStrictEqual(lines, row.lines)
      assert.deepStrictEqual(shown(held.account.waiting), row.waiting ?? [])
      assert.strictEqual(held.account.balance, row.balance ?? 0)
    })
  }

  it("of the interval makes its instant the anchor, from which the new period counts", () => {
    const { bill } = changed(
      heldAfter(begun(daily(1000), at("2026-03-01T12:00Z"))),
      monthly(3000),
      at("2026-03-06T09:00Z")
    )
    assert.isTrue(bill.isNewAnchor)
    assert.deepStrictEqual(bill.paid?.period, { from: at("2026-03-06T09:00Z"), to: at("2026-04-06T08:00Z") })
  })

  const refused = (after: Terms, options: Partial<Change.TermsChange>) => {
    const { account, paid, terms } = heldAfter(begun(daily(1000), at("2026-03-01T12:00Z")))
    const now = { at: at("2026-03-06T09:00Z"), zone: berlin, isPaused: false, proration: "charge" } as const
    return Either.flip(Change.linesOfChange({ ...account, before: terms, after, paid, ...now, ...options }))
  }

  it("is refused for another currency, an interval without a charge, and too much", () => {
    const message = (after: Terms, options: Partial<Change.TermsChange> = {}) =>
      Either.getOrThrow(refused(after, options)).message
    const rub = { ...daily(1000), currency: "RUB" as Terms["currency"] }
    assert.strictEqual(message(rub), "currency must be that of the subscription")
    assert.strictEqual(
      message(monthly(1), { proration: "none" }),
      "proration must be charge where the interval changes"
    )
    assert.strictEqual(message(monthly(1), { isPaused: true }), "Subscription is paused")
    const huge = termsOf("10 day", item("a", seats(Number.MAX_SAFE_INTEGER), 3))
    assert.strictEqual(message(huge), "The amount is too large")
  })

  it("of a title alone moves nothing", () => {
    const tiers = [{ upTo: null, unitAmount: money(100), flatAmount: money(0) }] as const
    const of = (title: string): Terms =>
      termsOf("10 day", { ...item("a", { kind: "volume", tiers: [...tiers] }), title })
    const { bill } = changed(heldAfter(begun(of("old"), at("2026-03-01T12:00Z"))), of("new"), at("2026-03-06T09:00Z"))
    assert.deepStrictEqual(bill.lines, [])
    assert.deepStrictEqual(bill.termsAfter, of("new"))
  })

  it.each<[string, Terms, Terms, Change.ChangeTime]>([
    ["up", daily(1000), daily(1001), "now"],
    ["equal", daily(1000), daily(1000), "renewal"],
    ["down", daily(1000), daily(999), "renewal"],
    ["a year for less than twelve months", monthly(1000), termsOf("12 month", item("a", flat(10_000))), "renewal"],
    ["a month for more than a twelfth", termsOf("12 month", item("a", flat(10_000))), monthly(1000), "now"]
  ])("by default, %s", (_, before, after, when) => {
    assert.deepStrictEqual(Change.defaultsOf(before, after), { when, proration: "charge" })
  })
})

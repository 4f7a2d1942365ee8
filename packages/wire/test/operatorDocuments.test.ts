import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import type { Health } from "@florin/core/routing/AcquirerHealth"
import * as Capabilities from "@florin/core/routing/Capabilities"
import * as OperatorDocuments from "@florin/wire/OperatorDocuments"
import * as OperatorRequests from "@florin/wire/OperatorRequests"
import * as OperatorSchemas from "@florin/wire/OperatorSchemas"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"

const now = DateTime.unsafeMake("2035-03-08T09:30:00.000Z")
const shown = (instant: DateTime.Utc) => DateTime.formatIso(instant)

describe("the period of a reconciliation", () => {
  it.each([
    ["the day before, in UTC", {}, ["2035-03-07T00:00:00.000Z", "2035-03-08T00:00:00.000Z"]],
    [
      "a day before its end",
      { to: "2035-02-01T12:00:00+03:00" },
      ["2035-01-31T09:00:00.000Z", "2035-02-01T09:00:00.000Z"]
    ],
    [
      "a day from its beginning",
      { from: "2035-03-06T01:00:00Z" },
      ["2035-03-06T01:00:00.000Z", "2035-03-07T01:00:00.000Z"]
    ],
    [
      "a millisecond",
      { from: "2035-03-01T00:00:00.000Z", to: "2035-03-01T00:00:00.001Z" },
      ["2035-03-01T00:00:00.000Z", "2035-03-01T00:00:00.001Z"]
    ],
    [
      "31 days",
      { from: "2035-01-01T00:00:00Z", to: "2035-02-01T00:00:00Z" },
      ["2035-01-01T00:00:00.000Z", "2035-02-01T00:00:00.000Z"]
    ],
    [
      "31 days and a millisecond",
      { from: "2035-01-01T00:00:00Z", to: "2035-02-01T00:00:00.001Z" },
      "from can't be more than 31 days before to"
    ],
    ["nothing", { from: "2035-03-01T00:00:00Z", to: "2035-03-01T00:00:00Z" }, "from must be earlier than to"]
  ] as const)("is %s for %j", (_, body, expected) => {
    const requested = Either.getOrThrow(OperatorRequests.reconciling(body))
    const period = Either.match(OperatorRequests.periodOf(requested, now), {
      onLeft: ({ message }) => message,
      onRight: ({ from, to }) => [shown(from), shown(to)]
    })
    assert.deepStrictEqual<unknown>(period, expected)
  })
})

describe("an acquirer", () => {
  const total = { approved: 0, declined: 0, underway: 0, failed: 0 }
  const idle: Health = {
    ...{ gatewayId: 2, name: "Nord", simulated: false, breaker: "half-open", calls: 0, failureRatio: null },
    ...{ median: null, p95: null, total, can: Capabilities.withDefaults({ name: "Nord" }) }
  }

  it.each([
    [{}, { captures: "many", partial_voids: "any", currencies: null, sources: ["card"], authenticates: false }],
    [
      { partialVoids: false, captures: "none" },
      { captures: "none", partial_voids: "none" }
    ],
    [
      { partialVoids: "rest", captures: "one" },
      { captures: "one", partial_voids: "rest" }
    ],
    [
      { zeroAmountChecks: false, contracts: ["oneclick"] },
      { checks: false, contracts: ["oneclick"] }
    ]
  ] as const)("that says %j can do %j", (capabilities, expected) => {
    const can = Capabilities.withDefaults({ name: "Nord", capabilities })
    const document = OperatorDocuments.acquirersOf([{ ...idle, can }])
    assert.isTrue(Schema.is(OperatorSchemas.AcquirersDocument, { onExcessProperty: "error" })(document))
    assert.deepInclude(document.acquirers[0]?.can, expected)
    assert.strictEqual(document.acquirers[0]?.breaker, "half_open")
  })
})

describe("the report of a reconciliation", () => {
  const difference = { kind: "missing-here", key: "k" as AcquirerKey, gatewayId: 2 } as const
  const reportOf = (count: number): Report => ({
    period: { from: now, to: now },
    checked: 0,
    inDoubt: 0,
    notCompared: [],
    differences: Array.from({ length: count }, () => difference)
  })

  it.each([
    [0, 0],
    [1000, 1000],
    [1001, 1000]
  ])("of %i differences lists %i and says how many there are", (count, listed) => {
    const document = OperatorDocuments.reportOf(reportOf(count))
    assert.deepStrictEqual([document.difference_count, document.differences.length], [count, listed])
    assert.isTrue(Schema.is(OperatorSchemas.ReconciliationDocument, { onExcessProperty: "error" })(document))
  })
})

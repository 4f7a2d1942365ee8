import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Report } from "@florin/core/reconciliation/Reconciliation"
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
    const asked = Either.getOrThrow(OperatorRequests.reconciling(body))
    const period = Either.match(OperatorRequests.periodOf(asked, now), {
      onLeft: ({ message }) => message,
      onRight: ({ from, to }) => [shown(from), shown(to)]
    })
    assert.deepStrictEqual<unknown>(period, expected)
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

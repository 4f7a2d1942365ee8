import { assert, describe, it } from "@effect/vitest"
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Reports from "../src/Reports.js"

const at = DateTime.unsafeMake("2026-03-02T09:00:00.000Z")
const moved = { kind: "payment", amount: 1000, currency: "EUR" } as const

const report = {
  period: { from: DateTime.unsafeMake("2026-03-02T00:00:00Z"), to: DateTime.unsafeMake("2026-03-03T00:00:00Z") },
  ...{ checked: 4, inDoubt: 1 },
  notCompared: [
    { gatewayId: 2, reason: "lists-no-movements" },
    { gatewayId: 3, reason: "not-configured" }
  ],
  differences: [
    { kind: "missing-there", key: "a", gatewayId: 1, uid: "a", ours: { ...moved, status: "successful" } },
    { kind: "missing-here", key: "b", gatewayId: 1, theirs: { ...moved, at } }
  ]
} as unknown as Report

describe("a reconciliation", () => {
  it("is told with what differs, and what was not compared (D38)", () => {
    const document = Reports.toDocument(report)
    assert.deepStrictEqual<unknown>(document, {
      ...{ from: "2026-03-02T00:00:00.000Z", to: "2026-03-03T00:00:00.000Z", checked: 4, in_doubt: 1 },
      not_compared: [
        { gateway_id: 2, reason: "lists_no_movements" },
        { gateway_id: 3, reason: "not_configured" }
      ],
      differences: [
        { kind: "missing_there", gateway_id: 1, key: "a", uid: "a", ours: { ...moved, status: "successful" } },
        { kind: "missing_here", gateway_id: 1, key: "b", theirs: { ...moved, at: "2026-03-02T09:00:00.000Z" } }
      ]
    })
    assert.isTrue(Schema.is(Reports.ReportDocument)(document))
  })
})

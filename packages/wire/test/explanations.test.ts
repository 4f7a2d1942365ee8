import { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Explanation } from "@florin/core/routing/Explanation"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import * as Explanations from "../src/Explanations.js"

const uid = "0190b6a0-0000-7000-8000-000000000002"
const at = (second: number) => DateTime.unsafeMake(`2026-03-02T09:00:0${second}.000Z`)

const explanation: Explanation = {
  uid: TransactionUid.make(uid),
  facts: {
    ...{ shop: ShopId.make("books"), type: "payment", amount: Amount.make(1000), currency: "EUR", brand: "visa" },
    ...{ bin: "42000000", issuerCountry: "GB", customerCountry: null, ipCountry: "NL" },
    ...{ contracts: ["card_on_file"], test: false }
  },
  rules: [
    { name: "regulars", action: { kind: "skip-3-d-secure" } },
    { name: "all", action: { kind: "acquirers", gateways: [4, 2, 1] } }
  ],
  threeDSecure: "not-asked",
  acquirers: [
    { gatewayId: 4, result: "skipped", reason: null, lacks: null, at: at(0) },
    { gatewayId: 5, result: "skipped", reason: null, lacks: "charges-without-customer", at: at(0) },
    { gatewayId: 2, result: "passed-on", reason: "issuer-temporary", lacks: null, at: at(1) },
    { gatewayId: 1, result: "failed", reason: "funds", lacks: null, at: at(2) }
  ]
}

describe("the document of an explanation", () => {
  it("`credit_card` in responses | brand: is unknown where none was recognised, in an explanation too", () => {
    const facts = { ...explanation.facts, brand: null }
    assert.strictEqual(Explanations.toDocument({ ...explanation, facts }).explanation.facts.brand, "unknown")
  })

  it("D17: has the facts, the rules, and each acquirer with its result, code and date", () => {
    assert.deepStrictEqual(Explanations.toDocument(explanation), {
      explanation: {
        uid,
        facts: {
          ...{ shop: "books", type: "payment", amount: 1000, currency: "EUR", brand: "visa", bin: "42000000" },
          ...{
            issuer_country: "GB",
            customer_country: null,
            ip_country: "NL",
            contracts: ["card_on_file"],
            test: false
          }
        },
        rules: [
          { name: "regulars", action: "skip_3_d_secure" },
          { name: "all", action: "acquirers", gateway_ids: [4, 2, 1] }
        ],
        three_d_secure: "not_asked",
        acquirers: [
          { gateway_id: 4, result: "skipped", code: null, lacks: null, at: "2026-03-02T09:00:00.000Z" },
          {
            ...{ gateway_id: 5, result: "skipped", code: null, lacks: "charges_without_customer" },
            at: "2026-03-02T09:00:00.000Z"
          },
          { gateway_id: 2, result: "passed_on", code: "F.0119", lacks: null, at: "2026-03-02T09:00:01.000Z" },
          { gateway_id: 1, result: "failed", code: "F.0114", lacks: null, at: "2026-03-02T09:00:02.000Z" }
        ]
      }
    })
  })
})

import { assert, describe, it } from "@effect/vitest"
import type { Confirmation } from "@florin/core/transfer-operations/Confirmation"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Confirmations from "../src/Confirmations.js"
import { at, uid } from "./internal/transactions.js"

const payment = { uid, amount: 99_900, currency: "RUB" } as Transfer

const written = (status: Confirmation["status"], createdAt = "2029-01-02T03:04:05.006Z"): unknown =>
  Confirmations.toDocument({ status, createdAt: at(createdAt), payment })

describe("the answer to a confirmation", () => {
  // Source: interface, "Confirm response"; shapes, "Transfer".
  it.each([
    ["successful", "Confirm was successfully processed"],
    ["failed", "Confirm was failed"]
  ] as const)("D30: that is %s has these members", (status, message) => {
    assert.deepStrictEqual(written(status), {
      response: {
        ...{ parent_uid: uid, type: "confirm", status, message },
        ...{ created_at: "2029-01-02T03:04:05+00:00", amount: 99_900, currency: "RUB" }
      }
    })
  })

  it.each([
    ["2029-01-02T03:04:05Z", "2029-01-02T03:04:05+00:00"],
    ["2029-01-02T03:04:05.999Z", "2029-01-02T03:04:05+00:00"],
    ["2029-01-02T03:04:05+05:30", "2029-01-01T21:34:05+00:00"],
    ["2029-12-31T23:59:59-01:00", "2030-01-01T00:59:59+00:00"],
    ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00+00:00"]
  ])("Conventions | Timestamps of confirm responses: %s is shown as %s (D8)", (instant, expected) => {
    const { response } = written("failed", instant) as { readonly response: { readonly created_at: string } }
    assert.strictEqual(response.created_at, expected)
  })
})

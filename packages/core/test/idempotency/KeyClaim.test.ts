import { refusalOf } from "@florin/core/idempotency/KeyClaim"
import { assert, describe, it } from "vitest"

const day = 24 * 60 * 60 * 1000
const now = 100 * day
const key = { key: "order-1", fingerprint: "a" }
const answer = { status: 200, body: "{}" }

describe("an idempotency key", () => {
  // Source: D13.
  it.each([
    { name: "a new one", key, record: undefined, expected: undefined },
    {
      name: "one that was answered",
      key,
      record: { fingerprint: "a", claimedAt: now, answer },
      expected: "AlreadyAnswered"
    },
    {
      name: "one that is in flight",
      key,
      record: { fingerprint: "a", claimedAt: now, answer: undefined },
      expected: "IdempotencyInFlight"
    },
    {
      name: "one of another request",
      key,
      record: { fingerprint: "b", claimedAt: now, answer },
      expected: "IdempotencyMismatch"
    },
    {
      name: "one of 30 days",
      key,
      record: { fingerprint: "b", claimedAt: now - 30 * day, answer },
      expected: "IdempotencyMismatch"
    },
    {
      name: "one that is a millisecond older",
      key,
      record: { fingerprint: "b", claimedAt: now - 30 * day - 1, answer },
      expected: undefined
    },
    { name: "no visible character", key: { ...key, key: "" }, record: undefined, expected: "InvalidRequest" },
    { name: "255 characters", key: { ...key, key: "x".repeat(255) }, record: undefined, expected: undefined },
    { name: "256 characters", key: { ...key, key: "x".repeat(256) }, record: undefined, expected: "InvalidRequest" },
    { name: "the first visible character", key: { ...key, key: "!" }, record: undefined, expected: undefined },
    { name: "255 of the last one", key: { ...key, key: "~".repeat(255) }, record: undefined, expected: undefined },
    {
      name: "256 of the last one",
      key: { ...key, key: "~".repeat(256) },
      record: undefined,
      expected: "InvalidRequest"
    },
    {
      name: "a letter with an accent",
      key: { ...key, key: "order-\u00e9" },
      record: undefined,
      expected: "InvalidRequest"
    },
    { name: "a space", key: { ...key, key: "a b" }, record: undefined, expected: "InvalidRequest" }
  ])("D13: $name: $expected", ({ expected, key, record }) => {
    const refused = refusalOf(key, record, now)
    assert.strictEqual(refused?._tag, expected)
    if (refused?._tag === "InvalidRequest") {
      assert.strictEqual(refused.message, "idempotency_key must be 1 to 255 visible characters")
    }
  })
})

import { begunBy, IdempotencyInFlight, refusalOf } from "@florin/core/idempotency/IdempotencyKey"
import * as Duration from "effect/Duration"
import { assert, describe, it } from "vitest"

const day = 24 * 60 * 60 * 1000
const now = 100 * day
const key = { key: "order-1", fingerprint: "a" }
const answer = { document: "{}" }

const minute = Duration.minutes(1)
const unanswered = (age: number, fingerprint = "a") => ({ fingerprint, claimedAt: now - age, answer: undefined })

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

  // Source: D13; a request whose claim was abandoned can be repeated.
  it.each([
    { name: "in flight for a minute", record: unanswered(60_000), expected: "IdempotencyInFlight" },
    { name: "in flight for a millisecond more", record: unanswered(60_001), expected: undefined },
    { name: "of another request, for a minute", record: unanswered(60_000, "b"), expected: "IdempotencyMismatch" },
    {
      name: "of another request, for a millisecond more",
      record: unanswered(60_001, "b"),
      expected: "IdempotencyMismatch"
    },
    { name: "answered long ago", record: { ...unanswered(30 * day), answer }, expected: "AlreadyAnswered" },
    {
      name: "of another request, answered long ago",
      record: { ...unanswered(30 * day, "b"), answer },
      expected: "IdempotencyMismatch"
    },
    {
      name: "answered 30 days and a millisecond ago",
      record: { ...unanswered(30 * day + 1), answer },
      expected: undefined
    },
    { name: "new", record: undefined, expected: undefined }
  ])("D13: $name, where a claim is abandoned after a minute: $expected", ({ expected, record }) => {
    assert.strictEqual(refusalOf(key, record, now, minute)?._tag, expected)
  })

  it("D13: of 30 days without an answer is in flight, and a millisecond older new, where no claim is abandoned", () => {
    assert.instanceOf(refusalOf(key, unanswered(30 * day), now), IdempotencyInFlight)
    assert.isUndefined(refusalOf(key, unanswered(30 * day + 1), now))
  })

  it.each([
    { name: "without an answer", record: { ...unanswered(30 * day), subject: "a" }, expected: ["a"] },
    {
      name: "whose command has had its effect",
      record: { ...unanswered(0), subject: "a", made: "b" },
      expected: ["a", "b"]
    },
    { name: "answered", record: { ...unanswered(0), subject: "a", answer }, expected: [] },
    { name: "of more than 30 days", record: { ...unanswered(30 * day + 1), subject: "a" }, expected: [] },
    { name: "of a request that creates nothing", record: unanswered(0), expected: [] },
    { name: "that is new", record: undefined, expected: [] }
  ])("D13: $name goes on with what its first request began: $expected", ({ expected, record }) => {
    const { made, subject } = begunBy(record, now)
    assert.deepStrictEqual(
      [subject, made].filter((one) => one !== undefined),
      expected
    )
  })

  it("D13: that was answered is refused with that answer", () => {
    assert.deepInclude(refusalOf(key, { ...unanswered(0), answer, made: "a uid" }, now), { answer, made: "a uid" })
  })
})

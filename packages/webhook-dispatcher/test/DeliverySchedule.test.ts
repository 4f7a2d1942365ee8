import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as DeliverySchedule from "@florin/webhook-dispatcher/DeliverySchedule"
import { defaults } from "@florin/webhook-dispatcher/WebhookSettings"
import * as Duration from "effect/Duration"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"

const wait = (attempts: number, retryAfter?: Duration.DurationInput, random = 0) =>
  Option.map(
    DeliverySchedule.waitAfter(
      defaults,
      attempts,
      Option.map(Option.fromNullable(retryAfter), Duration.decode),
      random
    ),
    Duration.toMillis
  )

const millis = (duration: Duration.DurationInput) => Option.some(Duration.toMillis(duration))

describe("the delivery schedule, D34", () => {
  it.each([
    { attempts: 1, expected: "5 seconds" },
    { attempts: 2, expected: "5 minutes" },
    { attempts: 3, expected: "30 minutes" },
    { attempts: 4, expected: "2 hours" },
    { attempts: 5, expected: "5 hours" },
    { attempts: 6, expected: "10 hours" },
    { attempts: 7, expected: "14 hours" },
    { attempts: 8, expected: "20 hours" },
    { attempts: 9, expected: "24 hours" }
  ] as const)("waits $expected after attempt $attempts", ({ attempts, expected }) => {
    deepStrictEqual(wait(attempts), millis(expected))
  })

  it("has ten attempts and none after the tenth", () => {
    assert.strictEqual(DeliverySchedule.attemptLimit(defaults), 10)
    deepStrictEqual(wait(10), Option.none())
  })

  it("gives one attempt 15 s where a host sets nothing else", () => {
    assert.strictEqual(Duration.toMillis(defaults.deliveryTimeLimit), 15_000)
  })

  it("takes about three days in all", () => {
    const all = defaults.retryDelays.reduce(Duration.sum, Duration.zero)
    assert.strictEqual(Math.round(Duration.toDays(all)), 3)
  })

  it("is never early and at most a tenth late, whatever the random number", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: 1, max: 9 }),
        FastCheck.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempts, random) => {
          const plain = Option.getOrThrow(wait(attempts))
          const actual = Option.getOrThrow(wait(attempts, undefined, random))
          assert.isAtLeast(actual, plain)
          assert.isBelow(actual, plain * 1.1 + 1)
        }
      )
    )
  })

  it.each([
    { requested: "4 seconds", expected: "5 seconds" },
    { requested: "5 seconds", expected: "5 seconds" },
    { requested: "5001 millis", expected: "5001 millis" },
    { requested: "1 hour", expected: "1 hour" },
    { requested: "24 hours", expected: "24 hours" },
    { requested: "86400001 millis", expected: "24 hours" },
    { requested: "3000 weeks", expected: "24 hours" }
  ] as const)("waits $expected instead of 5 s when Retry-After asks for $requested", ({ requested, expected }) => {
    deepStrictEqual(wait(1, requested), millis(expected))
  })

  it("adds the jitter to what Retry-After asked for too", () => {
    deepStrictEqual(wait(1, "100 seconds", 0.5), millis("105 seconds"))
  })
})

// Source: RFC 9110, 10.2.3 and 5.6.7.
describe("Retry-After", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0)
  it.each([
    { header: "0", expected: 0 },
    { header: "120", expected: 120_000 },
    { header: " 7 ", expected: 7_000 },
    { header: "9".repeat(15), expected: 999_999_999_999_999_000 },
    { header: "Sun, 06 Nov 1994 08:49:37 GMT", expected: 37_000 },
    { header: "Sun, 06 Nov 1994 08:48:00 GMT", expected: 0 }
  ])("'$header' is $expected ms", ({ expected, header }) => {
    deepStrictEqual(Option.map(DeliverySchedule.parseRetryAfter(header, now), Duration.toMillis), Option.some(expected))
  })

  it.each([
    { header: "" },
    { header: "-1" },
    { header: "1.5" },
    { header: "soon" },
    { header: "1e3" },
    { header: "9".repeat(16) },
    { header: "9".repeat(400) },
    { header: "Sun, 99 Nov 1994 08:49:37 GMT" },
    { header: "1994-11-06T08:49:37Z" }
  ])("'$header' says nothing", ({ header }) => {
    deepStrictEqual(DeliverySchedule.parseRetryAfter(header, now), Option.none())
  })
})

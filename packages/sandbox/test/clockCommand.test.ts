import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ClockTarget from "../src/ClockTarget.js"

const both = "follow can't be sent together with advance or to"

// D38.
describe("What the sandbox's clock is told", () => {
  it.effect.each([
    { body: { follow: true }, expected: "Follow" },
    { body: { follow: true, advance: null, to: null, other: 1 }, expected: "Follow" },
    { body: { follow: null, advance: "P1D" }, expected: "Advance" },
    { body: { advance: "P1D" }, expected: "Advance" },
    { body: { to: "2031-01-31T00:00:00Z" }, expected: "To" }
  ])("D38: $body is $expected", ({ body, expected }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ClockTarget.decodeCommand(body))._tag, expected)
    })
  )

  it.effect.each([
    ...[false, "true", 1, 0, "", {}].map((follow) => ({ body: { follow }, error: "follow must be true" })),
    { body: { follow: true, advance: "P1D" }, error: both },
    { body: { follow: true, to: "2031-01-31T00:00:00Z" }, error: both },
    { body: { follow: false, advance: "P1D" }, error: both },
    { body: { follow: null }, error: "advance can't be blank, unless to or follow is sent" },
    { body: {}, error: "advance can't be blank, unless to or follow is sent" },
    { body: [], error: "advance can't be blank, unless to or follow is sent" },
    { body: "follow", error: "advance can't be blank, unless to or follow is sent" },
    { body: null, error: "advance can't be blank, unless to or follow is sent" }
  ])("D38: $body is refused", ({ body, error }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(ClockTarget.decodeCommand(body))).message, error)
    })
  )
})

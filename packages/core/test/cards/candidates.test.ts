import type { AcquirerService } from "@florin/core/cards/Acquirer"
import { candidates, forTestMode } from "@florin/core/routing/Routing"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

const acquirer = (gatewayId: number, simulated: boolean): AcquirerService => ({
  gatewayId,
  simulated,
  name: `acquirer ${gatewayId}`,
  inFlightWindow: Duration.zero,
  perform: () => Effect.never,
  status: () => Effect.never
})

const acquirers = (real: ReadonlyArray<number>, simulated: ReadonlyArray<number>) => [
  ...real.map((gatewayId) => acquirer(gatewayId, false)),
  ...simulated.map((gatewayId) => acquirer(gatewayId, true))
]

const gatewayOf = (...given: Parameters<typeof candidates>) => candidates(...given)[0]?.gatewayId

const number = { source: { source: "card" } } as const

describe("the acquirer of a charge", () => {
  // Source: D17: the rules' order, if they give one; `excluded_gateways` are skipped.
  it.each([
    { gateways: null, excluded: [], expected: 1 },
    { gateways: null, excluded: [1], expected: 2 },
    { gateways: null, excluded: [3], expected: 1 },
    { gateways: null, excluded: [1, 2], expected: undefined },
    { gateways: [2], excluded: [], expected: 2 },
    { gateways: [2, 1], excluded: [], expected: 2 },
    { gateways: [2, 1], excluded: [2], expected: 1 },
    { gateways: [2], excluded: [2], expected: undefined },
    { gateways: [3], excluded: [], expected: undefined },
    { gateways: [], excluded: [], expected: undefined }
  ])(
    "additional_data members | excluded_gateways: rules say $gateways, without $excluded it is $expected (D17)",
    ({ excluded, expected, gateways }) => {
      const charge = { ...number, test: false, excluded }
      assert.strictEqual(gatewayOf(acquirers([1, 2], []), charge, gateways), expected)
      assert.strictEqual(gatewayOf(acquirers([], [1, 2]), charge, gateways), expected)
    }
  )

  // Source: D39: a test never reaches a real acquirer; if all acquirers are simulated, every charge may use them.
  it.each([
    { real: [7], simulated: [8], test: true, expected: [8] },
    { real: [7], simulated: [8], test: false, expected: [7] },
    { real: [7, 9], simulated: [8, 10], test: true, expected: [8, 10] },
    { real: [7, 9], simulated: [8], test: false, expected: [7, 9] },
    { real: [7], simulated: [], test: true, expected: [] },
    { real: [7], simulated: [], test: false, expected: [7] },
    { real: [], simulated: [8], test: true, expected: [8] },
    { real: [], simulated: [8], test: false, expected: [8] },
    { real: [], simulated: [], test: false, expected: [] }
  ])(
    "D39: of real $real and simulated $simulated, with test $test: $expected",
    ({ expected, real, simulated, test }) => {
      const all = acquirers(real, simulated)
      assert.deepStrictEqual(
        forTestMode(all, test).map(({ gatewayId }) => gatewayId),
        expected
      )
      assert.strictEqual(gatewayOf(all, { ...number, test }, null), expected[0])
    }
  )

  it("D39: rules that name a real acquirer do not bring a test to it", () => {
    assert.strictEqual(gatewayOf(acquirers([7], [8]), { ...number, test: true }, [7]), undefined)
    assert.strictEqual(gatewayOf(acquirers([7], [8]), { ...number, test: true }, [7, 8]), 8)
    assert.strictEqual(gatewayOf(acquirers([7], [8]), { ...number, test: false }, [8, 7]), 7)
  })
})

/** The contract of a host that receives webhooks, as tests that every host can run. */
import * as Effect from "effect/Effect"
import { declareTest, type Runner } from "../Runner.js"
import { deliveries } from "./internal/deliveries.js"
import { forgeries } from "./internal/forgeries.js"
import { type Add, type Check, type Open, worldOf } from "./internal/underTest.js"

export type { State } from "./internal/paymentDocument.js"
export type { Check, Open, ReceiverUnderTest } from "./internal/underTest.js"

/** The promises of the contract, for runners of another kind. */
export const checks = (open: Open): ReadonlyArray<Check> => {
  const all: Array<Check> = []
  const check: Add = (name, run) => void all.push({ name, run: Effect.flatMap(worldOf(open), run) })
  deliveries(check)
  forgeries(check)
  return all
}

/**
 * Plays what happens between Florin and a host at the host's webhook handler: duplicates, other orders, delays, forged
 * and expired signatures, the rotation of a secret, what later versions send, and failures of the host's own. Expects one
 * effect per event. `open` is called once per test; it may give the same host each time, for all transactions are new.
 *
 * Source: D33, D34.
 */
export const receiverSuite = (runner: Runner, name: string, open: Open): void => {
  runner.describe(`${name} acts once on each webhook`, () => {
    for (const { name, run } of checks(open)) declareTest(runner, name, run)
  })
}

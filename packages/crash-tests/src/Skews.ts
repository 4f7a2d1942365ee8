/**
 * Processes whose clocks are apart, with money on its way out all the time and an acquirer that answers slowly: neither
 * takes from the other what it is working on.
 */
import type { Movement } from "@florin/testing/parties/AcquirerLedger"
import type { Random } from "@florin/testing/parties/Random"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Effect from "effect/Effect"
import * as Operations from "./Operations.js"
import type { Stage } from "./Scene.js"

const slowKinds: ReadonlyArray<string> = ["capture", "void", "refund", "credit", "payout"]

/** What follows a charge, and what is paid out, is answered when more than one lease has gone by. */
export const slow = (random: Random, { kind }: Movement): Manner =>
  slowKinds.includes(kind) ? { ...prompt, before: random.between(0, 2500), after: random.between(5000, 9000) } : prompt

/** Orders what is answered slowly, so many times. */
export const rounds = Effect.fnUntraced(function* ({ count, environment, fleet, merchants }: Stage) {
  let turn = 0
  // One process after the other, so that each finds what the others have begun.
  const host = Effect.suspend(() => fleet.at(turn++ % fleet.size))
  const merchant = environment.merchant(host, { patience: "40 seconds" })
  merchants.push(merchant)
  const amount = Operations.amounts()
  const round = Effect.flatMap(Operations.prepared(merchant, amount), (operations) =>
    Operations.order(
      merchant,
      operations.filter(({ type }) => slowKinds.includes(type))
    )
  )
  yield* Effect.replicateEffect(round, count, { concurrency: 4, discard: true })
})

/** Kills while subscriptions are renewed: their hours pass in seconds, and merchants insist on what they ask for. */
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Schedule from "effect/Schedule"
import { whileKilled } from "./Kills.js"
import type { Stage } from "./Scene.js"

/** Which of them a merchant can still do something about. */
const living = ["trial", "active", "failed_attempt", "error"] as const

/**
 * After the last kill the clocks go on leaping for so long. What was asked for ten times while processes died, or failed
 * while the store was away, is put off for an hour of theirs, and has its turn before they slow down.
 */
const putOff = "12 seconds"

/** How many subscriptions there are from the start, and how many are charged at most at a time. */
const crowd = { first: 60, most: 120 }

/** Every hour or two; some end after a few cycles, and some begin with a trial that is paid. */
const planned = (random: Random) => {
  const interval = random.between(1, 2)
  const unit = { interval, interval_unit: "hour" } as const
  const amount = random.between(1_000, 9_000)
  return {
    ...{ title: "Hourly", currency: "EUR", number_payment_attempts: random.between(2, 6) },
    plan: { amount, ...unit },
    // At another price, so that the acquirer can tell it from a cycle.
    ...(random.chance(0.3) && { trial: { amount: amount - 500, ...unit, as_first_payment: random.chance(0.5) } }),
    ...(random.chance(0.6) && { infinite: false, billing_cycles: random.between(2, 5) })
  }
}

/** The subscriptions that were told to be in a state, newest first; and how many are charged. */
const reported = ({ environment }: Stage) => {
  const states = new Map<string, string>()
  for (const { event, status, uid } of environment.receiver.deliveries()) {
    if (event !== undefined) states.set(uid, status)
  }
  const inState = (...wanted: ReadonlyArray<string>) =>
    [...states].flatMap(([id, state]) => (wanted.includes(state) ? [id] : []))
  return { failed: inState("failed_attempt", "error"), living: inState(...living) }
}

/** What a merchant does next: mostly what makes something that is charged. Each request has a key, and is insisted on. */
const next = (stage: Stage, merchant: Merchant, random: Random, name: () => string) => {
  const { failed, living } = reported(stage)
  const what = random.between(0, 9)
  if (what < 5 && failed.length > 0) return merchant.post(`/subscriptions/${random.pick(failed)}/charge`, {})
  if (what < 7 && living.length > 0) {
    const id = random.pick(living)
    const pause = merchant.post(`/subscriptions/${id}/pause`, {})
    const resume = Effect.zipRight(
      Effect.sleep(random.between(0, 6000)),
      merchant.post(`/subscriptions/${id}/resume`, {})
    )
    return Effect.zipRight(pause, resume)
  }
  if (living.length >= crowd.most) return Effect.void
  return merchant.post("/subscriptions", { plan: planned(random), tracking_id: name(), card: Orders.card })
}

/** Subscriptions, what merchants ask for six times a second, and kills meanwhile. */
export const renewals = Effect.fnUntraced(function* (stage: Stage) {
  const { environment, facts, fleet, merchants, stream } = stage
  const merchant = environment.merchant(fleet.host)
  merchants.push(merchant)
  const random = stream("merchants")
  let names = 0
  const name = () => `subscription-${++names}`
  const requested = yield* FiberSet.make<unknown>()
  const ask = Effect.suspend(() => FiberSet.run(requested, next(stage, merchant, random, name)))

  const asking = Effect.repeat(ask, Schedule.spaced("150 millis"))
  yield* whileKilled(stage, Effect.zipRight(Effect.replicateEffect(ask, crowd.first, { discard: true }), asking))
  yield* FiberSet.awaitEmpty(requested)
  yield* Effect.sleep(putOff)
  yield* environment.slowDown
  // What was taken back carries no tracking id.
  const charges = (yield* environment.ledger).filter(({ intent }) => intent !== undefined)
  facts.charges.decided += charges.length
  facts.charges.declined += charges.filter(({ declined }) => declined !== undefined).length
})

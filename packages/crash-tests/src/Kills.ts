/** Kills under load: customers order, processes die and are replaced. */
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import { descriptions } from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Customer from "./Customer.js"
import type { Stage } from "./Scene.js"
import * as Standstill from "./Standstill.js"

/**
 * Mostly prompt; sometimes slow before or after the ledger is written, with the answer or the request lost, or the
 * request so late that a question about it is answered `404` meanwhile; sometimes declined, by the issuer or for a time.
 */
export const moody = (random: Random): Manner => {
  const mood = random.between(0, 19)
  if (mood < 3) return { ...prompt, before: random.between(0, 800) }
  if (mood < 6) return { ...prompt, after: random.between(0, 800) }
  if (mood < 7) return { ...prompt, answer: "no-answer" }
  if (mood < 8) return { ...prompt, before: 2500, answer: "cut" }
  if (mood < 9) return { ...prompt, way: "lost", answer: "no-answer" }
  if (mood < 11) return { ...prompt, verdict: "funds" }
  return mood < 13 ? { ...prompt, verdict: "acquirer-temporary" } : prompt
}

/** What may follow, and the tokens of cards that were saved: the newest, so that what follows meets. */
const knownOf = (merchant: Merchant): Orders.Known => {
  const documents = merchant
    .orders()
    .flatMap(({ acknowledged }) => (acknowledged?.status === "successful" ? [acknowledged] : []))
  return {
    parents: documents.filter(({ type }) => type in Orders.following).slice(-12),
    tokens: documents.flatMap(({ credit_card, type }) =>
      type === "tokenization" ? [credit_card?.token].filter((token) => token != null) : []
    )
  }
}

/**
 * A customer every 600 ms, whether or not those before have been served, while there is room: where processes die faster
 * than they serve, a queue that grew for ever would be all that is tested. `left`: what part of the kills is still to
 * come. Ends by interruption.
 */
const customers = Effect.fnUntraced(function* (stage: Stage, merchant: Merchant, left: () => number) {
  const { environment, facts, fleet, stream } = stage
  const random = stream("customers")
  const inside = yield* FiberSet.make<void>()
  /** Three orders, one after the other. */
  const visit = Effect.gen(function* () {
    for (let count = 0; count < 3 && left() > 0; count++) {
      // Charges that the merchant is asked about take longest to come to rest: none towards the end.
      const isRequested = random.chance(0.2) && left() > 0.5
      const { request, type } = Orders.draw({
        random,
        known: knownOf(merchant),
        // No other order has it, so that none is taken for a duplicate.
        amount: () => random.between(1_000, 9_000_000),
        more: (type) => {
          if (type === "payment" && isRequested) return { verification_url: environment.receiver.verification }
          return type in { capture: 1, void: 1, refund: 1, tokenization: 1 } ? { duplicate_check: false } : {}
        }
      })
      const isCharge = type === "authorization" || type === "payment" || type === "tokenization"
      const secured = isCharge && random.chance(0.4) ? { description: random.pick(descriptions) } : {}
      // Nobody returns from some; they expire by the clock that is furthest ahead. A tokenization takes no `expired_at`,
      // and would wait for its customer longer than the campaign lasts.
      const mayExpire = "description" in secured && type !== "tokenization"
      const isAbandoned = mayExpire && left() > 0.3 && random.chance(0.15)
      const end = (yield* Clock.currentTimeMillis) + facts.apart / 2 + 6000
      const ends = isAbandoned ? { expired_at: new Date(end).toISOString() } : {}
      const order = yield* merchant.order(`/transactions/${type}s`, { ...request, ...secured, ...ends })
      const { acknowledged } = order
      if (acknowledged?.status === "incomplete" && !isAbandoned)
        yield* Customer.goThrough(merchant, fleet.host, order, random)
      if (acknowledged?.status === "successful" && random.chance(0.1)) {
        yield* merchant.command(`/transactions/${acknowledged.uid}/renotify`)
      }
    }
  })
  while (true) {
    if ((yield* FiberSet.size(inside)) < 40) yield* FiberSet.run(inside, visit)
    yield* Effect.sleep("600 millis")
  }
})

/** Cuts the connections to PostgreSQL, or restarts it: in good order and after a crash in turns. */
const disturb = ({ facts, server, weather: { cutEvery, restartEvery } }: Stage, kill: number) => {
  if (server === undefined) return Effect.void
  const signal = kill % (2 * restartEvery) === 0 ? "QUIT" : "INT"
  const noting = (instants: Array<number>) => Effect.map(Clock.currentTimeMillis, (now) => void instants.push(now))
  if (kill % restartEvery === 0)
    return Effect.zipRight(Effect.zipRight(server.stop(signal), server.start), noting(facts.returns))
  return kill % cutEvery === 0 ? Effect.zipRight(server.cut, noting(facts.cuts)) : Effect.void
}

/**
 * Kills processes at random. Where there are several, one stands still now and then, and the store is disturbed. `remain`
 * is told what part of the kills is still to come.
 */
export const killing = Effect.fnUntraced(function* (stage: Stage, remain: (left: number) => void) {
  const { count, fleet, stream, weather } = stage
  const random = stream("kills")
  for (let killed = 0; killed < count; remain(1 - killed / count)) {
    if (fleet.size === 1) {
      // A fifth of the kills comes before the process answers at all.
      yield* fleet.answering(random.chance(0.2) ? 0 : 1)
      yield* Effect.sleep(random.between(0, 700))
    } else {
      // A machine that is busy starts processes slowly: one is killed when others are there. Another may stand still.
      yield* fleet.answering(2)
      yield* Effect.sleep("1 second")
      if ((killed + 1) % weather.stopEvery === 0)
        yield* fleet.stop(yield* fleet.anyone, Standstill.drawn(random, weather.stopFor))
    }
    yield* disturb(stage, killed + 1)
    yield* fleet.killOne
    killed += 1
  }
})

/** Has the work go on until so many processes were killed, and then lets all of them come back. */
export const whileKilled = Effect.fnUntraced(function* (stage: Stage, work: Effect.Effect<unknown>) {
  const { fleet } = stage
  yield* fleet.answering(1)
  yield* Effect.raceFirst(
    Effect.asVoid(work),
    killing(stage, () => undefined)
  )
  yield* fleet.allGoOn
  yield* fleet.answering(fleet.size)
})

/**
 * Customers come, so many at most at a time, while processes are killed; then those that are there finish, unless they
 * cannot. `then` comes after the last kill.
 */
export const visited = Effect.fnUntraced(function* (
  stage: Stage,
  {
    every,
    room,
    then = Effect.void,
    within = Duration.infinity
  }: {
    readonly every: Duration.DurationInput
    readonly room: number
    readonly then?: Effect.Effect<unknown>
    readonly within?: Duration.DurationInput
  },
  visit: Effect.Effect<unknown, unknown>
) {
  const inside = yield* FiberSet.make<unknown, unknown>()
  const coming = Effect.gen(function* () {
    if ((yield* FiberSet.size(inside)) < room) yield* FiberSet.run(inside, visit)
    yield* Effect.sleep(every)
  })
  yield* whileKilled(stage, Effect.forever(coming))
  yield* then
  yield* Effect.timeoutOption(FiberSet.awaitEmpty(inside), within)
})

/** Customers order while processes are killed. */
export const kills = Effect.fnUntraced(function* (stage: Stage) {
  const merchant = stage.environment.merchant(stage.fleet.host)
  stage.merchants.push(merchant)
  let left = 1
  yield* Effect.forkScoped(customers(stage, merchant, () => left))
  yield* killing(stage, (now) => {
    left = now
  })
})

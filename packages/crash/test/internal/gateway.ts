/** One process of the gateway, and a merchant who asks it and nobody else. */

import { assert } from "@effect/vitest"
import { type Manner, prompt } from "@florin/crash/Acquirer"
import type { Store } from "@florin/crash/HostSettings"
import * as Load from "@florin/crash/Load"
import type { Asked } from "@florin/crash/RemoteAcquirer"
import * as Rest from "@florin/crash/Rest"
import * as World from "@florin/crash/World"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { program } from "./program.js"

export interface Options {
  readonly store?: Store
  readonly manner?: (asked: Asked) => Effect.Effect<Manner>
  /** What the process is started with. */
  readonly limits?: ReadonlyArray<string>
}

export const gateway = Effect.fnUntraced(function* ({ limits, manner, ...options }: Options = {}) {
  const world = yield* World.make({
    ...options,
    program: yield* program,
    manner: manner ?? (() => Effect.succeed(prompt))
  })
  const process = yield* world.start({}, limits)
  const merchant = world.merchant(Effect.orDie(process.url))
  const pay = Effect.suspend(() =>
    merchant.order("/transactions/payments", { ...Load.charge, amount: 1000 + merchant.orders().length })
  )
  /** Everything has an outcome, and all books agree. */
  const settles = Effect.gen(function* () {
    yield* Rest.reached(world, merchant, yield* Clock.currentTimeMillis)
    const findings = yield* Rest.audit(world, merchant)
    assert.deepStrictEqual(Object.values(findings).flat(), [])
  })
  return { world, process, merchant, pay, settles }
})

/** Ends when it has become true. */
export const becomes = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.zipRight(Effect.sleep("20 millis"), becomes(condition))))

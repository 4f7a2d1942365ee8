/** One process of the gateway, and a merchant that asks this one only. */

import { assert } from "@effect/vitest"
import { type Manner, prompt } from "@florin/crash-tests/Acquirer"
import * as Environment from "@florin/crash-tests/Environment"
import type { Store } from "@florin/crash-tests/HostSettings"
import * as Load from "@florin/crash-tests/Load"
import type { Asked } from "@florin/crash-tests/RemoteAcquirer"
import * as Rest from "@florin/crash-tests/Rest"
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
  const environment = yield* Environment.make({
    ...options,
    program: yield* program,
    manner: manner ?? (() => Effect.succeed(prompt))
  })
  const process = yield* environment.start({}, limits)
  const merchant = environment.merchant(Effect.orDie(process.url))
  const pay = Effect.suspend(() =>
    merchant.order("/transactions/payments", { ...Load.charge, amount: 1000 + merchant.orders().length })
  )
  /** Everything has an outcome, and gateway, ledger and merchant agree. */
  const settles = Effect.gen(function* () {
    yield* Rest.reached(environment, merchant, yield* Clock.currentTimeMillis)
    const findings = yield* Rest.audit(environment, merchant)
    assert.deepStrictEqual(Object.values(findings).flat(), [])
  })
  return { environment, process, merchant, pay, settles }
})

/** Ends when it has become true. */
export const becomes = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.zipRight(Effect.sleep("20 millis"), becomes(condition))))

/** One process of the gateway, and a merchant that asks this one only. */
import { assert } from "@effect/vitest"
import * as Environment from "@florin/crash-tests/Environment"
import { untilFound } from "@florin/crash-tests/Process"
import * as Rest from "@florin/crash-tests/Rest"
import * as Orders from "@florin/testing/parties/Orders"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The program under test, compiled once for all tests of this worker. */
export const program = Effect.runSync(Effect.cached(Environment.program))

export interface Options extends Omit<Environment.Options, "program"> {
  /** What the process is started with. */
  readonly limits?: ReadonlyArray<string>
  /** How long the merchant waits for one answer. Default: 15 seconds. */
  readonly patience?: Duration.DurationInput
}

export const gateway = Effect.fnUntraced(function* ({ limits, patience = "15 seconds", ...options }: Options = {}) {
  const environment = yield* Environment.make({ ...options, program: yield* program })
  const process = yield* environment.start({}, limits)
  const merchant = environment.merchant(Effect.orDie(process.url), { patience })
  const pay = Effect.suspend(() =>
    merchant.order("/transactions/payments", Orders.charge(1000 + merchant.orders().length))
  )
  /** Everything has an outcome, and gateway, ledger and merchant agree. `shown` lets this process see the store. */
  const settles = Effect.fnUntraced(function* (shown: Effect.Effect<unknown> = Effect.void) {
    yield* Rest.reached(environment, [merchant])
    yield* shown
    const findings = yield* Rest.audit(environment, [merchant])
    assert.deepStrictEqual(Object.values(findings).flat(), [])
  })
  return { environment, process, merchant, pay, settles }
})

/** Ends when it has become true. */
export const becomes = (condition: () => boolean) => Effect.asVoid(untilFound(() => condition() || undefined))

/**
 * Who does which kind of due work: the one table, for a gateway from layers and for the simulation's.
 *
 * @since 0.1.0
 */
import { Holds } from "@florin/core/cards/Holds"
import { Recovery } from "@florin/core/cards/Recovery"
import * as Sweep from "@florin/core/idempotency/Sweep"
import { JobHandlers } from "@florin/core/jobs/JobHandlers"
import { Dispatcher } from "@florin/webhook-dispatcher/Dispatcher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const recovery = yield* Recovery
  const holds = yield* Holds
  const dispatcher = yield* Dispatcher
  return JobHandlers.of({
    recover: recovery.run,
    expire: holds.expire,
    "release-hold": holds.release,
    reverse: holds.reverse,
    notify: dispatcher.deliver,
    sweep: yield* Sweep.make
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(JobHandlers, make)

/**
 * How a connector answers its gateway. Whatever goes wrong on the way is one of the port's outcomes, and is logged without
 * its cause, which may contain the request.
 */
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { MovementsUnavailable } from "@florin/core/money/Movement"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Trace, Unclear, within } from "./Exchange.js"

const died = new Unclear({ because: "the connector failed with a defect", isAlarm: true })

/** Logs unclear answers and defects. */
const reported =
  (name: string, key: AcquirerKey) =>
  <A>(call: Effect.Effect<A, Unclear>): Effect.Effect<A, Unclear> =>
    call.pipe(
      Effect.catchAllDefect(() => died),
      Effect.tapError(({ because, isAlarm = false }) => {
        const log = isAlarm ? Effect.logError : Effect.logWarning
        return Effect.annotateLogs(log(`${name} gave no clear answer: ${because}`), { key })
      })
    )

/** The answers of the connector to this provider, each within `callLimit`. */
export const answering = ({
  callLimit,
  name
}: {
  readonly callLimit: Duration.DurationInput
  readonly name: string
}) => ({
  /** To `perform`: without a clear answer, the operation may have happened unless nothing has left. */
  performed: (
    key: AcquirerKey,
    trace: Trace,
    call: () => Effect.Effect<AcquirerAnswer, Unclear>
  ): Effect.Effect<AcquirerAnswer> =>
    Effect.suspend(call).pipe(
      within(callLimit),
      reported(name, key),
      Effect.orElse(() => Effect.sync(() => (trace.hasLeft ? AcquirerAnswer.NoAnswer() : AcquirerAnswer.NotSent())))
    ),
  /** To `status`. */
  queried: (key: AcquirerKey, call: () => Effect.Effect<AcquirerStatus, Unclear>): Effect.Effect<AcquirerStatus> =>
    Effect.suspend(call).pipe(
      within(callLimit),
      reported(name, key),
      Effect.orElseSucceed(() => AcquirerStatus.Unknown())
    ),
  /** To `movements`, which take as many calls as they need: the caller sets their limit. */
  listed: <A>(call: () => Effect.Effect<A, Unclear | MovementsUnavailable>): Effect.Effect<A, MovementsUnavailable> =>
    Effect.suspend(call).pipe(
      Effect.catchAllDefect(() => died),
      Effect.catchTag("Unclear", ({ because }) =>
        Effect.zipRight(Effect.logWarning(`${name} lists no movements: ${because}`), new MovementsUnavailable({}))
      )
    )
})

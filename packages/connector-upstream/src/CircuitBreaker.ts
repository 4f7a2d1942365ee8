/**
 * A circuit breaker: after repeated failures it pauses calls to a gateway.
 *
 * In memory and per process. It only saves customers a wait; it never decides the outcome of a payment. Core has
 * another one, which orders acquirers and refuses no call.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The number of consecutive failures that opens the breaker. */
export const failureLimit = 5

/** How long an open breaker blocks calls, counted from the last failure or probe. */
export const pause = Duration.seconds(10)

/**
 * The breaker is closed below `failureLimit` consecutive failures, then open until `retryAt`, then half-open: it admits
 * one call per pause.
 */
export interface State {
  readonly failures: number
  /** Unit: milliseconds since 1970. */
  readonly retryAt: number
}

export const closed: State = { failures: 0, retryAt: 0 }

export const isClosed = ({ failures }: State): boolean => failures < failureLimit

const putOff = (state: State, now: number): State => ({ ...state, retryAt: now + Duration.toMillis(pause) })

/**
 * Whether a call is admitted now, and the new state. If a probe never ends, another one is admitted after the next
 * pause.
 */
export const admit = (state: State, now: number): readonly [isAdmitted: boolean, next: State] => {
  if (isClosed(state)) return [true, state]
  return now < state.retryAt ? [false, state] : [true, putOff(state, now)]
}

/** Records an unanswered call. */
export const failed = (state: State, now: number): State => putOff({ ...state, failures: state.failures + 1 }, now)

/** A running breaker. */
export interface CircuitBreaker {
  readonly admits: Effect.Effect<boolean>
  readonly answered: Effect.Effect<void>
  readonly failed: Effect.Effect<void>
}

/** A closed breaker on the current clock. */
export const make = (name: string): Effect.Effect<CircuitBreaker> =>
  Effect.map(Effect.clock, (clock) => {
    let state = closed

    const become = (next: State): Effect.Effect<void> => {
      const [was, is] = [isClosed(state), isClosed(next)]
      state = next
      if (was === is) return Effect.void
      return is
        ? Effect.logInfo(`${name} is reachable again`)
        : Effect.logError(`${name} is unreachable: no requests for ${Duration.format(pause)}`)
    }

    return {
      admits: Effect.sync(() => {
        const [isAdmitted, next] = admit(state, clock.unsafeCurrentTimeMillis())
        state = next
        return isAdmitted
      }),
      answered: Effect.suspend(() => become(closed)),
      failed: Effect.suspend(() => become(failed(state, clock.unsafeCurrentTimeMillis())))
    }
  })

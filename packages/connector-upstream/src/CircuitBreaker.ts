/**
 * Not asking, for a while, a gateway that has stopped answering.
 *
 * Kept in memory and per process: it is a hint that saves customers a wait, never a truth about a payment.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** How many failures in a row open the breaker. */
export const failureLimit = 5

/** How long an open breaker lets nothing through, counted from the last failure or probe. */
export const pause = Duration.seconds(10)

/**
 * What is remembered. Closed below `failureLimit` failures in a row; open from there on until `retryAt`; from then on
 * half-open, which lets one call through per pause.
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
 * Whether a call goes through now, and what is remembered of that. A probe that is never heard of again is followed by
 * another one after the next pause.
 */
export const admit = (state: State, now: number): readonly [isAdmitted: boolean, next: State] => {
  if (isClosed(state)) return [true, state]
  return now < state.retryAt ? [false, state] : [true, putOff(state, now)]
}

/** A call was not answered. */
export const failed = (state: State, now: number): State => putOff({ ...state, failures: state.failures + 1 }, now)

/** A breaker in use. */
export interface CircuitBreaker {
  readonly admits: Effect.Effect<boolean>
  readonly answered: Effect.Effect<void>
  readonly failed: Effect.Effect<void>
}

/** A closed breaker on the clock that is in use where it is made. */
export const make = (name: string): Effect.Effect<CircuitBreaker> =>
  Effect.map(Effect.clock, (clock) => {
    let state = closed

    const become = (next: State): Effect.Effect<void> => {
      const [was, is] = [isClosed(state), isClosed(next)]
      state = next
      if (was === is) return Effect.void
      return is
        ? Effect.logInfo(`${name} answers again`)
        : Effect.logError(`${name} does not answer: nothing is asked of it for ${Duration.format(pause)}`)
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

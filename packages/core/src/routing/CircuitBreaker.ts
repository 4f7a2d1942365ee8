/**
 * A circuit breaker: after too many failed calls an acquirer is asked only if no other one is left, until it processes
 * a call again.
 *
 * It orders acquirers and decides nothing else: no call is refused and no outcome concluded because of it. The connector
 * to another gateway has its own, which refuses calls even where no acquirer is left: it spares customers a vain wait.
 */
import * as Duration from "effect/Duration"

/** The number of calls in the window below which nothing is concluded. */
export const volume = 10

/** The share of failed calls in the window that opens the breaker; exactly this share does. */
export const threshold = 0.5

/** How long an open breaker waits for its next probe, counted from the last failure or probe. */
export const pause = Duration.seconds(10)

/** Instants in milliseconds of a monotonic clock. */
export type BreakerState =
  | { readonly _tag: "Closed" }
  | { readonly _tag: "Open"; readonly since: number; readonly probeAt: number }

export const closed: BreakerState = { _tag: "Closed" }

/** The calls of the window, the failed one included. */
export interface Counted {
  readonly calls: number
  readonly failures: number
}

const later = (now: number): number => now + Duration.toMillis(pause)

/** After a failed call. */
export const failed = (state: BreakerState, { calls, failures }: Counted, now: number): BreakerState => {
  if (state._tag === "Open") return { ...state, probeAt: later(now) }
  return calls >= volume && failures >= calls * threshold ? { _tag: "Open", since: now, probeAt: later(now) } : state
}

/**
 * The state after a call that was processed and began at `began`. A call from before the breaker opened changes
 * nothing.
 */
export const processed = (state: BreakerState, began: number): BreakerState =>
  state._tag === "Open" && began >= state.since ? closed : state

/** After an answered status query: the acquirer can be reached, so the next charge may probe it. */
export const reached = (state: BreakerState, now: number): BreakerState =>
  state._tag === "Open" && state.probeAt > now ? { ...state, probeAt: now } : state

/** Whether a charge is admitted now. Admitting a probe postpones the next one, however the probe ends. */
export const admit = (state: BreakerState, now: number): readonly [isAdmitted: boolean, next: BreakerState] => {
  if (state._tag === "Closed") return [true, state]
  return now < state.probeAt ? [false, state] : [true, { ...state, probeAt: later(now) }]
}

/** `half-open`: the next charge is a probe. */
export type BreakerStatus = "closed" | "open" | "half-open"

export const statusOf = (state: BreakerState, now: number): BreakerStatus => {
  if (state._tag === "Closed") return "closed"
  return now < state.probeAt ? "open" : "half-open"
}

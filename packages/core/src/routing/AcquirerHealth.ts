/** How each acquirer does: what this process has measured of its calls, and its circuit breaker. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type AcquirerService, Acquirers, callLimit } from "../cards/Acquirer.js"
import { MonotonicClock } from "../time/MonotonicClock.js"
import * as Capabilities from "./Capabilities.js"
import * as CircuitBreaker from "./CircuitBreaker.js"

/** How far back the failure ratio looks. */
export const window = Duration.minutes(1)

/** The number of processed calls whose durations are kept. */
export const mostDurations = 200

/** How a call ended. `underway`: the acquirer has the operation, and decides later. */
export type CallResult = "approved" | "declined" | "underway" | "failed"

/** The health of one acquirer as this process measures it. It is not stored. */
export interface Health {
  readonly gatewayId: number
  readonly name: string
  /** It moves no money. */
  readonly simulated: boolean
  readonly can: Capabilities.Resolved
  readonly breaker: CircuitBreaker.BreakerStatus
  /** The calls that ended within the window. */
  readonly calls: number
  /** The share of them that failed, from 0 to 1; null without calls. */
  readonly failureRatio: number | null
  /** The durations of the last processed calls. Unit: milliseconds. Null without one. */
  readonly median: number | null
  readonly p95: number | null
  /** Since this process started. All but those that failed have been processed. */
  readonly total: Readonly<Record<CallResult, number>>
}

/** The acquirer to ask, and those before it in order that were skipped because their breaker is open. */
export interface Choice {
  readonly chosen: AcquirerService | undefined
  readonly skipped: ReadonlyArray<number>
}

/**
 * A call has failed if it ended without an answer, if nothing was sent, or if the acquirer declared a temporary failure
 * of its own (F.0117). A decline is a processed call, and so is a failure of the issuer.
 *
 * Source: D17, D42.
 */
export class AcquirerHealth extends Context.Tag("@florin/core/AcquirerHealth")<
  AcquirerHealth,
  {
    /** Every acquirer of this gateway, in order of preference. */
    readonly read: Effect.Effect<ReadonlyArray<Health>>
    /** Begins to measure a call; the returned function ends it. A call that takes `callLimit` has failed by then. */
    readonly begin: (gatewayId: number) => (result: CallResult) => void
    /** The acquirer answered a status query. */
    readonly reached: (gatewayId: number) => void
    /** Chooses the first candidate whose breaker admits a charge, or else the first of all. */
    readonly choose: (candidates: ReadonlyArray<AcquirerService>) => Choice
    /** Logs what has changed since the last time; undefined when nothing has. */
    readonly news: () => Effect.Effect<void> | undefined
  }
>() {}

interface Call {
  readonly began: number
}

interface Slot {
  readonly since: number
  calls: number
  failures: number
}

const windowMillis = Duration.toMillis(window)
const limitMillis = Duration.toMillis(callLimit)
const slotsKept = 12
const slotMillis = windowMillis / slotsKept

/** A quantile of durations: the smallest one that at least this share of them does not exceed. */
export const quantile = (durations: ReadonlyArray<number>, share: number): number | null => {
  const sorted = durations.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

/** The calls that ended lately, in slots of a few seconds. */
const counting = () => {
  let slots: Array<Slot> = []

  const recent = (at: number): CircuitBreaker.Counted => {
    slots = slots.filter(({ since }) => at - since < windowMillis)
    const sum = { calls: 0, failures: 0 }
    for (const { calls, failures } of slots) {
      sum.calls += calls
      sum.failures += failures
    }
    return sum
  }

  return {
    recent,
    add: (hasFailed: boolean, at: number): void => {
      let last = slots.at(-1)
      if (last === undefined || at - last.since >= slotMillis) {
        last = { since: at, calls: 0, failures: 0 }
        slots.push(last)
        if (slots.length > slotsKept) recent(at)
      }
      last.calls += 1
      if (hasFailed) last.failures += 1
    },
    clear: (): void => {
      slots = []
    }
  }
}

const changed = (name: string, { calls, failures }: CircuitBreaker.Counted, { _tag }: CircuitBreaker.BreakerState) =>
  _tag === "Closed"
    ? Effect.logInfo(`Acquirer ${name} processes calls again`)
    : Effect.logWarning(`Acquirer ${name} is failing: ${failures} of ${calls} calls within a minute`)

/** What is measured of one acquirer. */
const measuring = (acquirer: AcquirerService, now: () => number, tell: (line: Effect.Effect<void>) => void) => {
  const { gatewayId, name, simulated } = acquirer
  const can = Capabilities.withDefaults(acquirer)
  const total: Record<CallResult, number> = { approved: 0, declined: 0, underway: 0, failed: 0 }
  const durations: Array<number> = []
  const underWay = new Set<Call>()
  const counts = counting()
  let state = CircuitBreaker.closed

  const become = (next: CircuitBreaker.BreakerState, at: number): void => {
    const isChanged = state._tag !== next._tag
    state = next
    if (!isChanged) return
    tell(changed(name, counts.recent(at), state))
    // What was counted before would open it again at the next failure.
    if (state._tag === "Closed") counts.clear()
  }

  const ended = ({ began }: Call, result: CallResult, at: number): void => {
    const hasFailed = result === "failed"
    counts.add(hasFailed, at)
    total[result] += 1
    if (hasFailed) {
      become(CircuitBreaker.failed(state, counts.recent(at), at), at)
      return
    }
    durations[(total.approved + total.declined + total.underway - 1) % mostDurations] = at - began
    if (state._tag === "Open") become(CircuitBreaker.processed(state, began), at)
  }

  /** Calls of a port that hangs may never end, interruptibly or not: they have failed at their limit. */
  const expire = (at: number): void => {
    for (const call of underWay) {
      if (at - call.began < limitMillis) return
      underWay.delete(call)
      ended(call, "failed", call.began + limitMillis)
    }
  }

  return {
    begin: () => {
      const call = { began: now() }
      expire(call.began)
      underWay.add(call)
      return (result: CallResult): void => {
        if (underWay.delete(call)) ended(call, result, now())
      }
    },
    reached: () => {
      state = CircuitBreaker.reached(state, now())
    },
    admits: (): boolean => {
      const at = now()
      expire(at)
      const [isAdmitted, next] = CircuitBreaker.admit(state, at)
      state = next
      return isAdmitted
    },
    read: (): Health => {
      const at = now()
      expire(at)
      const { calls, failures } = counts.recent(at)
      return {
        gatewayId,
        name,
        simulated,
        can,
        calls,
        total: { ...total },
        breaker: CircuitBreaker.statusOf(state, at),
        failureRatio: calls === 0 ? null : failures / calls,
        median: quantile(durations, 0.5),
        p95: quantile(durations, 0.95)
      }
    }
  }
}

export const make = Effect.gen(function* () {
  const acquirers = yield* Acquirers
  const { unsafeNow } = yield* MonotonicClock
  let untold: Array<Effect.Effect<void>> = []
  const tell = (line: Effect.Effect<void>) => void untold.push(line)
  const measured = new Map(acquirers.map((acquirer) => [acquirer.gatewayId, measuring(acquirer, unsafeNow, tell)]))

  return AcquirerHealth.of({
    read: Effect.sync(() => Array.from(measured.values(), ({ read }) => read())),
    begin: (gatewayId) => measured.get(gatewayId)?.begin() ?? (() => undefined),
    reached: (gatewayId) => measured.get(gatewayId)?.reached(),
    choose: (candidates) => {
      const [first] = candidates
      if (candidates.length <= 1) return { chosen: first, skipped: [] }
      const admitted = candidates.findIndex(({ gatewayId }) => measured.get(gatewayId)?.admits() !== false)
      if (admitted <= 0) return { chosen: first, skipped: [] }
      return { chosen: candidates[admitted], skipped: candidates.slice(0, admitted).map(({ gatewayId }) => gatewayId) }
    },
    news: () => {
      if (untold.length === 0) return undefined
      const lines = untold
      untold = []
      return Effect.all(lines, { discard: true })
    }
  })
})

/** Standing still: a process is stopped, and goes on as if nothing had happened. */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Visit } from "./Acquirer.js"
import type { Store } from "./HostSettings.js"
import * as Lock from "./internal/lock.js"
import type { Process } from "./Process.js"

/** A process was not there. Instants are in milliseconds since 1970. */
export interface Absence {
  readonly pid: number
  readonly from: number
  readonly until: number
}

/** From so long to so long. Unit: milliseconds. */
export interface Span {
  readonly least: number
  readonly most: number
}

/**
 * How long a process stands still: longer than a lease lasts, and as long as a machine that is moved may need.
 *
 * Unit: milliseconds.
 */
export const span: Span = { least: 6_000, most: 60_000 }

/** A time within a span, short ones more often than long ones. Unit: milliseconds. */
export const drawn = ({ least, most }: Span) =>
  Effect.map(Random.next, (part) => Math.round(least * (most / least) ** part))

/**
 * Stops a process, unless it stands still already. One that stops within a transaction keeps others from the store: all
 * of them on SQLite, and on PostgreSQL until the server ends its session. It goes on for a moment and is stopped again.
 */
export const stop = Effect.fnUntraced(function* (process: Process, store: Store) {
  yield* process.signal("SIGSTOP")
  while (yield* Lock.isLocked(store)) {
    yield* process.signal("SIGCONT")
    yield* Effect.sleep("30 millis")
    yield* process.signal("SIGSTOP")
  }
})

/**
 * Until it answers: one that was stopped from outside on the way into a trap stops itself once more.
 */
const goOn = (process: Process) =>
  Effect.raceFirst(
    Effect.ignore(process.tell({ _tag: "Clear" })),
    Effect.forever(Effect.zipRight(process.signal("SIGCONT"), Effect.sleep("100 millis")))
  )

/** Leaves a stopped process alone for so many milliseconds, then has it go on. */
export const endure = Effect.fnUntraced(function* (
  process: Process,
  millis: number,
  /** Done shortly before it goes on. */
  meanwhile: Effect.Effect<void> = Effect.void
) {
  const from = yield* Clock.currentTimeMillis
  yield* Effect.sleep(millis)
  yield* meanwhile
  yield* goOn(process)
  return { pid: process.pid, from, until: yield* Clock.currentTimeMillis } satisfies Absence
})

/** For so long after it was away a process may be taken for dead. Unit: milliseconds. */
const afterwards = 10_000

/** Keys about which a process asked while another one, which had not been away, still waited for its answer. */
export const taken = (visits: ReadonlyArray<Visit>, absences: ReadonlyArray<Absence>): ReadonlyArray<string> => {
  const byKey = Arr.groupBy(visits, ({ key }) => key)
  const wasAway = ({ at, pid }: Visit, now: number) =>
    absences.some((_) => _.pid === pid && _.from <= now && _.until + afterwards >= at)
  const isTaken = (holder: Visit, other: Visit) =>
    other.pid !== holder.pid &&
    other.at > holder.at &&
    other.at < (holder.until ?? Number.POSITIVE_INFINITY) &&
    !wasAway(holder, other.at)
  return Object.entries(byKey).flatMap(([key, of]) =>
    of.some((holder) => of.some((other) => isTaken(holder, other)))
      ? [`${key}: taken from a process that works on it`]
      : []
  )
}

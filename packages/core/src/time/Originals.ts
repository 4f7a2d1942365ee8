/** Which instants an original of a repeated request may have, by a clock that somebody may have set back. */
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { MonotonicClock } from "./MonotonicClock.js"

/**
 * How long after the original an equal request is refused; after exactly this long it is accepted.
 *
 * Source: interface, "Limits | Duplicate-check window of card requests"; D12.
 */
export const window = Duration.seconds(30)

/** How far ahead a process's clock may be of another's. Those on one database have one clock, but for milliseconds. */
const tolerated = 5000

/** A clock that is behind by more than this was set back. */
const noticed = 1000

const longest = Duration.toMillis(window)

/** An original is in the window if it was accepted after `after` and not after `until`. Unit: milliseconds. */
export interface Window {
  readonly after: number
  readonly until: number
}

/** Whether an original of that instant is in the window. */
export const isIn = (original: DateTime.Utc | null, { after, until }: Window): boolean =>
  original !== null && original.epochMillis > after && original.epochMillis <= until

/**
 * The window that ends at an instant. An original from the future is one of a clock that has been set back: it is older
 * than it looks. Soon after the clock was set back, or a start, which can be soon after that, it may still be one of the
 * last 30 seconds, so it counts. Later it doesn't.
 */
export const make = Effect.map(MonotonicClock, ({ unsafeNow }) => {
  let seen = { now: Number.NEGATIVE_INFINITY, at: unsafeNow() }
  let doubtUntil = seen.at + longest
  return ({ epochMillis: now }: DateTime.Utc): Window => {
    const at = unsafeNow()
    if (now < seen.now + (at - seen.at) - noticed) doubtUntil = at + longest
    seen = { now, at }
    return { after: now - longest, until: at < doubtUntil ? Number.MAX_SAFE_INTEGER : now + tolerated }
  }
})

/** Gives the window that ends at an instant. */
export type WindowAt = Effect.Effect.Success<typeof make>

/** How likely each thing goes wrong at present, and what does go wrong when it is its turn. */

import { noReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Random } from "@florin/testing/parties/Random"
import type { Manner, StatusManner } from "@florin/testing/parties/ScriptedAcquirer"

/** Probabilities, from 0 to 1. */
export interface Mood {
  /** An acquirer's call does not go as it should. */
  readonly call: number
  /** An acquirer declines. */
  readonly decline: number
  /** A question about an outcome gets no clear answer. */
  readonly status: number
  /** A receiver does not acknowledge. */
  readonly receiver: number
  /** Each part of the store fails, per use of it. */
  readonly disk: number
  /** A process gives way to others, stands still, or dies at a point where it can. */
  readonly yield: number
  readonly pause: number
  readonly death: number
}

/** Everything works. */
export const calm: Mood = { call: 0, decline: 0, status: 0, receiver: 0, disk: 0, yield: 0, pause: 0, death: 0 }

/** How a receiver takes a message. `unheard`: it got it, and its answer never arrives. */
export interface PostFate {
  readonly answer: "accepts" | "gone" | "rejects" | "too-many" | "redirects" | "hangs" | "refuses" | "unheard"
  /** Unit: milliseconds. */
  readonly delay: number
  /** Unit: seconds; of `too-many`. */
  readonly retryAfter: number
}

export type FaultPlan = Readonly<ReturnType<typeof make>>

const reasons: ReadonlyArray<DeclineReason> = ["do-not-honour", "funds", "fraud-issuer", "acquirer-temporary"]

/**
 * - `full-given-up`: the disk is full, and SQLite has rolled the transaction back by itself
 * - a COMMIT is `refused`: nothing is written; `unknown-done`, `unknown-lost`: the connection breaks, and it was carried
 *   out or not
 */
const disk = (random: Random, mood: () => Mood) => {
  const fate =
    <A>(divisor: number, ...fates: readonly [A, ...ReadonlyArray<A>]) =>
    () =>
      random.chance(mood().disk / divisor) ? (fates.length > 1 ? random.pick(fates) : fates[0]) : ("done" as const)
  return {
    begin: fate(1, "busy" as const),
    // An operation writes about ten times, and the first of them may be the one that finds no room.
    write: fate(3, "full" as const, "full-given-up" as const),
    commit: fate(1, "refused" as const, "unknown-done" as const, "unknown-lost" as const),
    read: fate(1, "broken" as const)
  }
}

export type DiskFaults = ReturnType<typeof disk>

/** `inFlightWindow`: how long a call may be on its way. Unit: milliseconds. */
export const make = (random: Random, first: Mood, inFlightWindow: number) => {
  let mood = first
  const goesWrong = (part: keyof Mood): boolean => mood[part] > 0 && random.chance(mood[part])

  return {
    mood: () => mood,
    set: (next: Mood): void => {
      mood = next
    },
    call: (): Manner => {
      const wrong = goesWrong("call")
      const verdict = goesWrong("decline") ? random.pick(reasons) : "approve"
      // The check of the address fails.
      const report = { ...noReport, authCode: "000001", avsResult: goesWrong("decline") ? "N" : "Y" }
      const after = random.between(5, 900)
      if (!wrong) return { way: "once", before: 0, answer: "comes", after, verdict, report }
      return {
        way: random.weighted({ "never-sent": 1, lost: 2, once: 6, twice: 2 }),
        before: random.pick([0, random.between(0, inFlightWindow), inFlightWindow]),
        answer: random.weighted({ comes: 4, "no-answer": 3, hangs: 1, breaks: 2 }),
        after: random.pick([after, after, random.between(900, 40_000)]),
        verdict,
        report
      }
    },
    status: (): StatusManner => {
      const after = random.between(5, 500)
      if (!goesWrong("status")) return { answer: "truth", after }
      const answer = random.weighted({ truth: 3, unknown: 6, breaks: 3, hangs: 1 })
      return { answer, after: random.pick([after, random.between(500, 29_999)]) }
    },
    post: (): PostFate => {
      const fate = { delay: random.between(5, 800), retryAfter: random.pick([0, 30, 7200, 10_000_000]) }
      if (!goesWrong("receiver")) return { answer: "accepts", ...fate }
      const bad = { rejects: 5, "too-many": 2, redirects: 1, refuses: 3, gone: 1, hangs: 1, unheard: 2 }
      return { answer: random.weighted(bad), ...fate }
    },
    point: () => (goesWrong("death") ? "die" : goesWrong("pause") ? "pause" : goesWrong("yield") ? "yield" : "go"),
    disk: disk(random, () => mood)
  }
}

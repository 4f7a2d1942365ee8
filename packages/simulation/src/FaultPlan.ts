/** How likely each thing goes wrong at present, and what does go wrong when it is its turn. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Verdict } from "./AcquirerLedger.js"
import type { CommitFate, DiskFaults } from "./Disk.js"
import type { Random } from "./Random.js"

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

/**
 * What becomes of a request to an acquirer on its way there and back.
 *
 * - `never-sent`: the connector knows that nothing left
 * - `lost`: it was sent and never arrives
 * - `once`, `twice`: how often it arrives
 *
 * The answer `comes`, or none does: `no-answer` says so at once, `hangs` says nothing, `breaks` is a defect.
 */
export interface CallFate {
  readonly way: "never-sent" | "lost" | "once" | "twice"
  /** How long it is on its way, as a part of the longest time that the acquirer states. */
  readonly transit: number
  readonly answer: "comes" | "no-answer" | "hangs" | "breaks"
  /** Unit: milliseconds. */
  readonly delay: number
  readonly verdict: Verdict
  /** The address check fails. */
  readonly mismatch: boolean
}

export interface StatusFate {
  readonly answer: "truth" | "unknown" | "hangs" | "breaks"
  readonly delay: number
}

/** How a receiver takes a message. `unheard`: it got it, and its answer never arrives. */
export interface PostFate {
  readonly answer: "accepts" | "gone" | "rejects" | "too-many" | "redirects" | "hangs" | "refuses" | "unheard"
  readonly delay: number
  /** Unit: seconds; of `too-many`. */
  readonly retryAfter: number
}

export type PointFate = "go" | "yield" | "pause" | "die"

export interface FaultPlan {
  readonly mood: () => Mood
  readonly set: (mood: Mood) => void
  readonly call: () => CallFate
  readonly status: () => StatusFate
  readonly post: () => PostFate
  readonly point: () => PointFate
  readonly disk: DiskFaults
}

const reasons: ReadonlyArray<DeclineReason> = ["do-not-honour", "funds", "fraud-issuer", "acquirer-temporary"]

const disk = (random: Random, mood: () => Mood): DiskFaults => {
  const fails = () => random.chance(mood().disk)
  return {
    begin: () => (fails() ? "busy" : "done"),
    // An operation writes about ten times, and the first of them may be the one that finds no room.
    write: () => (random.chance(mood().disk / 3) ? random.pick(["full", "full-given-up"]) : "done"),
    commit: () => (fails() ? random.pick<CommitFate>(["refused", "unknown-done", "unknown-lost"]) : "done"),
    read: () => (fails() ? "broken" : "done")
  }
}

export const make = (random: Random, first: Mood): FaultPlan => {
  let mood = first
  const goesWrong = (part: keyof Mood): boolean => mood[part] > 0 && random.chance(mood[part])

  return {
    mood: () => mood,
    set: (next) => {
      mood = next
    },
    call: () => {
      const wrong = goesWrong("call")
      const verdict = goesWrong("decline") ? random.pick(reasons) : "approve"
      const mismatch = goesWrong("decline")
      if (!wrong) return { way: "once", transit: 0, answer: "comes", delay: random.between(5, 900), verdict, mismatch }
      return {
        way: random.weighted({ "never-sent": 1, lost: 2, once: 6, twice: 2 }),
        transit: random.pick([0, random.between(0, 1000) / 1000, 1]),
        answer: random.weighted({ comes: 4, "no-answer": 3, hangs: 1, breaks: 2 }),
        delay: random.pick([random.between(5, 900), random.between(5, 900), random.between(900, 40_000)]),
        verdict,
        mismatch
      }
    },
    status: () => {
      const delay = random.between(5, 500)
      if (!goesWrong("status")) return { answer: "truth", delay }
      const slow = random.between(500, 29_999)
      return {
        answer: random.weighted({ truth: 3, unknown: 6, breaks: 3, hangs: 1 }),
        delay: random.pick([delay, slow])
      }
    },
    post: () => {
      const fate = { delay: random.between(5, 800), retryAfter: random.pick([0, 30, 7200, 10_000_000]) }
      if (!goesWrong("receiver")) return { answer: "accepts", ...fate }
      const bad = { rejects: 5, "too-many": 2, redirects: 1, refuses: 3, gone: 1, hangs: 1, unheard: 2 }
      return { answer: random.weighted<PostFate["answer"]>({ accepts: 0, ...bad }), ...fate }
    },
    point: () => {
      if (goesWrong("death")) return "die"
      if (goesWrong("pause")) return "pause"
      return goesWrong("yield") ? "yield" : "go"
    },
    disk: disk(random, () => mood)
  }
}

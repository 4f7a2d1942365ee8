/** How likely each thing goes wrong at present, and what does go wrong when it is its turn. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import type { Random } from "@florin/testing/parties/Random"
import type { Manner } from "@florin/testing/parties/ScriptedAcquirer"
import type * as ThreeDSecureServer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import type { Manner as BankManner } from "@florin/testing/parties/ScriptedTransferProvider"
import type { StatusManner, Way } from "@florin/testing/parties/Travel"

/** Everything works. */
export const calm = { call: 0, decline: 0, status: 0, receiver: 0, disk: 0, yield: 0, pause: 0, death: 0 }

/**
 * How likely it is, from 0 to 1, that an acquirer's `call` does not go as it should, that it declines, that a question
 * about a `status`, or to the 3-D Secure server, gets no clear answer, that a receiver does not acknowledge, that a use of the disk fails, and that a
 * process gives way to others, stands still or dies at a point where it can.
 */
export type Mood = Readonly<typeof calm>

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
    <A extends string>(divisor: number, ...fates: ReadonlyArray<A>) =>
    () =>
      random.chance(mood().disk / divisor) ? random.pick(fates) : "done"
  return {
    begin: fate(1, "busy"),
    // An operation writes about ten times, and the first of them may be the one that finds no room.
    write: fate(3, "full", "full-given-up"),
    commit: fate(1, "refused", "unknown-done", "unknown-lost"),
    read: fate(1, "broken")
  }
}

export type DiskFaults = ReturnType<typeof disk>

/**
 * In some simulations acquirers ask for their customers first, or accept and decide later. Drawn apart, so that the others
 * stay as they are.
 */
const coursesOf = (random: Random, mood: () => Mood) => {
  const isOn = random.chance(0.4)
  return {
    course: (request: AcquirerRequest): NonNullable<Manner["course"]> => {
      if (!isOn) return "decides"
      const asks = request._tag === "Charge" && request.initiatedBy === "customer" ? 2 : 0
      return random.weighted({ decides: 4, asks, accepts: 1 })
    },
    /** What was accepted is decided by the time it is asked about. */
    isReady: (): boolean => isOn && (mood() === calm || random.chance(0.3)),
    /** What a customer does at the acquirer. */
    acts: (): "completes" | "refuses" | "leaves" => random.weighted({ completes: 6, refuses: 2, leaves: 2 })
  }
}

/** `inFlightWindow`: how long a call may be on its way. Unit: milliseconds. */
export const make = (random: Random, first: Mood, inFlightWindow: number, courses: Random) => {
  let mood = first
  const goesWrong = (part: keyof Mood): boolean => mood[part] > 0 && random.chance(mood[part])

  const way = (wrong: boolean): Way => {
    const after = random.between(5, 900)
    if (!wrong) return { way: "once", before: 0, answer: "comes", after }
    return {
      way: random.weighted({ "never-sent": 1, lost: 2, once: 6, twice: 2 }),
      before: random.pick([0, random.between(0, inFlightWindow), inFlightWindow]),
      answer: random.weighted({ comes: 4, "no-answer": 3, hangs: 1, breaks: 2 }),
      after: random.pick([after, after, random.between(900, 40_000)])
    }
  }

  return {
    ...coursesOf(courses, () => mood),
    mood: () => mood,
    set: (next: Mood): void => {
      mood = next
    },
    call: (): Manner => {
      const wrong = goesWrong("call")
      const verdict = goesWrong("decline") ? random.pick(reasons) : "approve"
      // The check of the address fails.
      const report = { ...noReport, authCode: "000001", avsResult: goesWrong("decline") ? "N" : "Y" }
      return { ...way(wrong), verdict, report }
    },
    /** How the bank takes a request: most have to wait for a customer or for another bank. */
    transfer: ({ kind }: BankRequest): BankManner => {
      const wrong = goesWrong("call")
      const isRejected = goesWrong("decline")
      const pays = kind === "payment" ? 0 : 1
      const verdict = isRejected ? random.pick(["provider", "account-funds"] as const) : "waits"
      return { ...way(wrong), verdict: verdict === "waits" ? random.weighted({ waits: 2, pays }) : verdict }
    },
    status: (): StatusManner => {
      const after = random.between(5, 500)
      if (!goesWrong("status")) return { answer: "truth", after }
      const answer = random.weighted({ truth: 3, unknown: 6, breaks: 3, hangs: 1 })
      return { answer, after: random.pick([after, random.between(500, 29_999)]) }
    },
    authentication: (): ThreeDSecureServer.Manner => {
      const after = random.between(5, 500)
      if (!goesWrong("status")) return { answer: "comes", after }
      const answer = random.weighted({ comes: 4, "no-answer": 4, breaks: 1, hangs: 1 })
      return { answer, after: random.pick([after, random.between(500, 30_000)]) }
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

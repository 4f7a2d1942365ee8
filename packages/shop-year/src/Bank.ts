/**
 * The bank of a run: an acquirer that declines, fails and loses answers as the seed says, with books of its own. What a
 * customer's charge meets depends on the seed, the customer and the number of the charge, and on nothing else.
 */
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import * as Random from "@florin/testing/parties/Random"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** What became of a request for money. `unanswered`: charged, but the answer was lost; `lost`: it never arrived. */
export type Outcome = "approved" | "unanswered" | "lost" | DeclineReason

/** A request for money, as it left the gateway. */
export interface Attempt {
  readonly trackingId: string
  readonly key: string
  readonly amount: number
  readonly at: number
  readonly outcome: Outcome
}

/** Money that the bank moved. */
export interface Movement {
  readonly trackingId: string
  readonly key: string
  readonly amount: number
  readonly at: number
}

export interface Bank {
  readonly service: AcquirerService
  /** In the order of the requests; checks of cards, which move nothing, are left out. */
  readonly attempts: ReadonlyArray<Attempt>
  /** The books: what was paid. */
  readonly movements: ReadonlyArray<Movement>
}

export const isPaid = (outcome: Outcome): boolean => outcome === "approved" || outcome === "unanswered"

/** An attempt that ended without a decision about the card. Source: D25. */
export const isTechnical = (outcome: Outcome): boolean => outcome === "lost" || outcome === "acquirer-temporary"

/** The issuer forbids to charge the card again. Source: D25. */
export const isForbidden = (outcome: Outcome): boolean => outcome === "fraud-issuer"

/** What the attempts at one payment meet: so many times this outcome, and then they are approved. */
interface Luck {
  readonly outcome: Outcome
  readonly times: number
}

const always = Number.POSITIVE_INFINITY

/** Of a thousand first payments. */
const first = { approved: 946, funds: 22, "do-not-honour": 22, "fraud-issuer": 3, "acquirer-temporary": 7 }

/** Of a thousand later payments. */
const later = {
  approved: 929,
  funds: 34,
  "do-not-honour": 13,
  "card-expired": 3,
  "fraud-issuer": 1,
  "acquirer-temporary": 13,
  lost: 3,
  unanswered: 4
}

/** How many attempts in a row fail. */
const rows = {
  funds: { 1: 52, 2: 24, 3: 14, 6: 10 },
  "do-not-honour": { 1: 52, 2: 20, 3: 12, 6: 16 },
  "acquirer-temporary": { 1: 75, 2: 20, 3: 5 }
} as const

const timesOf = (outcome: Outcome, random: Random.Random): number => {
  switch (outcome) {
    case "funds":
    case "do-not-honour":
    case "acquirer-temporary":
      return Number(random.weighted(rows[outcome]))
    case "lost":
    case "unanswered":
      return 1
    default:
      return always
  }
}

const luckOf = (seed: number, trackingId: string, paid: number): Luck => {
  const random = Random.make(seed, `${trackingId}/payment-${paid}`)
  const outcome = random.weighted<Outcome & (keyof typeof first | keyof typeof later)>(
    (paid === 0 ? first : later) as Record<keyof typeof later, number>
  )
  return { outcome, times: timesOf(outcome, random) }
}

/** How far the payments of a customer are: how many are made, and how often the next one was tried. */
interface Progress {
  paid: number
  tried: number
}

const approved = { report: { ...noReport, authCode: "123456", bankCode: "00" } }

const answerTo = (outcome: Outcome): AcquirerAnswer => {
  if (outcome === "approved") return AcquirerAnswer.Approved(approved)
  if (outcome === "unanswered" || outcome === "lost") return AcquirerAnswer.NoAnswer()
  return AcquirerAnswer.Declined({ reason: outcome, report: noReport })
}

export const make = (seed: number): Bank => {
  const attempts: Array<Attempt> = []
  const movements: Array<Movement> = []
  const standings = new Map<string, Progress>()
  const outcomes = new Map<string, Outcome>()

  const decide = (trackingId: string): Outcome => {
    const progress = standings.get(trackingId) ?? { paid: 0, tried: 0 }
    standings.set(trackingId, progress)
    const { outcome, times } = luckOf(seed, trackingId, progress.paid)
    const met = progress.tried < times ? outcome : "approved"
    progress.tried += 1
    if (isPaid(met)) Object.assign(progress, { paid: progress.paid + 1, tried: 0 })
    return met
  }

  const charge = ({ amount, key, kind, transaction }: Extract<AcquirerRequest, { readonly _tag: "Charge" }>) =>
    Effect.map(DateTime.now, ({ epochMillis: at }) => {
      // A card that is only checked is a good one.
      if (kind !== "payment") return AcquirerAnswer.Approved(approved)
      const known = outcomes.get(key)
      if (known !== undefined) return isPaid(known) ? AcquirerAnswer.Approved(approved) : answerTo(known)
      const trackingId = transaction.trackingId ?? ""
      const outcome = decide(trackingId)
      outcomes.set(key, outcome)
      attempts.push({ trackingId, key, amount, at, outcome })
      if (isPaid(outcome)) movements.push({ trackingId, key, amount, at })
      return answerTo(outcome)
    })

  const statusOf = (key: string): AcquirerStatus => {
    const outcome = outcomes.get(key)
    if (outcome === undefined || outcome === "lost") return AcquirerStatus.NotFound()
    if (isPaid(outcome)) return AcquirerStatus.Approved(approved)
    return AcquirerStatus.Declined({ reason: outcome as DeclineReason, report: noReport })
  }

  return {
    attempts,
    movements,
    service: {
      gatewayId: 1,
      name: "simulated bank",
      simulated: true,
      inFlightWindow: Duration.zero,
      perform: (request) =>
        request._tag === "Charge" ? charge(request) : Effect.dieMessage("The shop only charges cards"),
      status: (key) => Effect.sync(() => statusOf(key))
    }
  }
}

/** The operator of the processes that are killed: errands that are posted until they are carried out. */
import * as Loopback from "@florin/testing/parties/Loopback"
import type { Decision } from "@florin/testing/parties/Transfers"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Errand } from "./Protocol.js"

const post = (office: Effect.Effect<string>, errand: Errand) =>
  Effect.flatMap(office, (url) => Loopback.ask(url, { method: "POST", body: JSON.stringify(errand) })).pipe(
    Effect.timeout("15 seconds"),
    Effect.filterOrFail(({ status }) => status < 500),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie
  )

/** Posts an errand to whichever process answers, again and again until it is answered. Answers with the HTTP status. */
export const insist = (office: Effect.Effect<string>, errand: Errand): Effect.Effect<number> =>
  Effect.map(post(office, errand), ({ status }) => status)

/** What an operator decides, and what of it was acknowledged. */
export const make = () => {
  const decisions: Array<Decision> = []

  /** Where the answer was lost, the errand is refused as done already, and nobody knows by whom. */
  const decide = (office: Effect.Effect<string>, errand: Errand, decision: Decision) =>
    Effect.tap(insist(office, errand), (status) => {
      if (status === 200) decisions.push(decision)
    })

  return {
    decisions: () => decisions,
    approve: (office: Effect.Effect<string>, uid: string, amount?: number) =>
      decide(office, { _tag: "Approve", uid, amount }, { uid, status: "successful", isProof: true }),
    decline: (office: Effect.Effect<string>, uid: string) =>
      decide(office, { _tag: "Decline", uid }, { uid, status: "failed", isProof: true }),
    correct: (office: Effect.Effect<string>, uid: string, status: Decision["status"], amount?: number) =>
      decide(office, { _tag: "Correct", uid, status, amount }, { uid, status, isProof: false }),
    /** The lines of what differs between the gateway's books and the bank's. Unit of the period: milliseconds since 1970. */
    reconcile: (office: Effect.Effect<string>, from: number, to: number) =>
      Effect.map(post(office, { _tag: "Reconcile", from, to }), ({ body }) => JSON.parse(body) as unknown)
  }
}

export type Desk = ReturnType<typeof make>

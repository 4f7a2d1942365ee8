/** The operator of the processes that are killed: errands that are posted until they are carried out. */
import * as Loopback from "@florin/testing/parties/Loopback"
import type { Decision } from "@florin/testing/parties/Transfers"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Errand } from "./Protocol.js"

/** Posts an errand to whichever process answers, again and again until it is answered. Answers with the HTTP status. */
export const insist = (office: Effect.Effect<string>, errand: Errand): Effect.Effect<number> =>
  Effect.flatMap(office, (url) => Loopback.ask(url, { method: "POST", body: JSON.stringify(errand) })).pipe(
    Effect.timeout("15 seconds"),
    Effect.map(({ status }) => status),
    Effect.filterOrFail((status) => status < 500),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie
  )

/** What an operator decides, and what of it is done. */
export const make = () => {
  const decisions: Array<Decision> = []

  /** Only one errand is under way for a transfer: where it is refused as done already, it was the answer that was lost. */
  const decide = (office: Effect.Effect<string>, errand: Errand, decision: Decision) =>
    Effect.tap(insist(office, errand), (status) => {
      if (status === 200 || status === 422) decisions.push(decision)
    })

  return {
    decisions: () => decisions,
    approve: (office: Effect.Effect<string>, uid: string, amount: number) =>
      decide(office, { _tag: "Approve", uid, amount }, { uid, status: "successful", amount, isProof: true }),
    decline: (office: Effect.Effect<string>, uid: string) =>
      decide(office, { _tag: "Decline", uid }, { uid, status: "failed", isProof: true }),
    correct: (office: Effect.Effect<string>, uid: string, status: Decision["status"], amount?: number) =>
      decide(office, { _tag: "Correct", uid, status, amount }, { uid, status, amount, isProof: false })
  }
}

export type Desk = ReturnType<typeof make>

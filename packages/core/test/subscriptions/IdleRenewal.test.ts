/** What becomes of the work of a subscription for which nothing is due. Source: D25. */
import * as IdleRenewal from "@florin/core/billing/IdleRenewal"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import { assert, describe, it } from "vitest"
import { now, shopWith } from "../samples.js"

const job: ClaimedJob = {
  ...{ shop: shopWith().id, kind: "renew", subject: "sub_1", fence: 7, attempts: 0, runAt: now },
  owner: "one"
}
const held = { ...job, share: "" }

const soon = now.epochMillis + 60_000

interface Row {
  readonly what: string
  readonly known?: number
  readonly found?: number
  readonly runAt?: number
  readonly then: string
}

// What a change enqueues while this job is held is the job itself: ended or put off, it would be lost.
const rows: ReadonlyArray<Row> = [
  { what: "ends", known: 3, found: 3, then: "FinishJob" },
  { what: "waits", known: 3, found: 3, runAt: soon, then: `PostponeJob ${soon}` },
  { what: "ends where there is no subscription", then: "FinishJob" },
  { what: "is decided anew where it has changed meanwhile", known: 3, found: 4, then: "Stale" },
  { what: "does not wait where it has changed meanwhile", known: 3, found: 4, runAt: soon, then: "Stale" }
]

describe("work that finds nothing due", () => {
  it.each(rows)("D25: $what", ({ found, known, runAt, then }) => {
    const read = known === undefined ? undefined : { version: known }
    const decision = IdleRenewal.finishWithoutCharge(job, read, runAt).decide({ version: found, held })
    const reported =
      decision._tag === "Decided"
        ? decision.writes.map((write) => ("runAt" in write ? `${write._tag} ${write.runAt}` : write._tag)).join(", ")
        : decision.refusal._tag
    assert.strictEqual(reported, then)
  })

  it("D40: is left to whoever has the job now", () => {
    const taken = IdleRenewal.finishWithoutCharge(job, { version: 3 }).decide({
      version: 3,
      held: { ...held, fence: 8 }
    })
    assert.strictEqual(taken._tag, "Refused")
  })
})

/** How the fault points of people, approvals and the audit are reached. */
import * as Effect from "effect/Effect"
import { insist } from "./Desk.js"
import type { Errand } from "./Protocol.js"
import type { Scenario } from "./Scenario.js"
import type { Stage } from "./Stage.js"

const person = "anna"

/** Until it is answered. What was done by a process that died is refused as done already, or done once more. */
const errand = (errand: Errand): Scenario => {
  let status: number | undefined
  return {
    play: ({ office }: Stage) =>
      Effect.tap(insist(office, errand), (answered) => {
        status = answered
      }),
    ends: () => status === 200 || status === 422
  }
}

export const scenarios = {
  "commit.audit": errand({ _tag: "Look", id: person }),
  "commit.person-change": errand({ _tag: "Hire", id: person }),
  "commit.approval-change": errand({ _tag: "Ask", id: person })
} satisfies Readonly<Record<string, Scenario>>

/** Outcomes that a test has ordered for the next attempts. */
import type { Entry } from "@florin/sandbox/Movement"
import { Behaviour } from "@florin/sandbox/TestTriggers"
import type { AttemptOutcome } from "./testKit.js"

const { Approve, ApproveLate, Decline, Lose } = Behaviour

const behaviourOf = (outcome: AttemptOutcome): Behaviour => {
  if (typeof outcome === "object") return Decline({ reason: outcome.decline })
  switch (outcome) {
    case "approve":
      return Approve({})
    case "decline":
      return Decline({ reason: "unspecified" })
    case "lose the request":
      return Lose()
    case "lose the answer after the charge":
      return ApproveLate()
  }
}

/** One outcome for each key, in the order in which the keys arrive first. */
export const scripted = () => {
  const ordered: Array<Behaviour> = []
  const taken = new Map<string, Behaviour | undefined>()
  return {
    next: (...outcomes: ReadonlyArray<AttemptOutcome>): void => void ordered.push(...outcomes.map(behaviourOf)),
    of: ({ key }: Entry): Behaviour | undefined => {
      if (!taken.has(key)) taken.set(key, ordered.shift())
      return taken.get(key)
    }
  }
}

/** Outcomes that a test has ordered for the next attempts. */
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Entry } from "@florin/sandbox/Movement"
import { type AcquirerReason, Behaviour, ownReasons } from "@florin/sandbox/TestTriggers"
import { OptionRefused } from "../host/options.js"
import type { AttemptOutcome } from "./testKit.js"

const { Approve, ApproveLate, Decline, Lose } = Behaviour

type Word = Extract<AttemptOutcome, string>

const behaviours: Readonly<Record<Word, () => Behaviour>> = {
  approve: () => Approve({}),
  decline: () => Decline({ reason: "unspecified" }),
  "lose the request": Lose,
  "lose the answer after the charge": ApproveLate
}

const reasons = DeclineReason.literals.filter(
  (reason): reason is AcquirerReason => !ownReasons.some((own) => own === reason)
)

/** A test in JavaScript that mistypes a decline would be told an approval. */
const behaviourOf = (outcome: AttemptOutcome): Behaviour => {
  if (typeof outcome === "string" && Object.hasOwn(behaviours, outcome)) return behaviours[outcome]()
  const declined = (outcome as { readonly decline?: unknown } | null | undefined)?.decline
  const reason = reasons.find((one) => one === declined)
  if (reason !== undefined) return Decline({ reason })
  const words = Object.keys(behaviours).map((word) => `"${word}"`)
  throw new OptionRefused({
    option: "acquirer.next",
    expected: `takes ${words.join(", ")} or { decline: reason }, where reason is one of ${reasons.join(", ")}`
  })
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

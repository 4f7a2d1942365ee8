/** What a failing seed says. */
import { invariants } from "./Invariants.js"
import type { Result } from "./Run.js"

/** The last lines tell what happened; the command tells the rest. */
const tail = 40

/** What is wrong, what went before, and how to see it all again. */
export const failure = ({ regime, seed, steps, trace, violation }: Result): string => {
  if (violation === undefined) return `Seed ${seed} holds`
  const { invariant, says } = violation
  return [
    `Seed ${seed}, step ${steps}: ${says}`,
    `Invariant ${invariant}: ${invariants[invariant]}`,
    "",
    ...trace.slice(-tail),
    "",
    `npm run simulation -- --seed ${seed} --steps ${steps}${regime === "estranged" ? " --stops 1" : ""}`
  ].join("\n")
}

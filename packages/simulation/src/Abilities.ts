/** What the acquirers of a simulation say of themselves: what they can do, and what they keep under a key. Source: D53. */
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { Currency } from "@florin/core/money/Currency"
import type { Random } from "@florin/testing/parties/Random"

/** What an acquirer says that it can do; it does neither more nor less. */
export interface Abilities {
  readonly capabilities: AcquirerCapabilities
  readonly keeps: NonNullable<AcquirerService["keeps"]>
  /** It can be asked about a key. */
  readonly answersByKey: boolean
}

/** One that can do all that is ordered here. */
export const everything: Abilities = { capabilities: {}, keeps: "decisions", answersByKey: true }

const dollars = [Currency.make("USD")]

const drawn = (random: Random): Abilities => {
  const isLacking = () => random.chance(0.2)
  return {
    answersByKey: true,
    keeps: random.chance(0.5) ? "successes" : "decisions",
    capabilities: {
      captures: random.weighted({ many: 5, one: 4, none: 1 }),
      partialVoids: random.pick([true, true, "rest", false]),
      refunds: !isLacking(),
      credits: !isLacking(),
      payouts: !isLacking(),
      zeroAmountChecks: !isLacking(),
      // A card that is checked is kept for `recurring` and `credit`.
      ...random.pick([{}, {}, { contracts: ["recurring", "oneclick"] as const }, { contracts: [] }]),
      // All orders are in euros.
      ...(random.chance(0.1) ? { currencies: dollars } : {}),
      sources: random.pick([["card", "token"], ["card", "token"], ["card"], ["token"]])
    }
  }
}

/** Where acquirers tell by themselves: those that cannot be asked at all. Drawn apart, too. */
const silence = (random: Random, isReported: boolean): (() => Partial<Abilities>) => {
  const isOn = isReported && random.chance(0.5)
  return () => (isOn && random.chance(0.7) ? { answersByKey: false } : {})
}

/**
 * Draws what one acquirer after the other can do. In most simulations all of them can do everything.
 *
 * `isTold`: they tell by themselves of what they have decided.
 */
export const drawing = (random: Random, questions: Random, isReported: boolean): (() => Abilities) => {
  const isOn = random.chance(0.35)
  const silent = silence(questions, isReported)
  return () => ({ ...(isOn ? drawn(random) : everything), ...silent() })
}

/** What acquirers tell by themselves of what they have decided, to any process. Source: D53. */
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import type { Random } from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Asking from "./Asking.js"
import type { Acquirer, Scene } from "./Invariants.js"
import type { Timeline } from "./Timeline.js"

/** How an acquirer tells of what it has decided: before it answers, twice, late, or never. */
const tellings = { before: 5, twice: 2, later: 4, never: 2 }

/** How late: before and after an answer that is slow, and as long as a signature is good for. Unit: milliseconds. */
const delays = [5, 900, 2000, 40_000, 240_000]

/** What is told again where no process has taken it. Unit: milliseconds. */
const pause = 10_000

interface Around extends Asking.Around, Pick<Scene, "labelOf"> {
  readonly timeline: Timeline
}

/** Tells of what stands under a key. */
export type Tell = (acquirer: Acquirer, key: string, notice: IncomingNotification) => void

export const make = (around: Around, random: Random): Tell => {
  const { labelOf, timeline } = around
  const ask = Asking.asking(around, random)

  const send: Tell = (acquirer, key, notice) => {
    const received = Effect.flatMap(AcquirerReports, ({ receive }) => receive(acquirer.gatewayId, notice))
    ask(acquirer.name, `tells of ${labelOf(key)}`, received, (exit) => {
      if (Exit.isFailure(exit)) at(pause, acquirer, key, notice)
    })
  }

  const at = (delay: number, ...reported: Parameters<Tell>): void =>
    timeline.at(timeline.now() + delay, () => send(...reported))

  return (...reported) => {
    const how = random.weighted(tellings)
    if (how === "before" || how === "twice") at(0, ...reported)
    if (how === "twice" || how === "later") at(random.pick(delays), ...reported)
  }
}

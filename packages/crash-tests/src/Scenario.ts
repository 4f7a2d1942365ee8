/** What a scenario is made of. */
import type { FaultPoint } from "@florin/core/store/FaultPoints"
import type { Movement } from "@florin/testing/parties/AcquirerLedger"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import type { Manner } from "@florin/testing/parties/ScriptedAcquirer"
import type { Manner as BankManner } from "@florin/testing/parties/ScriptedTransferProvider"
import * as Effect from "effect/Effect"
import type { Settings } from "./Protocol.js"
import type { Stage } from "./Stage.js"

/** What leads to a fault point. `play` is interrupted when all orders have their outcome; it need not end by itself. */
export interface Scenario {
  /** How the acquirers treat what they are asked. Default: promptly. */
  readonly manner?: Manner | ((movement: Movement) => Manner)
  /** How the bank treats what it is asked. Default: orders wait, what is refunded or paid out has moved. */
  readonly bankManner?: (request: BankRequest) => BankManner
  /** How often the fault point is passed before the crash. Default: never. */
  readonly passing?: number
  /** The store is empty and no process has been started yet. */
  readonly fresh?: boolean
  /** What comes before the trap is set in the process in front, if there is one. */
  readonly first?: (stage: Stage) => Effect.Effect<unknown, unknown>
  /** How much later the next process is started, by the clock. Unit: milliseconds. Default: at once. */
  readonly later?: number
  readonly play: (stage: Stage) => Effect.Effect<unknown, unknown>
  /** How many cycles a balance pays, so that no charge stands for them. Default: none. */
  readonly freeCycles?: number
  /** What must have come true in the end, beside what every audit asks for. */
  readonly ends?: ((stage: Stage) => boolean) | undefined
}

/** One more way to a fault point: what comes there is something else. */
export interface Another extends Scenario {
  readonly point: FaultPoint
  readonly what: string
}

export const stop = (stage: Stage) => stage.front().stop

/** A process is started with the trap. */
export const starting = (changes: Partial<Settings> = {}): Scenario => ({
  first: stop,
  play: (stage) => Effect.zipRight(stage.launch({ traps: [stage.trap], ...changes }), stage.pay())
})

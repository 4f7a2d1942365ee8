/** What a campaign is made of: processes that share a store, orders, and something bad that happens meanwhile. */
import type { Movement } from "@florin/testing/parties/AcquirerLedger"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import type { Merchant } from "@florin/testing/parties/Merchant"
import type { Random } from "@florin/testing/parties/Random"
import type { Manner } from "@florin/testing/parties/ScriptedAcquirer"
import type { Manner as BankManner } from "@florin/testing/parties/ScriptedTransferProvider"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Facts } from "./Figures.js"
import type { Fleet } from "./Fleet.js"
import type { PostgresServer } from "./PostgresServer.js"
import type { Provider } from "./Protocol.js"
import type { Span } from "./Standstill.js"

/** How much happens at once: at every so many kills a process stands still, connections are cut, the store restarts. */
export interface Weather {
  readonly stopEvery: number
  readonly cutEvery: number
  readonly restartEvery: number
  /** How long processes stand still. */
  readonly stopFor: Span
  /** How many operations of each type are under way at a stop, where they are gathered for it. */
  readonly width: number
}

/** One gateway, in which so many kills, stops or rounds are to happen. */
export interface Stage {
  readonly environment: Environment
  readonly fleet: Fleet
  /** What becomes known on the way. */
  readonly facts: Facts
  readonly count: number
  readonly weather: Weather
  /** Where the store is a PostgreSQL. */
  readonly server: PostgresServer | undefined
  /** A stream of numbers under a name. */
  readonly stream: (name: string) => Random
  /** Merchants whose orders are compared in the end; the first one reads them. */
  readonly merchants: Array<Merchant>
}

export interface Scene {
  /** For so many kills, stops or rounds: how far each process's clock is ahead, a list for each gateway. */
  readonly clocks: (count: number) => ReadonlyArray<ReadonlyArray<number>>
  /** How the acquirer treats what it is asked for. */
  readonly manner: (random: Random, movement: Movement) => Manner
  /** How the bank does. Default: orders wait, what is refunded or paid out has moved. */
  readonly bankManner?: (random: Random, request: BankRequest) => BankManner
  readonly play: (stage: Stage) => Effect.Effect<void, never, Scope.Scope>
  /** How long everything may take to have its outcome in the end. Unit: milliseconds. Default: what is promised. */
  readonly restsWithin?: number
  /** The clocks are so many times as fast as time while it is played. Default: they run as time does. */
  readonly times?: number
  readonly isOnPostgres?: boolean
  /** Another gateway stands between the processes and the acquirer. */
  readonly isUpstream?: boolean
  /** A provider stands in the place of the acquirer, behind its connector. */
  readonly provider?: Provider
  /** How long the provider's keys live, of each gateway. Unit: milliseconds. Default: as its connector says. */
  readonly keyLives?: ReadonlyArray<number | undefined>
  /** The store itself is disturbed. */
  readonly isDisturbed?: boolean
  /** No process dies or stands still, so nothing may be done twice. */
  readonly isCalm?: boolean
}

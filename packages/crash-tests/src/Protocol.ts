/** What a process under test and its parent send each other. */
import type { FaultPoint, Moment } from "@florin/core/store/FaultPoints"
import type * as Duration from "effect/Duration"
import type { Pace } from "./WallClock.js"

/** Where the gateway keeps its data. */
export type Store =
  | { readonly _tag: "Sqlite"; readonly filename: string }
  | { readonly _tag: "Postgres"; readonly url: string }

/**
 * What happens at a fault point, once, when it is reached: the process ends as by `kill -9` (`kill`); it is paused until
 * it is continued from outside (`stop`); what was about to be done dies (`fail`); it takes a second longer (`wait`).
 */
export interface Trap {
  readonly point: FaultPoint
  readonly moment: Moment
  readonly action: "kill" | "stop" | "fail" | "wait"
  /** How many operations have to arrive first: they wait there for each other, for at most 3 s. Default: 1. */
  readonly crowd?: number
  /** How many operations pass first. Default: none. */
  readonly passing?: number
}

/** Whose connector may stand in the place of the tests' own acquirer. */
export type Provider = "stripe" | "adyen" | "checkout"

/** Where a provider answers, and with which secrets it is asked and tells. */
export interface Connection {
  readonly provider: Provider
  /** Without a path. */
  readonly url: string
  readonly apiKey: string
  /** Of its notifications. */
  readonly secret: string
  /** How long it remembers keys. Unit: milliseconds. Default: as its connector says. */
  readonly keyLife?: number
}

/** What a process serves. Times are in milliseconds. */
export interface Settings {
  readonly store: Store
  /** How long the store is waited for. Default: 5 seconds. */
  readonly patience?: Duration.DurationInput
  /** The file of the key ring, made when it is not there. */
  readonly keys: string
  /** Where the acquirers answer; their gateway ids are 1, 2 and so on. */
  readonly acquirers: ReadonlyArray<string>
  /** The acquirer is another gateway: its address, with the shop and the key there. */
  readonly upstream?: string
  /** The acquirer is a provider, by its connector. */
  readonly connection?: Connection
  /** Where the bank answers. */
  readonly bank: string
  /** Where the merchant receives webhooks. */
  readonly webhooks: string
  /** Shops beside the tests' own. */
  readonly moreShops?: ReadonlyArray<{ readonly id: string; readonly webhooks: string }>
  /** The waits between attempts at a notification. Default: the product's own. */
  readonly retryDelays?: ReadonlyArray<number>
  /** How far the process's clock is ahead, or behind where it is negative. Default: 0. */
  readonly ahead?: number
  /** How fast its clock runs. Default: as time does. */
  readonly pace?: Pace
  readonly traps?: ReadonlyArray<Trap>
}

/**
 * What a process is asked for. `Clear` removes all traps and releases the operations in them; `Write` makes so many units
 * of work that each write a name and add one to a counter; `Follow` gives its clock another pace.
 */
export type Command =
  | { readonly _tag: "Set"; readonly trap: Trap }
  | { readonly _tag: "Clear" }
  | { readonly _tag: "Rotate" }
  | { readonly _tag: "Follow"; readonly pace: Pace }
  | { readonly _tag: "Execute"; readonly statement: string }
  | { readonly _tag: "Write"; readonly name: string; readonly count: number }

/** What is brought to a host's back office: its bank reports, or its operator decides. Amounts are in kopecks. */
export type Errand =
  | { readonly _tag: "Report"; readonly key: string; readonly progress: object }
  | { readonly _tag: "Approve"; readonly uid: string; readonly amount?: number | undefined }
  | { readonly _tag: "Decline"; readonly uid: string }
  | { readonly _tag: "Hire"; readonly id: string }
  | { readonly _tag: "Look"; readonly id: string }
  | { readonly _tag: "Ask"; readonly id: string }
  | {
      readonly _tag: "Correct"
      readonly uid: string
      readonly status: "successful" | "failed"
      readonly amount?: number | undefined
    }

/** What a process says. `url`: where it serves, and its back office with it. */
export interface Word {
  readonly url?: string
  readonly office?: string
  readonly isDone?: boolean
  readonly reached?: Trap
  readonly wrote?: string
  /** The name under which it holds jobs from now on (D40). */
  readonly owner?: string
  /** Others may have taken it for dead, for so many milliseconds until now. */
  readonly awayFor?: number
}

/** What a process under test is told when it starts, and while it runs. */
import * as Schema from "effect/Schema"

/** Where the gateway keeps its data. */
export const Store = Schema.Union(
  Schema.Struct({ _tag: Schema.Literal("Sqlite"), filename: Schema.String }),
  Schema.Struct({ _tag: Schema.Literal("Postgres"), url: Schema.String })
)

export type Store = typeof Store.Type

/**
 * What happens at a fault point, once, when it is reached.
 *
 * - `kill`: the process ends as by `kill -9`
 * - `stop`: it is paused until it is continued from outside
 * - `fail`: what was about to be done dies
 * - `wait`: it takes a second longer
 */
export const Trap = Schema.Struct({
  point: Schema.String,
  moment: Schema.Literal("before", "after"),
  action: Schema.Literal("kill", "stop", "fail", "wait"),
  /**
   * How many operations have to arrive before it happens: the first ones wait there for the others, for at most 3 s.
   * Default: 1.
   */
  crowd: Schema.optional(Schema.Number)
})

export type Trap = typeof Trap.Type

/** What a process under test serves. */
export const HostSettings = Schema.Struct({
  store: Store,
  /** The file of the key ring, made when it is not there. */
  keys: Schema.String,
  /** Where the acquirer answers. */
  acquirer: Schema.String,
  /** It is another gateway: `acquirer` names it, with the shop and the key there. Default: `false`. */
  isUpstream: Schema.optional(Schema.Boolean),
  /** Where further acquirers answer, whose gateway ids are 2, 3 and so on. Default: there are none. */
  moreAcquirers: Schema.optional(Schema.Array(Schema.String)),
  /** Shops beside the tests' own. Default: there are none. */
  moreShops: Schema.optional(Schema.Array(Schema.Struct({ id: Schema.String, webhooks: Schema.String }))),
  /** The waits between attempts at a notification. Unit: milliseconds. Default: the product's own. */
  retryDelays: Schema.optional(Schema.Array(Schema.Number)),
  /** Where the merchant receives webhooks. */
  webhooks: Schema.String,
  /** How far the process's clock is ahead, or behind where it is negative. Unit: milliseconds. */
  ahead: Schema.Number,
  traps: Schema.Array(Trap)
})

export type HostSettings = typeof HostSettings.Type

/** What a process is asked for while it serves. */
export const Command = Schema.Union(
  Schema.Struct({ _tag: Schema.Literal("Set"), trap: Trap }),
  /** Removes all traps that are set, and releases the operations that wait in one. */
  Schema.Struct({ _tag: Schema.Literal("Clear") }),
  Schema.Struct({ _tag: Schema.Literal("Rotate") }),
  Schema.Struct({ _tag: Schema.Literal("Execute"), statement: Schema.String })
)

export type Command = typeof Command.Type

/** What a process is told, a line each. It serves until it is told to stop, and then it may be told to serve again. */
export const Told = Schema.Union(
  Schema.Struct({ _tag: Schema.Literal("Serve"), settings: HostSettings }),
  Schema.Struct({ _tag: Schema.Literal("Stop") }),
  Command
)

export type Told = typeof Told.Type

/** What a process says, a line each. */
export const Word = Schema.Union(
  Schema.Struct({ _tag: Schema.Literal("Ready"), url: Schema.String }),
  Schema.Struct({ _tag: Schema.Literal("Reached"), trap: Trap }),
  Schema.Struct({ _tag: Schema.Literal("Done"), failed: Schema.Boolean }),
  Schema.Struct({ _tag: Schema.Literal("Stopped") })
)

export type Word = typeof Word.Type

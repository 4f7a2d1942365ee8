/** Everything around the processes that are killed: a store, an acquirer, a merchant. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Acquirer from "./Acquirer.js"
import { credentials } from "./Host.js"
import type { HostSettings, Store } from "./HostSettings.js"
import { translated } from "./internal/translated.js"
import * as Merchant from "./Merchant.js"
import type { Process } from "./Process.js"
import type { Program } from "./Program.js"
import * as Receiver from "./Receiver.js"
import type { Asked } from "./RemoteAcquirer.js"

export interface Options {
  readonly program: Program
  /** Default: a SQLite file of its own. */
  readonly store?: Store
  readonly manner: (asked: Asked) => Effect.Effect<Acquirer.Manner>
  /** Another gateway stands between the processes and the acquirer. Default: `false`. */
  readonly isUpstream?: boolean
}

export interface Environment {
  readonly acquirer: Acquirer.Acquirer
  /** The acquirer's ledger under the keys of the processes. */
  readonly ledger: Effect.Effect<ReadonlyArray<Acquirer.Entry>>
  readonly receiver: Receiver.Receiver
  readonly store: Store
  /** The file of the key ring. */
  readonly keys: string
  readonly start: (
    changes?: Partial<HostSettings>,
    limits?: ReadonlyArray<string>
  ) => Effect.Effect<Process, never, Scope.Scope>
  /** `name` begins the ids of its orders. */
  readonly merchant: (
    host: Effect.Effect<string>,
    patience?: Duration.DurationInput,
    name?: string
  ) => Merchant.Merchant
}

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-crash-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The other gateway: one process on a store of its own, which asks the acquirer. */
const otherGateway = Effect.fnUntraced(function* (program: Program, settings: HostSettings, directory: string) {
  const process = yield* program.start({
    ...settings,
    store: { _tag: "Sqlite", filename: join(directory, "other.db") },
    keys: join(directory, "other.json")
  })
  const url = yield* Effect.orDie(process.url)
  const reader = Merchant.make({ credentials, name: "reader", host: Effect.succeed(url), patience: "15 seconds" })
  return { address: url.replace("//", `//${credentials}@`), reader }
})

export const make = Effect.fnUntraced(function* (options: Options) {
  const directory = yield* temporaryDirectory
  const acquirer = yield* Acquirer.make(options.manner)
  const receiver = yield* Receiver.make
  const direct: HostSettings = {
    store: options.store ?? { _tag: "Sqlite", filename: join(directory, "florin.db") },
    keys: join(directory, "keys.json"),
    acquirer: acquirer.url,
    webhooks: receiver.webhooks,
    ahead: 0,
    traps: []
  }
  const other = options.isUpstream
    ? yield* otherGateway(options.program, { ...direct, webhooks: receiver.elsewhere }, directory)
    : undefined
  const settings: HostSettings = other === undefined ? direct : { ...direct, acquirer: other.address, isUpstream: true }
  const entries = Effect.sync(acquirer.entries)
  const environment: Environment = {
    acquirer,
    ledger: other === undefined ? entries : Effect.flatMap(entries, translated(other.reader)),
    receiver,
    store: settings.store,
    keys: settings.keys,
    start: (changes = {}, limits) => options.program.start({ ...settings, ...changes }, limits),
    merchant: (host, patience = "15 seconds", name = "order") => Merchant.make({ credentials, name, host, patience })
  }
  return environment
})

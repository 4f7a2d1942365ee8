/**
 * Everything around the processes that are killed: a store, an acquirer, a merchant.
 *
 * @since 0.1.0
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Acquirer from "./Acquirer.js"
import { shop } from "./Host.js"
import type { HostSettings, Store } from "./HostSettings.js"
import * as Merchant from "./Merchant.js"
import type { Process } from "./Process.js"
import type { Program } from "./Program.js"
import * as Receiver from "./Receiver.js"
import type { Asked } from "./RemoteAcquirer.js"

/**
 * @since 0.1.0
 * @category models
 */
export interface Options {
  readonly program: Program
  /** Default: a SQLite file of its own. */
  readonly store?: Store
  readonly manner: (asked: Asked) => Effect.Effect<Acquirer.Manner>
}

/**
 * @since 0.1.0
 * @category models
 */
export interface Environment {
  readonly acquirer: Acquirer.Acquirer
  readonly receiver: Receiver.Receiver
  /** The file of the key ring. */
  readonly keys: string
  readonly start: (
    changes?: Partial<HostSettings>,
    limits?: ReadonlyArray<string>
  ) => Effect.Effect<Process, never, Scope.Scope>
  readonly merchant: (host: Effect.Effect<string>, patience?: Duration.DurationInput) => Merchant.Merchant
}

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-crash-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.fnUntraced(function* (options: Options) {
  const directory = yield* temporaryDirectory
  const acquirer = yield* Acquirer.make(options.manner)
  const receiver = yield* Receiver.make
  const settings: HostSettings = {
    store: options.store ?? { _tag: "Sqlite", filename: join(directory, "florin.db") },
    keys: join(directory, "keys.json"),
    acquirer: acquirer.url,
    webhooks: receiver.webhooks,
    ahead: 0,
    traps: []
  }
  const environment: Environment = {
    acquirer,
    receiver,
    keys: settings.keys,
    start: (changes = {}, limits) => options.program.start({ ...settings, ...changes }, limits),
    merchant: (host, patience = "15 seconds") =>
      Merchant.make({ credentials: `${shop.id}:${shop.secretKey}`, name: "order", host, patience })
  }
  return environment
})

/** The work of `florin keys rotate`: a new key in the ring, and everything in the database wrapped with it. */
import { CardVault } from "@florin/core/cards/CardVault"
import * as KeyFile from "@florin/vault/KeyFile"
import * as KeyProvider from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Rotation from "@florin/vault/Rotation"
import * as Vault from "@florin/vault/Vault"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { bad } from "../badSetting.js"
import * as Parts from "../server/parts.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { progressBar } from "../text/progressBar.js"
import { administering, commanding } from "./acting.js"
import * as KeyProblems from "./keyProblems.js"

interface Requested {
  /** Adds no key. */
  readonly keep: boolean
  readonly as: Option.Option<string>
  readonly json: boolean
}

const fileOf = (source: Settings.KeySource) =>
  source._tag === "File"
    ? Effect.succeed(source.path)
    : bad("FLORIN_KEYS", "is text, which a command can't change: add the key there, and restart every process")

const refused = (path: string) => (error: KeyRingError) =>
  bad("FLORIN_KEYS", `cannot be used: ${KeyProblems.problem(error, path)}`)

const wrapping = Effect.gen(function* () {
  const bar = yield* Effect.acquireRelease(
    Effect.sync(() => progressBar(process.stderr)),
    (bar) => Effect.sync(bar.end)
  )
  const rewrapped = yield* Rotation.rotateShowing(({ rewrapped, total }) =>
    Effect.sync(() => bar.show(total === 0 ? 1 : rewrapped / total))
  )
  return { current: yield* (yield* CardVault).currentKey, rewrapped }
}).pipe(Effect.scoped)

const incomplete = ({ damaged, rewrapped }: Rotation.RotationIncomplete) =>
  new Error(
    `${rewrapped} cards and documents were wrapped. ${damaged} could not be: their key is not in the ring, or they were altered. Keep every old key, and look for the ring or the backup that they belong to.`
  )

const textOf = (file: string, { current, rewrapped }: { readonly current: string; readonly rewrapped: number }) =>
  [
    `Current key: ${current}. ${rewrapped} cards and documents were wrapped with it.`,
    "Send SIGHUP to every process, then run `florin keys rotate --keep`: once it wraps 0, no card and no document needs",
    `an older key. Keep a copy of ${file} apart from the database's.`
  ].join("\n")

const rotating = administering("rotateKeys")

/** The database is opened first: without it no key is added. */
export const rotate = ({ as, json, keep }: Requested) =>
  Effect.gen(function* () {
    const { accept, database, keys } = yield* Settings.load(
      Config.all({ database: Settings.database, keys: Settings.keys, accept: Settings.accept })
    )
    const file = yield* fileOf(keys)
    const ring = Layer.unwrapEffect(
      Effect.as(keep ? Effect.void : Effect.asVoid(KeyFile.addKey(file)), KeyProvider.layerFile(file))
    )
    const vault = Layer.provideMerge(Vault.layer, Layer.mapError(ring, refused(file)))
    // The entry comes before the key: what is wrapped is in many commits, any of which may be the last.
    const entered = Effect.flatMap(commanding(as), ({ inSight }) => inSight(rotating, () => Effect.void))
    const wrapped = Effect.provide(Effect.zipRight(Parts.claimKeys({ accept }), wrapping), vault)
    const done = yield* Effect.zipRight(entered, wrapped).pipe(
      Effect.provide(StoreAsIs.layer(database)),
      Effect.catchTag("RotationIncomplete", (error) => Effect.fail(incomplete(error)))
    )
    yield* Console.log(json ? JSON.stringify({ file, ...done }) : textOf(file, done))
  })

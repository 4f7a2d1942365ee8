/** What a start would be refused for by what the database knows of itself, and that it says so before one. Source: D43a. */
import type { Accepted } from "@florin/settings/OneDatabase"
import * as OneDatabase from "@florin/settings/OneDatabase"
import { KeyProvider } from "@florin/vault/KeyProvider"
import type { KeyRing } from "@florin/vault/KeyRing"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BadSetting } from "../badSetting.js"
import * as Parts from "../server/parts.js"
import * as Rules from "./doctorRules.js"

/** What a database is compared with. `ring`: the one that the start would use; undefined where it has none. */
export interface Compared {
  readonly accept: ReadonlyArray<Accepted>
  readonly sandbox: boolean
  readonly ring: KeyRing | undefined
}

const lineOf = <R>(name: "database" | "keys", claim: Effect.Effect<void, BadSetting, R>) =>
  Effect.match(claim, {
    onFailure: ({ message }): ReadonlyArray<Rules.Check> => [Rules.misfit(name, message)],
    onSuccess: () => []
  })

const vaultOf = (ring: KeyRing) =>
  Layer.provideMerge(
    Vault.layer,
    Layer.succeed(KeyProvider, KeyProvider.of({ ring: Effect.succeed(ring), reload: Effect.void }))
  )

/** A line for each claim of the start that this database refuses. Keeps nothing in it. */
export const misfits = ({ ring, ...given }: Compared) => {
  const purpose = lineOf("database", Parts.claimPurpose(given))
  const keys =
    ring === undefined ? Effect.succeed([]) : Effect.provide(lineOf("keys", Parts.claimKeys(given)), vaultOf(ring))
  return OneDatabase.beforehand(Effect.zipWith(purpose, keys, (one, other) => [...one, ...other]))
}

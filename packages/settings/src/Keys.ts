/** The source of the key ring, and key rotation. */
import { existsSync } from "node:fs"
import type { CardStore } from "@florin/core/cards/CardStore"
import type { CardVault } from "@florin/core/cards/CardVault"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import type { DocumentStore } from "@florin/core/transfers/DocumentStore"
import type { DocumentVault } from "@florin/core/transfers/DocumentVault"
import type { DatabaseFacts } from "@florin/storage-sql/DatabaseFacts"
import * as KeyFile from "@florin/vault/KeyFile"
import { KeyProvider, makeFile } from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Rotation from "@florin/vault/Rotation"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as OneDatabase from "./OneDatabase.js"

/** Another process may have been first. */
const made = (path: string): Effect.Effect<void, KeyRingError> =>
  Effect.catchIf(
    KeyFile.create(path),
    ({ reason }) => reason === "exists",
    () => Effect.void
  )

/** Reads the key ring from a file, which it creates if missing, for the first start of a sandbox. */
export const makeFileMade = (path: string): Effect.Effect<KeyProvider["Type"], KeyRingError> =>
  Effect.zipRight(
    // Making one takes three flushes to the disk, also where it is then not needed.
    Effect.suspend(() => (existsSync(path) ? Effect.void : made(path))),
    makeFile(path)
  )

/** `makeFileMade` as a layer. */
export const layerFileMade = (path: string): Layer.Layer<KeyProvider, KeyRingError> =>
  Layer.effect(KeyProvider, makeFileMade(path))

/** Reloads the ring and re-wraps every card and document under its current key, while the gateway serves. Returns how many. */
export const rotate: Effect.Effect<
  number,
  KeyRingError | Rotation.RotationIncomplete | VaultError | StorageError,
  KeyProvider | CardStore | CardVault | DocumentStore | DocumentVault | UnitOfWork | DatabaseFacts
> = Effect.zipRight(
  Effect.flatMap(KeyProvider, ({ reload }) => reload),
  // A key that is new here may be known to the database by another process, and be another one there.
  Effect.zipRight(OneDatabase.keys(), Rotation.rotate)
)

/** Where the vault gets its keys: the text of a setting, a file, or the host's key management service. */
import type { VaultError } from "@florin/core/cards/CardVault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as KeyFile from "./KeyFile.js"
import * as KeyRing from "./KeyRing.js"
import type { KeyRingError } from "./KeyRingError.js"

/**
 * The keys. A host with a key management service lets it decrypt the ring when the process starts, and answers that
 * ring from memory: it is asked inside units of work, which must not wait.
 */
export class KeyProvider extends Context.Tag("@florin/vault/KeyProvider")<
  KeyProvider,
  {
    /** The ring as it was last read. Errors: `no-key` when there is none to give. */
    readonly ring: Effect.Effect<KeyRing.KeyRing, VaultError>
    /** Gets the ring again from where it is kept. When that fails, the one in use stays. */
    readonly reload: Effect.Effect<void, KeyRingError>
  }
>() {}

/**
 * Keys from the text of a ring, such as a host reads from an environment variable. There is nothing to reload.
 *
 * Errors: those of `KeyRing.fromText`.
 */
export const layerText = (text: Redacted.Redacted<string>): Layer.Layer<KeyProvider, KeyRingError> =>
  Layer.effect(
    KeyProvider,
    Effect.map(KeyRing.fromText(text), (ring) => KeyProvider.of({ ring: Effect.succeed(ring), reload: Effect.void }))
  )

/**
 * Keys from a ring's file, read at the start and at every `reload`.
 *
 * Errors: those of `KeyFile.read`; a reload also `key-changed`.
 */
export const layerFile = (path: string): Layer.Layer<KeyProvider, KeyRingError> =>
  Layer.effect(
    KeyProvider,
    Effect.gen(function* () {
      const held = yield* Ref.make(yield* KeyFile.read(path))

      const reload = Effect.gen(function* () {
        const next = yield* KeyRing.succeed(yield* held, yield* KeyFile.read(path))
        yield* Ref.set(held, next)
      }).pipe(Effect.withSpan("KeyProvider.reload"))

      return KeyProvider.of({ ring: Ref.get(held), reload })
    })
  )

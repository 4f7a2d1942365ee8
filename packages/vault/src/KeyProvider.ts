/** The source of the vault's keys: a setting's text, a file, or the host's key management service. */
import type { VaultError } from "@florin/core/store/VaultError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as KeyFile from "./KeyFile.js"
import * as KeyRing from "./KeyRing.js"
import type { KeyRingError } from "./KeyRingError.js"

/**
 * The keys. A host with a key management service decrypts the ring at startup and serves it from memory: units of work
 * read it and must not wait.
 */
export class KeyProvider extends Context.Tag("@florin/vault/KeyProvider")<
  KeyProvider,
  {
    /** The ring as last read. Errors: `no-key` when there is no ring. */
    readonly ring: Effect.Effect<KeyRing.KeyRing, VaultError>
    /** Reads the ring again from its source. On failure the current ring stays in use. */
    readonly reload: Effect.Effect<void, KeyRingError>
  }
>() {}

/**
 * Keys from a ring's text, for example from an environment variable. `reload` does nothing.
 *
 * Errors: those of `KeyRing.fromText`.
 */
export const makeText = (text: Redacted.Redacted<string>): Effect.Effect<KeyProvider["Type"], KeyRingError> =>
  Effect.map(KeyRing.fromText(text), (ring) => KeyProvider.of({ ring: Effect.succeed(ring), reload: Effect.void }))

/** `makeText` as a layer. */
export const layerText = (text: Redacted.Redacted<string>): Layer.Layer<KeyProvider, KeyRingError> =>
  Layer.effect(KeyProvider, makeText(text))

/**
 * Keys from a ring file, read at once and at every `reload`.
 *
 * Errors: those of `KeyFile.read`; a reload also `key-changed`.
 */
export const makeFile = Effect.fnUntraced(function* (path: string) {
  const held = yield* Ref.make(yield* KeyFile.read(path))

  const reload = Effect.gen(function* () {
    const next = yield* KeyRing.succeed(yield* held, yield* KeyFile.read(path))
    yield* Ref.set(held, next)
  }).pipe(Effect.withSpan("KeyProvider.reload"))

  return KeyProvider.of({ ring: Ref.get(held), reload })
})

/** `makeFile` as a layer. */
export const layerFile = (path: string): Layer.Layer<KeyProvider, KeyRingError> =>
  Layer.effect(KeyProvider, makeFile(path))

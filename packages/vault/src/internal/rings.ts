import type { VaultError } from "@florin/core/cards/CardVault"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { KeyProvider } from "../KeyProvider.js"
import type { KeyRing } from "../KeyRing.js"

/**
 * Passes the ring to `use`. Another process may already use a key that was added since: on an unknown key it reloads the
 * ring once.
 */
export const withRing = Effect.map(KeyProvider, (keys) => {
  const reload = keys.reload.pipe(
    Effect.catchAll(({ reason }) => Effect.logWarning("The key ring could not be reloaded", reason))
  )
  return <A>(use: (ring: KeyRing) => Either.Either<A, VaultError>): Effect.Effect<A, VaultError> => {
    const once = Effect.flatMap(keys.ring, use)
    return Effect.catchIf(
      once,
      ({ reason }) => reason === "unknown-key",
      () => Effect.zipRight(reload, once)
    )
  }
})

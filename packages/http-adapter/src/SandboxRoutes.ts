/** The sandbox's routes. They exist only where the sandbox is on. */

import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The sandbox's clock and ledger. Values are ready for JSON. Source: D38. */
export class SandboxRoutes extends Context.Tag("@florin/http-adapter/SandboxRoutes")<
  SandboxRoutes,
  {
    /** `{"now":…,"follow":…}`. */
    readonly readClock: Effect.Effect<unknown, StorageError>
    /** Takes the parsed body; answers `{"now":…,"ran":n}`. */
    readonly moveClock: (body: unknown) => Effect.Effect<unknown, InvalidRequest | StorageError>
    /** `{"movements":[…]}`. */
    readonly ledger: Effect.Effect<unknown, StorageError>
  }
>() {}

/** Our sources of keys keep the contract that a host's key management service keeps. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keyProviderSuite } from "@florin/testing/vault/KeyProviderSuite"
import * as KeyFile from "@florin/vault/KeyFile"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { textOf } from "./samples.js"

const built = (layer: ReturnType<typeof KeyProvider.layerFile>) =>
  Effect.provide(KeyProvider.KeyProvider, Layer.orDie(layer))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-provider-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

keyProviderSuite(
  { describe, it },
  "A key file",
  Effect.gen(function* () {
    const file = join(yield* folder, "ring.json")
    yield* Effect.orDie(KeyFile.create(file))
    return {
      provider: yield* built(KeyProvider.layerFile(file)),
      rotate: Effect.asVoid(Effect.orDie(KeyFile.addKey(file))),
      // Other users of the machine could read it.
      lose: Effect.sync(() => chmodSync(file, 0o644))
    }
  })
)

keyProviderSuite(
  { describe, it },
  "The text of a ring",
  Effect.map(built(KeyProvider.layerText(textOf("k2", ["k1", "k2"]))), (provider) => ({ provider })),
  { isFixed: true }
)

import { transferProviderSuite } from "@florin/testing/transfers/TransferProviderSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { overBank, suiteTransfers, underTest } from "./banking.js"
import { databases } from "./databases.js"

for (const { empty, kind } of databases) {
  const built = Layer.build(Layer.unwrapScoped(Effect.map(empty, overBank)))
  transferProviderSuite(
    { describe, it },
    `The sandbox's bank on ${kind}`,
    Effect.flatMap(built, (built) => Effect.provide(underTest, built)),
    suiteTransfers
  )
}

import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import { type AcquirerUnderTest, acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterAll, describe, it } from "vitest"
import * as UpstreamAcquirer from "../src/UpstreamAcquirer.js"
import { quietly } from "./internal/asking.js"
import { between } from "./internal/between.js"
import * as OtherGateway from "./internal/otherGateway.js"

const card = (number: string, rest: Partial<AcquirerCard> = {}): AcquirerCard => ({
  number: Redacted.make(number),
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2099,
  ...rest
})

const lost = "Lost Between"

class UnderTest extends Context.Tag("UnderTest")<UnderTest, AcquirerUnderTest>() {}

// End to end: connector, HTTP, the other gateway's commits, its acquirer's ledger.
const shared = ManagedRuntime.make(
  Layer.scoped(
    UnderTest,
    Effect.gen(function* () {
      const { advance, movementsOf, port } = yield* OtherGateway.start()
      // The connector sends twice at most.
      const way = yield* between(port, (_, body, nth) => (body.includes(lost) && nth <= 2 ? "is lost" : "passes"))
      const acquirer = yield* UpstreamAcquirer.make({
        upstream: OtherGateway.upstreamAt(way),
        // It is on this machine.
        inFlightWindow: "1 second"
      })
      return {
        acquirer: {
          ...acquirer,
          perform: (request) => quietly(acquirer.perform(request)),
          // It queries its own acquirer again after two seconds.
          status: (key, about) => Effect.zipRight(advance("PT3S"), acquirer.status(key, about))
        },
        movementsOf
      }
    })
  )
)

afterAll(() => shared.dispose())

acquirerSuite(
  { describe, it },
  "Another Florin over HTTP",
  Effect.promise(() => shared.runPromise(UnderTest)),
  {
    approvingCard: card("4200000000000000", { securityCode: Redacted.make("123") }),
    decliningCard: card("4005550000000019"),
    lostCard: card("4200000000000000", { holder: lost }),
    lateCard: card("4200000000000000", { holder: "LATE" })
  }
)

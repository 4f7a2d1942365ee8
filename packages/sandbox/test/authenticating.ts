// The simulated 3-D Secure server as the contract suite takes it: with its customers' browser and its test cards.
import type { ReturnedFields } from "@florin/core/cards/Authentication"
import type { AuthenticatedCard } from "@florin/core/three-d-secure/ThreeDSecureServer"
import type { ServerUnderTest, SuiteCards } from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SandboxDatabase } from "../src/SandboxDatabase.js"
import * as SandboxThreeDSecure from "../src/SandboxThreeDSecure.js"

const card = (number: string, holder = "Jane Doe"): AuthenticatedCard => ({
  number: Redacted.make(number),
  holder,
  expMonth: 12,
  expYear: 2099
})

/** Source: D37. */
export const cards = {
  atOnce: {
    Y: card("4012000000001006"),
    A: card("4012000000001055"),
    N: card("4012000000001014"),
    R: card("4012000000001030"),
    U: card("4012000000001022")
  },
  challenged: { one: card("4012000000003010"), two: card("4012000000001097") },
  identified: card("4012000000001097", "METHOD"),
  notEnrolled: card("4200000000000000")
} satisfies SuiteCards

/** Its answer to the first sending of a key is lost. */
export const lost = card("4012000000001097", "LOST")

/** Counts what is kept, however often a decision is repeated. */
const counted = Effect.map(SandboxDatabase, (database) => {
  const kept = new Set<string>()
  const record: typeof database.record = (entry, decide) =>
    database.record(entry, (found) => {
      const decided = decide(found)
      if (decided.booking !== undefined) kept.add(entry.key)
      return decided
    })
  return { database: SandboxDatabase.of({ ...database, record }), kept }
})

export const underTest = Effect.gen(function* () {
  const { database, kept } = yield* counted
  const { page, server } = yield* Effect.provideService(SandboxThreeDSecure.make, SandboxDatabase, database)
  const under: Required<ServerUnderTest> = {
    server,
    authentications: Effect.sync(() => kept.size),
    identified: ({ data }) => Effect.succeed({ threeDSMethodData: data }),
    challenged: (challenge, choice) => {
      const brought: Readonly<Record<string, string>> =
        challenge.version === 2
          ? { creq: challenge.creq, threeDSSessionData: challenge.sessionData }
          : { PaReq: challenge.paReq, MD: challenge.md }
      const name = choice === "confirm" ? "approve" : "decline"
      return Effect.orDie(Effect.map(page(brought), (shown): ReturnedFields => shown?.choices[name] ?? {}))
    }
  }
  return under
})

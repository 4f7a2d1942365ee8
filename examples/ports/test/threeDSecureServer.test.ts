import { threeDSecureServerSuite } from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, it } from "vitest"
import * as Veriscope from "../src/threeDSecureServer.js"
import { veriscope } from "./veriscope.js"

const card = (number: string, holder = "Jane Doe") => ({
  number: Redacted.make(number),
  holder,
  expMonth: 12,
  expYear: 2099
})

const open = Effect.map(veriscope, ({ authentications, challenged, provider }) => ({
  server: Veriscope.make(provider),
  challenged,
  identified: ({ data }: { readonly data: string }) => Effect.succeed({ threeDSMethodData: data }),
  authentications
}))

threeDSecureServerSuite({ describe, it }, "Veriscope over HTTP", open, {
  atOnce: {
    Y: card("4012000000001006"),
    A: card("4012000000001055"),
    N: card("4012000000001014"),
    R: card("4012000000001030"),
    U: card("4012000000001022")
  },
  challenged: { one: card("4012000000003010"), two: card("4012000000001097") },
  identified: card("4012000000001097", "METHOD"),
  notEnrolled: card("4200000000000000"),
  // The provider's test card whose first answer is lost.
  lost: card("4012000000001097", "LOST")
})

import { assert, describe, it } from "@effect/vitest"
import { recording, secretsIn } from "@florin/testing/parties/Recording"
import * as Effect from "effect/Effect"

describe("The secrets that a text has", () => {
  it.each<[text: string, secret: string, has: boolean]>([
    ['{"cvc":"737"}', "737", true],
    ["cvc=737&expiry=12", "737", true],
    ["The code is 737.", "737", true],
    ["[737]", "737", true],
    ["737", "737", true],
    ["pi_3f737", "737", false],
    ["7370", "737", false],
    ["0.737", "737", false],
    ["737.5", "737", false],
    ["00000000-737a-7000", "737", false],
    ["7370", "7370", true],
    ["x42424242424242424", "4242424242424242", true],
    ["4242 4242", "4242424242424242", false],
    ["a sk_test_key.", "sk_test_key", true]
  ])("in %j of %s: %s", (text, secret, has) => {
    assert.deepStrictEqual(secretsIn(text, ["another", secret]), has ? [secret] : [])
  })

  it.effect("are looked for in what is logged, traced, answered and caught", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const reported = Effect.logDebug("in a log").pipe(
        Effect.annotateLogs("key", "in an annotation"),
        Effect.zipRight(Effect.annotateCurrentSpan("key", "in an attribute")),
        Effect.as("in an answer"),
        Effect.withSpan("a span")
      )
      const failing = Effect.ignore(Effect.withSpan(Effect.fail(new Error("in a cause")), "a failing span"))
      yield* Effect.provide(Effect.zipRight(reported, failing), recording(seen))
      const secrets = ["in a log", "in an annotation", "in an attribute", "in an answer", "in a cause"]
      assert.deepStrictEqual(secretsIn(seen.join("\n"), [...secrets, "nowhere"]), secrets)
    })
  )
})

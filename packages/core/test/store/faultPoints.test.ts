import { assert, describe, it } from "@effect/vitest"
import { calling, FaultPoints } from "@florin/core/store/FaultPoints"
import * as Effect from "effect/Effect"

describe("a fault point around a call to the outside", () => {
  it.effect("is told of when it is reached, not when the call is made ready", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const reached: FaultPoints["Type"] = (point, moment) => {
        seen.push(`${moment} ${point}`)
        return Effect.void
      }
      const named = yield* Effect.provideService(calling, FaultPoints, reached)
      const call = named("webhook.send")(Effect.sync(() => void seen.push("the call")))
      assert.deepStrictEqual(seen, [])
      yield* call
      assert.deepStrictEqual(seen, ["before webhook.send", "the call", "after webhook.send"])
    })
  )
})

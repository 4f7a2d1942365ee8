import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { banner } from "../src/cli/banner.js"
import * as Settings from "../src/cli/settings.js"

const key = Redacted.make("0f6c1d7be2a94c53a8b04f7d9e6132c5")

describe("the banner", () => {
  it.each([
    [
      "names the operators and where they go, and no key",
      ["anna", "boris"],
      "Operators: http://here/operator (anna, boris)"
    ],
    ["says nothing of operators where there are none", [], undefined]
  ])("%s", async (_, ids, line) => {
    const settings = await Effect.runPromise(
      Effect.withConfigProvider(Settings.read, ConfigProvider.fromMap(new Map()))
    )
    const operators = ids.map((id) => ({ id, key }))
    const text = banner({ ...settings, operators }, "http://here", Option.none(), [])
    assert.strictEqual(
      text.split("\n").find((one) => one.startsWith("Operators")),
      line
    )
    assert.notInclude(text, Redacted.value(key))
  })
})

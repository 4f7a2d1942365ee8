import { ShopId } from "@florin/core/ids/Ids"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as Settings from "../src/cli/settings.js"
import { banner, demoShop } from "../src/cli/text/banner.js"

const key = Redacted.make("0f6c1d7be2a94c53a8b04f7d9e6132c5")

describe("the demo shop's lines", () => {
  const shop = { id: ShopId.make("demo"), secretKey: key, webhookSecret: Redacted.make("whsec_abc") }
  it.each([
    ["http://127.0.0.1:8080", []],
    ["http://127.0.0.1:8090", ["  export FLORIN_URL=http://127.0.0.1:8090"]]
  ])("tell the tour that the server is on %s, unless it asks there by itself", (url, reported) => {
    const lines = demoShop(shop, url).split("\n")
    assert.deepStrictEqual(
      lines.filter((line) => line.startsWith("  export ")),
      [`  export FLORIN_SHOP=demo:${Redacted.value(key)}`, "  export FLORIN_WEBHOOK_SECRET=whsec_abc", ...reported]
    )
  })
})

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

describe("the banner of a later start", () => {
  it.each([
    ["http://127.0.0.1:8080", false],
    ["http://127.0.0.1:8090", true]
  ])("on %s says to the tour where the server is, unless it asks there by itself: %s", async (url, isStated) => {
    const settings = await Effect.runPromise(
      Effect.withConfigProvider(Settings.read, ConfigProvider.fromMap(new Map()))
    )
    const text = banner(settings, url, Option.none(), [])
    assert.include(text, `curl -u "$FLORIN_SHOP" ${url}/`)
    assert.strictEqual(text.includes(`  export FLORIN_URL=${url}\n`), isStated)
  })
})

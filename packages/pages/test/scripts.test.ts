import { cardScript } from "@florin/pages/CardScript"
import { script } from "@florin/pages/Script"
import { transferScript } from "@florin/pages/TransferScript"
import { widgetScript } from "@florin/pages/WidgetScript"
import { assert, describe, it } from "vitest"

describe("a script of the pages", () => {
  it.each([
    ["of a form with a card", cardScript],
    ["of the verification", script],
    ["of transfers", transferScript],
    ["of the widget", widgetScript]
  ])("%s is a script, and ends no element that it stands in", (_, text) => {
    assert.doesNotThrow(() => new Function(text))
    assert.notMatch(text, /<\/|<!--/)
  })
})

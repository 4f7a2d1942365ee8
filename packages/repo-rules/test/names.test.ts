import { describe, expect, it } from "vitest"
import { casing, tellingNames } from "../src/Names.js"

describe("names of files", () => {
  it.each([
    ["packages/core/src/Util.ts", 1],
    ["packages/core/src/internal/stringUtils.ts", 1],
    ["packages/core/test/helpers.ts", 1],
    ["packages/core/test/test-helper.ts", 1],
    ["packages/core/src/KeyManager.ts", 1],
    ["packages/core/src/common.ts", 1],
    ["packages/core/src/common/Amount.ts", 1],
    ["docs/misc.md", 1],
    ["packages/core/src/money/Amount.ts", 0],
    ["packages/core/src/cards/CommonName.ts", 0],
    ["packages/core/src/shops/Utility.ts", 0]
  ])("%s: %i say nothing", (path, expected) => {
    expect(tellingNames([{ path, text: "" }])).toHaveLength(expected)
  })

  it.each([
    ["packages/core/src/money/amount.ts", 1],
    ["packages/core/src/money/Card_Number.ts", 1],
    ["packages/core/src/money/internal/Iso4217.ts", 1],
    ["packages/core/src/money/internal/iso-4217.ts", 1],
    ["packages/core/src/money/Amount.ts", 0],
    ["packages/core/src/money/internal/iso4217.ts", 0],
    ["packages/core/src/index.ts", 0],
    ["packages/core/test/money/amount.test.ts", 0],
    ["examples/standalone/src/main.ts", 0]
  ])("%s: %i wrongly spelled", (path, expected) => {
    expect(casing([{ path, text: "" }])).toHaveLength(expected)
  })
})

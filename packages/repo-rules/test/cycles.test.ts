import { describe, expect, it } from "vitest"
import { cycles } from "../src/Cycles.js"
import type { HouseFile } from "../src/HouseFile.js"

const tree = (sources: Readonly<Record<string, string>>): ReadonlyArray<HouseFile> =>
  Object.entries(sources).map(([path, specifier]) => ({ path, text: `import type { X } from "${specifier}"` }))

const found = (sources: Readonly<Record<string, string>>) => cycles(tree(sources)).map((_) => _.says)

describe("circles of imports", () => {
  it("finds two files that import each other's types", () => {
    expect(found({ "packages/core/src/A.ts": "./B.js", "packages/core/src/B.ts": "./A.js" })).toEqual([
      "these import each other: packages/core/src/A.ts, packages/core/src/B.ts"
    ])
  })

  it("finds a circle through another package and its index", () => {
    const sources = {
      "packages/core/src/index.ts": "./a/A.js",
      "packages/core/src/a/A.ts": "@florin/wire/Card",
      "packages/wire/src/Card.ts": "@florin/core"
    }
    expect(found(sources)).toHaveLength(1)
  })

  it("finds a file that imports itself", () => {
    expect(found({ "packages/core/src/A.ts": "./A.js" })).toHaveLength(1)
  })

  it("finds two circles apart", () => {
    const sources = {
      "packages/core/src/A.ts": "./B.js",
      "packages/core/src/B.ts": "./A.js",
      "packages/core/src/C.ts": "./D.js",
      "packages/core/src/D.ts": "./C.js"
    }
    expect(found(sources)).toHaveLength(2)
  })

  it("lets two files import a third", () => {
    const sources = {
      "packages/core/src/A.ts": "./C.js",
      "packages/core/src/B.ts": "./C.js",
      "packages/core/src/C.ts": "effect/Effect"
    }
    expect(found(sources)).toEqual([])
  })
})

import { describe, expect, it } from "vitest"
import { declared } from "../src/Declared.js"
import { edges } from "../src/Edges.js"
import type { HouseFile, Rule } from "../src/HouseFile.js"
import { effectNamespaces, endsInJs, internals, staysAtHome } from "../src/ImportForms.js"

const says = (rule: Rule, ...files: ReadonlyArray<HouseFile>) => rule(files).map((_) => _.says)
const at = (path: string, text: string): HouseFile => ({ path, text })

describe("the table of edges", () => {
  it.each([
    ["core", "@florin/wire/Card", "core may not import wire"],
    ["wire", "@florin/vault/Vault", "wire may not import vault"],
    ["vault", "@florin/storage-sql/Store", "vault may not import storage-sql"],
    ["storage-postgres", "@florin/storage-sqlite/Sqlite", "storage-postgres may not import storage-sqlite"],
    ["http-adapter", "@florin/gateway/Florin", "http-adapter may not import gateway"],
    ["gateway", "@florin/testing/Clock", "gateway may not import testing"],
    ["brand-new", "@florin/core/money/Amount", "brand-new may not import core"],
    ["core", "node:crypto", "core imports only effect"],
    ["core", "@effect/platform/HttpApi", "core imports only effect"],
    ["pages", "@effect/sql", "only storage-* and sandbox import @effect/sql"],
    ["gateway", "@effect/sql-sqlite-node", "only storage-* and sandbox import @effect/sql"],
    ["pages", "@effect/platform-node", "only http-adapter, webhook-dispatcher and connectors import @effect/platform"],
    ["wire", "@florin/core", "import the module, as in @florin/core/money/Amount, not the whole package"]
  ])("%s does not import %s", (name, specifier, expected) => {
    const found = says(edges, at(`packages/${name}/src/A.ts`, `import * as X from "${specifier}"`))
    expect(found).toEqual([`${specifier}: ${expected}`])
  })

  it.each([
    ["wire", "@florin/core/money/Amount"],
    ["storage-sqlite", "@florin/storage-sql/Store"],
    ["storage-sqlite", "@effect/sql-sqlite-node"],
    ["http-adapter", "@florin/pages/Pages"],
    ["http-adapter", "@effect/platform/HttpApi"],
    ["connector-upstream", "@effect/platform/HttpClient"],
    ["gateway", "@florin/http-adapter/Routes"],
    ["core", "effect/Effect"],
    ["vault", "node:crypto"]
  ])("%s imports %s", (name, specifier) => {
    expect(says(edges, at(`packages/${name}/src/A.ts`, `import * as X from "${specifier}"`))).toEqual([])
  })

  it.each([
    'export * from "@florin/wire/Card"',
    'import type { Card } from "@florin/wire/Card"',
    'export const card = () => import("@florin/wire/Card")',
    'export type Card = import("@florin/wire/Card").Card',
    'import "@florin/wire/Card"'
  ])("sees %s", (text) => {
    expect(edges([at("packages/core/src/A.ts", text)])).toHaveLength(1)
  })

  it("holds src only, so that tests may try a package against others", () => {
    expect(says(edges, at("packages/core/test/a.test.ts", 'import * as X from "@florin/wire/Card"'))).toEqual([])
  })
})

describe("forms of imports", () => {
  it.each([
    ["packages/core/src/a/A.ts", "../../../wire/src/Card.js", 1],
    ["packages/core/src/a/A.ts", "../../test/a.js", 0],
    ["packages/core/test/a.test.ts", "../../core-extra/src/A.js", 1],
    ["examples/standalone/src/main.ts", "../../../packages/core/src/index.js", 1]
  ])("%s reaches %s: %i leave home", (path, specifier, expected) => {
    expect(says(staysAtHome, at(path, `import "${specifier}"`))).toHaveLength(expected)
  })

  it.each([
    ["./B", 1],
    ["./B.ts", 1],
    ["./B.js", 0],
    ["./table.json", 0],
    ["effect/Effect", 0]
  ])("%s ends in .js: %i do not", (specifier, expected) => {
    expect(says(endsInJs, at("packages/core/src/A.ts", `import "${specifier}"`))).toHaveLength(expected)
  })

  it.each([
    ['import { Effect } from "effect"', 1],
    ['import * as Everything from "effect"', 1],
    ['import { gen } from "effect/Effect"', 1],
    ['import type { Effect } from "effect/Effect"', 1],
    ['export { gen } from "effect/Effect"', 1],
    ['import * as Effect from "effect/Effect"', 0],
    ['import type * as Effect from "effect/Effect"', 0],
    ['import { pipe } from "effect/Function"', 0],
    ['import { it } from "@effect/vitest"', 0]
  ])("%s: %i wrong", (text, expected) => {
    expect(says(effectNamespaces, at("packages/core/test/a.test.ts", text))).toHaveLength(expected)
  })

  it.each([
    ["packages/core/src/cards/Cards.ts", "../money/internal/iso4217.js", 1],
    ["packages/core/src/cards/deep/A.ts", "../internal/brands.js", 0],
    ["packages/core/src/cards/internal/a.ts", "./brands.js", 0],
    ["packages/core/src/cards/Cards.ts", "./internal/brands.js", 0],
    ["packages/core/src/cardsets/Sets.ts", "../cards/internal/brands.js", 1],
    ["packages/core/src/cards/Cards.ts", "../internal/bytes.js", 0],
    ["packages/wire/src/A.ts", "@florin/core/cards/internal/brands", 1],
    ["packages/core/test/cards/brands.test.ts", "../../src/cards/internal/brands.js", 0]
  ])("%s imports %s: %i reach into another room", (path, specifier, expected) => {
    expect(says(internals, at(path, `import "${specifier}"`))).toHaveLength(expected)
  })
})

describe("declared dependencies", () => {
  const root = at("package.json", '{ "devDependencies": { "vitest": "3.2.7" } }')
  const own = at(
    "packages/vault/package.json",
    '{ "name": "@florin/vault", "dependencies": { "effect": "3.22.4" }, "devDependencies": { "fast-check": "4.10.2" } }'
  )
  it.each([
    ["src/A.ts", "effect/Effect", 0],
    ["src/A.ts", "node:crypto", 0],
    ["src/A.ts", "./B.js", 0],
    ["src/A.ts", "@florin/core/money/Amount", 1],
    ["src/A.ts", "fast-check", 1],
    ["src/A.ts", "vitest", 1],
    ["test/a.test.ts", "fast-check", 0],
    ["test/a.test.ts", "vitest", 0],
    ["test/a.test.ts", "@florin/vault/Vault", 0],
    ["test/a.test.ts", "undici", 1]
  ])("%s imports %s: %i undeclared", (inside, specifier, expected) => {
    const file = at(`packages/vault/${inside}`, `import * as X from "${specifier}"`)
    expect(says(declared, root, own, file)).toHaveLength(expected)
  })
})

import { describe, expect, it } from "vitest"
import type { HouseFile, Rule } from "../src/HouseFile.js"
import { closedInternals, type Manifest, members, versions } from "../src/Manifest.js"
import { projects } from "../src/Projects.js"

const good: Manifest = {
  name: "@florin/vault",
  description: "Seals card data",
  license: "MIT",
  type: "module",
  sideEffects: false,
  engines: { node: ">=20.19" },
  files: ["dist", "src", "!dist/.tsbuildinfo"],
  exports: { ".": "./src/index.ts", "./*": "./src/*.ts" },
  publishConfig: { access: "public", exports: { ".": "./dist/index.js" } }
}
const json = (path: string, content: unknown): HouseFile => ({ path, text: JSON.stringify(content) })
const says = (rule: Rule, manifest: object, ...others: ReadonlyArray<HouseFile>) =>
  rule([json("packages/vault/package.json", manifest), ...others]).map((_) => _.says)

describe("package.json", () => {
  it.each([
    [{ dependencies: { effect: "^3.22.4" } }, ["effect ^3.22.4: an exact version"]],
    [{ devDependencies: { vitest: "~3.2.7" } }, ["vitest ~3.2.7: an exact version"]],
    [{ dependencies: { effect: "3.22" } }, ["effect 3.22: an exact version"]],
    [{ dependencies: { effect: "latest" } }, ["effect latest: an exact version"]],
    [{ dependencies: { "@florin/core": "0.1.0" } }, ["@florin/core 0.1.0: workspace:*"]],
    [{ dependencies: { "@florin/core": "workspace:^" } }, ["@florin/core workspace:^: workspace:*"]],
    [{ dependencies: { effect: "3.22.4", "@florin/core": "workspace:*", a: "1.0.0-beta.1" } }, []]
  ])("%j has exact versions", (manifest, expected) => {
    expect(says(versions, manifest)).toEqual(expected)
  })

  it.each([
    [{}, []],
    [{ name: "@florin/safe" }, ["name is @florin/vault"]],
    [{ license: "ISC" }, ["license is MIT"]],
    [{ type: "commonjs" }, ["type is module"]],
    [{ description: "" }, ["description is given"]],
    [{ publishConfig: undefined }, ["publishConfig.access is public", "publishConfig.exports is given"]],
    [{ engines: { node: ">=18" } }, ["engines.node is >=20.19"]],
    [{ sideEffects: true }, ["sideEffects is false"]],
    [{ files: ["dist", "src"] }, ["files are dist and src without build state"]],
    [{ exports: { ".": "./dist/index.js" } }, ["exports point to src"]],
    [{ publishConfig: undefined, exports: undefined, files: undefined, private: true }, []]
  ])("with %j it says %j", (change, expected) => {
    expect(says(members, { ...good, ...change })).toEqual(expected)
  })

  it("closes every internal folder, in the checkout and as published", () => {
    const inside = [
      { path: "packages/vault/src/keys/internal/wrap.ts", text: "" },
      { path: "packages/vault/src/internal/bytes.ts", text: "" }
    ]
    const closed = { "./internal/*": null, "./keys/internal/*": null }
    const half = { ...good, exports: closed, publishConfig: { exports: { "./internal/*": null } } }
    const missing = 'exports and publishConfig.exports have "./keys/internal/*": null'
    expect(says(closedInternals, half, ...inside)).toEqual([missing])
    expect(says(closedInternals, { ...good, exports: closed, publishConfig: { exports: closed } }, ...inside)).toEqual(
      []
    )
  })

  it("names a pattern that Node would ignore", () => {
    const exports = { "./*/internal/*": null }
    expect(says(closedInternals, { ...good, exports })).toEqual([
      "./*/internal/*: Node ignores a pattern with two stars"
    ])
  })
})

describe("build references", () => {
  const root = json("tsconfig.build.json", { references: [{ path: "packages/vault/tsconfig.build.json" }] })
  const build = (...names: ReadonlyArray<string>) =>
    json("packages/vault/tsconfig.build.json", {
      references: names.map((name) => ({ path: `../${name}/tsconfig.build.json` }))
    })
  const needsCore = { ...good, dependencies: { "@florin/core": "workspace:*", effect: "3.22.4" } }

  it.each([
    [["core"], []],
    [[], ["packages/core is missing"]],
    [["core", "wire"], ["packages/wire is not needed"]]
  ])("references %j: %j", (names, expected) => {
    expect(says(projects, needsCore, root, build(...names))).toEqual(expected)
  })

  it("the root builds every public package", () => {
    const empty = json("tsconfig.build.json", { references: [] })
    expect(says(projects, good, empty, build())).toEqual(["packages/vault is missing"])
    expect(says(projects, { ...good, private: true }, root)).toEqual(["packages/vault is not needed"])
  })
})

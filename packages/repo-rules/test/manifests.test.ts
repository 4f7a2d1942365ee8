import { describe, expect, it } from "vitest"
import { buildReferences, edges, type Manifest, members, type Rule, versions } from "../src/Manifests.js"

const good: Manifest = {
  name: "@florin/vault",
  description: "Seals card data",
  license: "MIT",
  type: "module",
  sideEffects: false,
  engines: { node: ">=20.19" },
  files: ["dist", "src", "!dist/.tsbuildinfo"],
  publishConfig: { access: "public" }
}
const json = (path: string, content: unknown) => ({ path, text: JSON.stringify(content) })
const says = (rule: Rule, manifest: object, ...others: ReadonlyArray<{ path: string; text: string }>) =>
  rule([json("packages/vault/package.json", manifest), ...others]).map((problem) => problem.replace(/^\S+: /, ""))

describe("the table of edges", () => {
  it.each([
    ["core", "@florin/wire"],
    ["vault", "@florin/storage-sql"],
    ["storage-postgres", "@florin/storage-sqlite"],
    ["http-adapter", "@florin/gateway"],
    ["brand-new", "@florin/core"],
    ["core", "@effect/platform"],
    ["core", "pg"],
    ["wire", "@effect/sql"],
    ["scheduler", "@effect/sql-sqlite-node"],
    ["pages", "@effect/platform-node"]
  ])("%s may not depend on %s", (name, dependency) => {
    const expected = [`packages/${name}/package.json: ${name} may not depend on ${dependency}`]
    for (const group of ["dependencies", "peerDependencies", "optionalDependencies"]) {
      expect(edges([json(`packages/${name}/package.json`, { [group]: { [dependency]: "1.0.0" } })])).toEqual(expected)
    }
    expect(edges([json(`packages/${name}/package.json`, { devDependencies: { [dependency]: "1.0.0" } })])).toEqual([])
  })

  it.each([
    ["wire", "@florin/core"],
    ["storage-sqlite", "@effect/sql-sqlite-node"],
    ["sandbox", "@effect/sql"],
    ["http-adapter", "@effect/platform"],
    ["core", "effect"],
    ["vault", "undici"]
  ])("%s depends on %s", (name, dependency) => {
    expect(edges([json(`packages/${name}/package.json`, { dependencies: { [dependency]: "1.0.0" } })])).toEqual([])
  })
})

describe("package.json", () => {
  it.each([
    [{ dependencies: { effect: "^3.22.4" } }, ["effect ^3.22.4: an exact version"]],
    [{ devDependencies: { vitest: "~3.2.7" } }, ["vitest ~3.2.7: an exact version"]],
    [{ dependencies: { effect: "latest" } }, ["effect latest: an exact version"]],
    [{ dependencies: { "@florin/core": "0.1.0" } }, ["@florin/core 0.1.0: workspace:*"]],
    [
      { dependencies: { "@florin/core": "workspace:*", a: "1.0.0-beta.1" }, peerDependencies: { effect: "^3.22.0" } },
      []
    ]
  ])("%j has exact versions: %j", (manifest, expected) => {
    expect(says(versions, manifest)).toEqual(expected)
  })

  it.each([
    [{}, []],
    [{ name: "@florin/safe" }, ['name is "@florin/vault"']],
    [{ license: "ISC" }, ['license is "MIT"']],
    [{ type: "commonjs" }, ['type is "module"']],
    [{ description: "" }, ["description is given"]],
    [{ publishConfig: undefined }, ['publishConfig.access is "public"']],
    [{ engines: { node: ">=18" } }, ['engines is {"node":">=20.19"}']],
    [{ sideEffects: true }, ["sideEffects is false"]],
    [{ files: ["dist", "src"] }, ['files is ["dist","src","!dist/.tsbuildinfo"]']],
    [{ publishConfig: undefined, files: undefined, private: true }, []]
  ])("with %j it says %j", (change, expected) => {
    expect(says(members, { ...good, ...change })).toEqual(expected)
  })
})

describe("build references", () => {
  const build = (path: string, ...homes: ReadonlyArray<string>) =>
    json(`${path}tsconfig.build.json`, { references: homes.map((home) => ({ path: `${home}/tsconfig.build.json` })) })
  const root = build("", "packages/vault")
  const needsCore = { ...good, dependencies: { "@florin/core": "workspace:*", effect: "3.22.4" } }

  it.each([
    [["../core"], []],
    [[], ["packages/core is missing"]],
    [["../core", "../wire"], ["packages/wire is not needed"]]
  ])("references %j: %j", (homes, expected) => {
    expect(says(buildReferences, needsCore, root, build("packages/vault/", ...homes))).toEqual(expected)
  })

  it("the root builds every public package, and no other", () => {
    const own = build("packages/vault/")
    expect(says(buildReferences, good, build(""), own)).toEqual(["packages/vault is missing"])
    expect(says(buildReferences, { ...good, private: true }, root)).toEqual(["packages/vault is not needed"])
  })
})

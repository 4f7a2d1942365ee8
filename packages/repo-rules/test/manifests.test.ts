import { describe, expect, it } from "vitest"
import { buildReferences, edges, type Manifest, members, type Rule, versions } from "../src/Manifests.js"
import type { TextFile } from "../src/Tree.js"

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
const home = "packages/vault"
const json = (path: string, content: unknown) => ({ path, text: JSON.stringify(content) })
const says = (rule: Rule, home: string, manifest: object, ...others: ReadonlyArray<TextFile>) =>
  rule([json(`${home}/package.json`, manifest), ...others]).map((problem) => problem.replace(/^\S+: /, ""))

describe("the table of edges", () => {
  const refused = (name: string, group: string, dependency: string) =>
    says(edges, `packages/${name}`, { [group]: { [dependency]: "1.0.0" } })

  it.each([
    { name: "core", dependencies: ["@florin/wire", "@effect/platform", "pg"] },
    { name: "vault", dependencies: ["@florin/storage-sql", "@effect/sql"] },
    { name: "storage-postgres", dependencies: ["@florin/storage-sqlite"] },
    { name: "http-adapter", dependencies: ["@florin/gateway", "@effect/sql-sqlite-node"] },
    { name: "pages", dependencies: ["@effect/platform-node"] },
    { name: "brand-new", dependencies: ["@florin/core"] }
  ])("$name may not depend on $dependencies", ({ dependencies, name }) => {
    for (const one of dependencies) {
      const expected = [`${name} may not depend on ${one}`]
      for (const group of ["dependencies", "peerDependencies", "optionalDependencies"]) {
        expect(refused(name, group, one)).toEqual(expected)
      }
      expect(refused(name, "devDependencies", one)).toEqual([])
    }
  })

  it.each([
    { name: "core", dependency: "effect" },
    { name: "wire", dependency: "@florin/core" },
    { name: "vault", dependency: "undici" },
    { name: "storage-sqlite", dependency: "@effect/sql-sqlite-node" },
    { name: "sandbox", dependency: "@effect/sql" },
    { name: "http-adapter", dependency: "@effect/platform" }
  ])("$name may depend on $dependency", ({ dependency, name }) => {
    expect(refused(name, "dependencies", dependency)).toEqual([])
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
    expect(says(versions, home, manifest)).toEqual(expected)
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
    expect(says(members, home, { ...good, ...change })).toEqual(expected)
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
    expect(says(buildReferences, home, needsCore, root, build("packages/vault/", ...homes))).toEqual(expected)
  })

  it("the root builds every public package, and no other", () => {
    const own = build("packages/vault/")
    expect(says(buildReferences, home, good, build(""), own)).toEqual(["packages/vault is missing"])
    expect(says(buildReferences, home, { ...good, private: true }, root)).toEqual(["packages/vault is not needed"])
  })
})

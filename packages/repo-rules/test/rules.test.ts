import { describe, expect, it } from "vitest"
import { buildReferences, edges, members, versions } from "../src/Manifests.js"
import * as Tree from "../src/Tree.js"
import { forbiddenWords, tellingNames } from "../src/Words.js"

const rules = { edges, versions, members, buildReferences, forbiddenWords, tellingNames }

describe("the tree keeps the house rules that no linter knows", () => {
  const files = Tree.read()

  it.each(Object.entries(rules))("%s", (_, rule) => {
    // One text, so that the runner shows all of it.
    expect(rule(files).join("\n")).toBe("")
  })

  it("looks at the whole tree, itself included", () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(["packages/repo-rules/src/Tree.ts", "package.json"]))
  })
})

const vault = {
  ...{ name: "@florin/vault", description: "Seals card data", license: "MIT", type: "module", sideEffects: false },
  ...{ engines: { node: ">=20.19" }, files: ["dist", "src", "!dist/.tsbuildinfo"] },
  publishConfig: { access: "public" }
}
const unpublished = { ...vault, publishConfig: undefined, files: undefined, private: true }

/** The rule, what it is shown, and its complaints. */
const manifests: ReadonlyArray<readonly [rule: keyof typeof rules, manifest: object, says: ReadonlyArray<string>]> = [
  ["edges", { dependencies: { "@florin/core": "1", undici: "1" } }, []],
  ["edges", { devDependencies: { "@florin/storage-sql": "1" } }, []],
  ["edges", { dependencies: { "@florin/storage-sql": "1" } }, ["vault may not depend on @florin/storage-sql"]],
  ["edges", { peerDependencies: { "@effect/sql": "1" } }, ["vault may not depend on @effect/sql"]],
  [
    "edges",
    { optionalDependencies: { "@effect/platform-node": "1" } },
    ["vault may not depend on @effect/platform-node"]
  ],
  ["edges", { dependencies: { florin: "1" } }, ["vault may not depend on florin"]],
  ["versions", { dependencies: { "@florin/core": "workspace:*", a: "1.0.0-beta.1" } }, []],
  ["versions", { peerDependencies: { effect: "^3.22.0" } }, []],
  ["versions", { dependencies: { effect: "^3.22.4" } }, ["effect ^3.22.4: an exact version"]],
  ["versions", { devDependencies: { vitest: "~3.2.7" } }, ["vitest ~3.2.7: an exact version"]],
  ["versions", { optionalDependencies: { effect: "latest" } }, ["effect latest: an exact version"]],
  ["versions", { dependencies: { "@florin/core": "0.1.0" } }, ["@florin/core 0.1.0: workspace:*"]],
  ["members", vault, []],
  ["members", unpublished, []],
  ["members", { ...vault, name: "@florin/safe" }, ['name is "@florin/vault"']],
  ["members", { ...vault, license: "ISC" }, ['license is "MIT"']],
  ["members", { ...vault, type: "commonjs" }, ['type is "module"']],
  ["members", { ...vault, description: "" }, ["description is given"]],
  ["members", { ...vault, publishConfig: undefined }, ['publishConfig.access is "public"']],
  ["members", { ...vault, engines: { node: ">=18" } }, ['engines is {"node":">=20.19"}']],
  ["members", { ...vault, sideEffects: true }, ["sideEffects is false"]],
  ["members", { ...vault, files: ["dist", "src"] }, ['files is ["dist","src","!dist/.tsbuildinfo"]']]
]

const manifest = (content: object, home = "packages/vault/") => ({
  path: `${home}package.json`,
  text: JSON.stringify(content)
})

describe("package.json", () => {
  it.each(manifests)("%s: with %j it says %j", (rule, content, says) => {
    expect(rules[rule]([manifest(content)])).toEqual(says.map((one) => `packages/vault/package.json: ${one}`))
  })

  it.each([
    { name: "core", allowed: "effect", refused: "pg" },
    { name: "storage-sqlite", allowed: "@effect/sql-sqlite-node", refused: "@florin/storage-postgres" },
    { name: "http-adapter", allowed: "@effect/platform", refused: "@florin/gateway" },
    { name: "brand-new", allowed: "pg", refused: "@florin/core" }
  ])("$name may depend on $allowed, and not on $refused", ({ allowed, name, refused }) => {
    const home = `packages/${name}/`
    const problems = edges([manifest({ dependencies: { [allowed]: "1", [refused]: "1" } }, home)])
    expect(problems).toEqual([`${home}package.json: ${name} may not depend on ${refused}`])
  })
})

describe("build references", () => {
  const needsCore = { ...vault, dependencies: { "@florin/core": "workspace:*", effect: "3.22.4" } }
  const core = "../core"

  it.each([
    [needsCore, ["packages/vault"], [core], []],
    [needsCore, ["packages/vault"], [], ["packages/vault/tsconfig.build.json: packages/core is missing"]],
    [vault, ["packages/vault"], [core], ["packages/vault/tsconfig.build.json: packages/core is not needed"]],
    [vault, [], [], ["tsconfig.build.json: packages/vault is missing"]],
    [unpublished, ["packages/vault"], [], ["tsconfig.build.json: packages/vault is not needed"]]
  ])("%#: the root's are %2$j, the package's %3$j", (content, ofRoot, own, says) => {
    const build = (path: string, homes: ReadonlyArray<string>) => {
      const references = homes.map((home) => ({ path: `${home}/tsconfig.build.json` }))
      return { path: `${path}tsconfig.build.json`, text: JSON.stringify({ references }) }
    }
    expect(buildReferences([manifest(content), build("", ofRoot), build("packages/vault/", own)])).toEqual(says)
  })
})

describe("words and names", () => {
  // Spelled in pieces: this file is under the rule too.
  it.each([
    ...["// TO|DO later", "FIX|ME", "a HA|CK.", "XX|X: look again", "see /wo|rk/main/packages", '"/ro|ot/.npm"'],
    ...["/ho|me/ann/florin", "file:///ho|me/ann/florin", "/Us|ers/ann/florin", "C:\\Us|ers\\ann"],
    "// biome-ignore|-all lint: why not"
  ])("no file holds %s", (pieces) => {
    const text = `first\n${pieces.replace("|", "")}\n`
    expect(forbiddenWords([{ path: "docs/page.md", text }]).join()).toContain("docs/page.md:2 ")
  })

  it.each([
    ...["a todo list, a hacker, fix me", "4242XXXXXXXX4242", 'the currency "XXX" and `XXX`'],
    ...["https://example.com/home/page", "src/home/Page.ts and ../wo|rk/a", "// biome-ignore lint: a reason"]
  ])("a file may hold %s", (pieces) => {
    expect(forbiddenWords([{ path: "docs/page.md", text: pieces.replace("|", "") }])).toEqual([])
  })

  it.each(["stringUtils.ts", "helpers/Amount.ts", "common.ts", "ConnectionManager.ts"])("%s says nothing", (path) => {
    expect(tellingNames([{ path, text: "" }])).toHaveLength(1)
  })

  it.each(["Utility.ts", "CommonNames.ts"])("%s says something", (path) => {
    expect(tellingNames([{ path, text: "" }])).toEqual([])
  })
})

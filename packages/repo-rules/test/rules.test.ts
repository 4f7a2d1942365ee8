import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { buildReferences, edges, members, published, type Rule, versions } from "../src/Manifests.js"
import { driverSize, methodFiles, neverDone, providerLimits } from "../src/Promises.js"
import { circles, sharedNames } from "../src/Rooms.js"
import * as Tree from "../src/Tree.js"
import { forbiddenWords, tellingNames } from "../src/Words.js"

describe("the tree keeps the house rules that no linter knows", () => {
  const files = Tree.read()

  it.each(
    Object.entries({
      edges,
      circles,
      sharedNames,
      versions,
      members,
      buildReferences,
      published,
      forbiddenWords,
      tellingNames,
      driverSize,
      methodFiles,
      neverDone,
      providerLimits
    })
  )("%s", (_, rule) => {
    // One text, so that the runner shows all of it.
    expect(rule(files).join("\n")).toBe("")
  })

  // A key ring or a database that a run has left behind.
  it("holds nothing that git is told to ignore", () => {
    const args = ["ls-files", "--cached", "--ignored", "--exclude-standard"]
    expect(execFileSync("git", args, { cwd: Tree.root, encoding: "utf8" })).toBe("")
  })

  it("looks at the whole tree, itself included", () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(["packages/repo-rules/src/Tree.ts", "package.json"]))
  })
})

const file = (path: string, content: object) => ({ path, text: JSON.stringify(content) })
const saysOf = (rule: Rule, manifest: object, name = "vault") =>
  rule([file(`packages/${name}/package.json`, manifest)]).map((line) => line.replace(/^\S+package\.json: /, ""))

describe("edges", () => {
  it.each([
    { name: "core", may: ["effect"], not: ["@florin/wire", "@effect/platform", "pg"] },
    { name: "vault", may: ["@florin/core", "undici"], not: ["@florin/storage-sql", "florin", "@effect/sql"] },
    { name: "storage-sqlite", may: ["@effect/sql-sqlite-node"], not: ["@florin/storage-postgres"] },
    { name: "http-adapter", may: ["@effect/platform"], not: ["@florin/gateway", "@effect/sql-sqlite-node"] },
    { name: "pages", may: ["@florin/core"], not: ["@effect/platform-node"] },
    { name: "brand-new", may: ["pg"], not: ["@florin/core"] }
  ])("$name may depend on $may, and not on $not", ({ may, name, not }) => {
    const group = Object.fromEntries([...may, ...not].map((dependency) => [dependency, "1.0.0"]))
    for (const place of ["dependencies", "peerDependencies", "optionalDependencies"]) {
      expect(saysOf(edges, { [place]: group }, name)).toEqual(not.map((one) => `${name} may not depend on ${one}`))
    }
    expect(saysOf(edges, { devDependencies: group }, name)).toEqual([])
  })
})

describe("package.json", () => {
  const vault = {
    ...{ name: "@florin/vault", description: "Seals card data", license: "MIT", type: "module", sideEffects: false },
    ...{ engines: { node: ">=20.19" }, files: ["dist", "!dist/.tsbuildinfo"] },
    publishConfig: { access: "public" }
  }
  const unpublished = { ...vault, publishConfig: undefined, files: undefined, private: true }

  it("has exact versions, beside those of peers and of our own", () => {
    const right = { "@florin/core": "workspace:*", a: "1.0.0-beta.1" }
    expect(saysOf(versions, { dependencies: right, peerDependencies: { effect: "^3.22.0" } })).toEqual([])
    const dependencies = { effect: "^3.22.4", "@florin/core": "0.1.0" }
    const others = { devDependencies: { vitest: "~3.2.7" }, optionalDependencies: { pg: "latest" } }
    expect(saysOf(versions, { dependencies, ...others })).toEqual([
      ...["effect ^3.22.4: an exact version", "@florin/core 0.1.0: workspace:*"],
      ...["vitest ~3.2.7: an exact version", "pg latest: an exact version"]
    ])
  })

  it.each([
    [{}, []],
    [unpublished, []],
    [{ name: "@florin/safe" }, ['name is "@florin/vault"']],
    [{ license: "ISC" }, ['license is "MIT"']],
    [{ type: "commonjs" }, ['type is "module"']],
    [{ description: "" }, ["description is given"]],
    [{ publishConfig: undefined }, ['publishConfig.access is "public"']],
    [{ engines: { node: ">=18" } }, ['engines is {"node":">=20.19"}']],
    [{ sideEffects: true }, ["sideEffects is false"]],
    [{ files: ["dist", "src"] }, ['files is ["dist","!dist/.tsbuildinfo"]']]
  ])("with %j: %j", (change, says) => {
    expect(saysOf(members, { ...vault, ...change })).toEqual(says)
  })

  const needsCore = { ...vault, dependencies: { "@florin/core": "workspace:*", effect: "3.22.4" } }

  it.each([
    [needsCore, ["packages/vault"], ["../core"], []],
    [needsCore, ["packages/vault"], [], ["packages/vault/tsconfig.build.json: packages/core is missing"]],
    [vault, ["packages/vault"], ["../core"], ["packages/vault/tsconfig.build.json: packages/core is not needed"]],
    [vault, [], [], ["tsconfig.build.json: packages/vault is missing"]],
    [unpublished, ["packages/vault"], [], ["tsconfig.build.json: packages/vault is not needed"]]
  ])("build references %#: of the root %2$j, of the package %3$j", (manifest, ofRoot, own, says) => {
    const build = (home: string, homes: ReadonlyArray<string>) =>
      file(`${home}tsconfig.build.json`, { references: homes.map((one) => ({ path: `${one}/tsconfig.build.json` })) })
    const files = [file("packages/vault/package.json", manifest), build("", ofRoot), build("packages/vault/", own)]
    expect(buildReferences(files)).toEqual(says)
  })
})

describe("what is open to hosts", () => {
  const vault = (...open: ReadonlyArray<string>) => {
    const exports = Object.fromEntries([...open, "./chunks/*", "./package.json"].map((path) => [path, "./dist/a.js"]))
    return file("packages/vault/package.json", { name: "@florin/vault", publishConfig: { exports } })
  }
  const guide = (path = "docs/guides/keys.md") => ({ path, text: 'import { layer } from "@florin/vault/Vault"\n' })

  it.each([
    [[vault("./Vault"), guide()], []],
    [[vault("./Vault"), guide("packages/vault/README.md")], []],
    [[vault("./Vault"), guide("examples/ports/src/keys.ts")], []],
    [[vault(), guide()], ["docs/guides/keys.md: ./Vault of @florin/vault is closed"]],
    [[vault("./Vault")], ["packages/vault/package.json: no document imports ./Vault"]],
    [[vault("./Vault"), guide("packages/core/src/a.ts")], ["packages/vault/package.json: no document imports ./Vault"]]
  ])("%#", (files, says) => {
    expect(published(files)).toEqual(says)
  })
})

describe("words and names", () => {
  // Spelled in pieces: this file is under the rule too.
  const page = (pieces: string) => [{ path: "docs/page.md", text: `first\n${pieces.replace("|", "")}\n` }]

  it.each([
    ...["// TO|DO later", "FIX|ME", "a HA|CK.", "XX|X: look again", "see /wo|rk/main/packages", '"/ro|ot/.npm"'],
    ...["/ho|me/ann/florin", "file:///ho|me/ann/florin", "/Us|ers/ann/florin", "C:\\Us|ers\\ann"],
    "// biome-ignore|-all lint: why not"
  ])("no file holds %s", (pieces) => {
    expect(forbiddenWords(page(pieces)).join()).toContain("docs/page.md:2 ")
  })

  it.each([
    ...["a todo list, a hacker, fix me", "4242XXXXXXXX4242", 'the currency "XXX" and `XXX`'],
    ...["https://example.com/home/page", "src/home/Page.ts and ../wo|rk/a", "// biome-ignore lint: a reason"]
  ])("a file may hold %s", (pieces) => {
    expect(forbiddenWords(page(pieces))).toEqual([])
  })

  it("no name says nothing", () => {
    const vague = ["stringUtils.ts", "helpers/Amount.ts", "common.ts", "ConnectionManager.ts"]
    const telling = ["Utility.ts", "CommonNames.ts"]
    const files = [...vague, ...telling].map((path) => ({ path, text: "" }))
    expect(tellingNames(files)).toEqual(vague.map((path) => `${path}: name it after what it holds`))
  })
})

describe("rooms", () => {
  const importing = (path: string, ...imported: ReadonlyArray<string>) => ({
    path: `packages/core/src/${path}`,
    text: imported.map((one) => `import type { A } from "${one}"`).join("\n")
  })
  const down = importing("cards/internal/asking.ts", "../../store/Write.js", "../Acquirer.js", "effect/Effect")

  it("may import what lies below", () => {
    expect(circles([down, importing("store/Write.ts", "../ids/Ids.js"), importing("ids/Ids.ts")])).toEqual([])
  })

  it("close no circle, however long", () => {
    const files = [down, importing("store/Write.ts", "../ids/Ids.js"), importing("ids/Ids.ts", "../cards/Acquirer.js")]
    expect(circles(files)).toEqual([
      "cards/internal/asking.ts imports store/Write.js: store leads back to cards",
      "store/Write.ts imports ids/Ids.js: ids leads back to store",
      "ids/Ids.ts imports cards/Acquirer.js: cards leads back to ids"
    ])
  })

  const exporting = (path: string, text: string) => ({ path: `packages/core/src/${path}`, text })
  const owner = exporting("cards/Acquirer.ts", "export interface Page {}\n")

  it.each([
    [
      "another room's",
      [owner, exporting("plans/Plan.ts", "export type Page = string\n")],
      ["plans/Plan.ts exports Page"]
    ],
    ["a class", [owner, exporting("plans/Plan.ts", "export class Page {}\n")], ["plans/Plan.ts exports Page"]],
    ["its own room's", [owner, exporting("cards/internal/asking.ts", "export type Page = string\n")], []],
    ["one that stays in its file", [owner, exporting("plans/Plan.ts", "type Page = string\n")], []],
    ["a value", [owner, exporting("plans/Plan.ts", "export const Page = 1\n")], []],
    ["a machine's", [owner, exporting("plans/PlanMachine.ts", "export type Page = string\n")], []],
    ["another package's", [owner, { path: "packages/wire/src/Page.ts", text: "export type Page = string\n" }], []]
  ])("share no name of a type: %s", (_, files, says) => {
    expect(sharedNames(files)).toEqual(says.map((one) => `${one}, which is a type of cards, too`))
  })
})

describe("what the architecture promises", () => {
  const lines = (count: number) => "a\n".repeat(count)
  const driver = "packages/core/src/operations/internal/attemptDriver.ts"

  it.each([
    [80, []],
    [81, [`${driver} has 81 lines: at most 80`]]
  ])("is a driver of 80 lines at most: %s", (count, says) => {
    expect(
      driverSize([
        { path: driver, text: lines(count) },
        { path: "packages/core/src/a.ts", text: lines(99) }
      ])
    ).toEqual(says)
  })

  const folder = "packages/gateway/test/transfers/invoice/"

  it.each([
    [10, []],
    [11, [`${folder} has 11 files: at most 10`]]
  ])("is a payment method in ten files: %s", (count, says) => {
    const files = Array.from({ length: count }, (_, index) => ({ path: `${folder}file${index}.ts`, text: "" }))
    expect(methodFiles([...files, { path: `${folder}invoice.test.ts`, text: "" }])).toEqual(says)
  })

  it.each([
    ["packages/core/src/providers/Calls.ts", "Effect.timeout(call, limit)", []],
    ["packages/core/src/receipts/MailAttempt.ts", "Effect.timeoutTo(mail)", []],
    ["packages/sandbox/src/Bank.ts", "Effect.timeout(call)", []],
    ["packages/core/src/cards/Ask.ts", "// a timeout is no decline", []],
    [
      "packages/core/src/cards/Ask.ts",
      "call.pipe(Effect.timeoutFail({}))",
      ["packages/core/src/cards/Ask.ts has a time limit of its own: calls of providers go through providers/Calls"]
    ]
  ])("is one place for the limits of providers: %s with %s", (path, text, says) => {
    expect(providerLimits([{ path, text }])).toEqual(says)
  })

  describe("what nothing published does", () => {
    it.each([
      ["packages/florin/src/a.ts", 'import { spawn } from "node:child_process"', 1],
      ["packages/core/src/a/b.ts", 'const vm = await import("vm")', 1],
      ["packages/pages/src/a.ts", "eval (text)", 1],
      ["packages/pages/src/a.ts", "new Function(text)", 1],
      ["packages/mailer/src/a.ts", "tls: { rejectUnauthorized: false }", 1],
      ["packages/mailer/src/a.ts", "tls: { minVersion }; evaluated(text); new Functions()", 0],
      ["packages/mailer/test/a.ts", "tls: { rejectUnauthorized: false }", 0],
      ["packages/crash-tests/src/a.ts", 'import { spawn } from "node:child_process"', 0]
    ])("in %s, %s is found so often: %i", (path, text, times) => {
      expect(neverDone([{ path, text }]).length).toBe(times)
    })
  })
})

import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

interface Package {
  readonly name: string
  readonly home: string
  readonly entries: ReadonlyArray<string>
}

const { bundle } = (await import("../bin/bundle.js" as string)) as {
  readonly bundle: (
    packages: ReadonlyArray<Package>,
    root: string,
    loads: Readonly<Record<string, ReadonlyArray<string>>>,
    inEntries: ReadonlyArray<string>
  ) => Promise<void>
}

const modules = {
  "@florin/one/dist/Coin.js":
    'import { face } from "./internal/face.js"\nexport class Coin { face = face }\nexport const make = () => new Coin()\nexport const fail = () => {\n  throw new Error("here")\n}\n',
  "@florin/one/dist/internal/face.js": 'import "node:path"\nexport const face = "lion"\n',
  "@florin/one/dist/Hidden.js":
    'import { Coin } from "./Coin.js"\nexport const isCoin = (one) => one instanceof Coin\n',
  "@florin/one/dist/Later.js": 'import { make } from "./Coin.js"\nexport const later = () => make()\n',
  "florin/dist/index.js":
    'import { make } from "@florin/one/Coin"\nimport { isCoin } from "@florin/one/Hidden"\nexport { isCoin, make }\nexport const open = () => import("@florin/one/Later")\n',
  "florin/dist/effect.js": 'export { make } from "@florin/one/Coin"\n',
  "florin/dist/element.js": 'export { mount } from "@florin/one/Element"\n',
  "@florin/one/dist/Element.js": 'export const mount = () => "mounted"\n'
}

const declarations = {
  "florin/dist/index.d.ts":
    'import type { Coin } from "@florin/one/Coin"\nexport { isCoin } from "@florin/one/Hidden"\nexport declare const make: () => Coin\n',
  "florin/dist/effect.d.ts": 'export { make } from "@florin/one/Coin"\n',
  "florin/dist/element.d.ts": 'export { mount } from "@florin/one/Element"\n',
  "@florin/one/dist/Element.d.ts": "export declare const mount: () => string\n",
  "@florin/one/dist/Coin.d.ts":
    'export declare class Coin {\n    /**\n     * Its face.\n     */\n    face: import("./internal/face.js").Face\n}\nexport declare const make: () => Coin\n',
  "@florin/one/dist/Hidden.d.ts": "export declare const isCoin: (one: unknown) => boolean\n",
  "@florin/one/dist/Later.d.ts": "export declare const later: () => unknown\n",
  "@florin/one/dist/Dead.d.ts": "export declare const dead: unknown\n",
  "@florin/one/dist/internal/face.d.ts": 'export type Face = "lion"\n'
}

const program = `import { isCoin, make, open } from "florin"
import * as Other from "florin/effect"
import { Coin, fail } from "@florin/one/Coin"
const coins = [make(), Other.make(), (await open()).later()]
console.log(coins.every((one) => isCoin(one) && one instanceof Coin), coins[0].face)
try { fail() } catch ({ stack }) { console.log(stack.split("\\n")[1]) }
`

describe("packages that are bundled", () => {
  const place = mkdtempSync(join(tmpdir(), "florin-bundle-"))
  const root = join(place, "node_modules")
  const fileOf = (path: string) => join(root, path)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(fileOf(path)), { recursive: true })
    writeFileSync(fileOf(path), text)
  }
  const read = (path: string) => readFileSync(fileOf(path), "utf8")
  const packages = [
    { name: "florin", home: fileOf("florin"), entries: ["index.js", "effect.js", "element.js"] },
    { name: "@florin/one", home: fileOf("@florin/one"), entries: ["Coin.js", "Later.js"] }
  ]
  const run = () => execFileSync(process.execPath, ["--enable-source-maps", join(place, "program.mjs")]).toString()

  beforeAll(async () => {
    for (const [path, text] of Object.entries({ ...modules, ...declarations })) write(path, text)
    for (const path of Object.keys(modules)) {
      const source = `${"../".repeat(path.split("/dist/")[1]!.split("/").length)}src/Source.ts`
      // The first column of each line, as it is there.
      const mappings = `AAAA${";AACA".repeat(9)}`
      write(`${path}.map`, JSON.stringify({ version: 3, sources: [source], names: [], mappings }))
    }
    for (const { name } of packages) {
      const paths = name === "florin" ? { ".": "./dist/index.js", "./effect": "./dist/effect.js" } : {}
      const exports = {
        ...paths,
        "./chunks/*": "./dist/chunks/*.js",
        "./Coin": "./dist/Coin.js",
        "./Later": "./dist/Later.js"
      }
      write(`${name}/package.json`, JSON.stringify({ name, type: "module", exports }))
    }
    writeFileSync(join(place, "program.mjs"), program)
    await bundle(packages, root, { start: ["florin"] }, ["@florin/one/Element"])
  })
  afterAll(() => rmSync(place, { recursive: true }))

  it("do what they did, have each class once, and say where an error was written", () => {
    const [reply, line] = run().split("\n")
    expect(reply).toBe("true lion")
    expect(line).toMatch(/@florin\/one\/src\/Source\.ts:5/)
  })

  it("have in one file of each package what is loaded together", () => {
    expect(read("@florin/one/dist/chunks/start.js")).toContain("class Coin")
    expect(read("@florin/one/dist/chunks/start.js")).toContain("isCoin")
    expect(read("@florin/one/dist/chunks/start.js")).not.toContain("later")
    expect(read("florin/dist/index.js")).toContain("@florin/one/chunks/start")
  })

  it("have in its entry what a browser loads without a bundler", () => {
    expect(read("florin/dist/element.js")).toContain("mounted")
    expect(read("florin/dist/element.js")).not.toMatch(/\b(?:import|from)\b/)
  })

  it("have no file of a module that is not open", () => {
    expect(existsSync(fileOf("@florin/one/dist/Coin.js"))).toBe(true)
    expect(existsSync(fileOf("@florin/one/dist/Hidden.js"))).toBe(false)
    expect(existsSync(fileOf("@florin/one/dist/internal/face.js"))).toBe(false)
  })

  it("have the declarations that those of the entries need, and no others", () => {
    const kept = Object.keys(declarations).filter((path) => existsSync(fileOf(path)))
    expect(kept).toEqual(Object.keys(declarations).filter((path) => !path.includes("Dead")))
  })

  it("indent declarations by tabs", () => {
    expect(read("@florin/one/dist/Coin.d.ts")).toContain("{\n\t/**\n\t * Its face.\n\t */\n\tface: ")
  })

  it("declare what is not open by a path for types alone", () => {
    expect(read("florin/dist/index.d.ts")).toBe(
      declarations["florin/dist/index.d.ts"].replace("@florin/one/Hidden", "@florin/one/types/Hidden")
    )
  })
})

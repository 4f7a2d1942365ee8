import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join as pathOf } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

interface Package {
  readonly name: string
  readonly home: string
  readonly dependencies: Readonly<Record<string, string>>
}

const { join } = (await import("../bin/join.js" as string)) as {
  readonly join: (
    packages: ReadonlyArray<Package>,
    loads: Readonly<Record<string, ReadonlyArray<string>>>
  ) => Promise<void>
}

const modules = {
  "@florin/one/dist/index.js": 'export * as Coin from "./Coin.js"\nexport * as Later from "./Later.js"\n',
  "@florin/one/dist/Coin.js":
    'import { face } from "./internal/face.js"\nexport class Coin { face = face }\nexport const make = () => new Coin()\n',
  "@florin/one/dist/internal/face.js": 'import "node:path"\nexport const face = "lion"\n',
  "@florin/one/dist/Types.js": "export {}\n",
  "@florin/one/dist/Later.js":
    'import { face } from "./internal/face.js"\nimport { make } from "./Coin.js"\nexport const later = () => [make(), face]\n',
  "florin/dist/index.js":
    'import * as Coin from "@florin/one/Coin"\nexport { open } from "./internal/opening.js"\nexport const make = () => Coin.make()\n',
  "florin/dist/internal/opening.js": 'export const open = () => import("@florin/one/Later")\n'
}

const program = `import { make, open } from "florin"
import { Coin } from "@florin/one/Coin"
import * as One from "@florin/one"
const [coin, face] = (await open()).later()
console.log([make(), coin].every((one) => one instanceof Coin && one instanceof One.Coin.Coin), face, make.name)
`

describe("packages whose modules are joined", () => {
  const place = mkdtempSync(pathOf(tmpdir(), "florin-join-"))
  const fileOf = (path: string) => pathOf(place, "node_modules", path)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(fileOf(path)), { recursive: true })
    writeFileSync(fileOf(path), text)
  }
  const read = (path: string) => readFileSync(fileOf(path), "utf8")
  const packages = [
    { name: "florin", home: fileOf("florin"), dependencies: { "@florin/one": "1" } },
    { name: "@florin/one", home: fileOf("@florin/one"), dependencies: {} }
  ]

  beforeAll(async () => {
    for (const [path, text] of Object.entries(modules)) write(path, text)
    for (const { name } of packages) {
      const exports = { ".": "./dist/index.js", "./internal/*": null, "./*": "./dist/*.js" }
      write(`${name}/package.json`, JSON.stringify({ name, type: "module", exports }))
    }
    writeFileSync(pathOf(place, "program.mjs"), program)
    await join(packages, { start: ["florin"] })
  })
  afterAll(() => rmSync(place, { recursive: true }))

  it("do what they did, and have each class once", () => {
    expect(execFileSync(process.execPath, [pathOf(place, "program.mjs")], { encoding: "utf8" })).toBe(
      "true lion make\n"
    )
  })

  it("export from one file what is loaded together, under the names that the modules had", () => {
    expect(read("@florin/one/dist/Coin.js")).toBe(
      'export { Coin_Coin as Coin, Coin_make as make } from "./joined/start.js"\n'
    )
    expect(read("florin/dist/index.js")).toBe(
      'export { index_make as make, index_open as open } from "./joined/start.js"\n'
    )
    expect(read("@florin/one/dist/joined/start.js")).toContain("class Coin")
    expect(existsSync(fileOf("@florin/one/dist/joined/start.d.ts"))).toBe(true)
  })

  it("have no file for what is closed and joined, and leave the rest alone", () => {
    expect(existsSync(fileOf("@florin/one/dist/internal/face.js"))).toBe(false)
    expect(read("@florin/one/dist/index.js")).toBe(modules["@florin/one/dist/index.js"])
    expect(read("@florin/one/dist/Later.js")).toContain("later")
    expect(read("@florin/one/dist/Later.js")).not.toContain("lion")
  })

  it("import each other's joined files, not what exports them again", () => {
    expect(read("florin/dist/joined/start.js")).toContain("@florin/one/joined/start")
    expect(read("florin/dist/joined/start.js")).toMatch(/import\(.@florin\/one\/Later.\)/)
    expect(read("florin/dist/joined/start.js")).not.toContain("@florin/one/Coin")
  })

  it("are refused where a module does not name what it exports", async () => {
    write("florin/dist/other.js", 'export * from "@florin/one/Later"\n')
    await expect(join(packages, { start: ["florin/other"] })).rejects.toThrow("other.js does not name what it exports")
  })
})

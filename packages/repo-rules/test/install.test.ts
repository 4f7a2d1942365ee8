import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("../bin/install.mjs", import.meta.url))
let root = ""

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Stands in for npx: writes down how it was called, makes the folders pnpm would, ends with the status in `status`. */
const npx = `#!/bin/sh
echo "$NODE_ENV $@" >> calls
mkdir -p node_modules packages/a/node_modules
case "$*" in *rebuild*) rm -f built-for-another-node ;; esac
exit $(cat status)
`

const install = (...args: ReadonlyArray<string>) => {
  const path = [join(root, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, NODE_ENV: "production" }
  return spawnSync(process.execPath, ["packages/repo-rules/bin/install.mjs", ...args], {
    cwd: root,
    env,
    encoding: "utf8"
  }).status
}

const calls = () =>
  existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8").trim().split("\n") : []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "florin-install-"))
  write("package.json", '{ "packageManager": "pnpm@10.34.9", "devDependencies": { "vitest": "3.2.7" } }')
  write("pnpm-lock.yaml", "lockfileVersion: 9")
  write("pnpm-workspace.yaml", "packages: []")
  write(".npmrc", "")
  write("packages/a/package.json", '{ "dependencies": { "effect": "3.22.4" } }')
  write("status", "0")
  write("bin/npx", npx)
  chmodSync(join(root, "bin/npx"), 0o755)
  mkdirSync(join(root, "packages/repo-rules/bin"), { recursive: true })
  cpSync(script, join(root, "packages/repo-rules/bin/install.mjs"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe("installing", () => {
  it("runs the pinned pnpm from the lockfile, development packages included, and only once", () => {
    expect(install()).toBe(0)
    expect(install()).toBe(0)
    expect(calls()).toEqual([
      "development --yes pnpm@10.34.9 install --frozen-lockfile --config.confirmModulesPurge=false"
    ])
  })

  it.each([
    ["the lockfile changed", () => write("pnpm-lock.yaml", "lockfileVersion: 9\n# more")],
    ["a dependency changed", () => write("packages/a/package.json", '{ "dependencies": { "effect": "3.22.5" } }')],
    ["a package came", () => write("packages/b/package.json", '{ "name": "b" }')],
    ["pnpm changed", () => write("package.json", '{ "packageManager": "pnpm@10.35.0" }')],
    ["the root's modules are gone", () => rmSync(join(root, "node_modules"), { recursive: true })],
    ["a package's modules are gone", () => rmSync(join(root, "packages/a/node_modules"), { recursive: true })]
  ])("runs again when %s", (_reason, change) => {
    install()
    change()
    expect(install()).toBe(0)
    expect(calls()).toHaveLength(2)
  })

  it("does not run again when only a script or a description changed", () => {
    install()
    write("packages/a/package.json", '{ "description": "A", "dependencies": { "effect": "3.22.4" } }')
    install()
    expect(calls()).toHaveLength(1)
  })

  it("builds the native package again when it was built for another Node", () => {
    const driver = `if (require("node:fs").existsSync("built-for-another-node")) throw new Error("ABI")
      module.exports = class { close() {} }`
    write("node_modules/better-sqlite3/index.js", driver)
    write("built-for-another-node", "")
    expect(install()).toBe(0)
    expect(calls().at(-1)).toBe("development --yes pnpm@10.34.9 rebuild --recursive better-sqlite3")
  })

  describe("for a server", () => {
    const server =
      "development --yes pnpm@10.34.9 --prod --filter root --filter a install --frozen-lockfile --config.confirmModulesPurge=false"

    beforeEach(() => {
      const root = { name: "root", packageManager: "pnpm@10.34.9", dependencies: { a: "workspace:*" } }
      write("package.json", JSON.stringify(root))
      write("packages/a/package.json", '{ "name": "a", "dependencies": { "effect": "3.22.4" } }')
      write("packages/b/package.json", '{ "name": "b", "dependencies": { "a": "workspace:*" } }')
    })

    it("takes the packages that it starts from, without those of development, and only once", () => {
      expect(install("run")).toBe(0)
      expect(install("run")).toBe(0)
      expect(calls()).toEqual([server])
    })

    it("installs nothing where everything is there", () => {
      mkdirSync(join(root, "packages/b/node_modules"), { recursive: true })
      install()
      install("run")
      expect(calls()).toHaveLength(1)
    })

    it("does not count as everything, nor does everything that an installation for it took away", () => {
      mkdirSync(join(root, "packages/b/node_modules"), { recursive: true })
      install("run")
      install()
      expect(calls()).toHaveLength(2)
      const before = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
      write("pnpm-lock.yaml", "another")
      install("run")
      write("pnpm-lock.yaml", before)
      install()
      expect(calls()).toHaveLength(4)
    })

    it("takes an example that has a command, too", () => {
      write("examples/standalone/package.json", '{ "name": "standalone", "dependencies": { "b": "workspace:*" } }')
      install("run")
      expect(calls()[0]).toContain("--filter root --filter a --filter standalone --filter b install")
    })
  })

  it("an installation that broke off leaves no mark, not even that of an older one", () => {
    install()
    const before = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
    write("pnpm-lock.yaml", "broken")
    write("status", "7")
    expect(install()).toBe(1)
    write("pnpm-lock.yaml", before)
    write("status", "0")
    expect(install()).toBe(0)
    expect(calls()).toHaveLength(3)
  })
})

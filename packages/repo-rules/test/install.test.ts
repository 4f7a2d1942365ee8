import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const script = "packages/repo-rules/bin/install.mjs"
let root = ""

const write = (path: string, text: string, mode = 0o644) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
}
const remove = (path: string) => rmSync(join(root, path), { recursive: true, force: true })

/** Stands in for npx: writes down how it was called, makes the folders pnpm would, ends with the status in `status`. */
const npx = `#!/bin/sh
echo "$NODE_ENV $@" >> calls
mkdir -p node_modules packages/a/node_modules
case "$*" in *rebuild*) rm -f built-for-another-node ;; esac
exit $(cat status)
`

const install = (...args: ReadonlyArray<string>) => {
  const PATH = [join(root, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, NODE_ENV: "production" }
  return spawnSync(process.execPath, [script, ...args], { cwd: root, env }).status
}

const calls = () =>
  existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8").trim().split("\n") : []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "florin-install-"))
  write("package.json", '{ "packageManager": "pnpm@10.34.9" }')
  write("packages/a/package.json", '{ "dependencies": { "effect": "3.22.4" } }')
  for (const path of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc"]) write(path, "")
  write("status", "0")
  write("bin/npx", npx, 0o755)
  cpSync(fileURLToPath(new URL("../bin/install.mjs", import.meta.url)), join(root, script))
})
afterEach(() => remove(""))

const pinned = "development --yes pnpm@10.34.9"
const frozen = "install --frozen-lockfile --config.confirmModulesPurge=false"
const server =
  "--prod --filter-prod florin-workspace... --filter-prod @florin/example-webhook-receiver... --filter-prod !@florin/testing --filter-prod !@florin/shop-year"

describe("installing", () => {
  it.each([
    ["everything, development packages included", [], `${pinned} ${frozen}`],
    ["what a server needs", ["run"], `${pinned} ${server} ${frozen}`]
  ])("runs the pinned pnpm from the lockfile for %s, and only once", (_, args, call) => {
    expect([install(...args), install(...args)]).toEqual([0, 0])
    expect(calls()).toEqual([call])
  })

  it.each<[string, () => void]>([
    ["the lockfile changed", () => write("pnpm-lock.yaml", "# more")],
    ["a dependency changed", () => write("packages/a/package.json", '{ "dependencies": { "effect": "3.22.5" } }')],
    ["a package came", () => write("packages/b/package.json", '{ "name": "b" }')],
    ["pnpm changed", () => write("package.json", '{ "packageManager": "pnpm@10.35.0" }')],
    ["the root's modules are gone", () => remove("node_modules")],
    ["a package's modules are gone", () => remove("packages/a/node_modules")]
  ])("runs again when %s", (_, change) => {
    install()
    change()
    expect(install()).toBe(0)
    expect(calls()).toHaveLength(2)
  })

  it("builds the native package again when it was built for another Node", () => {
    const driver = `if (require("node:fs").existsSync("built-for-another-node")) throw new Error("ABI")
      module.exports = class { close() {} }`
    write("node_modules/better-sqlite3/index.js", driver)
    write("built-for-another-node", "")
    expect(install()).toBe(0)
    expect(calls().at(-1)).toBe(`${pinned} rebuild --recursive better-sqlite3`)
  })

  it("for a server needs nothing more where everything is there, and is not everything", () => {
    install("run")
    install()
    install("run")
    expect(calls()).toHaveLength(2)
    write("pnpm-lock.yaml", "another")
    install("run")
    write("pnpm-lock.yaml", "")
    install()
    expect(calls()).toHaveLength(4)
  })

  it("an installation that broke off leaves no mark, not even that of an older one", () => {
    install()
    write("pnpm-lock.yaml", "broken")
    write("status", "7")
    expect(install()).toBe(1)
    write("pnpm-lock.yaml", "")
    write("status", "0")
    expect(install()).toBe(0)
    expect(calls()).toHaveLength(3)
  })
})

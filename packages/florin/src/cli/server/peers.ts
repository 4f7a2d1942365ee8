/** The packages that a host installs beside Florin, with the versions that fit. A test compares them with the manifest. */
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Installed } from "../commands/doctorRules.js"

const node = ">=20.19"

/** By what needs them. */
export const peers = {
  always: { effect: "^3.22.0", "@effect/platform": "^0.97.0", "@effect/sql": "^0.52.0" },
  sqlite: { "@effect/sql-sqlite-node": "^0.53.0", "better-sqlite3": "^12.11.1" },
  postgres: { "@effect/sql-pg": "^0.53.0", pg: "^8.23.1" },
  mail: { nodemailer: "^10.6.0" }
} as const

type Need = keyof typeof peers

/** A file of a package as a program at `from` finds it. */
const fileOf = (from: string, name: string, file: string): string | undefined => {
  const folders = createRequire(from).resolve.paths(name) ?? []
  return folders.map((folder) => join(folder, name, file)).find((path) => existsSync(path))
}

const versionOf = (from: string, name: string): string | undefined => {
  const manifest = fileOf(from, name, "package.json")
  if (manifest === undefined) return undefined
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version?: string }
  return version
}

/** Node's version, and those of the packages that are needed. `program`: the path of the program that runs. */
export const installed = (program: string, needs: ReadonlyArray<Need>): ReadonlyArray<Installed> => {
  const from = realpathSync(program)
  const wanted = (["always", ...needs] as const).flatMap((need) => Object.entries(peers[need]))
  return [
    { name: "Node", wanted: node, installed: process.versions.node },
    ...wanted.map(([name, wanted]) => ({ name, wanted, installed: versionOf(from, name) }))
  ]
}

/** The SQLite driver's binary, where a program finds one. */
export const sqliteDriver = (program: string): Buffer | undefined => {
  const file = fileOf(realpathSync(program), "better-sqlite3", join("build", "Release", "better_sqlite3.node"))
  return file === undefined ? undefined : readFileSync(file)
}

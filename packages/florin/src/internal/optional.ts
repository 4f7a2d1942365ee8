/** Loads what an installation may leave out. */
import { PackageMissing } from "../packageMissing.js"

/** A purpose, and the packages that it takes by the versions to install. */
export interface Purpose {
  readonly purpose: string
  readonly packages: Readonly<Record<string, string>>
}

export const sqlite: Purpose = {
  purpose: "a sqlite: database",
  packages: { "better-sqlite3": "12", "@effect/sql-sqlite-node": "0.53" }
}
export const postgres: Purpose = {
  purpose: "a postgres: database",
  packages: { pg: "8", "@effect/sql-pg": "0.53" }
}
export const sandbox: Purpose = { purpose: "the sandbox", packages: { "@florin/sandbox": "0.1" } }
export const testing: Purpose = {
  purpose: "florin/testing",
  packages: { "@florin/testing": "0.1", "@effect/vitest": "0.30", vitest: "3" }
}

const missingIn = (error: unknown, { packages }: Purpose): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return undefined
  return Object.keys(packages).find((name) => error.message.includes(`'${name}'`))
}

const missing = (name: string, { packages, purpose }: Purpose): PackageMissing =>
  new PackageMissing({
    package: name,
    purpose,
    install: Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  })

/** Errors: `PackageMissing` where one of the packages is not installed; whatever else a module throws stays as it is. */
export const load = async <Module>(purpose: Purpose, modules: () => Promise<Module>): Promise<Module> => {
  try {
    return await modules()
  } catch (error) {
    const name = missingIn(error, purpose)
    throw name === undefined ? error : missing(name, purpose)
  }
}

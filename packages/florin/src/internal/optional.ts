/** Loads what an installation may leave out. */
import { PackageMissing } from "../PackageMissing.js"

/** A purpose and the packages that it takes. */
export interface Purpose {
  readonly purpose: string
  readonly packages: ReadonlyArray<string>
}

export const sqlite: Purpose = {
  purpose: "a sqlite: database",
  packages: ["better-sqlite3", "@effect/sql-sqlite-node"]
}
export const postgres: Purpose = { purpose: "a postgres: database", packages: ["pg", "@effect/sql-pg"] }
export const sandbox: Purpose = { purpose: "the sandbox", packages: ["@florin/sandbox"] }
export const testing: Purpose = {
  purpose: "the contract suites of florin/testing",
  packages: ["@florin/testing", "@effect/vitest", "vitest"]
}

const missingIn = (error: unknown, { packages }: Purpose): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return undefined
  return packages.find((name) => error.message.includes(`'${name}'`))
}

/** Errors: `PackageMissing` where one of the packages is not installed; whatever else a module throws stays as it is. */
export const load = async <Module>(purpose: Purpose, modules: () => Promise<Module>): Promise<Module> => {
  try {
    return await modules()
  } catch (error) {
    const name = missingIn(error, purpose)
    if (name === undefined) throw error
    throw new PackageMissing({ package: name, purpose: purpose.purpose, install: purpose.packages })
  }
}

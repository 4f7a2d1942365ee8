/** Loads optional packages. */
import { PackageMissing } from "./packageMissing.js"

/** A purpose and its required packages, with the versions to install. */
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
export const mail: Purpose = { purpose: "mail", packages: { nodemailer: "10" } }
export const sandbox: Purpose = { purpose: "the sandbox", packages: { "@florin/sandbox": "0.1" } }
export const shopYear: Purpose = { purpose: "florin simulate", packages: { "@florin/shop-year": "0.1" } }
export const testing: Purpose = {
  purpose: "florin/testing",
  packages: { "@florin/sandbox": "0.1", ...sqlite.packages }
}
export const testingSuites: Purpose = {
  purpose: "florin/testing/suites",
  packages: { "@florin/testing": "0.1" }
}

const notFound = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"

const isMissing = (name: string): boolean => {
  try {
    import.meta.resolve(name)
    return false
  } catch (error) {
    return notFound(error)
  }
}

/** Undefined when the error has another cause. */
const missingIn = (error: unknown, { packages, purpose }: Purpose): PackageMissing | undefined => {
  if (!notFound(error)) return undefined
  const named = (name: string): boolean => error.message.includes(`'${name}'`)
  const missing = Object.entries(packages).filter(([name]) => named(name) || isMissing(name))
  if (!missing.some(([name]) => named(name))) return undefined
  return new PackageMissing({
    packages: missing.map(([name]) => name),
    purpose,
    install: missing.map(([name, version]) => `${name}@${version}`)
  })
}

/** Errors: `PackageMissing` when one of the packages is not installed. Rethrows any other error of a module. */
export const load = async <Module>(purpose: Purpose, modules: () => Promise<Module>): Promise<Module> => {
  try {
    return await modules()
  } catch (error) {
    throw missingIn(error, purpose) ?? error
  }
}

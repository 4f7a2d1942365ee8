import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DriverNotBuilt, PackageMissing } from "florin"
import * as Optional from "../src/host/optional.js"
import { notBuiltIn, withDriver } from "../src/host/sqliteDriver.js"

const entries = {
  mail: [() => import("florin/mail"), () => import("../src/mail.js")],
  postgres: [() => import("florin/postgres"), () => import("../src/postgres.js")],
  sandbox: [() => import("florin/sandbox"), () => import("../src/sandbox.js")],
  sqlite: [() => import("florin/sqlite"), () => import("../src/sqlite.js")],
  testing: [() => import("florin/testing"), () => import("../src/testing.js")],
  "testing/suites": [() => import("florin/testing/suites"), () => import("../src/testing/suites.js")]
} as const

describe("an entry that needs more packages", () => {
  it.each(Object.entries(entries))("florin/%s exports what its types say", async (_, [entry, types]) => {
    assert.deepStrictEqual(Object.keys(await entry()).sort(), Object.keys(await types()).sort())
  })
})

describe("a driver without its native part", () => {
  const failing = (message: string, code?: string) =>
    Object.assign(new Error(message), code === undefined ? {} : { code })

  it.each([
    { error: failing("Could not locate the bindings file. Tried:\n → /a/build/a.node"), expected: "missing" },
    { error: failing("Cannot find module 'bindings'", "MODULE_NOT_FOUND"), expected: "missing" },
    { error: failing("compiled against a different Node.js version", "ERR_DLOPEN_FAILED"), expected: "other-node" },
    { error: failing("unable to open database file", "SQLITE_CANTOPEN"), expected: undefined },
    { error: "no error", expected: undefined }
  ])("$error is told as $expected", ({ error, expected }) => {
    assert.strictEqual(notBuiltIn(error)?.reason, expected)
  })

  it.effect("is no reason of an open that fails with a driver that is there", () =>
    Effect.gen(function* () {
      const failed = new PackageMissing({ packages: [], purpose: "a test", install: [] })
      assert.strictEqual(yield* Effect.flip(withDriver(Effect.fail(failed))), failed)
    })
  )

  it("is named with the cure of each package manager", () => {
    const { message } = new DriverNotBuilt({ driver: "better-sqlite3", reason: "missing" })
    for (const cure of ["npm rebuild better-sqlite3", "pnpm approve-builds", "yarn rebuild better-sqlite3"]) {
      assert.include(message, cure)
    }
  })
})

describe("a package that is not installed", () => {
  const notFound = (text: string) => Object.assign(new Error(text), { code: "ERR_MODULE_NOT_FOUND" })
  const failing = (error: Error) => Optional.load(Optional.sqlite, () => Promise.reject(error)).catch((_) => _)

  it("is named, with the command that installs it", async () => {
    const error = await failing(notFound("Cannot find package 'better-sqlite3' imported from a.js"))
    assert.instanceOf(error, PackageMissing)
    assert.strictEqual(
      error.message,
      "florin needs better-sqlite3 for a sqlite: database: npm install better-sqlite3@12"
    )
  })

  it.each([
    notFound("Cannot find package 'left-pad' imported from a.js"),
    new Error("Cannot find package 'better-sqlite3' imported from a.js"),
    new SyntaxError("Unexpected token")
  ])("any other failure stays as it is: %s", async (error) => {
    assert.strictEqual(await failing(error), error)
  })
})

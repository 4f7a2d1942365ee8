import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { loaded } from "../src/cli/parts.js"

const failing = (message: string) => loaded("FLORIN_DATABASE", () => Promise.reject(new Error(message)))

it.effect.each([
  ["Cannot find package 'pg' imported from index.js", "pg", "pg@8"],
  ["Cannot find package '@florin/sandbox' imported from index.js", "@florin/sandbox", "@florin/sandbox@0.1"],
  ["Cannot find module 'better-sqlite3/build/x.node'", "better-sqlite3", "better-sqlite3@12"]
])("%s: a sentence that says what to install", ([message, name, install]) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(failing(message ?? ""))
    const says = `FLORIN_DATABASE needs the package ${name}, which is not installed here: npm install ${install}`
    assert.strictEqual(error.message, says)
  })
)

it.effect("any other failure stays what it is", () =>
  Effect.map(Effect.exit(failing("out of memory")), (exit) =>
    assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
  )
)

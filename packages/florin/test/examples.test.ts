import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "vitest"
import { payThrough } from "./internal/program.js"
import { shops } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url))

describe.concurrent.each(["express", "effect"])("an app with %s", (name) => {
  describe.each([
    ["SQLite", "sqlite.ts"],
    ["PostgreSQL", "postgres.ts"]
  ] as const)("on %s", (kind, file) => {
    const cwd = `${examples}${name}`

    it("takes a payment, commits the order's row with it, and stops when asked", async () => {
      const shop = await made.on(kind)
      const program = { command: process.execPath, args: ["--import", "tsx", `src/${file}`], cwd }
      const { exitCode, order, output, payment } = await payThrough(program, shop)
      await shop.remove()
      assert.deepStrictEqual(
        { exitCode, order, payment },
        { exitCode: 0, order: "successful", payment: "successful" },
        output
      )
    })

    it("has at most 30 lines", () => {
      assert.isAtMost(readFileSync(`${cwd}/src/${file}`, "utf8").trimEnd().split("\n").length, 30)
    })
  })
})

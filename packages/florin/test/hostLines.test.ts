// What a host reads of a stack: its own lines.
import { assert, describe, it } from "vitest"
import { hostLines, withHostLines } from "../src/host/hostLines.js"

const own = "    at order (/srv/app/src/orders.js:12:3)"

describe("the lines of a stack", () => {
  it.each([
    ["    at /srv/app/node_modules/effect/dist/cjs/internal/core.js:1:2", false],
    ["    at run (file:///srv/app/node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Effect.js:1:2)", false],
    ["    at run (/srv/app/node_modules/@effect/sql/dist/esm/SqlClient.js:1:2)", false],
    ["    at pay (/srv/app/node_modules/florin/dist/chunks/start.js:1:2)", false],
    ["    at pay (C:\\app\\node_modules\\@florin\\core\\dist\\chunks\\start.js:1:2)", false],
    ["    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)", false],
    ["    at save (/srv/app/node_modules/kysely/dist/esm/index.js:1:2)", true],
    ["    at save (/srv/app/node_modules/effective/index.js:1:2)", true],
    ["    at async main (file:///srv/florin/src/main.js:1:2)", true],
    ["says node: nothing", true]
  ])("of %s: a host's is kept", (line, isKept) => {
    assert.strictEqual(hostLines(["Error: no", line, own].join("\n")).includes(line), isKept)
    assert.include(hostLines(["Error: no", line, own].join("\n")), own)
  })

  it("are changed where they can be, and whatever was thrown stays what it was", () => {
    const error = new Error("no")
    error.stack = `Error: no\n    at a (node:fs:1:2)\n${own}`
    assert.strictEqual(withHostLines(error), error)
    assert.strictEqual(error.stack, `Error: no\n${own}`)
    for (const other of [Object.freeze(new Error("frozen")), "text", undefined, null, { stack: 1 }]) {
      assert.strictEqual(withHostLines(other), other)
    }
  })
})

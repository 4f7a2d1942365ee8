import { describe, expect, it } from "vitest"
import { except, exceptions } from "../src/Exceptions.js"

const violation = { path: "packages/a/src/A.ts", line: 3, what: "console", says: "no" }
const exception = { path: "packages/a/src/A.ts", what: "console", reason: "It prints" }

describe("exceptions", () => {
  it("an exception covers one thing in one file", () => {
    const other = { ...violation, what: "process.env" }
    const elsewhere = { ...violation, path: "packages/a/src/B.ts" }
    expect(except([violation, other, elsewhere], [exception])).toEqual([other, elsewhere])
  })

  it("an exception that nothing needs is a violation itself", () => {
    expect(except([], [exception]).map((_) => _.says)).toEqual(['the exception "console" is no longer needed'])
  })

  it("each has a reason, and none is there twice", () => {
    expect(exceptions.filter(({ reason }) => reason.length < 10)).toEqual([])
    expect(new Set(exceptions.map(({ path, what }) => `${path} ${what}`)).size).toBe(exceptions.length)
  })
})

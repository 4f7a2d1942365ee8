import { describe, expect, it } from "vitest"
import { fileLimit, fileSizes, functionLimit, functionSizes } from "../src/Sizes.js"

const path = "packages/core/src/A.ts"
const lines = (count: number) => "const a = 1\n".repeat(count)

describe("sizes", () => {
  it.each([
    [fileLimit, 0],
    [fileLimit + 1, 1]
  ])("a file of %i lines: %i too long", (count, expected) => {
    expect(fileSizes([{ path, text: lines(count) }])).toHaveLength(expected)
  })

  it.each([
    ["arrow", "export const a = () => {", "}"],
    ["function", "export function a() {", "}"],
    ["generator", "export const a = Effect.gen(function* () {", "})"],
    ["method", "class A { m() {", "} }"]
  ])("a %s ends at the limit", (_kind, open, close) => {
    const fits = `${open}\n${lines(functionLimit - 2)}${close}\n`
    const long = `${open}\n${lines(functionLimit - 1)}${close}\n`
    expect(functionSizes([{ path, text: fits }])).toEqual([])
    expect(functionSizes([{ path, text: long }])).toHaveLength(1)
  })

  it("a docstring above a function does not count", () => {
    const text = `/**\n${" * why\n".repeat(functionLimit)} */\nexport const a = () => 1\n`
    expect(functionSizes([{ path, text }])).toEqual([])
  })

  it("tests and documents may be longer", () => {
    expect(fileSizes([{ path: "packages/core/test/a.test.ts", text: lines(fileLimit + 1) }])).toEqual([])
  })
})

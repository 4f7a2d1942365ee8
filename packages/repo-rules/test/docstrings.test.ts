import { describe, expect, it } from "vitest"
import { docstrings } from "../src/Docstrings.js"

const found = (text: string, path = "packages/core/src/A.ts") => docstrings([{ path, text }]).map((_) => _.says)
const both = "/**\n * What it is.\n *\n * @since 0.1.0\n * @category models\n */\n"
const sinceOnly = "/**\n * @since 0.1.0\n */\n"

describe("docstrings of public exports", () => {
  it.each([
    ["export const a = 1", "a has no @since and no @category"],
    ["export const a = () => 1", "a has no @since and no @category"],
    ["export function a() {}", "a has no @since and no @category"],
    ["export class A {}", "A has no @since and no @category"],
    ["export interface A {}", "A has no @since and no @category"],
    ["export type A = 1", "A has no @since and no @category"],
    ["export default 1", "default has no @since and no @category"],
    [`${sinceOnly}export const a = 1`, "a has no @category"],
    [`${sinceOnly}export type A = 1`, "A has no @category"],
    ["// @since 0.1.0\nexport const a = 1", "a has no @since and no @category"],
    [`${both}const a = 1\nexport const b = 1`, "b has no @since and no @category"],
    [`${sinceOnly}import * as X from "./X.js"\nexport const a = X`, "a has no @since and no @category"],
    [`${both}export const A = 1\n${both}export const b = 1\n${sinceOnly}export type A = 1`, "A has no @category"]
  ])("%j: %s", (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  it.each([
    `${both}export const a = 1`,
    `${both}export const A = 1\n${sinceOnly}export type A = typeof A`,
    `${both}export function a(b: 1): 1\nexport function a(b: 2): 2\nexport function a(b: number) { return b }`,
    "const a = 1",
    'export * as B from "./B.js"'
  ])("allows %j", (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    "packages/core/src/index.ts",
    "packages/core/src/money/internal/iso4217.ts",
    "packages/core/test/a.test.ts",
    "examples/standalone/src/main.ts"
  ])("asks nothing of %s", (path) => {
    expect(found("export const a = 1", path)).toEqual([])
  })
})

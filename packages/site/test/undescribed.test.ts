// What an editor shows of a member when a host points at it.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { undescribed } from "../src/reference/Undescribed.js"

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

/** For apps with Effect and for tests, whose readers have the sources of the modules that they are made of. */
const others = new Set(["./effect", "./sandbox", "./testing", "./testing/suites"])

/** The modules that a package gives hosts. */
const entriesOf = (name: string): ReadonlyArray<string> => {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`))
  return Object.entries<{ readonly types: string } | string | null>(exports)
    .filter(([entry]) => !others.has(entry))
    .flatMap(([, place]) => (typeof place === "object" ? (place?.types ?? []) : place))
    .map((place) => place.replace(/^\./, `packages/${name}`))
}

describe("the types of hosts", () => {
  it("say of each member what its name does not", () => {
    // One text, so that the runner shows all of it.
    expect(undescribed(read, [...entriesOf("florin"), ...entriesOf("client")]).join("\n")).toBe("")
  })

  it.each([
    ["a member", "export interface A { b: string\n/** C. */ c: string }", ["A.b"]],
    ["an object of a union", 'export type A = { type: "b"; c: string } | undefined', ["A.c"]],
    ["a class", 'export class A { b = 1; readonly code = "c"; override d = 1; private e = 1; f() {} }', ["A.b", "A.f"]],
    ["a service", 'export class A extends Tag("A")<A, { b: string }>() {}', ["A.b"]],
    ["a name that leaves nothing to say", "export interface A { id: string; [name: string]: string }", []],
    ["an object within", "export interface A {\n/** B. */ b: { c: string } }", []],
    ["what stays in its module", "interface A { b: string }", []],
    ["what it extends", "interface A { b: string } export interface C extends A {}", ["A.b"]],
    ["what it implements", "interface A {\n/** B. */ b: string } export class C implements A { b = 1 }", []],
    ["another name", "interface A { b: string } export { type A as B }", ["A.b"]]
  ])("are looked through for %s", (_, text, names) => {
    expect(undescribed(() => text, ["a.ts"])).toEqual(names.map((name) => `a.ts: ${name}`))
  })

  it.each([
    ['export * from "./b.js"', ["A.c", "B.c"]],
    ['export type { A } from "./b.js"', ["A.c"]],
    ['import { type A } from "./b.js"\nexport { type A }', ["A.c"]],
    ['export * as C from "@florin/b/b"', ["A.c", "B.c"]]
  ])("are followed to where they are declared: %s", (text, names) => {
    const declared = "export interface A { c: string }\nexport interface B { c: string }"
    const found = undescribed((path) => (path === "a.ts" ? text : declared), ["a.ts"])
    expect(found.map((one) => one.replace(/^\S+ /, ""))).toEqual(names)
  })
})

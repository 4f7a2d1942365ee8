import { describe, expect, it } from "vitest"

const { eager } = (await import("../bin/eager.js" as string)) as { readonly eager: (text: string) => string }

const emitted = [
  "/** Makes it. */",
  "export const make = Effect.gen(function* () {",
  "    const inner = Effect.gen(function* () {",
  "        return 1;",
  "    });",
  "    return inner;",
  "}).pipe(Effect.orDie);",
  "export const makeLive = Effect.fnUntraced(function* (options) {",
  "}, Effect.orDie);",
  "const other = Effect.fnUntraced(function* () {",
  "});"
]

describe("an emitted module", () => {
  it("has its top-level generators in parentheses, and is otherwise the same", () => {
    const [doc, first, ...rest] = eager(emitted.join("\n")).split("\n")
    expect([doc, first]).toEqual([emitted[0], "export const make = Effect.gen((function* () {"])
    expect(rest[4]).toBe("})).pipe(Effect.orDie);")
    expect(rest[5]).toBe("export const makeLive = Effect.fnUntraced((function* (options) {")
    expect(rest[6]).toBe("}), Effect.orDie);")
    expect(rest.toSpliced(4, 3)).toEqual(emitted.slice(2).toSpliced(4, 3))
  })

  it("is refused where a generator does not end with its statement", () => {
    expect(() => eager(emitted.slice(0, 5).join("\n"))).toThrow("does not end")
    expect(() => eager([...emitted.slice(0, 3), ...emitted.slice(1)].join("\n"))).toThrow("does not end")
  })
})

import { describe, expect, it } from "vitest"
import { forbidden } from "../src/Forbidden.js"

const found = (text: string, path = "packages/core/src/A.ts") => forbidden([{ path, text }]).map((_) => _.what)

describe("what src does not do", () => {
  it.each([
    ["Date.now", "const a = Date.now()"],
    ["Date.now", "const now = Date.now"],
    ["Date.now", 'const a = globalThis.Date["now"]()'],
    ["Date.now", "const a = performance.now()"],
    ["Date.now", "const a = process.hrtime.bigint()"],
    ["new Date()", "const a = new Date()"],
    ["new Date()", "const a = new globalThis.Date"],
    ["new Date()", "const a = Date()"],
    ["Math.random", "const a = Math.random()"],
    ["random bytes", "const a = crypto.randomUUID()"],
    ["random bytes", 'import { randomBytes } from "node:crypto"'],
    ["random bytes", 'import { randomBytes as bytes } from "node:crypto"'],
    ["setTimeout", "setTimeout(() => {}, 1)"],
    ["setTimeout", "globalThis.setInterval(() => {}, 1)"],
    ["setTimeout", 'import { setTimeout } from "node:timers/promises"'],
    ["console", "console.log(1)"],
    ["console", "const log = globalThis.console"],
    ["console", "run(console)"],
    ["process.env", "const a = process.env.KEY"],
    ["process.env", 'const a = process["env"]'],
    ["as any", "const a = b as any"],
    ["as any", "const a = <any>b"],
    ["Effect.run", "Effect.runPromise(a)"],
    ["Effect.run", "const run = Runtime.runFork(b)"],
    ["Effect.run", "runtime.runSyncExit(b)"],
    ["Effect.run", "pipe(a, Effect.runCallback)"],
    ["withTransaction", "const a = sql.withTransaction(b)"],
    ["withTransaction", "const { withTransaction } = sql"],
    ["LIMIT with a bare parameter", 'const a = "SELECT 1 LIMIT ?"'],
    ["LIMIT with a bare parameter", `const a = \`SELECT \${b} FROM c LIMIT ?\``],
    ["LIMIT with a bare parameter", `const a = \`SELECT 1 LIMIT ?\${b}\``],
    ["Redacted.value", 'import * as Redacted from "effect/Redacted"; Redacted.value(a)'],
    ["Redacted.value", 'import * as R from "effect/Redacted"; pipe(a, R.value)']
  ])("%s: %s", (what, text) => {
    expect(new Set(found(text))).toEqual(new Set([what]))
  })

  it.each([
    "// Date.now(), console, process.env",
    "/** Math.random() as any */ export const a = 1",
    'const a = "Date.now() console.log process.env setTimeout"',
    `const a = \`new Date() \${b}\``,
    "const a = new Date(0)",
    "socket.setTimeout(1)",
    "const a = { console: 1, setTimeout: 2 }",
    "interface A { console: string; setTimeout(ms: number): void }",
    "const a = b as unknown",
    "unit.run(a)",
    'import * as Option from "effect/Option"; option.value',
    "type Random = Crypto",
    'const a = "SELECT 1 LIMIT 1", b = "SELECT 1 LIMIT (? + 0)"'
  ])("allows %s", (text) => {
    expect(found(text)).toEqual([])
  })

  it("the vault unwraps secrets; the rest of the rules hold there too", () => {
    const text = 'import * as Redacted from "effect/Redacted"; Redacted.value(a); console.log(1)'
    expect(found(text, "packages/vault/src/Vault.ts")).toEqual(["console"])
  })

  it("looks at packages alone, and there not at tests: an example is a host", () => {
    expect(found("console.log(1)", "packages/core/src/a.ts")).toEqual(["console"])
    expect(found("console.log(1)", "examples/standalone/src/main.ts")).toEqual([])
    expect(found("console.log(1)", "packages/core/test/a.test.ts")).toEqual([])
  })
})

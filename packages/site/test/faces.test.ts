// The types that hosts read are what the table of operations says. Written anew with `npx vitest run -u packages/site`.
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, expect, it } from "vitest"
import { modules } from "../src/faces/Faces.js"

const folder = "../../florin/src/faces/generated"

describe("the generated types of hosts", () => {
  const all = modules()

  it.each([...all])("%s is what the table says", async (file, text) => {
    await expect(text).toMatchFileSnapshot(`${folder}/${file}`)
  })

  it("have a name for each request and answer, so that what an editor shows of a call fits on a screen", () => {
    const calls = ["faces.ts", "operatorFaces.ts"].map((file) => all.get(file)!).join("")
    const signatures = calls.match(/^ {2}readonly .*$/gm) ?? []
    assert.isAbove(signatures.length, 40)
    for (const one of signatures) {
      assert.match(
        one,
        /^ {2}readonly \w+: \((?:\w+\??: \w+(?:, )?)*\) => Promise<(?:\w+(?: \| null)?|ReadonlyArray<\w+>)>$/
      )
    }
    assert.include(calls, "readonly pay: (request: ChargeRequest, options?: CallOptions) => Promise<Payment>")
    for (const [, doc = ""] of calls.matchAll(/^ {2}\/\*\*([\s\S]*?)\*\//gm))
      assert.isBelow(doc.split("\n").length, 8, doc)
  })

  it("say what each member is", () => {
    for (const text of all.values()) {
      const undescribed = text.match(/^(?! {2} \*\/| {2}\/\*\*.*\*\/$).*\n {2}readonly /gm) ?? []
      assert.deepStrictEqual(undescribed, [])
    }
  })

  it("can be named by hosts, each of them", () => {
    const entry = readFileSync(new URL("../../florin/src/index.ts", import.meta.url), "utf8")
    const named = [...entry.matchAll(/^export type \* from "\.\/faces\/generated\/(\w+)\.js"$/gm)]
    assert.deepStrictEqual(named.map(([, name]) => `${name}.ts`).sort(), [...all.keys()].sort())
  })

  it("have no other file", () => {
    assert.deepStrictEqual(readdirSync(new URL(folder, import.meta.url)).sort(), [...all.keys()].sort())
  })
})

// florin/receiver imports nothing, and needs nothing that an edge runtime does not have.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { createContext, Script } from "node:vm"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { message, now, secret } from "./internal/signing.js"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const source = fileURLToPath(new URL("../../src/receiver.ts", import.meta.url))
const out = mkdtempSync(join(tmpdir(), "florin-receiver-"))
afterAll(() => rmSync(out, { recursive: true }))

let reply: string
beforeAll(() => {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  const options = {
    ...{ target: "es2022", module: "commonjs", moduleResolution: "bundler", lib: "es2022,dom", types: "" },
    ...{ rootDir: join(source, ".."), outDir: out, declaration: "true", strict: "true", skipLibCheck: "false" }
  }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const compiled = spawnSync(process.execPath, [compiler, ...flags, "--ignoreConfig", source], { encoding: "utf8" })
  reply = compiled.stdout
}, 60_000)

const files = (ending: string) =>
  readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(ending))

const specifiers = (text: string) =>
  [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g)].map(([, specifier = ""]) => specifier)

/** Loads the compiled modules with the globals of web standards alone. */
const load = (globals: object): Record<string, (...args: ReadonlyArray<unknown>) => Promise<Response>> => {
  const context = createContext({ ...globals })
  const loaded = new Map<string, object>()
  const one = (path: string): object => {
    const known = loaded.get(path)
    if (known !== undefined) return known
    const exports = {}
    loaded.set(path, exports)
    const body = `(exports, require) => {${readFileSync(path, "utf8")}\n}`
    const run = new Script(body, { filename: path }).runInContext(context)
    run(exports, (specifier: string) => one(join(dirname(path), specifier)))
    return exports
  }
  return one(join(out, "receiver.js")) as never
}

const { atob, crypto, Headers, Request, Response, TextDecoder, TextEncoder } = globalThis
const web = { atob, crypto, Headers, Request, Response, TextDecoder, TextEncoder }

describe("florin/receiver", () => {
  it("compiles with the types of the web alone", () => {
    assert.strictEqual(reply, "")
  })

  it.each([".js", ".d.ts"])("imports its own files alone, in %s", (ending) => {
    const all = files(ending).filter((path) => ending === ".d.ts" || !path.endsWith(".d.ts"))
    const imported = all.flatMap((path) => specifiers(readFileSync(join(out, path), "utf8")))
    assert.isAbove(all.length, 5)
    assert.isAbove(imported.length, 5)
    assert.deepStrictEqual(
      imported.filter((specifier) => !specifier.startsWith(".")),
      []
    )
  })

  it("verifies and answers where nothing of Node's is there", async () => {
    const { receiver, seenInMemory } = load(web)
    const { body, headers } = message()
    const acted: Array<unknown> = []
    const handle = ({ subject }: { readonly subject: string }) => acted.push(subject)
    const answer = (await receiver!({
      ...{ secrets: secret, seen: await seenInMemory!(), now: () => now },
      handle
    })) as unknown as (request: Request) => Promise<Response>
    const post = (text: string) => answer(new Request("https://shop.example", { method: "POST", headers, body: text }))
    assert.strictEqual((await post(body)).status, 204)
    assert.strictEqual((await post(`${body} `)).status, 401)
    assert.deepStrictEqual(acted, ["0195519a-5c00-7000-8000-000000000007"])
  })

  it("takes bytes that another realm has made, as some test runners do", async () => {
    const { body, headers } = message()
    const event = await load(web).verify!(secret, { headers, body: Buffer.from(body) }, { now: () => now })
    assert.deepInclude(event, { type: "card", sequence: 7 } as never)
  })

  it.each(["crypto", "TextEncoder"])("would notice that %s is not there", async (name) => {
    const { [name as "atob"]: _, ...less } = web
    const failure = await Promise.resolve()
      .then(async () => load(less).verify!(secret, message(), { now: () => now }))
      .catch((error: Error) => error)
    assert.match(String(failure), new RegExp(`${name} is not defined`))
  })
})

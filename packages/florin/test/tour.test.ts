import { rmSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { directory, npm, type Server, start } from "./internal/server.js"

const cwd = directory()
let server: Server & { readonly shop: string }

beforeAll(async () => {
  server = await start(cwd)
})
afterAll(async () => {
  await server.stop()
  rmSync(cwd, { recursive: true })
})

const secret = () => /FLORIN_WEBHOOK_SECRET=(\S+)/.exec(server.output())?.[1] ?? ""

const tour = async (environment: Record<string, string>) => {
  const { ended, log, output } = npm(cwd, environment, "run", "--silent", "--ignore-scripts", "tour")
  return { code: await ended, log: log(), output: output() }
}

describe("the tour", () => {
  it("charges, and verifies every webhook", async () => {
    const { code, output } = await tour({
      FLORIN_SHOP: server.shop,
      FLORIN_WEBHOOK_SECRET: secret(),
      FLORIN_URL: server.url
    })
    assert.strictEqual(code, 0, output)
    assert.match(output, /^Authorized, captured, refunded; every webhook arrived and its signature was verified\.$/m)
    assert.strictEqual(output.match(/signature verified$/gm)?.length, 3)
  })

  it.each([
    {
      of: "no server",
      set: () => ({ FLORIN_URL: "http://127.0.0.1:1", FLORIN_SHOP: server.shop }),
      says: "No server answers on http://127.0.0.1:1. Start one with npm start, or name another in FLORIN_URL.\n"
    },
    {
      of: "another shop",
      set: () => ({ FLORIN_URL: server.url, FLORIN_SHOP: "demo:another" }),
      says: /^http:\S+ does not know this shop: is FLORIN_SHOP that of this server\?\n$/
    }
  ])("against $of is a sentence and exit code 1", async ({ says, set }) => {
    const { code, log } = await tour({ FLORIN_WEBHOOK_SECRET: secret(), ...set() })
    assert.strictEqual(code, 1)
    assert.strictEqual(log.trimEnd().split("\n").length, 1, log)
    if (typeof says === "string") assert.strictEqual(log, says)
    else assert.match(log, says)
  })

  it("without settings says where they come from, with exit code 2", async () => {
    const { code, log } = await tour({})
    assert.strictEqual(code, 2)
    assert.match(log, /^Set FLORIN_SHOP to <id>:<secret> and FLORIN_WEBHOOK_SECRET; npm start prints both/)
  })
})

// A host's ports in the standalone server and in commands beside it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, assert, describe, it } from "vitest"
import { cli } from "./internal/commandLine.js"
import { florin, ready, runAlone } from "./internal/server.js"

const here = mkdtempSync(join(tmpdir(), "florin-ports-"))
afterAll(() => rmSync(here, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(here, name)
  writeFileSync(path, text)
  return path
}

const moduleOf = (name: string): string => pathToFileURL(createRequire(import.meta.url).resolve(name)).href

/** A bank that approves everything, and lists what it has approved. */
const bank = `import * as Effect from "${moduleOf("effect/Effect")}"
import * as Duration from "${moduleOf("effect/Duration")}"
const report = { authCode: "654321", bankCode: null, rrn: null, refId: null, message: null, billingDescriptor: null, avsResult: null, cvcResult: null }
const nordbank = (movements) => ({
  gatewayId: 7,
  name: "Nordbank",
  simulated: false,
  inFlightWindow: Duration.minutes(2),
  perform: () => Effect.succeed({ _tag: "Approved", report }),
  status: () => Effect.succeed({ _tag: "Unknown" }),
  ...movements
})
const none = { movements: () => Effect.succeed([]) }
`
const payment = {
  request: {
    amount: 1995,
    currency: "EUR",
    description: "An order",
    credit_card: { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
  }
}

const settings = {
  FLORIN_DATABASE: `sqlite:${join(here, "florin.db")}`,
  FLORIN_KEYS: join(here, "ring.json"),
  FLORIN_LOG_LEVEL: "none"
}

describe("FLORIN_PORTS", () => {
  it("charges cards with the host's acquirer, and reconciles with its books", { timeout: 120_000 }, async () => {
    const FLORIN_PORTS = file("ports.mjs", `${bank}export default async () => ({ acquirers: [nordbank(none)] })`)
    assert.strictEqual(await florin(here, {}, "keys", "new", "ring.json").ended, 0)
    const added = await cli({ ...settings, FLORIN_PORTS }, "shops", "add", "books", "--json")
    const { secret_key: secret } = JSON.parse(added.output) as { secret_key: string }
    const server = await ready(runAlone(here, { ...settings, FLORIN_PORTS }), `books:${secret}`)
    const { transaction } = (await (await server.post("/transactions/payments", payment)).json()) as {
      transaction: { status: string; payment: { auth_code: string; gateway_id: number } }
    }
    assert.deepInclude(transaction.payment, { auth_code: "654321", gateway_id: 7 })
    const today = new Date(Date.now() - 3_600_000).toISOString()
    const compared = await cli({ ...settings, FLORIN_PORTS }, "reconcile", "--from", today)
    assert.match(compared.output, /missing there/)
    assert.deepStrictEqual([compared.exit, compared.error], [1, "The books differ: 1 difference"])
    assert.strictEqual(await server.stop(), 0)
  })

  it.each([
    { name: "no ports at all", ports: undefined },
    { name: "a port that lists no movements", ports: `${bank}export const acquirers = [nordbank()]` }
  ])("reconcile with $name says that nothing was compared, and ends with 1", async ({ name, ports }) => {
    const FLORIN_PORTS = ports === undefined ? "" : file(`${name}.mjs`, ports)
    const FLORIN_DATABASE = `sqlite:${join(here, "empty.db")}`
    await cli({ FLORIN_DATABASE }, "migrate")
    const { error, exit } = await cli({ FLORIN_DATABASE, FLORIN_SANDBOX: "off", FLORIN_PORTS }, "reconcile")
    assert.strictEqual(exit, 1)
    assert.match(error, /^No books were compared: name the other side with FLORIN_UPSTREAM, or in FLORIN_PORTS /)
  })

  it.each([
    ["nothing", "", "exports no port; there are acquirers, "],
    ["no list", "export const acquirers = {}", "exports acquirers, which must be a list"],
    ["no object", "export default [1, 2].length", "exports no object of ports"],
    [
      "half an acquirer",
      "export const acquirers = [{ perform() {} }]",
      "exports acquirers[0], which has no function status"
    ],
    [
      "an acquirer of promises",
      "export const acquirers = [{ gatewayId: 7, async perform() {}, async status() {} }]",
      "exports acquirers[0], which answers promises from perform: make it with acquirerFrom of florin/ports"
    ],
    ["a misspelled name", "export const aquirers = []", "exports aquirers, which is no port; did you mean acquirers?"],
    [
      "two of one id",
      `${bank}export const acquirers = [nordbank(), nordbank()]`,
      "exports acquirers[1].gatewayId, which is the id of another one of the list"
    ],
    ["what throws", 'throw new Error("no key of the bank")', "cannot be loaded: no key of the bank"]
  ])("refuses a module with %s", async (name, text, expected) => {
    const FLORIN_PORTS = file(`${name}.mjs`, text)
    const { error, exit } = await cli({ ...settings, FLORIN_PORTS }, "serve")
    assert.include(error, `FLORIN_PORTS cannot be used: ${FLORIN_PORTS} ${expected}`)
    assert.strictEqual(exit, 2)
  })

  it("refuses to change shops in the database where the module exports shops", async () => {
    const FLORIN_PORTS = file("shops.mjs", "export const shops = { find: async () => undefined }")
    const { error } = await cli({ ...settings, FLORIN_PORTS }, "shops", "list")
    assert.strictEqual(error, "FLORIN_PORTS exports shops, so the server has those and no others")
  })
})

// A host that says who is signed in: the operators' routes, with roles, without a key.
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createFlorin, type SimulatedFlorin } from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { place } from "./internal/commandLine.js"

const here = place()

/** What a host's middleware would have put on the request. */
const people: Readonly<Record<string, unknown>> = {
  anna: { id: "anna", role: "operate" },
  vera: { id: "vera", role: "view" },
  nobody: undefined,
  misspelled: { id: "anna", rolle: "administer" },
  roleless: { id: "anna" },
  strange: { id: "Jane Doe", role: "administer" },
  text: "anna"
}

let florin: SimulatedFlorin
let server: Server
let url = ""
const logged: Array<string> = []
const key = "k".repeat(32)

beforeAll(async () => {
  florin = await createFlorin({
    database: `sqlite:${here.in("books.db")}`,
    baseUrl: "https://shop.example",
    sandbox: true,
    operators: [{ id: "boris", key }],
    authenticate: async (request: IncomingMessage) => people[String(request.headers["x-user"])] as never,
    log: ({ message }) => void logged.push(message)
  })
  server = createServer(florin.handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.close()
  await florin.close()
  here.remove()
})

const ask = async (path: string, user: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  (await fetch(`${url}${path}`, { method, headers: { "x-user": user, ...headers } })).status

describe("whoever is signed in at the host", () => {
  it.each<readonly [user: string, path: string, method: string, status: number]>([
    ["anna", "/operator/doubts", "GET", 200],
    ["vera", "/operator/doubts", "GET", 200],
    ["anna", "/operator/reconciliation", "POST", 200],
    ["vera", "/operator/reconciliation", "POST", 403],
    ["anna", "/operator/audit", "GET", 403],
    ["nobody", "/operator/doubts", "GET", 401],
    ["misspelled", "/operator/doubts", "GET", 401],
    ["roleless", "/operator/doubts", "GET", 401],
    ["strange", "/operator/doubts", "GET", 401],
    ["text", "/operator/doubts", "GET", 401]
  ])("D74: %s of %s (%s) gets %i", async (user, path, method, status) => {
    assert.strictEqual(await ask(path, user, {}, method), status)
  })

  it("D74: what is no operator is logged without its value", () => {
    const reply = logged.filter((line) => line.startsWith("authenticate answered no operator"))
    assert.sameMembers(
      [...new Set(reply)],
      [
        "authenticate answered no operator: has a member besides id, role and shops",
        "authenticate answered no operator: role must be view, operate, administer",
        "authenticate answered no operator: id must be 1 to 64 letters, digits, _ or -",
        "authenticate answered no operator: must be an object, or undefined"
      ]
    )
  })

  it("D74: a key is one beside it, and a wrong one is not asked of the host", async () => {
    const basic = (secret: string) => `Basic ${Buffer.from(`boris:${secret}`).toString("base64")}`
    assert.strictEqual(await ask("/operator/audit", "nobody", { authorization: basic(key) }), 200)
    assert.strictEqual(await ask("/operator/doubts", "anna", { authorization: basic("w".repeat(32)) }), 401)
  })

  it("D74: another site makes nobody's browser change anything", async () => {
    const path = "/operator/reconciliation"
    assert.strictEqual(await ask(path, "anna", { origin: "https://evil.example" }, "POST"), 403)
    assert.strictEqual(await ask(path, "anna", { "sec-fetch-site": "cross-site" }, "POST"), 403)
    assert.strictEqual(await ask(path, "anna", { origin: url, "sec-fetch-site": "same-origin" }, "POST"), 200)
  })

  it("D75: stands in the audit as somebody whom the host let in", async () => {
    const [entry] = await florin.operator.audit({ actor: "vera", kind: "denied" })
    assert.deepInclude(entry, { actor: "vera", entrance: "host", operation: "reconcile" })
  })
})

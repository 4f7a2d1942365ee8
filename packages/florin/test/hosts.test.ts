// Each example of a host, as it is: Florin under a prefix, beside routes and body parsers of the host's own.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as Journey from "./internal/hostJourney.js"
import * as HostProject from "./internal/hostProject.js"
import { type Host, hosts, linesOf, start } from "./internal/hosts.js"
import * as Installation from "./internal/installation.js"
import { freePort } from "./internal/program.js"

/** As Biome formats them. Unit: characters. */
const lineWidth = 120

/** What every host does, wherever it runs. */
const takesMoney = (at: () => string, { console }: Host): void => {
  it("D73: has the console, whose forms arrive behind its own parsers", async () => {
    const { html, status } = await Journey.console(at(), console)
    assert.strictEqual(status, 403)
    assert.include(html, "The link was used already, has ended, or the code is wrong.")
  })

  it("answers a route of its own with the JSON that its own parser has read", async () => {
    assert.deepStrictEqual(await Journey.access(at(), "none"), { subscription: "none", state: "unknown" })
  })

  it("takes an authorization", async () => {
    assert.strictEqual(await Journey.authorization(at()), "successful")
  })

  it("shows the pages of 3-D Secure under the prefix, there and back", async () => {
    assert.deepStrictEqual(await Journey.throughThreeDSecure(at()), ["incomplete", "successful"])
  })

  it("takes a plan's payment on its page, and hears of it by a verified webhook", async () => {
    const subscription = await Journey.subscription(at())
    assert.deepStrictEqual(await Journey.reported(at(), subscription), { subscription, state: "active" })
  })

  it("refuses a webhook that is not signed", async () => {
    assert.strictEqual(await Journey.forge(at(), "forged"), 401)
    assert.strictEqual((await Journey.access(at(), "forged")).state, "unknown")
  })
}

/** Starts a host in this process, whose signals are the runner's to handle. */
const started = async (host: Host, port: number, database: string): Promise<() => unknown> => {
  vi.stubEnv("PORT", String(port)).stubEnv("DATABASE", database)
  // The server of Effect's host logs every request.
  vi.spyOn(console, "log").mockReturnValue(undefined)
  const before = process.listeners("SIGTERM")
  // A request that comes too early is refused or answered.
  const [stop] = await Promise.all([start(host), Journey.ready(`http://127.0.0.1:${port}`)])
  for (const listener of process.listeners("SIGTERM")) if (!before.includes(listener)) process.off("SIGTERM", listener)
  vi.unstubAllEnvs()
  return stop
}

describe.each(hosts)("the example with $name", (host) => {
  const directory = mkdtempSync(join(tmpdir(), "florin-host-"))
  let url: string
  let stop: () => unknown

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    stop = await started(host, port, join(directory, "shop.db"))
  })
  afterAll(async () => {
    await stop()
    vi.restoreAllMocks()
    rmSync(directory, { recursive: true })
  })

  it("is a program of less than 40 lines", () => {
    const lines = linesOf(host)
    assert.isBelow(lines.length, 40)
    assert.isAtMost(Math.max(...lines.map(({ length }) => length)), lineWidth)
  })

  takesMoney(() => url, host)
})

// `npm run test:hosts` names them: building what Next.js serves takes half a minute.
const named = process.env.FLORIN_TEST_HOSTS?.split(",") ?? []
const nodes = await Promise.all(named.map(Installation.nodeOf))
const minutes = 60_000

let made: Promise<string> | undefined
afterAll(async () => {
  if (made !== undefined) rmSync(await made, { recursive: true })
})

describe.each(nodes)("in a project that installed the tarballs, on Node $version", (node) => {
  beforeAll(async () => {
    made ??= HostProject.make(hosts)
    await Installation.useDriver(await made, node)
  }, 10 * minutes)

  describe.each(hosts)("the example with $name", (host) => {
    let running: HostProject.Running

    beforeAll(async () => {
      running = await HostProject.start(await made!, host, node)
    }, minutes)

    takesMoney(() => running.url, host)

    it("ends when it is told to", async () => {
      const [exitCode, output] = await running.stop()
      assert.strictEqual(exitCode, host.exitCode ?? 0, output)
    })
  })
})

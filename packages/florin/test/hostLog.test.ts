// Where the log of a host's Florin goes.
import { createFlorin, type LogEntry, type LogOption } from "florin"
import { afterAll, assert, describe, it, vi } from "vitest"
import { ask, listed, payment, type Shop, shops, statusIn } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

const baseUrl = "https://shop.example/pay"
const failing = "no such order"

/** A payment whose `onCommit` fails, which the log tells. Returns the entries on stderr; there are none on stdout. */
const failed = async (log?: LogOption): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const spy = vi.spyOn(console, "error").mockImplementation((...parts) => void lines.push(parts.join(" ")))
  const answers = vi.spyOn(console, "log").mockImplementation(() => undefined)
  const shop: Shop = await made.on("SQLite")
  try {
    const keys = `${shop.directory}/keys.json`
    const florin = await createFlorin({
      ...{ database: shop.database, keys, sandbox: true, baseUrl, shops: [listed] },
      onCommit: () => {
        throw new Error(failing)
      },
      ...(log === undefined ? {} : { log })
    })
    const answer = await ask(florin, new Request(`${baseUrl}/transactions/payments`, payment()))
    assert.strictEqual(answer.status, 500)
    await florin.close()
    assert.deepStrictEqual(answers.mock.calls, [])
  } finally {
    answers.mockRestore()
    spy.mockRestore()
    await shop.remove()
  }
  return lines
}

describe("the log of a host's Florin", () => {
  it.each<[LogOption | undefined, boolean]>([
    [undefined, true],
    ["debug", true],
    ["error", true],
    ["none", false]
  ])("of %s prints what went wrong: %s", async (log, isPrinted) => {
    const lines = await failed(log)
    assert.strictEqual(
      lines.some((line) => line.includes(failing)),
      isPrinted
    )
  })

  it("is one line an entry, as the server's, with a terminal and without one", async () => {
    const { isTTY } = process.stdout
    try {
      for (process.stdout.isTTY of [true, false]) {
        const lines = await failed()
        assert.isNotEmpty(lines)
        for (const line of lines) {
          assert.match(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (?:INFO|WARN|ERROR) +\S.*$/)
          assert.notInclude(line, "message=")
        }
      }
    } finally {
      process.stdout.isTTY = isTTY
    }
  })

  it("goes to a function instead of the console, with its level and its fields", async () => {
    const entries: Array<LogEntry> = []
    assert.deepStrictEqual(await failed((entry) => void entries.push(entry)), [])
    const reported = entries.filter(({ fields }) => JSON.stringify(fields).includes(failing))
    assert.isNotEmpty(reported)
    for (const { level, message } of reported) {
      assert.strictEqual(level, "error")
      assert.isAbove(message.length, 10)
    }
    assert.notInclude(JSON.stringify(entries), "4200000000000000")
  })

  it("of a function that throws does not take a payment back", async () => {
    const shop = await made.on("SQLite")
    const florin = await createFlorin({
      ...{ database: shop.database, keys: `${shop.directory}/keys.json`, sandbox: true, baseUrl, shops: [listed] },
      log: () => {
        throw new Error("the disk of the log is full")
      }
    })
    const answer = await ask(florin, new Request(`${baseUrl}/transactions/payments`, payment()))
    assert.strictEqual(await statusIn(answer), "successful")
    await florin.close()
    await shop.remove()
  })
})

// A host's start on a database that knows for whom it is, by whose keys, and what its workers have.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { createFlorin, type LogEntry, type Options } from "florin"
import { afterAll, assert, describe, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-one-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = (byte: number, stamp = 9) => JSON.stringify({ current: "k1", keys: { k1: key(byte) }, stamp: key(stamp) })

const shops = [{ id: "shop", secretKey: "a-secret-key-of-a-shop-01" }]
const baseUrl = "https://shop.example/pay"

let count = 0
const place = () => join(directory, `${++count}.db`)

const simulated = (file: string, keys = ring(1)) =>
  ({ database: `sqlite:${file}`, sandbox: true, baseUrl, keys, shops }) as const

const real = (file: string): Options => ({ database: `sqlite:${file}`, acquirers: [], baseUrl, keys: ring(1), shops })

const started = async (...options: Parameters<typeof createFlorin>) => (await createFlorin(...options)).close()

interface Refusal {
  readonly code: string
  readonly message: string
}

const refusal = async (options: Options): Promise<Refusal> => {
  try {
    await started(options)
  } catch (error) {
    return error as Refusal
  }
  return assert.fail("The start was not refused")
}

describe("a start that does not fit the database", () => {
  it("D43a: with the sandbox where money moves, or the other way round, is refused unless it is meant", async () => {
    for (const [one, other] of [
      [simulated, real],
      [real, simulated]
    ] as const) {
      const file = place()
      await started(one(file))
      assert.strictEqual((await refusal(other(file))).code, "database-purpose")
      await started(one(file))
      await started({ ...other(file), accept: ["other-purpose"] })
      assert.strictEqual((await refusal(one(file))).code, "database-purpose")
    }
  })

  it("D43a: with the sandbox where money moves makes no ledger and no key ring there", async () => {
    const folder = join(directory, "of-its-own")
    mkdirSync(folder)
    const file = join(folder, "shop.db")
    await started(real(file))
    const before = readdirSync(folder)
    const options = { database: `sqlite:${file}`, sandbox: true, baseUrl, shops } as const
    assert.strictEqual((await refusal(options)).code, "database-purpose")
    assert.deepStrictEqual(readdirSync(folder), before)
    await started({ ...options, accept: ["other-purpose", "other-keys"] })
    assert.includeMembers(readdirSync(folder), ["shop.db", "shop.db.keys.json", "shop.db.sandbox.db"])
  })

  it("D43a: with another key under a known name is refused, and names it", async () => {
    const file = place()
    await started(simulated(file))
    const { code, message } = await refusal(simulated(file, ring(2)))
    assert.strictEqual(code, "key-ring-changed")
    assert.include(message, "k1")
    assert.notInclude(message, key(2))
    assert.strictEqual((await refusal(simulated(file, ring(1, 8)))).code, "key-ring-changed")
    await started({ ...simulated(file, ring(2)), accept: ["other-keys"] })
  })

  it.each([
    [{ accept: ["pass-13"] as never }, "accept"],
    [{ dueWork: "no" as never }, "dueWork"],
    [{ tablePrefix: "a b" }, "tablePrefix"]
  ])("%o is no option", async (options, named) => {
    const { code, message } = await refusal({ ...simulated(place()), ...options })
    assert.strictEqual(code, "unusable-option")
    assert.match(message, new RegExp(`^${named} must be `))
    assert.notInclude(message, "pass-13")
  })
})

/** The daily work, which is due; and whether somebody has done it. */
const dueSince = (file: string) => {
  const database = new Sqlite(file)
  const ask = (statement: string) => database.prepare(statement)
  return {
    make: () => assert.isAbove(ask("UPDATE florin_jobs SET run_at = 0 WHERE kind = 'sweep'").run().changes, 0),
    isLeft: () => ask("SELECT 1 FROM florin_jobs WHERE kind = 'sweep' AND run_at = 0").all().length > 0,
    close: () => database.close()
  }
}

const onCommit = () => undefined

describe("a process that is no worker", () => {
  // Long enough for a worker to have taken what is due: it does that before all else.
  const save = async (florin: Awaited<ReturnType<typeof createFlorin>>) => {
    const card = { number: "4200000000000000", expMonth: 12, expYear: 2099, holder: "A Person" }
    for (let time = 0; time < 10; time++)
      await florin.shop("shop").tokenize({ amount: 100 + time, currency: "EUR", description: `Card ${time}`, card })
  }

  it.each<readonly [string, Partial<Options> & { readonly onCommit?: () => void }, boolean, string]>([
    ["says so", { dueWork: false }, true, ""],
    ["lacks the listener that workers have", {}, true, "onCommit.transaction"],
    ["is like the workers", { onCommit } as never, false, ""],
    ["is how workers are from now on", { accept: ["other-workers"] }, false, ""]
  ])("D43a: leaves due work to those that are: %s", async (_, options, isLeft, reply) => {
    const file = place()
    await started({ ...simulated(file), onCommit })
    const due = dueSince(file)
    due.make()
    const log: Array<string> = []
    const florin = await createFlorin({
      ...simulated(file),
      ...options,
      log: ({ level, message }: LogEntry) => void (level === "warning" && log.push(String(message)))
    } as never)
    await save(florin)
    while (!isLeft && due.isLeft()) await new Promise((resolve) => setTimeout(resolve, 10))
    await florin.close()
    assert.strictEqual(due.isLeft(), isLeft)
    due.close()
    if (reply === "") assert.deepStrictEqual(log, [])
    else assert.match(log.join(), new RegExp(`does no due work.*: ${reply}\\.`))
  })
})

describe("a worker without the mailer that other workers have", () => {
  it("D43a: says so, leaves mails that are due to them, and does the rest", async () => {
    const file = place()
    const mail = { url: "smtp://127.0.0.1:9", from: "books@shop.example" }
    const mailing = await createFlorin({ ...simulated(file), mail })
    const card = { number: "4200000000000000", expMonth: 12, expYear: 2099, holder: "A Person" }
    const customer = { email: "jane@shop.example" }
    await mailing.shop("shop").pay({ amount: 100, currency: "EUR", description: "Order 42", card, customer })
    await mailing.close()
    const database = new Sqlite(file)
    const receipts = () => database.prepare("SELECT run_at FROM florin_jobs WHERE kind = 'mail-receipt'").all()
    database.prepare("UPDATE florin_jobs SET run_at = 0 WHERE kind = 'mail-receipt'").run()
    assert.deepStrictEqual(receipts(), [{ run_at: 0 }])
    const due = dueSince(file)
    due.make()

    const log: Array<string> = []
    const other = await createFlorin({
      ...simulated(file),
      log: ({ level, message }: LogEntry) => void (level === "warning" && log.push(String(message)))
    })
    while (due.isLeft()) await new Promise((resolve) => setTimeout(resolve, 10))
    await other.close()
    assert.match(log.join(), /leaves mails that are due/)
    assert.deepStrictEqual(receipts(), [{ run_at: 0 }])
    due.close()
    database.close()
  })
})

describe("processes with shops of their own", () => {
  const [one, other] = ["one", "other"].map((id) => ({ id, secretKey: "a-secret-key-of-a-shop-01" }))

  /** How often a webhook was tried, by shop. */
  const attempts = (file: string) => {
    const database = new Sqlite(file)
    const rows = database.prepare("SELECT shop_id, attempts FROM florin_notifications").all()
    database.close()
    return Object.fromEntries(
      (rows as Array<{ shop_id: string; attempts: number }>).map((_) => [_.shop_id, _.attempts])
    )
  }

  const until = async (ready: () => boolean) => {
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it("D43a: each do the due work of their own, and leave that of the others as it is", async () => {
    const file = place()
    const script = await createFlorin({ ...simulated(file), shops: [one!, other!], dueWork: false })
    const card = { number: "4200000000000000", expMonth: 12, expYear: 2099, holder: "A Person" }
    // A port where nobody listens.
    const request = { amount: 100, currency: "EUR", description: "A", card, notificationUrl: "http://127.0.0.1:9/" }
    for (const id of ["one", "other"]) await script.shop(id).pay(request)
    await script.close()
    assert.deepStrictEqual(attempts(file), { one: 0, other: 0 })

    const log: Array<string> = []
    const reply = ({ level, message }: LogEntry) => void (level === "warning" && log.push(String(message)))
    const first = await createFlorin({ ...simulated(file), shops: [one!], log: reply })
    await until(() => attempts(file).one !== 0)
    assert.strictEqual(attempts(file).other, 0)
    const second = await createFlorin({ ...simulated(file), shops: [other!], log: reply })
    await until(() => attempts(file).other !== 0)
    await Promise.all([first.close(), second.close()])
    assert.match(log.join(), /does the due work of its own shops.*: shops one\./)
  })

  it("D43a, D73: do that of the shops in the database, too", async () => {
    const file = place()
    const { shops: _, ...options } = simulated(file)
    const script = await createFlorin({ ...options, dueWork: false })
    await script.operator.shops.add({ id: "stored" })
    const card = { number: "4200000000000000", expMonth: 12, expYear: 2099, holder: "A Person" }
    await script
      .shop("stored")
      .pay({ amount: 100, currency: "EUR", description: "A", card, notificationUrl: "http://127.0.0.1:9/" })
    await script.close()
    assert.deepStrictEqual(attempts(file), { stored: 0 })
    const worker = await createFlorin({ ...simulated(file), shops: [one!] })
    await until(() => attempts(file).stored !== 0)
    await worker.close()
  })
})

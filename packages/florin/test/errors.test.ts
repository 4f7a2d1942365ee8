// Errors as hosts and receivers see them: a code of one registry, the members at fault, a sentence that says what to do,
// an address in the documents, and nothing of what was sent.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import * as Adyen from "@florin/connector-adyen/Adyen"
import * as Checkout from "@florin/connector-checkout/Checkout"
import * as Stripe from "@florin/connector-stripe/Stripe"
import * as Upstream from "@florin/connector-upstream/Upstream"
import * as IdempotencyKey from "@florin/core/idempotency/IdempotencyKey"
import * as InvalidRequest from "@florin/core/request/InvalidRequest"
import * as StorageError from "@florin/core/store/StorageError"
import * as VaultError from "@florin/core/store/VaultError"
import * as MailSettings from "@florin/mailer/SettingRefused"
import * as Theme from "@florin/pages/Theme"
import * as OneDatabase from "@florin/settings/OneDatabase"
import * as PostgresSettings from "@florin/storage-postgres/SettingRefused"
import * as Migrations from "@florin/storage-sql/Migrations"
import * as SqliteSettings from "@florin/storage-sqlite/SettingRefused"
import * as KeyRingError from "@florin/vault/KeyRingError"
import Sqlite from "better-sqlite3"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as florinEntry from "florin"
import { createFlorin, type Florin, type Options, type SimulatedFlorin } from "florin"
import * as effectEntry from "florin/effect"
import { Acquirer, AcquirerReport } from "florin/effect"
import * as receiverEntry from "florin/receiver"
import { receiver, seenInMemory, verify } from "florin/receiver"
import { afterAll, assert, beforeAll, describe, expectTypeOf, it } from "vitest"
import { BadSetting } from "../src/cli/badSetting.js"
import { Found } from "../src/cli/found.js"
import { docsOf, type ErrorCode, errorCodes, isErrorCode, statusOf } from "../src/faces/errorCodes.js"
import { failureOf } from "../src/faces/refusals.js"
import * as Optional from "../src/host/optional.js"
import { root } from "./internal/server.js"
import { listed } from "./internal/shop.js"
import { message, now, otherSecret, secret } from "./receiver/internal/signing.js"

const directory = mkdtempSync(join(tmpdir(), "florin-errors-"))
afterAll(() => rmSync(directory, { recursive: true }))
const inside = (name: string) => join(directory, name)

const page = readFileSync(join(root, "docs", "reference", "errors.md"), "utf8")

const baseUrl = "http://127.0.0.1:8080/pay"
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = (byte: number) => JSON.stringify({ current: "k1", keys: { k1: key(byte) }, stamp: key(2) })

/** An error as every face gives it. */
interface Reported extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, ReadonlyArray<string>>>
  readonly docs: string
  readonly status: number
}

const refusal = async (call: () => unknown): Promise<Reported> => {
  try {
    await call()
  } catch (error) {
    assert.instanceOf(error, Error)
    return error as Reported
  }
  return assert.fail("nothing was refused")
}

/** `sent`: what must not come back. */
const assertReported = (
  error: Reported,
  code: ErrorCode,
  fields: ReadonlyArray<string>,
  sent: ReadonlyArray<string>
): void => {
  assert.strictEqual(error.code, code, error.message)
  assert.deepStrictEqual(Object.keys(error.fields).sort(), [...fields].sort())
  assert.strictEqual(error.docs, `node_modules/florin/dist/docs/errors.md#${code}`)
  assert.strictEqual(error.status, statusOf(code))
  assert.isAbove(error.message.length, 20)
  assert.notMatch(error.message, /\{\w+\}|undefined|\[object/)
  const shown = [error.message, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join("\n")
  for (const value of sent) assert.notInclude(shown, value)
}

describe("a call in process is refused", () => {
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
  const order = { amount: 1995, currency: "EUR", description: "Order 42", card }
  const wrong = { ...order, amount: -7131, card: { ...card, number: "4200000000000001", expMonth: "1377" } }
  let florin: SimulatedFlorin

  beforeAll(async () => {
    const database = `sqlite:${inside("calls.db")}` as const
    florin = await createFlorin({ database, sandbox: true, baseUrl, shops: [listed] })
  })
  afterAll(() => florin.close())

  const shop = () => florin.shop("shop")

  it.each<readonly [ErrorCode, string, () => Promise<unknown>, ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      "invalid-request",
      "with three members at fault",
      () => shop().pay(wrong),
      ["amount", "card.number", "card.expMonth"],
      ["7131", "4200000000000001", "1377"]
    ],
    [
      "invalid-request",
      "as a whole",
      () => shop().capture({ parentUid: "no-uid-4", amount: 1 }),
      ["parentUid"],
      ["no-uid-4"]
    ],
    [
      "invalid-request",
      "under a key that is none",
      () => shop().pay(order, { idempotencyKey: "a key" }),
      ["idempotencyKey"],
      ["a key"]
    ],
    // Of hosts without TypeScript.
    [
      "invalid-request",
      "without a request",
      () => shop().pay(undefined as never),
      ["amount", "currency", "description", "card"],
      []
    ],
    [
      "invalid-request",
      "with an amount of another kind",
      () => shop().pay({ ...order, amount: "71.31" as never }),
      ["amount"],
      ["71.31"]
    ],
    ["invalid-request", "for a page of none", () => shop().plans.list({ limit: -13 }), ["limit"], ["-13"]],
    ["invalid-request", "for an operator without a name", () => florin.operator.approve("x", { by: "" }), ["by"], []],
    ["invalid-request", "to a clock", () => florin.sandbox.moveTo("2001-02-03T04:05:06Z"), ["to"], ["2001-02-03"]],
    ["no-such-shop", "of nobody", () => florin.shop("nobody-13").plans.list(), [], ["nobody-13"]],
    ["no-such-record", "for an unknown id", () => shop().plans.find("pln_0000000000000013"), [], ["0000000000000013"]],
    ["no-such-record", "for an operator", () => florin.operator.document("uid-4711"), [], ["uid-4711"]]
  ])("as %s, %s", async (code, _, call, fields, sent) => {
    assertReported(await refusal(call), code, fields, sent)
  })

  it("as duplicate-request, when it comes again, and under its key, too", async () => {
    await shop().pay(order)
    for (const options of [{}, { idempotencyKey: "order-1" }, { idempotencyKey: "order-1" }]) {
      assertReported(
        await refusal(() => shop().pay(order, options)),
        "duplicate-request",
        [],
        ["4200000000000000", "order-1"]
      )
    }
  })

  it("as key-for-another-request", async () => {
    const options = { idempotencyKey: "order-2" }
    await shop().pay({ ...order, amount: 1 }, options)
    const error = await refusal(() => shop().pay({ ...order, amount: 2 }, options))
    assertReported(error, "key-for-another-request", [], ["order-2", "4200000000000000"])
  })

  it.each([
    ["an amount", () => shop().pay({ ...order, amount: -1 })],
    ["a limit", () => shop().plans.list({ limit: 0 })]
  ])("as the page's examples say, for %s", async (_, call) => {
    const { fields } = await refusal(call)
    const shown = Object.entries(fields).map(([path, [sentence]]) => `\`{ "${path}": ["${sentence}"] }\``)
    assert.lengthOf(shown, 1)
    assert.include(page, shown[0]!)
  })
})

describe("a call under the key of one that has no answer yet", () => {
  it("is refused as key-in-flight (D13)", async () => {
    const requested = Effect.runSync(Deferred.make<void>())
    const mayAnswer = Effect.runSync(Deferred.make<void>())
    const approved = Acquirer.AcquirerAnswer.Approved({ report: AcquirerReport.noReport })
    const acquirer: Acquirer.AcquirerService = {
      gatewayId: 7,
      name: "Bank",
      simulated: false,
      inFlightWindow: Duration.minutes(2),
      perform: () =>
        Deferred.succeed(requested, undefined).pipe(Effect.zipRight(Deferred.await(mayAnswer)), Effect.as(approved)),
      status: () => Effect.succeed(Acquirer.AcquirerStatus.Unknown())
    }
    const database = `sqlite:${inside("flight.db")}` as const
    const florin = await createFlorin({ database, keys: ring(1), baseUrl, shops: [listed], acquirers: [acquirer] })
    const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
    const pay = () =>
      florin.shop("shop").pay({ amount: 1, currency: "EUR", description: "1", card }, { idempotencyKey: "order-9" })
    const first = pay()
    await Effect.runPromise(Deferred.await(requested))
    assertReported(await refusal(pay), "key-in-flight", [], ["order-9", "4200000000000000"])
    Effect.runSync(Deferred.succeed(mayAnswer, undefined))
    assert.strictEqual((await first).status, "successful")
    await florin.close()
  })
})

describe("a start is refused", () => {
  const real = { baseUrl, acquirers: [], shops: [listed] }
  const written = (name: string, text: string, mode = 0o600): string => {
    writeFileSync(inside(name), text, { mode })
    return inside(name)
  }
  const at = (name: string) => `sqlite:${inside(name)}` as const

  /** A database that has been changed by this statement. */
  const changed = async (name: string, statement: string): Promise<Options> => {
    const options = { ...real, database: at(name), keys: ring(1) }
    await (await createFlorin(options)).close()
    const host = new Sqlite(inside(name))
    host.exec(statement)
    host.close()
    return options
  }

  it.each<readonly [ErrorCode, string, () => Options | Promise<Options>, ReadonlyArray<string>]>([
    [
      "unusable-option",
      "of a database",
      () => ({ ...real, database: "mysql://me:pass-13@db", keys: ring(1) }),
      ["database"]
    ],
    [
      "unusable-option",
      "of an address",
      () => ({ ...real, baseUrl: "pass-13", database: at("a.db"), keys: ring(1) }),
      ["baseUrl"]
    ],
    [
      "unusable-option",
      "of a shop",
      () => ({ ...real, database: at("a.db"), keys: ring(1), shops: [{ id: "pass-13", secretKey: "" }] }),
      ["shops[0].secretKey"]
    ],
    ["key-ring-missing", "without a file", () => ({ ...real, database: at("a.db"), keys: inside("pass-13") }), []],
    ["key-ring-unreadable", "for a directory", () => ({ ...real, database: at("a.db"), keys: directory }), []],
    ["key-ring-malformed", "for another text", () => ({ ...real, database: at("a.db"), keys: '{"pass-13":1}' }), []],
    [
      "key-ring-readable-by-others",
      "for an open file",
      () => ({ ...real, database: at("a.db"), keys: written("open.json", ring(1), 0o644) }),
      []
    ],
    [
      "storage-unavailable",
      "without a directory",
      () => ({ ...real, database: at("pass-13/a.db"), keys: ring(1) }),
      []
    ],
    [
      "storage-corrupt",
      "for another file",
      () => ({ ...real, database: `sqlite:${written("b.db", "pass-13 ".repeat(99))}`, keys: ring(1) }),
      []
    ],
    [
      "database-newer",
      "after a newer version",
      () => changed("c.db", "INSERT INTO florin_schema_migrations VALUES (9999, 'pass-13', 'pass-13', 1)"),
      []
    ],
    [
      "database-changed",
      "after other migrations",
      () => changed("d.db", "UPDATE florin_schema_migrations SET checksum = 'pass-13'"),
      []
    ]
  ])("as %s, %s", async (code, _, options, fields) => {
    const given = await options()
    assertReported(await refusal(() => createFlorin(given)), code, fields, ["pass-13", key(1)])
  })

  it("as package-missing", async () => {
    const gone = Object.assign(new Error("Cannot find package 'better-sqlite3' imported from a.js"), {
      code: "ERR_MODULE_NOT_FOUND"
    })
    assertReported(
      await refusal(() => Optional.load(Optional.sqlite, () => Promise.reject(gone))),
      "package-missing",
      [],
      []
    )
  })

  it("keeps the tag and the error of the part that failed", async () => {
    const error = await refusal(() => createFlorin({ ...real, database: at("a.db"), keys: inside("none") }))
    assert.instanceOf(error, florinEntry.FlorinFailed)
    assert.strictEqual(error._tag, "KeyRingError")
    assert.instanceOf(error.cause, KeyRingError.KeyRingError)
  })
})

describe("a statement of the host's that fails in the payment's commit", () => {
  it.each<readonly [ErrorCode, string]>([
    ["storage-constraint", "INSERT INTO orders VALUES ('pass-13')"],
    ["storage-failed", "INSERT INTO order_s VALUES ('pass-13')"]
  ])("ends the call as %s", async (code, statement) => {
    const place = inside(`${code}.db`)
    const host = new Sqlite(place)
    host.exec("CREATE TABLE orders (id TEXT PRIMARY KEY); INSERT INTO orders VALUES ('pass-13')")
    host.close()
    const florin = await createFlorin({
      ...{ database: `sqlite:${place}`, sandbox: true, baseUrl, shops: [listed] },
      onCommit: (_, { execute }) => execute(statement)
    })
    const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
    const pay = () => florin.shop("shop").pay({ amount: 1, currency: "EUR", description: "1", card })
    assertReported(await refusal(pay), code, [], ["pass-13", "4200000000000000"])
    await florin.close()
  })
})

describe("a call after close", () => {
  const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
  const order = { amount: 1, currency: "EUR", description: "1", card }
  const open = (name: string) =>
    createFlorin({ database: `sqlite:${inside(name)}`, sandbox: true, baseUrl, shops: [listed] })

  it.each<readonly [string, (florin: SimulatedFlorin) => Promise<unknown>]>([
    ["of a shop", ({ shop }) => shop("shop").pay(order)],
    ["of a list in it", ({ shop }) => shop("shop").plans.list()],
    ["of an operator", ({ operator }) => operator.inDoubt()],
    ["of the sandbox", ({ sandbox }) => sandbox.advance({ days: 1 })],
    ["of the metrics", ({ metrics }) => metrics()]
  ])("is refused as closed, %s", async (_, call) => {
    const florin = await open("closed.db")
    await call(florin)
    await florin.close()
    const error = await refusal(() => call(florin))
    assertReported(error, "closed", [], ["4200000000000000"])
    assert.instanceOf(error, florinEntry.FlorinClosed)
  })

  it("is carried out while close waits for the handler that has made it", async () => {
    const webhookSecret = secret
    const florin = await createFlorin({
      ...{ database: `sqlite:${inside("draining.db")}`, sandbox: true, baseUrl },
      shops: [{ ...listed, webhookSecret }]
    })
    let closing: Promise<void> | undefined
    let paid: string | undefined
    const { fetch } = florin.webhook("shop", async () => {
      closing = florin.close()
      paid = (await florin.shop("shop").pay(order)).status
    })
    const { body, headers } = message({ at: Date.now() })
    assert.strictEqual((await fetch(new Request("http://localhost/", { method: "POST", headers, body }))).status, 204)
    await closing
    assert.strictEqual(paid, "successful")
  })
})

describe("a sealed card whose key is gone", () => {
  it("ends a call as card-key-missing", async () => {
    const [database, card] = [
      `sqlite:${inside("vault.db")}` as const,
      { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
    ]
    const start = (byte: number): Promise<Florin> =>
      createFlorin({ database, keys: ring(byte), sandbox: true, baseUrl, shops: [listed] })
    const first = await start(1)
    const saved = await first.shop("shop").tokenize({ amount: 0, currency: "EUR", description: "A card", card })
    await first.close()
    const token = String(saved.card.token)
    const renamed = ring(3).replaceAll("k1", "k3")
    const second = await createFlorin({ database, keys: renamed, sandbox: true, baseUrl, shops: [listed] })
    const pay = () => second.shop("shop").pay({ amount: 1, currency: "EUR", description: "1", card: { token } })
    assertReported(await refusal(pay), "card-key-missing", [], [token, key(1), key(3)])
    await second.close()
  })
})

describe("a message is refused", () => {
  const at = { now: () => now }
  const { body, headers } = message()
  const posted = (text: string) => new Request("https://shop.example", { method: "POST", headers, body: text })

  const received = (request: Request): Promise<never> =>
    new Promise((_, reject) => {
      const options = {
        secrets: secret,
        seen: seenInMemory(),
        handle: () => undefined,
        onRefused: reject,
        bodyLimit: 9
      }
      receiver({ ...options, ...at })(request).catch(reject)
    })

  it.each<readonly [ErrorCode, () => unknown]>([
    ["no-signature", () => verify(secret, { body, headers: {} }, at)],
    ["wrong-signature", () => verify(otherSecret, { body, headers }, at)],
    ["expired", () => verify(secret, { body, headers }, { now: () => now + 301_000 })],
    ["unreadable", () => verify(secret, message({ document: "not json" }), at)],
    ["too-large", () => received(posted(body))],
    ["not-raw", () => verify(secret, { body: { text: body } as never, headers }, at)],
    ["unusable-secret", () => verify("whsec_ what is this", { body, headers }, at)],
    ["unusable-secret", () => verify([], { body, headers }, at)],
    ["unusable-option", () => verify(secret, { body, headers }, { ...at, tolerence: 5 } as never)]
  ])("as %s", async (code, call) => {
    const sent = [secret, otherSecret, "what is this", "not json", headers["webhook-signature"]!]
    assertReported(await refusal(call), code, [], sent)
  })
})

const { Movement, HttpServer, Shop, Shops, UnitOfWork } = effectEntry

/** Instances of the error classes that entries offer, by the name of the class. */
const open: Readonly<Record<string, ReadonlyArray<Error>>> = {
  FlorinClosed: [new florinEntry.FlorinClosed()],
  FlorinFailed: [new florinEntry.FlorinFailed(new StorageError.StorageError({ reason: "busy", operation: "a" }))],
  KeyRefused: (["another-request", "in-flight"] as const).map((reason) => new florinEntry.KeyRefused({ reason })),
  OptionRefused: [new florinEntry.OptionRefused({ option: "a", expected: "must be b" })],
  DriverNotBuilt: [new florinEntry.DriverNotBuilt({ driver: "better-sqlite3", reason: "missing" })],
  PackageMissing: [new florinEntry.PackageMissing({ packages: ["a"], purpose: "b", install: ["a@1"] })],
  RecordMissing: (["shop", "plan", "transaction"] as const).map((kind) => new florinEntry.RecordMissing({ kind })),
  RequestRefused: ["is wrong", "Duplicate transaction"].map(
    (sentence) =>
      new florinEntry.RequestRefused({ errors: [{ path: [], sentence }], friendlyMessage: "It cannot be accepted." })
  ),
  ListenError: [new HttpServer.ListenError({ system: "EADDRINUSE" })],
  MovementsUnavailable: [new Movement.MovementsUnavailable({})],
  Unauthorized: [new Shop.Unauthorized()],
  ShopRefused: (["exists", "not-found", "listed"] as const).map((reason) => new Shops.ShopRefused({ reason })),
  NotInsideTransaction: [new UnitOfWork.NotInsideTransaction({ operation: "a" })],
  WebhookRefused: (
    ["no-signature", "wrong-signature", "expired", "unreadable", "too-large", "not-raw", "unusable-secret"] as const
  ).map((code) => new receiverEntry.WebhookRefused(code))
}

/** Errors of the parts, which hosts get through the faces. */
const deeper: ReadonlyArray<Error> = [
  ...StorageError.Reason.literals.map((reason) => new StorageError.StorageError({ reason, operation: "a" })),
  new StorageError.StorageError({ reason: "unexpected", operation: "host.listener" }),
  ...KeyRingError.Reason.literals.map((reason) => new KeyRingError.KeyRingError({ reason })),
  ...(["newer", "changed", "outdated", "clash", "moved"] as const).map(
    (reason) => new Migrations.MigrationError({ reason, migration: 1 })
  ),
  ...(["unknown-key", "no-key", "altered"] as const).map((reason) => new VaultError.VaultError({ reason })),
  new OneDatabase.PurposeRefused({ was: "real" }),
  new PostgresSettings.SettingRefused({ setting: "fsync" }),
  new SqliteSettings.SettingRefused({ setting: "wal" }),
  new MailSettings.SettingRefused({ setting: "a", expected: "must be b" }),
  new Theme.PageOptionRefused({ option: "a", expected: "must be b" }),
  InvalidRequest.invalid("a", "is wrong"),
  new InvalidRequest.DuplicateRequest(),
  new InvalidRequest.NotFound(),
  new IdempotencyKey.IdempotencyMismatch(),
  new IdempotencyKey.IdempotencyInFlight()
]

const ofCommands: ReadonlyArray<Error> = [
  new BadSetting({ lines: ["PORT is wrong"] }),
  ...(["books-differ", "nothing-compared", "unhealthy", "violations"] as const).map(
    (code) => new Found({ code, message: "a" })
  )
]

const codeOf = (error: Error): unknown => "code" in error && error.code

const isErrorClass = (value: unknown): boolean => typeof value === "function" && value.prototype instanceof Error

const isModule = (value: unknown): value is object => Object.prototype.toString.call(value) === "[object Module]"

const classesOf = (module: object): ReadonlyArray<string> =>
  Object.entries(module).flatMap(([name, value]) => {
    if (isErrorClass(value)) return [name]
    return isModule(value) ? classesOf(value) : []
  })

describe("the registry of errors", () => {
  it("has the code of every error class that an entry offers", () => {
    const offered = [florinEntry, effectEntry, receiverEntry].flatMap(classesOf)
    assert.sameMembers([...new Set(offered)], Object.keys(open))
    for (const [name, errors] of Object.entries(open)) {
      for (const error of errors) assert.isTrue(isErrorCode(codeOf(error)), name)
    }
  })

  it.each([
    ["florin", florinEntry],
    ["florin/receiver", receiverEntry]
  ])("gives every error class of %s what a host's server and its log look for", (_, entry) => {
    for (const name of classesOf(entry)) {
      for (const error of open[name] as ReadonlyArray<Reported>) {
        assert.strictEqual(error.status, statusOf(error.code), name)
        assert.strictEqual(error.docs, docsOf(error.code), name)
        assert.isObject(error.fields, name)
      }
    }
  })

  it.each([
    ["Stripe", Stripe.StripeRefused],
    ["Adyen", Adyen.AdyenRefused],
    ["Checkout.com", Checkout.CheckoutRefused],
    ["another Florin", Upstream.UpstreamRefused]
  ])("gives the refusal of a setting of the connector of %s what that of an option has", (_, Refused) => {
    const { code, docs, fields, status } = new Refused({ setting: "a", expected: "must be b" })
    const option = new florinEntry.OptionRefused({ option: "a", expected: "must be b" })
    const [first, second] = [{ code, docs, fields, status }, { ...option }]
    assert.deepInclude(second, first)
  })

  it.each<readonly [number, ReadonlyArray<ErrorCode>]>([
    [400, ["invalid-request", "duplicate-request", "unreadable"]],
    [401, ["no-signature", "wrong-signature", "expired"]],
    [404, ["no-such-shop", "no-such-record"]],
    [409, ["key-in-flight"]],
    [413, ["too-large"]],
    [422, ["key-for-another-request"]],
    [503, ["closed", "storage-busy", "storage-full", "storage-readonly", "storage-unavailable"]]
  ])("has %s for what a client or a while can mend, and 500 for the rest", (status, codes) => {
    assert.sameMembers(
      Object.keys(errorCodes).filter((code) => statusOf(code as ErrorCode) === status),
      [...codes]
    )
  })

  it("has no code that no error has", () => {
    // How the command line tells what has no code of its own.
    const ends = ["arguments", "failed"]
    const errors = [...Object.values(open).flat(), ...deeper, ...ofCommands]
    assert.sameMembers([...new Set([...errors.map(codeOf), ...ends])], Object.keys(errorCodes))
  })

  it("has a whole sentence for every error that a part fails with", () => {
    for (const error of deeper.filter((error) => /^(?:storage|key-ring|database|card)-/.test(String(codeOf(error))))) {
      const reported = failureOf(error) as Reported
      assert.instanceOf(reported, florinEntry.FlorinFailed)
      assert.deepStrictEqual([reported.code, reported.docs], [codeOf(error), docsOf(reported.code)])
      assert.notMatch(reported.message.replace(error.message, ""), /[{}]/)
      assert.strictEqual(failureOf(reported), reported)
    }
    const foreign = Object.assign(new Error("of a host"), { code: "ENOENT" })
    for (const other of [foreign, InvalidRequest.invalid("a", "is wrong"), "text", undefined]) {
      assert.strictEqual(failureOf(other), other)
    }
  })

  it("is what the types of the parts' codes know", () => {
    expectTypeOf<StorageError.StorageError["code"]>().toExtend<ErrorCode>()
    expectTypeOf<KeyRingError.KeyRingError["code"]>().toExtend<ErrorCode>()
    expectTypeOf<Migrations.MigrationError["code"]>().toExtend<ErrorCode>()
    expectTypeOf<VaultError.VaultError["code"]>().toExtend<ErrorCode>()
    expectTypeOf<InvalidRequest.InvalidRequest["code"]>().toExtend<ErrorCode>()
    expectTypeOf<typeof errorCodes>().toExtend<Record<florinEntry.ErrorCode, string>>()
  })
})

describe("docs/reference/errors.md", () => {
  const sections = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), section.replace(/^## .*/ms, "")] as const)
  )

  it("has a section for each code, and no other", () => {
    assert.deepStrictEqual([...sections.keys()], Object.keys(errorCodes))
  })

  it.each(Object.entries(errorCodes))(
    "shows the sentence of %s, when it appears, what to do, and an example",
    (code, sentence) => {
      const section = sections.get(code) ?? ""
      assert.include(section.replaceAll(/\s+/g, " "), `> ${sentence} `)
      for (const part of ["**When:**", "**Do:**", "**Example:**"]) assert.include(section, part)
    }
  )
})

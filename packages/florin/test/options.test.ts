import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type { TransferProvider } from "@florin/core/transfers/TransferProvider"
import { createFlorin, type OptionRefused, type Options, type PagesOptions } from "florin"
import { type TestOptions, testFlorin } from "florin/testing"
import { afterAll, assert, describe, expectTypeOf, it } from "vitest"
import { sentenceOf } from "../src/faces/errorCodes.js"
import type { Names } from "../src/host/optionNames.js"
import type { MailOptions } from "../src/host/options.js"

const directory = mkdtempSync(join(tmpdir(), "florin-options-"))
afterAll(() => rmSync(directory, { recursive: true }))
const inside = (name: string) => join(directory, name)

const good = { database: `sqlite:${inside("a.db")}`, sandbox: true, baseUrl: "https://shop.example" } as const
const shop = { id: "shop", secretKey: "a-long-random-secret" }

const malformed = (cause: string) => sentenceOf("key-ring-malformed", { cause })

const secret = "4111111111111111"
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })
const toGateway2 = [{ name: "a", action: { kind: "acquirers", gateways: [2] } }] as const

/** An acquirer or a provider that is not asked. */
const portOf = (gatewayId: number) =>
  ({ gatewayId, perform: () => undefined, status: () => undefined }) as unknown as AcquirerService & TransferProvider

const refusal = (options: Options): Promise<string> =>
  createFlorin(options).then(
    () => "started",
    (error: Error) => error.message
  )

const everyOption =
  "accept, acquirers, approvalLimits, authenticate, baseUrl, database, drainFor, dueWork, keys, log, mail, metrics, onCommit, openTelemetry, operators, pages, routing, sandbox, shops, tablePrefix, threeDSecureServers, timeZone, transferProviders"

const pages = "colours, framedBy, languages, logo, proxies, replace, styles, triesPerAddress, triesPerPage"

describe("an option that cannot be used", () => {
  writeFileSync(inside("empty.json"), "{}", { mode: 0o600 })
  it.each<[Options, string]>([
    [
      { ...good, database: "mysql://secret@host/db" },
      "database must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>"
    ],
    [
      { ...good, database: "sqlite::memory:" },
      "database must have the path of a file; tests without one start testFlorin of florin/testing"
    ],
    [
      { ...good, database: "postgres://secret" },
      "database must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>"
    ],
    [
      { ...good, mail: { url: "smtp://secret@host", from: "a@b.example" } },
      "mail.url must be smtp:// or smtps://, and [<user>:<password>@]<host>[:<port>]"
    ],
    [
      { ...good, mail: { url: "smtp://host", from: "secret" } },
      "mail.from must be an email address, or a name and <address>"
    ],
    [
      { ...good, onCommit: { checkouts: () => undefined } } as Options,
      "onCommit must be a function, or functions under transaction, checkout, subscription and entitlements"
    ],
    [
      { ...good, onCommit: { checkout: "secret" } } as never,
      "onCommit must be a function, or functions under transaction, checkout, subscription and entitlements"
    ],
    [undefined as never, "options must be an object with database and baseUrl"],
    [{ ...good, onComit: () => undefined } as Options, `onComit is not an option: there are ${everyOption}`],
    [
      { ...good, mail: { url: "smtp://localhost", from: "a@b.example", plian: true } } as never,
      "mail.plian is not an option: there are from, plain, url"
    ],
    [{ ...good, mail: "smtp://secret" } as never, "mail must be an object with from, plain, url"],
    [{ ...good, pages: { triesPerAdress: 3 } } as never, `pages.triesPerAdress is not an option: there are ${pages}`],
    [
      { ...good, pages: { colours: { lihgt: {} } } } as never,
      "pages.colours.lihgt is not an option: there are light, dark"
    ],
    [{ ...good, pages: [] } as never, `pages must be an object with ${pages}`],
    [{ ...good, log: { levl: "info" } } as never, "log must be debug, info, warning, error, none, or a function"],
    [{ ...good, log: "secret" } as never, "log must be debug, info, warning, error, none, or a function"],
    [{ ...good, metrics: { port: 1 } } as never, "metrics must be true or false"],
    [{ ...good, drainFor: "10" } as never, "drainFor must be a whole number of milliseconds, 0 or more"],
    [{ ...good, openTelemetry: { foo: 1 } } as never, "openTelemetry must be the module @opentelemetry/api"],
    [
      { ...good, openTelemetry: { trace: {}, context: {} } } as never,
      "openTelemetry must be the module @opentelemetry/api"
    ],
    [{ ...good, authenticate: "secret" } as never, "authenticate must be a function"],
    [{ ...good, shops: [{ ...shop, holdDay: 1 }] } as never, "shops[0].holdDay is unknown; did you mean holdDays?"],
    [
      { ...good, operators: [{ id: "anna", key: "k".repeat(32), rol: "view" }] } as never,
      "operators[0].rol is unknown; an operator has id, key, role and shops"
    ],
    [{ ...good, baseUrl: "shop.example" }, "baseUrl must be an http or https address"],
    [{ ...good, baseUrl: "https://" }, "baseUrl must be an http or https address"],
    [{ ...good, shops: [{ ...shop, secretKey: "short" }] }, "shops[0].secretKey must be at least 16 characters"],
    [{ ...good, shops: [{ ...shop, holdDays: 0 }] }, "shops[0].holdDays must be between 1 and 365"],
    [{ ...good, operators: [{ id: "anna", key: "short" }] }, "operators[0].key must be at least 32 characters"],
    [{ ...good, operators: [{ id: "a b", key: secret }] }, "operators[0].id must be 1 to 64 letters, digits, _ or -"],
    [{ ...good, operators: {} as never }, 'operators must be a list of operators: [{"id": …, "key": …}]'],
    [{ ...good, shops: [shop, shop] }, "shops[1].id is the id of another shop of the list"],
    [
      { ...good, routing: [{ name: "a", when: { binPrefix: [secret] }, action: { kind: "decline" } }] },
      "routing[0].when.binPrefix must be a list of texts of 1 to 8 digits"
    ],
    [{ ...good, routing: {} as never }, 'routing must be a list of rules: [{"name": …, "when": …, "action": …}]'],
    [
      { ...good, sandbox: false, acquirers: [], keys: ring, routing: toGateway2 },
      "routing[0].action.gateways must be ids of acquirers: there is none"
    ],
    [
      { ...good, sandbox: false, acquirers: [portOf(1), portOf(2), portOf(1)], keys: ring },
      "acquirers[2].gatewayId is the id of another one of the list"
    ],
    [
      { ...good, sandbox: false, acquirers: [portOf(1)], transferProviders: [portOf(1), portOf(1)], keys: ring },
      "transferProviders[1].gatewayId is the id of another one of the list"
    ],
    [{ ...good, sandbox: false, acquirers: {} as never, keys: ring }, "acquirers must be a list"],
    [
      {
        ...good,
        sandbox: false,
        acquirers: [portOf(1), { gatewayId: 2, perform: () => undefined } as never],
        keys: ring
      },
      "acquirers[1] has no function status"
    ],
    [
      { ...good, sandbox: false, acquirers: [{ ...portOf(1), perform: async () => undefined } as never], keys: ring },
      "acquirers[0] answers promises from perform: make it with acquirerFrom of florin/ports"
    ],
    [
      {
        ...good,
        sandbox: false,
        acquirers: [{ ...portOf(1), fields: { script: "http://js.example/" } } as never],
        keys: ring
      },
      "acquirers[0].fields.script must be what a page can show: an https address, origins, and a function as text"
    ],
    [
      { ...good, sandbox: false, acquirers: [portOf(1)], threeDSecureServers: [{} as never], keys: ring },
      "threeDSecureServers[0] has no function ask"
    ],
    [
      { ...good, sandbox: false, acquirers: [portOf(1)], transferProviders: [null as never], keys: ring },
      "transferProviders[0] must be an object"
    ],
    [{ ...good, routing: toGateway2, keys: inside("empty.json") }, malformed("Key ring: missing-member (current)")],
    [{ ...good, keys: inside("empty.json") }, malformed("Key ring: missing-member (current)")],
    [{ ...good, keys: '{"current":1}' }, malformed("Key ring: wrong-type (current)")],
    [{ ...good, sandbox: false, acquirers: [], keys: inside("none.json") }, sentenceOf("key-ring-missing")],
    [
      { ...good, sandbox: false, acquirers: [], keys: undefined as never },
      "keys is needed: a key ring's file, or its JSON text. `florin keys new <file>` makes one"
    ]
  ])("%# is refused with a sentence and without its value", async (options, sentence) => {
    assert.strictEqual(await refusal(options), sentence)
  })
})

describe("options", () => {
  it("make a key ring beside the database in the sandbox, where none is named", async () => {
    const florin = await createFlorin(good)
    await florin.close()
    assert.isTrue(existsSync(inside("a.db.keys.json")))
  })

  it("without the sandbox name acquirers and keys", () => {
    const { sandbox: _, ...bare } = good
    expectTypeOf({ ...bare, acquirers: [] }).not.toExtend<Options>()
    expectTypeOf({ ...bare, keys: "app.keys.json" }).not.toExtend<Options>()
    expectTypeOf({ ...bare, acquirers: [], keys: "app.keys.json" }).toExtend<Options>()
    expectTypeOf({ ...bare, sandbox: true as const }).toExtend<Options>()
  })

  it("are asked for by the compiler, each member of each", () => {
    type Mail = Names<{ readonly mail?: MailOptions }>["mail"]
    expectTypeOf<keyof Mail>().toEqualTypeOf<keyof MailOptions>()
    expectTypeOf({ from: true, plain: true } as const).not.toExtend<Mail>()
    expectTypeOf({ from: true, plain: true, url: true } as const).toExtend<Mail>()
    type Pages = Names<{ readonly pages?: PagesOptions }>["pages"]
    expectTypeOf<keyof Pages>().toEqualTypeOf<keyof PagesOptions>()
    expectTypeOf<keyof Pages["logo"]>().toEqualTypeOf<"image" | "imageInDark" | "text">()
  })

  it("of a test are known, too", async () => {
    const refused = (options: object) =>
      testFlorin(options as TestOptions).then(
        () => "started",
        ({ code, message }: OptionRefused) => `${code}: ${message}`
      )
    assert.strictEqual(
      await refused({ foo: 1 }),
      "unusable-option: foo is not an option: there are baseUrl, listeners, migrate, now, onCommit, operators, pages, routing, shop, timeZone"
    )
    assert.strictEqual(
      await refused({ pages: { styls: "" } }),
      `unusable-option: pages.styls is not an option: there are ${pages}`
    )
    assert.include(await refused({ onCommit: { checkouts: () => undefined } }), "onCommit must be a function")
    assert.strictEqual(
      await refused({ shop: { holdDay: 1 } }),
      "unusable-option: shops[0].holdDay is unknown; did you mean holdDays?"
    )
  })
})

import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { inspect } from "node:util"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, describe, it } from "vitest"
import * as Settings from "../src/cli/settings.js"
import { settings } from "../src/cli/settingsHelp.js"
import * as UnknownSettings from "../src/cli/unknownSettings.js"
import { sandboxFileOf } from "../src/host/database.js"
import { directory, root } from "./internal/server.js"

const cwd = directory()
afterAll(() => rmSync(cwd, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(cwd, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}
const value = "4111111111111111"
const shop = (changes: object = {}) => ({ id: "one", secret_key: "0123456789abcdef", ...changes })
const shopsText = (name: string, text: string, fault: string): readonly [Record<string, string>, string] => {
  const path = file(name, text)
  return [
    { FLORIN_SHOPS: path },
    `FLORIN_SHOPS cannot be used: ${fault.startsWith("is ") ? path : `in ${path},`} ${fault}`
  ]
}
const shops = (name: string, fault: string, ...list: ReadonlyArray<object>) =>
  shopsText(name, JSON.stringify(list), fault)
const read = (environment: Record<string, string>) =>
  Effect.runPromise(
    Effect.either(
      Effect.withConfigProvider(Settings.read, ConfigProvider.fromMap(new Map(Object.entries(environment))))
    )
  )

const operatorKey = "0123456789abcdef0123456789abcdef"
const operator = (changes: object = {}) => ({ id: "anna", key: operatorKey, ...changes })
const operatorsText = (name: string, text: string, fault: string): readonly [Record<string, string>, string] => {
  const path = file(name, text)
  const where = fault.startsWith("is ") ? path : `in ${path},`
  return [{ FLORIN_OPERATORS: path }, `FLORIN_OPERATORS cannot be used: ${where} ${fault}`]
}
const operators = (name: string, fault: string, ...list: ReadonlyArray<unknown>) =>
  operatorsText(name, JSON.stringify(list), fault)

const rules = (name: string, fault: string | undefined, ...list: ReadonlyArray<object>) => {
  const path = file(name, JSON.stringify(list))
  return [{ FLORIN_ROUTING: path }, `FLORIN_ROUTING cannot be used: in ${path}, ${fault}`] as const
}
const toGateway = (id: number) => ({ name: `to ${id}`, action: { kind: "acquirers", gateways: [id] } })

const other = "https://shop:key@pay.example"
const upstream = { FLORIN_UPSTREAM: other, FLORIN_KEYS: "ring.json" }
const badWebhooks = "FLORIN_UPSTREAM_WEBHOOKS must be basic, or whsec_ and base64 of 24 to 64 bytes"

const needsKeys =
  "FLORIN_KEYS is needed when the sandbox is off: a key ring's file, or its JSON text. `florin keys new <file>` makes one"

const badDatabase = "FLORIN_DATABASE must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>"

describe("the settings of the standalone server", () => {
  it("are all optional", async () => {
    const settings = await read({})
    assert.deepInclude(settings, { _tag: "Right" })
    if (settings._tag === "Right") {
      const { baseUrl, host, port, sandbox, shops } = settings.right
      assert.deepStrictEqual(
        { baseUrl, host, port, sandbox, shops },
        { baseUrl: "http://127.0.0.1:8080", host: "127.0.0.1", port: 8080, sandbox: true, shops: undefined }
      )
    }
  })

  it("are those that the help lists", async () => {
    const requested = new Set<string>()
    const listening = ConfigProvider.mapInputPath(ConfigProvider.fromMap(new Map()), (name) => {
      requested.add(name)
      return name
    })
    await Effect.runPromise(Effect.withConfigProvider(Settings.read, listening))
    assert.deepStrictEqual([...requested].sort(), settings.map(([name]) => name).sort())
  })

  it.each([
    ["sqlite:data/shop.db", "data/shop.db.keys.json", "data/shop.db.sandbox.db", "data/shop.sandbox.db"],
    ["sqlite:data/shop", "data/shop.keys.json", "data/shop.sandbox.db", undefined],
    ["sqlite:shop.sqlite", "shop.sqlite.keys.json", "shop.sqlite.sandbox.db", undefined],
    ["postgres://florin:secret@database.example:5433/florin", "florin.keys.json", undefined, "florin.sandbox.db"],
    ["postgresql://florin@localhost/florin?host=/run/postgresql", "florin.keys.json", undefined, "florin.sandbox.db"]
  ])("D38: %s keeps its key ring in %s and its sandbox in %s, once in %s", async (database, ring, sandbox, former) => {
    const settings = await read({ FLORIN_DATABASE: database })
    if (settings._tag === "Left") return assert.fail(settings.left.message)
    const { database: store, formerSandboxFile, keys } = settings.right
    assert.deepStrictEqual(keys, { _tag: "File", path: resolve(ring), make: true })
    const files = [sandbox, former].map((file) => (file === undefined ? undefined : resolve(file)))
    assert.deepStrictEqual([store._tag === "Sqlite" ? sandboxFileOf(store.path) : undefined, formerSandboxFile], files)
    assert.notInclude(inspect(settings, { depth: 9 }), "secret")
  })

  it.each([
    [{}, true],
    [{ FLORIN_SANDBOX: "on" }, true],
    [{ FLORIN_SANDBOX: "off", FLORIN_KEYS: "ring.json" }, false],
    [upstream, false],
    [{ ...upstream, FLORIN_SANDBOX: "off" }, false],
    [{ ...upstream, FLORIN_UPSTREAM: "" }, true]
  ] as ReadonlyArray<readonly [Record<string, string>, boolean]>)(
    "with %j the sandbox is on: %s",
    async (environment, isOn) => {
      const settings = await read(environment)
      assert.strictEqual(settings._tag === "Right" ? settings.right.sandbox : settings.left.message, isOn)
    }
  )

  it.each([
    ["nothing", "", "none are asked for"],
    ["basic", "basic", "our id and key"],
    ["the shortest secret", `whsec_${"a".repeat(32)}`, `whsec_${"a".repeat(32)}`],
    ["the longest secret", `whsec_${"a".repeat(88)}`, `whsec_${"a".repeat(88)}`]
  ])("webhooks of the other gateway are known by %s", async (_, text, expected) => {
    const settings = await read({ ...upstream, FLORIN_UPSTREAM_WEBHOOKS: text })
    if (settings._tag === "Left") return assert.fail(settings.left.message)
    const { upstreamWebhooks: webhooks } = settings.right
    const secret = webhooks?.webhookSecret === undefined ? "our id and key" : Redacted.value(webhooks.webhookSecret)
    assert.strictEqual(webhooks === undefined ? "none are asked for" : secret, expected)
    assert.notInclude(inspect(settings, { depth: 9 }), "aaaa")
  })

  it("name a mail server and a sender, and show no password", async () => {
    const settings = await read({
      FLORIN_SMTP_URL: "smtps://books:a-password@mail.example",
      FLORIN_MAIL_FROM: "Books <receipts@books.example>"
    })
    if (settings._tag === "Left") return assert.fail(settings.left.message)
    const { mail } = settings.right
    assert.deepInclude(mail?.server, { host: "mail.example", port: 465, tls: "implicit" })
    assert.deepStrictEqual(mail?.from, { name: "Books", address: "receipts@books.example" })
    assert.notInclude(inspect(settings, { depth: 9 }), "a-password")
  })

  it.each([
    ["FLORIN_SHOPS", shop(), 0o600, "taken"],
    ["FLORIN_SHOPS", shop(), 0o400, "taken"],
    ...[0o604, 0o602, 0o640, 0o620, 0o610, 0o644, 0o666].map((mode) => ["FLORIN_SHOPS", shop(), mode, "refused"]),
    ["FLORIN_OPERATORS", operator(), 0o600, "taken"],
    ["FLORIN_OPERATORS", operator(), 0o666, "refused"]
  ] as ReadonlyArray<[string, object, number, "taken" | "refused"]>)(
    "%s: a file of %o with mode %i is %s",
    async (name, one, mode, expected) => {
      const path = file(`${name}-${mode}.json`, JSON.stringify([one]))
      chmodSync(path, mode)
      const settings = await read({ [name]: path })
      const refusal = `${name} cannot be used: ${path} can be read or changed by other users: chmod 600 ${path}`
      assert.strictEqual(
        settings._tag === "Left" ? settings.left.message : "taken",
        expected === "taken" ? expected : refusal
      )
    }
  )

  it("list shops with everything a shop may be", async () => {
    const settings = await read({
      FLORIN_SHOPS: file(
        "all.json",
        JSON.stringify([shop({ name: "One", strict_contracts: true, time_zone: "Europe/Minsk" })])
      )
    })
    assert.strictEqual(settings._tag === "Right" && settings.right.shops?.list[0]?.timeZone, "Europe/Minsk")
  })

  it("list operators, whose keys are shown nowhere (D2)", async () => {
    const [{ FLORIN_OPERATORS }] = operators("staff.json", "", operator(), operator({ id: "B-2_x" }))
    const settings = await read({ FLORIN_OPERATORS: FLORIN_OPERATORS! })
    if (settings._tag === "Left") return assert.fail(settings.left.message)
    const listed = settings.right.operators.map(({ id, key }) => [id, Redacted.value(key)])
    assert.deepStrictEqual(listed, [
      ["anna", operatorKey],
      ["B-2_x", operatorKey]
    ])
    assert.notInclude(inspect(settings, { depth: 9 }), operatorKey)
  })

  it.each([
    ["no file", undefined],
    ["an empty list", "[]"]
  ])("have no operators with %s", async (_, text) => {
    const settings = await read(text === undefined ? {} : { FLORIN_OPERATORS: file("nobody.json", text) })
    assert.deepStrictEqual(settings._tag === "Right" ? settings.right.operators : settings.left.message, [])
  })

  it.each([
    ["the sandbox, any", {}, 9],
    ["another gateway, its own", upstream, 2]
  ])("D17: routing rules name gateways: with %s", async (_, environment, id) => {
    const [{ FLORIN_ROUTING }] = rules(`to-${id}.json`, undefined, toGateway(id))
    const settings = await read({ ...environment, FLORIN_ROUTING })
    if (settings._tag === "Left") return assert.fail(settings.left.message)
    assert.deepStrictEqual<object | undefined>(settings.right.routing, [{ ...toGateway(id), when: {} }])
  })

  it.each([
    [{ PORT: "65536" }, "PORT must be a number from 0 to 65535"],
    [{ PORT: `x${value}` }, "PORT must be a number from 0 to 65535"],
    [{ FLORIN_DATABASE: `mysql:${value}` }, badDatabase],
    [{ FLORIN_DATABASE: "sqlite:" }, badDatabase],
    [{ FLORIN_DATABASE: `postgres:${value}` }, badDatabase],
    [{ FLORIN_DATABASE: `postgres://florin:${value}@database.example:port/florin` }, badDatabase],
    [{ FLORIN_DATABASE: `postgres://database.example/${value}` }, badDatabase],
    [{ FLORIN_DATABASE: `postgres://florin:${value}@database.example` }, badDatabase],
    [{ FLORIN_DATABASE: `postgres://florin:${value}@database.example/` }, badDatabase],
    [{ FLORIN_SANDBOX: value }, "FLORIN_SANDBOX must be on or off"],
    [
      { FLORIN_SANDBOX: "on", FLORIN_UPSTREAM: value },
      "FLORIN_UPSTREAM is for FLORIN_SANDBOX=off: in the sandbox everything is simulated"
    ],
    [{ FLORIN_UPSTREAM: other }, needsKeys],
    [{ FLORIN_UPSTREAM_WEBHOOKS: "basic" }, "FLORIN_UPSTREAM_WEBHOOKS is for FLORIN_UPSTREAM"],
    [{ ...upstream, FLORIN_UPSTREAM_WEBHOOKS: value }, badWebhooks],
    [{ ...upstream, FLORIN_UPSTREAM_WEBHOOKS: `whsec_${"a".repeat(31)}` }, badWebhooks],
    [{ ...upstream, FLORIN_UPSTREAM_WEBHOOKS: `whsec_${"a".repeat(89)}` }, badWebhooks],
    [
      { FLORIN_SANDBOX: "off", FLORIN_KEYS: "ring.json", FLORIN_UPSTREAM: `https://shop@${value}` },
      "FLORIN_UPSTREAM must be https://<shop>:<key>@<host>[:<port>][/<path>]"
    ],
    [
      { FLORIN_SANDBOX: "off", FLORIN_KEYS: "ring.json", FLORIN_UPSTREAM: `http://shop:${value}@pay.example` },
      "FLORIN_UPSTREAM must be https unless the host is this machine"
    ],
    [{ FLORIN_BASE_URL: value }, "FLORIN_BASE_URL must be an http or https address"],
    [{ FLORIN_TIME_ZONE: value }, "FLORIN_TIME_ZONE must be an IANA time zone such as Europe/Berlin"],
    [{ FLORIN_FRAMED_BY: value }, "FLORIN_FRAMED_BY must be a list of origins such as https://shop.example"],
    [
      { FLORIN_FRAMED_BY: "https://a.example; script-src *" },
      "FLORIN_FRAMED_BY must be a list of origins such as https://shop.example"
    ],
    [{ FLORIN_TRIES_PER_ADDRESS: "0" }, "FLORIN_TRIES_PER_ADDRESS must be a whole number from 1 to 1000000"],
    [{ FLORIN_TRIES_PER_PAGE: value }, "FLORIN_TRIES_PER_PAGE must be a whole number from 1 to 1000000"],
    [{ FLORIN_PROXIES: "11" }, "FLORIN_PROXIES must be a whole number from 0 to 10"],
    [{ FLORIN_SANDBOX: "off" }, needsKeys],
    [{ FLORIN_SHOPS: `[{"id":"${value}"}]` }, "FLORIN_SHOPS must be the path of a file, not its content"],
    [{ FLORIN_SHOPS: "nowhere.json" }, `FLORIN_SHOPS cannot be used: ${resolve("nowhere.json")} does not exist`],
    [{ FLORIN_SHOPS: cwd }, `FLORIN_SHOPS cannot be used: ${cwd} is a directory`],
    shopsText("empty.json", " \n", "is empty"),
    shopsText("broken.json", value.slice(1), 'the document must be a list of shops: [{"id": …, "secret_key": …}]'),
    shopsText("cut.json", `[{"id": "${value}"`, "is not JSON at line 1, column 27"),
    shopsText("comma.json", `[\n  { "id": "one", "secret_key": "${value}", }\n]`, "is not JSON at line 2, column 52"),
    shopsText("bare.json", `[\n  { "id": one${value} }\n]`, "is not JSON at line 2, column 11"),
    shopsText("note.json", "// a note\n[]", "is not JSON at line 1, column 1"),
    shopsText("tab.json", `["a\tb"]`, "is not JSON"),
    shops("a.json", "shops[0].secret_key can't be blank", { id: "one" }),
    shops("b.json", "shops[0].secret_key must be at least 16 characters", shop({ secret_key: "0123456789abcde" })),
    shops("c.json", "shops[0].id must be 1 to 64 letters, digits, _ or -", shop({ id: `a:${value}` })),
    shops("d.json", "shops[1].id is the id of another shop of the list", shop(), shop()),
    shops("e.json", "shops[0].time_zone must be an IANA time zone", shop({ time_zone: value })),
    shops("f.json", "shops[0].hold_days must be between 1 and 365", shop({ hold_days: 0 })),
    shops(
      "g.json",
      "shops[0].notification_url is invalid: expected an http or https URL without credentials, got another string",
      shop({ notification_url: value })
    ),
    shops(
      "h.json",
      "shops[0].webhook_secret must be whsec_ and base64 of 24 to 64 bytes",
      shop({ webhook_secret: value })
    ),
    shops(
      "i.json",
      "shops[0].notification_private_key must be an RSA private key in PEM",
      shop({ notification_private_key: value })
    ),
    shops(
      "j.json",
      "shops[0].notification_ulr is unknown; did you mean notification_url?",
      shop({ notification_ulr: value })
    ),
    [{ FLORIN_OPERATORS: `[{"id":"${value}"}]` }, "FLORIN_OPERATORS must be the path of a file, not its content"],
    [{ FLORIN_OPERATORS: "nobody.json" }, `FLORIN_OPERATORS cannot be used: ${resolve("nobody.json")} does not exist`],
    operatorsText("n.json", "", "is empty"),
    operatorsText("o.json", `[{"id": "${value}"`, "is not JSON at line 1, column 27"),
    operatorsText("p.json", `{"id":"${value}"}`, 'the document must be a list of operators: [{"id": …, "key": …}]'),
    operators("q.json", "operators[0] must be an object", value),
    operators("r.json", "operators[1].id can't be blank", operator(), { key: value }),
    operators("s.json", "operators[0].id must be 1 to 64 letters, digits, _ or -", operator({ id: `a:${value}` })),
    operators("t.json", "operators[0].id must be 1 to 64 letters, digits, _ or -", operator({ id: "x".repeat(65) })),
    operators("u.json", "operators[0].key can't be blank", { id: "anna" }),
    operators("v.json", "operators[0].key must be at least 32 characters", operator({ key: value.repeat(2).slice(1) })),
    operators("w.json", "operators[0].key must be at least 32 characters", operator({ key: 4111111111111111 })),
    operators("x.json", "operators[1].id is the id of another operator of the list", operator(), operator()),
    operators(
      "y.json",
      "operators[0].secret_key is unknown; an operator has id, key, role and shops",
      operator({ secret_key: value })
    ),
    operators(
      "z.json",
      "operators[0].Key is unknown; an operator has id, key, role and shops",
      operator({ Key: value })
    ),
    operators("aa.json", "operators[0] has a member that no operator has", operator({ [value]: 1 })),
    [{ FLORIN_ROUTING: `[{"name":"${value}"}]` }, "FLORIN_ROUTING must be the path of a file, not its content"],
    [{ FLORIN_ROUTING: "nowhere.json" }, `FLORIN_ROUTING cannot be used: ${resolve("nowhere.json")} does not exist`],
    rules("k.json", "routing[0].wen is unknown; did you mean when?", { wen: value }),
    rules("l.json", "routing[0].when.bin_prefix must be a list of texts of 1 to 8 digits", {
      ...toGateway(1),
      when: { bin_prefix: [value] }
    }),
    [
      { ...upstream, FLORIN_ROUTING: file("m.json", JSON.stringify([toGateway(2), toGateway(3)])) },
      `FLORIN_ROUTING cannot be used: in ${join(cwd, "m.json")}, routing[1].action.gateways must be ids of acquirers: they are 2`
    ],
    [{ FLORIN_SMTP_URL: "smtp://host" }, "FLORIN_MAIL_FROM is needed with FLORIN_SMTP_URL"],
    [{ FLORIN_MAIL_FROM: "a@b.example" }, "FLORIN_MAIL_FROM is for FLORIN_SMTP_URL"],
    [
      { FLORIN_SMTP_URL: `smtp://${value}@host`, FLORIN_MAIL_FROM: "a@b.example" },
      "FLORIN_SMTP_URL must be smtp:// or smtps://, and [<user>:<password>@]<host>[:<port>]"
    ],
    [
      { FLORIN_SMTP_URL: "smtp://host", FLORIN_MAIL_FROM: value },
      "FLORIN_MAIL_FROM must be an email address, or a name and <address>"
    ],
    [
      { FLORIN_ACCEPT: `other-keys, ${value}` },
      "FLORIN_ACCEPT must be some of other-purpose, other-keys, other-workers, separated by commas"
    ],
    [{ FLORIN_LOG: value }, "FLORIN_LOG must be json or pretty"],
    [{ FLORIN_LOG_LEVEL: value }, "FLORIN_LOG_LEVEL must be one of debug, info, warning, error, none"],
    [{ FLORIN_METRICS_PORT: "65536" }, "FLORIN_METRICS_PORT must be a number from 0 to 65535"],
    [
      { PORT: value, FLORIN_SANDBOX: value, FLORIN_LOG: "pretty" },
      "PORT must be a number from 0 to 65535\nFLORIN_SANDBOX must be on or off"
    ]
  ] as ReadonlyArray<readonly [Record<string, string>, string]>)(
    "a wrong one is one line without the value: %#",
    async (environment, line) => {
      const settings = await read(environment)
      assert.strictEqual(settings._tag === "Left" ? settings.left.message : "accepted", line)
    }
  )
})

describe("a variable that looks like a setting and is none", () => {
  const stripe = { name: "stripe", settings: ["FLORIN_STRIPE_API_KEY", "FLORIN_STRIPE_WEBHOOK_SECRET"] }

  it.each<readonly [name: string, line: string | undefined, providers: ReadonlyArray<UnknownSettings.Provider>]>([
    ["FLORIN_DATABASE", undefined, []],
    ["FLORIN_DATABSE", "FLORIN_DATABSE is no setting: did you mean FLORIN_DATABASE?", []],
    ["FLORIN_SANDOBX", "FLORIN_SANDOBX is no setting: did you mean FLORIN_SANDBOX?", []],
    ["FLORIN_COLOUR", "FLORIN_COLOUR is no setting", []],
    ["FLORIN_PORT", "FLORIN_PORT is no setting: did you mean PORT?", []],
    ["FLORIN_KEY_4111", undefined, []],
    ["FLORIN_SHOP", undefined, []],
    ["FLORIN_TEST_POSTGRES", undefined, []],
    ["FLORIN_STRIPE_WEBHOOK_SECERT", undefined, []],
    ["FLORIN_ADYEN_API_KEY", undefined, [stripe]],
    ["FLORIN_STRIPE_API_KEY", undefined, [stripe]],
    [
      "FLORIN_STRIPE_WEBHOOK_SECERT",
      "FLORIN_STRIPE_WEBHOOK_SECERT is no setting: did you mean FLORIN_STRIPE_WEBHOOK_SECRET?",
      [stripe]
    ]
  ])("%s: %s", (name, line, providers) => {
    assert.deepStrictEqual(UnknownSettings.linesOf([name], providers), line === undefined ? [] : [line])
  })

  it("is none of those by which Kubernetes says where services are", () => {
    const beside = ["FLORIN_SERVICE_HOST", "FLORIN_SERVICE_PORT", "FLORIN_PORT", "FLORIN_PORT_8080_TCP_ADDR"]
    const other = ["FLORIN_WEB_SERVICE_HOST", "FLORIN_WEB_PORT"]
    assert.deepStrictEqual(UnknownSettings.linesOf([...beside, ...other], []), [])
  })

  it("is found in the environment where it has a value, which is not repeated", async () => {
    const given = {
      FLORIN_DATABSE: value,
      FLORIN_SANDOBX: "",
      FLORIN_LOG: "json",
      FLORIN_LOG_LEVLE: "info",
      OTHER: "1"
    }
    const expected = ["FLORIN_DATABSE", "FLORIN_LOG_LEVLE"].map((name) => name.length)
    for (const provider of [
      ConfigProvider.fromMap(new Map(Object.entries(given))),
      // As `process.env` is read.
      ConfigProvider.fromMap(new Map(Object.entries(given)), { pathDelim: "_" })
    ]) {
      const lines = await Effect.runPromise(Effect.withConfigProvider(UnknownSettings.lines([]), provider))
      assert.deepStrictEqual(
        lines.map((line) => line.indexOf(" ")),
        expected
      )
      assert.notInclude(lines.join(), value)
    }
  })

  it("stands in no document", () => {
    const docs = join(root, "docs")
    const texts = readdirSync(docs, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => readFileSync(join(docs, path), "utf8"))
    const names = [...texts.join("\n").matchAll(/\bFLORIN_[A-Z_]+[A-Z]\b/g)].map(([name]) => name)
    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(UnknownSettings.linesOf([...new Set(names)], []), [])
  })
})

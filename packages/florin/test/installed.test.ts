import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import Sqlite from "better-sqlite3"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Installation from "./internal/installation.js"
import * as NewUsers from "./internal/newUsers.js"
import { payThrough } from "./internal/program.js"
import { shops, stateOf } from "./internal/shop.js"

// `npm run test:installed` names more. A minor of each that the registry has.
const named = (process.env.FLORIN_TEST_NODES ?? process.versions.node).split(",")
const nodes = await Promise.all(named.map(Installation.nodeOf))

const isAtLength = process.env.FLORIN_TEST_NODES !== undefined

const minutes = 60_000

/** Runs a command to its end, two at a time. */
const inTurns = Installation.inTurns(2)
const run = inTurns(Installation.run)
const payingThrough = inTurns(payThrough)
const yearThrough = inTurns(NewUsers.yearThrough)

const others = [
  "@adyen/api-library",
  "@effect/sql-pg",
  "@effect/sql-sqlite-node",
  "@effect/vitest",
  "@types/better-sqlite3",
  "@types/express",
  "@types/node",
  "@types/pg",
  "better-sqlite3",
  "express",
  "nodemailer",
  "pg",
  "stripe",
  "vitest"
]
  .map((name) => `${name}@${Installation.versionOf(name)}`)
  .concat(isAtLength ? ["webpack@5.113.0", "jest@29.7.0"] : [])

/** A host installs the connector of the provider that it charges through. */
const ofProviders = /connector-(?:adyen|checkout|stripe)\.tgz$/

/** What npm calls the package size of each connector of a provider. Unit: bytes. */
const connectorSizes = new Map<string, number>()

const made = shops()
/** What a host has in production: neither a driver nor the sandbox. */
const bare = Installation.emptyProject()
/** What it has while it is written: drivers, the sandbox, a test runner. */
const project = Installation.emptyProject()

beforeAll(async () => {
  const tarballs = await Installation.tarballs()
  const folders = [tarballs, join(tarballs, "receiver"), join(tarballs, "client")]
  const published = folders.flatMap(Installation.tarballsIn)
  const production = [...published.filter((tarball) => !ofProviders.test(tarball)), "effect@3.22.3"]
  const development = Installation.tarballsIn(join(tarballs, "development"))
  for (const file of published.filter((tarball) => ofProviders.test(tarball))) {
    connectorSizes.set(basename(file, ".tgz"), statSync(file).size)
  }
  await Promise.all([
    Installation.install(bare, production),
    Installation.install(project, [...published, ...development, ...others, "effect@3.22.3"])
  ])
  rmSync(tarballs, { recursive: true })
  for (const { database, file, name } of examples) {
    copyFileSync(join(Installation.root, "examples", name, "src", `${database}.ts`), write(`src/${file}.ts`, ""))
  }
  for (const [from, to] of NewUsers.copies) copyFileSync(join(Installation.root, "examples", from), write(to, ""))
  for (const name of ["florin", ...scoped(project)]) writeReadme(name)
}, 5 * minutes)
afterAll(async () => {
  for (const place of [bare, project]) rmSync(place, { recursive: true })
  await made.remove()
})

const write = (path: string, text: string, place = project): string => {
  const file = join(place, path)
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** The code of a package's README, as it was packed. */
const readmeOf = (name: string): ReadonlyArray<string> => {
  const text = readFileSync(join(project, "node_modules", name, "README.md"), "utf8")
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!)
}

const writeReadme = (name: string): void =>
  readmeOf(name).forEach((code, index) => {
    write(`src/${name.replace("@florin/", "")}-readme-${index}.ts`, `${code}\nexport {}\n`)
  })

const compiler = join(Installation.root, "node_modules", "typescript", "bin", "tsc")

/** Checks the types of a project's `src` as a resolution of TypeScript's finds them, declarations included. */
const checkTypes = (place: string, resolution: "node16" | "nodenext" | "bundler", roots: string): Promise<string> => {
  const options = {
    target: "es2022",
    module: resolution === "bundler" ? "esnext" : resolution,
    moduleResolution: resolution,
    strict: true,
    skipLibCheck: false,
    types: ["node"],
    typeRoots: [roots],
    rootDir: "src",
    outDir: "dist"
  }
  const name = `tsconfig.${resolution}.json`
  const config = write(name, JSON.stringify({ compilerOptions: options, include: ["src"] }), place)
  return run(process.execPath, [compiler, "-p", config, "--singleThreaded"], place)
}

const workspaceTypes = join(Installation.root, "node_modules", "@types")

const hostProgram = `import { createFlorin } from "florin"
export const florin = createFlorin({ database: "sqlite:app.db", sandbox: true, baseUrl: "http://127.0.0.1", shops: [] })
`

/** TypeScript's settings as `docs/guides/toolchains.md` names them, a host's file, and what the compiler says. */
const hostSettings = [
  ...(isAtLength
    ? [
        { module: "nodenext", file: "host.cts", reply: "" },
        { module: "node16", file: "host.cts", reply: "TS1479" },
        { module: "preserve", file: "host.ts", reply: "" },
        { module: "esnext", moduleResolution: "bundler", file: "host.ts", reply: "" },
        { module: "node20", file: "host.cts", reply: "" },
        { module: "node16", file: "host.mts", reply: "" },
        { module: "node18", file: "host.mts", reply: "" },
        { module: "node18", file: "host.cts", reply: "TS1479" }
      ]
    : [])
]

/** Checks one file of a host that leaves declarations alone, as most do. */
const statedOfHost = ({ file, reply: _, ...settings }: (typeof hostSettings)[number]): Promise<string> => {
  const options = {
    target: "es2022",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [workspaceTypes]
  }
  write(`settings/${file}`, hostProgram, bare)
  const name = `settings/tsconfig.${settings.module}.${file}.json`
  const config = write(name, JSON.stringify({ compilerOptions: { ...options, ...settings }, files: [file] }), bare)
  return run(process.execPath, [compiler, "-p", config, "--singleThreaded"], bare).catch(
    ({ message }: Error) => message
  )
}

const plainEntries = [
  "florin",
  "florin/effect",
  "florin/http",
  "florin/mail",
  "florin/pages",
  "florin/ports",
  "florin/receiver",
  "florin/sqlite",
  "florin/postgres"
]

// A check of a whole project takes long, and this resolution is the strictest. All of them, and both databases: npm run
// test:installed.
const resolutions = !isAtLength ? (["nodenext"] as const) : (["node16", "nodenext", "bundler"] as const)

/** A program that mentions everything of the entries. */
const mentions = (entries: ReadonlyArray<string>): string =>
  entries.map((entry, index) => `export * as entry${index} from "${entry}"`).join("\n")

const scoped = (place: string): ReadonlyArray<string> =>
  readdirSync(join(place, "node_modules", "@florin")).map((name) => `@florin/${name}`)

/** What a program may import of ours, by the tables of exports. */
const entriesOf = (place: string): ReadonlyArray<string> =>
  ["florin", ...scoped(place)].flatMap((name) => {
    const { exports } = Installation.manifestIn(place, name)
    return Object.keys(exports)
      .filter((path) => !/\*|\.json$/.test(path))
      .map((path) => `${name}${path.slice(1)}`)
  })

/** Of each kind of what no program may import. */
const closed = [
  "@florin/core",
  "@florin/core/card-operations/Charges",
  "@florin/core/card-operations/internal/chargeCalls",
  "florin/internal/making"
]

/** Says which entries do not load, which closed modules a program can import, and which names are not one thing. */
const loading = () => `const loaded = {}
for (const entry of ${JSON.stringify(entriesOf(project))}) {
  loaded[entry] = await import(entry).catch((error) => console.log(entry + " does not load: " + error.message))
}
for (const module of ${JSON.stringify(closed)}) {
  const failure = await import(module).then(() => undefined, (error) => error)
  if (failure?.code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") console.log(module + " is open to importers")
}
let count = 0
const isSpace = (value) => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null
const compare = (one, other, name) => {
  for (const member of Object.keys(one)) {
    if (!(member in other)) continue
    count += 1
    if (isSpace(one[member]) !== isSpace(other[member])) continue
    if (isSpace(one[member])) compare(one[member], other[member], name + "." + member)
    else if (one[member] !== other[member]) console.log(name + "." + member + " is there twice")
  }
}
const faces = ["florin", "florin/effect", "florin/http", "florin/testing"]
for (const face of faces) {
  for (const other of faces) if (other !== face) compare(loaded[face], loaded[other], face)
  for (const [entry, module] of Object.entries(loaded)) {
    const space = loaded[face][entry.split("/").at(-1)]
    if (entry.startsWith("@") && space) compare(space, module, face + " " + entry)
  }
}
console.log(count > 50)
process.exit(0)
`

const missing = {
  sqlite:
    "florin needs better-sqlite3 and @effect/sql-sqlite-node for a sqlite: database: npm install better-sqlite3@12 @effect/sql-sqlite-node@0.53",
  mail: "florin needs nodemailer for mail: npm install nodemailer@10",
  postgres: "florin needs pg and @effect/sql-pg for a postgres: database: npm install pg@8 @effect/sql-pg@0.53",
  sandbox: "florin needs @florin/sandbox for the sandbox: npm install @florin/sandbox@0.1",
  testing:
    "florin needs @florin/sandbox, better-sqlite3 and @effect/sql-sqlite-node for florin/testing: npm install @florin/sandbox@0.1 better-sqlite3@12 @effect/sql-sqlite-node@0.53",
  suites: "florin needs @florin/testing for florin/testing/suites: npm install @florin/testing@0.1"
}

/** Says for each database and each entry whether it is there, or why not. */
const asking = `import { createFlorin } from "florin"
import "florin/effect"
import "florin/http"
const common = { baseUrl: "http://127.0.0.1", keys: "none.json", acquirers: [] }
const said = (promise) => promise.then(() => console.log("there"), ({ message }) => console.log(message))
await said(createFlorin({ ...common, database: "sqlite:app.db" }))
await said(createFlorin({ ...common, database: "postgres://a@localhost/b" }))
await said(createFlorin({ ...common, database: "sqlite:app.db", mail: { url: "smtp://localhost", from: "a@b.example" } }))
for (const entry of ["mail", "sqlite", "postgres", "sandbox", "testing", "testing/suites"]) await said(import("florin/" + entry))
`

/** Prints the address of every module that an import loads. */
const listing = `import { register } from "node:module"
const hook = 'import { writeSync } from "node:fs"\\n' +
  'export const load = (url, context, next) => { writeSync(1, url + "\\\\n"); return next(url, context) }'
register("data:text/javascript," + encodeURIComponent(hook))
await import(process.argv[2])
`

/** Prints the same of a payment in process, and then of a request. */
const working = `${listing.replace("await import(process.argv[2])\n", "")}const { createFlorin } = await import("florin")
const baseUrl = "http://127.0.0.1/pay"
const shops = [{ id: "shop", secretKey: "a-secret-of-the-shop" }]
const florin = await createFlorin({ database: "sqlite:listed-" + process.pid + ".db", sandbox: true, baseUrl, shops })
const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
const paid = await florin.shop("shop").pay({ amount: 1995, currency: "EUR", description: "An order", card })
console.log("paid: " + paid.status)
const { status } = await florin.fetch(new Request(baseUrl + "/health/ready"))
console.log("asked: " + status)
await florin.close()
process.exit(0)
`

/** Says why neither a start nor a test begins. */
const starting = `const { createFlorin } = await import("florin")
const said = (promise) => promise.then(() => console.log("there"), ({ message }) => console.log(message))
const common = { database: "sqlite:unbuilt.db", baseUrl: "http://127.0.0.1" }
await said(createFlorin({ ...common, sandbox: true }))
await said(import("florin/testing"))
`

const esbuild = (format: string) => (entry: string, outfile: string) => {
  const options = { entryPoints: [entry], outfile, bundle: true, platform: "node", format }
  const external = ["better-sqlite3", "pg-native"]
  const home = createRequire(join(Installation.root, "packages", "crash-tests", "package.json"))
  return `require("${home.resolve("esbuild")}").buildSync(${JSON.stringify({ ...options, external })})`
}

const webpack = (entry: string, outfile: string) => {
  const externals = { "better-sqlite3": "commonjs better-sqlite3", "pg-native": "commonjs pg-native" }
  const output = { path: project, filename: outfile.slice(project.length + 1) }
  const options = { mode: "development", devtool: false, target: "node", entry, output, externals }
  return `require("webpack")(${JSON.stringify(options)}, (error, stats) => process.exit(error || stats.hasErrors() ? 1 : 0))`
}

/** The same payment and request in a function, because CommonJS waits for nothing at its top level. */
const paying = `const run = async () => {\n${working.slice(working.indexOf("const { createFlorin }"))}}\nvoid run()\n`

/** What a host bundles, with the native driver outside. */
const bundles = [
  ...(isAtLength
    ? [
        { name: "esbuild as CommonJS", tool: "esbuild", config: esbuild("cjs") },
        { name: "esbuild as a module", tool: "esbuild", config: esbuild("esm") },
        { name: "webpack", tool: "webpack", config: webpack }
      ]
    : [])
]

const jestTest = (isModule: boolean): string => `${isModule ? 'import { cards, testFlorin } from "florin/testing"' : ""}
test("declines", async () => {
  ${isModule ? "" : 'const { cards, testFlorin } = await import("florin/testing")'}
  const florin = await testFlorin()
  expect((await florin.pay({ amount: 1995, card: cards.declined })).status).toBe("failed")
  await florin.close()
}, 60000)
`

/** The acquirer suite in whichever runner has it. */
const suite = `import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
const runner = globalThis.describe ? globalThis : await import("node:test")
const card = (number) => ({ number: Redacted.make(number), expMonth: 12, expYear: 2035 })
const books = Layer.provide(Ledger.layer, SandboxDatabase.layerMemory)
const open = Effect.map(Effect.provide(SandboxAcquirer.make(), books), (acquirer) => ({ acquirer }))
const cards = { approvingCard: card("4200000000000000"), decliningCard: card("4005550000000019") }
const token = (value) => ({ provider: "sandbox", value: Redacted.make(value) })
const tokens = { approvingToken: token("tok_visa"), decliningToken: token("tok_declined") }
acquirerSuite(runner, "The sandbox", open, { ...cards, ...tokens })
`

const jestConfig = JSON.stringify({ testEnvironment: "node", testMatch: ["**/jest/*.test.*js"], transform: {} })
const tap = /^ *ok \d+ - /gm
const vitest = ["vitest/vitest.mjs", "run", "--globals", "--reporter=tap-flat"]

interface Runner {
  readonly name: string
  readonly args: ReadonlyArray<string>
  /** What it prints for a test that has passed. */
  readonly passed: RegExp
  /** The first Node that it runs on. */
  readonly since: number
  /** Installed in a folder of its own. */
  readonly alone?: string
}

const runners: ReadonlyArray<Runner> = [
  ...(isAtLength
    ? [
        { name: "node:test", args: ["--test-reporter=tap"], passed: tap, since: 20 },
        { name: "Vitest 3", args: vitest, passed: tap, since: 20 },
        { name: "Vitest 4", args: vitest, passed: tap, since: 20, alone: "vitest@4.1.12" },
        { name: "Vitest 5", args: vitest, passed: tap, since: 22, alone: "vitest@5.1.1" },
        {
          name: "Jest",
          args: ["jest/bin/jest.js", "--json", "--config", jestConfig],
          passed: /"status":"passed"/g,
          since: 20
        }
      ]
    : [])
]

const loadedBy = async (program: string, specifier: string, place = bare): Promise<ReadonlyArray<string>> => {
  const printed = await run(program, [write("list.js", listing, place), specifier], place)
  return printed.split("\n").flatMap((url) => url.split("/node_modules/").slice(-1))
}

const packageOf = (module: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? ""

/** What `import "florin"` loads besides `effect`: no driver, and neither routes nor a client of HTTP. */
const loadedAtStart = ["@effect/platform", "@effect/sql"]

/** What clients of `@effect/sql` need: a host without Effect has none. */
const ofClients = /^effect\/dist\/esm\/Stream\.js$|\/Sql(?:ite)?Client\.js$/

/** In bytes, of Florin's own packages as they are installed for production. */
const mostInstalled = 5_000_000

const sizeOf = (name: string): number =>
  readdirSync(join(bare, "node_modules", name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name: file, parentPath }) => sum + statSync(join(parentPath, file)).size, 0)

const examples = ["express", "effect"].flatMap((name) =>
  (["sqlite", "postgres"] as const).map((database) => ({ name, database, file: `${name}-${database}` }))
)

const paid = isAtLength ? examples : examples.filter(({ file }) => file === "express-sqlite")

/** Cases of `npm run test:installed` alone. */
const atLength = <Case>(...cases: ReadonlyArray<Case>): ReadonlyArray<Case> => (isAtLength ? cases : [])

// In the workspace no time is judged.
const testedWhole = atLength("tried/effect/test/hold.test.ts")

// Each test starts whole processes: its limit is for a machine that does much else.
describe.sequential("a project that installed the tarballs", { timeout: 5 * minutes }, () => {
  describe.sequential("with neither a driver nor the sandbox", () => {
    it.each([
      "@florin/sandbox",
      "@florin/shop-year",
      "@florin/testing",
      "better-sqlite3",
      "nodemailer",
      "pg",
      "typescript",
      "vitest",
      "@types/node"
    ])("has no %s", (name) => {
      assert.isFalse(existsSync(join(bare, "node_modules", name)))
    })

    it("has at most 5 MB of Florin's own, with a map of each module and without sources", () => {
      const homes = ["florin", ...scoped(bare)]
      const files = homes.flatMap((name) =>
        readdirSync(join(bare, "node_modules", name, "dist"), { recursive: true, encoding: "utf8" })
      )
      assert.isAtMost(
        homes.map(sizeOf).reduce((sum, size) => sum + size, 0),
        mostInstalled
      )
      assert.lengthOf(
        files.filter((file) => file.endsWith(".js")),
        files.filter((file) => file.endsWith(".js.map")).length
      )
      assert.isEmpty(files.filter((file) => /(?<!\.d)\.ts$/.test(file)))
    })

    it.each(["adyen", "checkout", "stripe"])("gets the connector of %s in a package of at most 150 KB", (provider) => {
      assert.isAtMost(connectorSizes.get(`florin-connector-${provider}`) ?? Number.NaN, 150_000)
    })

    it.each(["florin", "@florin/receiver"])("has the page that errors of %s name", async (name) => {
      const entry = join(bare, "node_modules", name, "dist", "receiver.js")
      const { WebhookRefused } = await import(pathToFileURL(entry).href)
      const [path, section] = new WebhookRefused("expired").docs.split("#")
      assert.strictEqual(path, `node_modules/${name}/dist/docs/errors.md`)
      const page = readFileSync(join(bare, path), "utf8")
      assert.include(page, `### ${section}\n`)
      assert.notMatch(page, /\]\((?!#)/, "links to what is not packed")
    })

    it.concurrent.each(nodes)(
      "on Node $version loads with florin one file of most packages, and nothing that may wait",
      async ({ program }) => {
        const schema = new Set(await loadedBy(program, "effect/Schema"))
        const florin = (await loadedBy(program, "florin")).filter((module) => !schema.has(module))
        assert.isAbove(schema.size, 100)
        const own = florin.filter((module) => /^@?florin\//.test(module))
        const others = florin.filter((module) => !own.includes(module) && !module.startsWith("node:"))
        assert.deepStrictEqual(own.filter((module) => !module.endsWith("/dist/chunks/start.js")).sort(), [
          "@florin/scheduler/dist/Scheduler.js",
          "florin/dist/chunks/receiver.js",
          "florin/dist/index.js"
        ])
        assert.deepStrictEqual(
          [...new Set(others.map(packageOf))].filter((name) => name !== "effect").sort(),
          loadedAtStart
        )
        assert.isEmpty(others.filter((module) => /HttpApi|OpenApi/.test(module) || ofClients.test(module)))
      }
    )

    it.concurrent.each(nodes)(
      "on Node $version loads a receiver's two files, and nothing else",
      async ({ program }) => {
        for (const [entry, name] of [
          ["florin/receiver", "florin"],
          ["@florin/receiver", "@florin/receiver"]
        ] as const) {
          const modules = await loadedBy(program, entry)
          assert.deepStrictEqual(
            modules.filter((module) => module !== ""),
            [`${name}/dist/receiver.js`, `${name}/dist/chunks/receiver.js`]
          )
        }
      }
    )

    it("has a receiver alone that needs no package", () => {
      const { dependencies, peerDependencies } = Installation.manifestIn(bare, "@florin/receiver")
      assert.deepStrictEqual([dependencies, peerDependencies], [undefined, undefined])
    })

    it("has another patch of Effect than the workspace", () => {
      const { version } = Installation.manifestIn(bare, "effect")
      assert.match(version, /^3\./)
      assert.notStrictEqual(version, Installation.versionOf("effect"))
    })

    it.concurrent.each(nodes)(
      "on Node $version loads, and what is missing says what to install",
      async ({ program }) => {
        const reply = await run(program, [write("ask.js", asking, bare)], bare)
        const { mail, postgres, sandbox, sqlite, suites, testing } = missing
        const each = [sqlite, postgres, mail, mail, sqlite, postgres, sandbox, testing, suites]
        assert.deepStrictEqual(reply.trim().split("\n"), each)
      }
    )

    it.concurrent.each(nodes)(
      "on Node $version has a command that says how it is used, and what it needs",
      async ({ program }) => {
        const command = join(bare, "node_modules", ".bin", "florin")
        assert.include(await run(program, [command, "serve", "--help"], bare), "FLORIN_DATABASE")
        const simulating = run(program, [command, "simulate"], bare).then(
          () => "simulates",
          (error: Error) => error.message
        )
        assert.include(await simulating, "npm install @florin/shop-year@0.1")
        const serving = run(program, [command, "serve"], bare, { ...process.env, FLORIN_DATABASE: "" })
        const reply = await serving.then(
          () => "serves",
          (error: Error) => error.message
        )
        assert.include(
          reply,
          "FLORIN_SANDBOX=on cannot be used: florin needs @florin/sandbox for the sandbox: npm install"
        )
        assert.include(reply, "npm install @florin/sandbox@0.1")
      }
    )

    it.concurrent.each(isAtLength ? [["nodenext"] as const] : [])(
      "has types that under %s need no others than those of Node",
      async (resolution) => {
        write(
          "src/all.ts",
          mentions([
            ...plainEntries,
            ...entriesOf(bare).filter((entry) => entry.startsWith("@") && !entry.endsWith("/SandboxGateway"))
          ]),
          bare
        )
        await checkTypes(bare, resolution, workspaceTypes)
      }
    )

    it.concurrent.each(hostSettings)(
      "has types that under $module are, in $file, as the guide says: $reply",
      async (settings) => {
        const reply = await statedOfHost(settings)
        assert.deepStrictEqual([...new Set(reply.match(/TS\d+/g))].join(), settings.reply, reply)
      }
    )
  })

  describe.sequential("with drivers and the sandbox", () => {
    it("shows in each README how its package is used", () => {
      const without = ["florin", ...scoped(project)].filter((name) => readmeOf(name).length === 0)
      assert.deepStrictEqual(without, [])
    })

    it.each(examples)("has an app with $name on $database in at most 35 lines", ({ file }) => {
      const text = readFileSync(join(project, "src", `${file}.ts`), "utf8")
      assert.isAtMost(text.trimEnd().split("\n").length, 35)
    })

    it("has a year of a subscription on Express in less than 40 lines, and its test in less than 15", () => {
      assert.isBelow(NewUsers.linesIn("express/src/subscription.ts"), 40)
      assert.isBelow(NewUsers.linesIn("effect/test/hold.test.ts"), 15)
    })

    it.concurrent.each(resolutions)(
      "type-checks its programs, those of the READMEs and every open module under %s",
      async (resolution) => {
        write("src/all.ts", mentions(entriesOf(project)))
        await checkTypes(project, resolution, join(project, "node_modules", "@types"))
      }
    )

    it.concurrent("opens SQLite without what hosts' clients need", async () => {
      const loaded = await loadedBy(process.execPath, "florin/sqlite", project)
      assert.isNotEmpty(loaded.filter((module) => module.startsWith("better-sqlite3/")))
      assert.isEmpty(loaded.filter((module) => ofClients.test(module)))
    })

    it.concurrent("says what to run where the driver's install script did not", async () => {
      const reply = await run(process.execPath, [write("unbuilt.js", starting)], project)
      const lines = reply.trim().split("\n")
      assert.lengthOf(lines, 2, reply)
      for (const line of lines) {
        assert.match(line, /better-sqlite3 is installed without its native part.*: npm rebuild better-sqlite3 /)
        assert.include(line, "pnpm approve-builds")
      }
    })

    describe.sequential.each(nodes)("on Node $version", (node) => {
      beforeAll(() => Installation.useDriver(project, node), 10 * minutes)

      it.concurrent("has every entry, and nothing else, and of each class one", async () => {
        assert.strictEqual(await run(node.program, [write("load.js", loading())], project), "true\n")
      })

      it.concurrent("loads the routes with the first request, and the client of webhooks not before there is one", async () => {
        const printed = await run(node.program, [write("work.js", working)], project)
        const [inProcess = "", requested = ""] = printed.split("paid: successful\n")
        assert.include(inProcess, "/better-sqlite3/")
        assert.notMatch(inProcess, /chunks\/http\.js|HttpApi|undici/)
        assert.match(requested, /chunks\/http\.js[\s\S]*asked: 200/)
        assert.notInclude(requested, "undici")
      })

      it.concurrent.each(atLength("require"))("lets CommonJS %s every entry", async () => {
        const entries = entriesOf(project)
        const text = `for (const entry of ${JSON.stringify(entries)}) console.log(typeof require(entry))\nprocess.exit(0)`
        const printed = await run(node.program, [write("require.cjs", text)], project)
        assert.isAbove(entries.length, 70)
        assert.strictEqual(printed, "object\n".repeat(entries.length))
      })

      it.concurrent.each(runners.filter(({ since }) => Installation.majorOf(node.version) >= since))(
        "runs the acquirer suite under $name",
        async ({ alone, args: [first = "", ...more], name, passed }) => {
          const file = write(`jest/suite-${name.replaceAll(/\W/g, "")}.test.mjs`, suite)
          const place = alone === undefined ? project : join(write(`runners/${alone}/package.json`, "{}"), "..")
          if (alone !== undefined) await Installation.install(place, [alone])
          const args = first.startsWith("--") ? [first] : [join(place, "node_modules", first)]
          const environment = { ...process.env, NODE_OPTIONS: name === "Jest" ? "--experimental-vm-modules" : "" }
          const printed = await run(node.program, [...args, ...more, file], project, environment)
          assert.isAbove(printed.match(passed)?.length ?? 0, 20, printed)
        }
      )

      it.concurrent.each(bundles)("pays as a bundle of $name", async ({ config, name, tool }) => {
        const entry = write(`bundled-${tool}.mjs`, paying)
        const outfile = join(project, `bundle-${name.replaceAll(" ", "-")}.${name.endsWith("module") ? "mjs" : "cjs"}`)
        await run(
          process.execPath,
          [write(`bundle-${name.replaceAll(" ", "-")}-tool.cjs`, config(entry, outfile))],
          project
        )
        const printed = await run(node.program, [outfile], project)
        assert.strictEqual(printed, "paid: successful\nasked: 200\n")
      })

      it.concurrent.each(isAtLength ? ["a CommonJS test", "a test that is a module"] : [])(
        "runs %s of Jest with its one setting",
        async (kind) => {
          const isModule = kind !== "a CommonJS test"
          const file = write(isModule ? "jest/a.test.mjs" : "jest/b.test.cjs", jestTest(isModule))
          const jest = join(project, "node_modules", "jest", "bin", "jest.js")
          const environment = { ...process.env, NODE_OPTIONS: "--experimental-vm-modules" }
          await run(node.program, [jest, "--config", jestConfig, file], project, environment)
        }
      )

      const pay = async (program: (port: number) => string, database: "sqlite" | "postgres") => {
        const shop = await made.on(database === "sqlite" ? "SQLite" : "PostgreSQL")
        assert.strictEqual(await stateOf(shop), "new")
        const args = (port: number) => [program(port)]
        const paid = await payingThrough({ command: node.program, args, cwd: shop.directory }, shop)
        await shop.remove()
        const { exitCode, order, output, payment } = paid
        assert.deepStrictEqual([exitCode, payment, order], [0, "successful", "paid"], output)
      }

      it.concurrent.each(paid)(
        "$name takes a payment with its order's row on $database",
        async ({ database, file }) => {
          await pay(() => join(project, "dist", `${file}.js`), database)
        }
      )

      it.concurrent("a fresh Express app charges a subscription for a simulated year (D21)", async () => {
        const directory = mkdtempSync(join(project, "desk-"))
        const program = join(project, "dist", "express", "src", "subscription.js")
        const [first, year] = await yearThrough(node.program, program, directory)
        assert.deepStrictEqual(first, { charges: 1, paid: 1995 })
        assert.deepStrictEqual(year, { charges: 13, paid: 13 * 1995 })
      })

      it.concurrent("a fresh Effect app with its own SqliteClient cancels its order when the hold lapses (D38)", async () => {
        const file = join(mkdtempSync(join(project, "desk-")), "shop.db")
        const program = join(project, "dist", "effect", "src", "hold.js")
        const reply = await run(node.program, [program], project, { ...process.env, DATABASE: file })
        assert.include(reply, "order 42 is cancelled")
        const database = new Sqlite(file, { readonly: true })
        assert.deepStrictEqual(database.prepare("SELECT * FROM orders").raw().all(), [["42", "cancelled"]])
        database.close()
      })

      it.each(testedWhole)("the test %s proves it within 100 ms (D38)", async (file) => {
        const times = [await NewUsers.timeOf(node, project, file), await NewUsers.timeOf(node, project, file)]
        console.log(`On Node ${node.version} ${file} took ${times.join(" and ")} ms`)
        assert.isBelow(Math.min(...times), 100)
      })

      it.concurrent.each(atLength(0, 1))("program %i of florin's README does, too", async (index) => {
        const program = readFileSync(join(project, "dist", `florin-readme-${index}.js`), "utf8")
        await pay((port) => write(`dist/readme-here-${index}.js`, program.replaceAll("3000", String(port))), "sqlite")
      })
    })
  })
})

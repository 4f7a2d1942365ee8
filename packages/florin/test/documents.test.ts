// The code in the documents is right: TypeScript is type-checked, whole programs and commands are run.
import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as OperatorSettings from "@florin/settings/OperatorSettings"
import * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as ShopSettings from "@florin/settings/ShopSettings"
import Sqlite from "better-sqlite3"
import * as Either from "effect/Either"
import { afterAll, assert, describe, it } from "vitest"
import { type Block, blocks, commandsOf, isProgram } from "./internal/documents.js"
import { directory, florin, start, startProgram } from "./internal/server.js"
import { here, shell } from "./internal/shell.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))
// Beside the packages, or they would not be found from there.
const shelf = fileURLToPath(new URL("../node_modules/.cache", import.meta.url))
mkdirSync(shelf, { recursive: true })
const desk = mkdtempSync(join(shelf, "documents-"))
writeFileSync(join(desk, "package.json"), '{"type":"module"}')
// A block may import every package of the repository, whatever this one depends on.
mkdirSync(join(desk, "node_modules", "@florin"), { recursive: true })
mkdirSync(join(desk, "tried"))
for (const name of readdirSync(join(root, "packages"))) {
  const link = name === "florin" ? name : join("@florin", name)
  symlinkSync(join(root, "packages", name), join(desk, "node_modules", link))
}
// A host's own framework.
for (const [example, ...names] of [
  ["express", "express", "@types/express"],
  ["fastify", "fastify"],
  ["hono", "hono"],
  ["nestjs", "@nestjs/core"]
] as const) {
  for (const name of names) {
    const link = join(desk, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, "examples", example, "node_modules", name), link)
  }
}
// What a host traces with.
for (const name of ["@opentelemetry", join("@effect", "opentelemetry")]) {
  mkdirSync(dirname(join(desk, "node_modules", name)), { recursive: true })
  symlinkSync(join(root, "examples", "tracing", "node_modules", name), join(desk, "node_modules", name))
}
// A host's own query builders.
for (const name of ["drizzle-orm", "knex", "kysely"]) {
  symlinkSync(join(root, "packages", "florin", "node_modules", name), join(desk, "node_modules", name))
}
afterAll(() => rmSync(desk, { recursive: true }))

const ofLanguage = (language: string) => blocks.filter((block) => block.language === language)
const byFile = (some: ReadonlyArray<Block>) => [...new Set(some.map(({ file }) => file))]

const imports = /^import [^;]*?from "[^"]+"\n|^import "[^"]+"\n/gm

/** The file of which a block is a piece, as its first line says. */
const wholeOf = ({ text }: Block): string | undefined => /^\/\/ (examples\/\S+)\n/.exec(text)?.[1]

/** A block is a module. What yields outside of a function is the body of an effect. */
const moduleOf = ({ text }: Block): string => {
  const whole = `${text}\n`
  if (!/^\S.*yield\* /m.test(text)) return `${whole}export {}\n`
  const head = whole.match(imports) ?? []
  return `${head.join("")}import { gen } from "effect/Effect"\nexport const work = gen(function* () {\n${whole.replaceAll(imports, "")}})\n`
}

describe("the TypeScript of the documents", () => {
  it("is right, in every block", () => {
    const typescript = ofLanguage("ts").filter((block) => wholeOf(block) === undefined)
    assert.isAtLeast(typescript.length, 6)
    for (const block of typescript) {
      writeFileSync(join(desk, `${block.place.replaceAll(/[^A-Za-z0-9]/g, "-")}.ts`), moduleOf(block))
    }
    // Its files are there once it is packed.
    const paths = { "@florin/receiver": [join(root, "packages", "florin", "src", "receiver.ts")] }
    const options = { noUnusedLocals: false, noUnusedParameters: false, paths }
    const config = {
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: options,
      include: [join(desk, "*.ts")]
    }
    writeFileSync(join(desk, "tsconfig.json"), JSON.stringify(config))
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", desk, "--singleThreaded"], { encoding: "utf8" })
    assert.strictEqual(stdout, "")
  }, 60_000)
})

const isTest = ({ language, text }: Block): boolean =>
  language === "ts" && /^\s*it[.(]/m.test(text) && /from "(?:@effect\/)?vitest"/.test(text)

// What a document shows of a test passes as it stands there.
describe.each(blocks.filter((block) => isTest(block) && wholeOf(block) === undefined))(
  "the test at $place",
  async (block) => {
    const file = join(desk, "tried", `${block.place.replaceAll(/[^A-Za-z0-9]/g, "-")}.ts`)
    writeFileSync(file, block.text)
    await import(file)
  }
)

describe("the pieces of files in the documents", () => {
  const pieces = ofLanguage("ts").flatMap((block) => {
    const whole = wholeOf(block)
    return whole === undefined ? [] : [{ whole, document: block.file, text: block.text.replace(/^.*\n/, "") }]
  })
  const wholes = [...new Set(pieces.map(({ whole }) => whole))]

  // The files themselves are type-checked and run by their tests.
  it.each(wholes)("are all of %s, in order", (whole) => {
    const some = pieces.filter((piece) => piece.whole === whole)
    assert.strictEqual(new Set(some.map(({ document }) => document)).size, 1, "in one document")
    const file = readFileSync(join(root, whole), "utf8")
    assert.strictEqual(some.map(({ text }) => text).join("\n\n"), file.trimEnd())
  })

  it("are there", () => {
    assert.isAtLeast(wholes.length, 5)
  })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Pays on the page of an order, as the customer does. */
const payOn = async (page: string): Promise<void> => {
  assert.include(await (await fetch(page)).text(), 'name="number"')
  const card = { number: "4200000000000000", expiry: "12/49", code: "123", holder: "Jane Doe" }
  const body = new URLSearchParams({ ...card, method: "credit_card", after: "0" })
  const { status } = await fetch(page, { method: "POST", redirect: "manual", body })
  assert.strictEqual(status, 303)
}

describe.each(blocks.filter(isProgram))("the program at $place", (block) => {
  const cwd = directory()
  afterAll(() => rmSync(cwd, { recursive: true }))

  it("runs, and does what the commands below it ask for", async () => {
    const port = await freePort()
    const file = join(desk, "program.ts")
    writeFileSync(file, block.text.replace(".listen(8080", `.listen(${port}`))
    const server = await startProgram(cwd, file, port)
    try {
      const below = ofLanguage("sh").filter(({ file, heading }) => file === block.file && heading === block.heading)
      const answers = below
        .flatMap(commandsOf)
        .map((command) => shell(cwd, command.replace(here, `http://127.0.0.1:${port}`), {}))
      assert.isNotEmpty(answers)
      for (const answer of answers) {
        const token = /"token":"([0-9a-f]{64})"/.exec(answer)?.[1] ?? ""
        await payOn(`http://127.0.0.1:${port}/pay/checkout?token=${token}`)
      }
      // The host's own row was written with the payment.
      const [, name = ""] = /"(?:sqlite:)?(\w+\.db)"/.exec(block.text) ?? []
      const database = new Sqlite(join(cwd, name), { readonly: true })
      assert.deepStrictEqual(database.prepare("SELECT * FROM orders").raw().all(), [["order-42", "paid"]])
      database.close()
    } finally {
      server.process.kill("SIGKILL")
      await server.ended
    }
  }, 60_000)
})

/** What is not run: it names another machine, or is one of the project's long runs, whose script has to exist. */
const elsewhere = /^(?:git clone |npm (?:install|i) |psql |FLORIN_DATABASE='postgres:|FLORIN_UPSTREAM=https:)/
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }

/** Commands of npm and npx that a test must not run name scripts and paths that are there. */
const isKnown = (command: string): boolean => {
  const scripts = [...command.matchAll(/\bnpm (?:run (?:--silent )?)?([a-z]+)/g)].map(([, name = ""]) => name)
  const paths = command.split(/\s+/).filter((word) => /^(?:packages|examples)\//.test(word))
  return scripts.every((name) => name in manifest.scripts) && paths.every((path) => existsSync(join(root, path)))
}

const order = {
  amount: 1,
  currency: "EUR",
  description: "An order",
  credit_card: { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
}

const florinIn = /^((?:FLORIN_\w+=\S+ )*)(?:npm run (?:--silent )?florin --|npx florin) (.+)$/

/** Proves the commands of one document, in order, in a directory of its own and against a server that runs there. */
const prover = async (cwd: string, needsServer: boolean) => {
  const server = needsServer ? await start(cwd) : undefined
  const charged = await server?.post("/transactions/payments", { request: order })
  let uid = /"uid":"([\da-f-]{36})"/.exec((await charged?.text()) ?? "")?.[1] ?? ""

  const curl = (command: string) => {
    const requested = command.replaceAll(here, server?.url ?? "").replaceAll("<uid>", uid)
    const answer = shell(cwd, requested, { FLORIN_SHOP: server?.shop ?? "" })
    uid = /"uid":"([\da-f-]{36})"/.exec(answer)?.[1] ?? uid
  }

  const ours = async (environment: string, words: string) => {
    const pairs = environment.trim().split(" ").filter(Boolean)
    const split = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")
    const run = florin(cwd, Object.fromEntries(pairs.map((pair) => pair.split("="))), ...split)
    assert.strictEqual(await run.ended, 0, `${words}\n${run.output()}`)
  }

  /** Says whether there is a proof of it. */
  const proves = async (command: string): Promise<boolean> => {
    const [, environment = "", words] = florinIn.exec(command) ?? []
    if (words !== undefined) await ours(environment, words)
    else if (command.startsWith("curl ")) curl(command)
    else if (/^(?:\(umask 077; )?sqlite3 /.test(command)) shell(cwd, command, {})
    // The server has been stopped before these.
    else if (/^(?:rm -f|for end) /.test(command)) shell(desk, command, {})
    else
      return (
        elsewhere.test(command) || (/^(?:npm|npx|node|(?:FLORIN|STRIPE)_\w+=\S+) /.test(command) && isKnown(command))
      )
    return true
  }

  return { proves, stop: async () => await server?.stop() }
}

describe("the commands of the documents", () => {
  const isBelowProgram = (block: Block) =>
    blocks.some((other) => isProgram(other) && other.file === block.file && other.heading === block.heading)
  // Their answers are compared too: threeDSecureGuide.test.ts, operatorsGuide.test.ts and so on.
  const isGuide = ({ file }: Block) =>
    /^docs\/(?:guides\/(?:three-d-secure|subscriptions|bank-transfers)|operations\/operators)\.md$/.test(file)
  const commands = ofLanguage("sh").filter((block) => !isBelowProgram(block) && !isGuide(block))

  it.each(byFile(commands))(
    "work: %s",
    async (file) => {
      const cwd = directory()
      const some = commands.filter((block) => block.file === file)
      // Webhooks are sent again where a server has made a sandbox.
      const needsServer = some.some(({ text }) => text.includes(here) || text.includes("florin -- webhooks"))
      const { proves, stop } = await prover(cwd, needsServer)
      try {
        for (const block of some) {
          for (const command of commandsOf(block)) {
            assert.isTrue(await proves(command), `${block.place}: nothing proves ${command}`)
          }
        }
      } finally {
        await stop()
        rmSync(cwd, { recursive: true })
      }
    },
    60_000
  )
})

describe("the rest of the documents", () => {
  // Of that page a test of its own sees to it: answers that are lists are no settings.
  const written = ofLanguage("json").filter(({ file }) => file !== "docs/reference/http.md")

  it.each(written)("the JSON at $place is JSON", ({ text }) => {
    const document = JSON.parse(text) as unknown
    if (!Array.isArray(document)) return
    const has = (member: string) => document.some((item: object) => member in item)
    const { fromJson } = has("action") ? RoutingSettings : has("key") ? OperatorSettings : ShopSettings
    assert.isTrue(Either.isRight<unknown, unknown>(fromJson(document)))
  })

  it("the README is one screen", () => {
    assert.isAtMost(readFileSync(join(root, "README.md"), "utf8").trimEnd().split("\n").length, 88)
  })
})

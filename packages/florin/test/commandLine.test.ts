import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import { ShopId } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Shops from "@florin/settings/Shops"
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import * as Cause from "effect/Cause"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { BadSetting } from "../src/cli/badSetting.js"
import * as CommandEnd from "../src/cli/commandEnd.js"
import { command, tree } from "../src/cli/commandLine.js"
import * as ShopChoice from "../src/cli/commands/shopChoice.js"
import { amountOf } from "../src/cli/commands/transactionText.js"
import { Found } from "../src/cli/found.js"
import { misnamedIn } from "../src/cli/misnamed.js"
import { masked } from "../src/cli/server/shownUrls.js"
import { aligned } from "../src/cli/text/columns.js"
import { helpFor } from "../src/cli/text/help.js"
import { progressBar } from "../src/cli/text/progressBar.js"
import { taught } from "../src/cli/text/taught.js"
import { root } from "./internal/server.js"

const words = [...tree.keys()]
const isGroup = (path: string) => words.some((other) => other !== path && other.startsWith(`${path} `))
const leaves = words.filter((path) => path !== "" && !isGroup(path))

const helpOf = (path: string): string => helpFor(tree, [...path.split(" ").filter(Boolean), "--help"]) ?? ""

describe("the tree of commands", () => {
  it("is what the program parses", () => {
    const parsed = [...Command.getSubcommands(command)].map(([name]) => name)
    assert.sameMembers(
      words.filter((path) => path !== "" && !path.includes(" ")),
      parsed
    )
  })

  it("has each command in docs/reference/cli.md, and no other stands there", () => {
    const document = readFileSync(join(root, "docs", "reference", "cli.md"), "utf8")
    const described = [...document.matchAll(/^### `florin ([a-z ]+)`$/gm)].map(([, path]) => path)
    assert.sameMembers(described, leaves)
  })

  it("has a row of the table for each command that is an operation of theirs, and a command where a row names one", () => {
    const rows = Object.values<Operation.Any>({ ...table, ...operatorTable, ...sandboxTable })
    const named = [
      ...new Set(
        rows.flatMap(({ command = [] }) =>
          typeof command === "object" && "words" in command ? command.words : command
        )
      )
    ]
    assert.sameMembers(
      named,
      leaves.filter((path) => /^(?:transactions|webhooks) |^shops |^(?:reconcile|audit)$/.test(path))
    )
  })

  it("has examples of each command and group, which name it", () => {
    assert.sameMembers(Object.keys(taught), words)
    for (const [path, { examples }] of Object.entries(taught)) {
      for (const example of examples) assert.match(example, new RegExp(`^(?:[A-Z_]+=\\S+ )*florin ${path}`))
    }
  })

  it.each(leaves)("lets %s answer one document", (path) => {
    assert.match(helpOf(path), /^ {2}--json +Answers one JSON document$/m)
  })
})

describe("the help", () => {
  it.each(words)("of '%s' fits 80 columns, and says what each option means", (path) => {
    const text = helpOf(path)
    for (const line of text.split("\n")) {
      // A path, an address or a uid is not broken.
      if (line.length > 80) assert.lengthOf(line.trim().split(" ").slice(-1), 1, line)
      assert.isAtMost(line.replace(/\S{40,}$/, "").length, 80, line)
    }
    assert.notMatch(text, /user-defined|A true or false value|This setting is optional/)
    const terms = text.split("\n").filter((line) => /^ {2}(?:-|<)/.test(line))
    for (const term of terms) {
      const next = text.split("\n")[text.split("\n").indexOf(term) + 1] ?? ""
      assert.isTrue(/^ {2}\S.* {2,}\S/.test(term) || /^ {26}\S/.test(next), term)
    }
    assert.include(text, "EXAMPLES\n  ")
  })

  it.each([
    { requested: ["transactions", "list", "--help"], says: "Usage: florin transactions list [options]" },
    { requested: ["transactions", "list", "--limit", "3", "-h"], says: "Usage: florin transactions list [options]" },
    { requested: ["shops", "add", "--help"], says: "Usage: florin shops add <id> [options]" },
    { requested: ["keys"], says: "Usage: florin keys <command>" },
    { requested: [], says: "Usage: florin <command>" },
    { requested: ["--help"], says: "Usage: florin <command>" },
    { requested: ["shops", "nothing", "--help"], says: "Usage: florin shops <command>" }
  ])("$requested asks for that of a command", ({ requested, says }) => {
    assert.strictEqual(helpFor(tree, requested)?.split("\n")[0], says)
  })

  it.each([
    { requested: ["serve"] },
    { requested: ["--version"] },
    { requested: ["begin", "--help"] },
    { requested: ["keys", "begin"] }
  ])("$requested asks for none", ({ requested }) => {
    assert.isUndefined(helpFor(tree, requested))
  })
})

describe("a group without a command of it", () => {
  const commands = "'add', 'update', 'list', 'show', 'rotate', 'retire', 'disable', 'enable'"
  const ofShops = `Invalid subcommand for florin shops - use one of ${commands}`

  it.each([
    { requested: ["shops", "ad"], says: ofShops },
    { requested: ["shops", "ad", "books", "--name", "The Books"], says: ofShops },
    { requested: ["shops", "--json"], says: ofShops },
    { requested: ["--json", "shops", "ad"], says: ofShops },
    { requested: ["shops", "add", "books"], says: undefined },
    { requested: ["shops", "--log-level", "debug", "list"], says: undefined },
    { requested: ["serve", "now"], says: undefined },
    { requested: ["shop"], says: undefined },
    { requested: [], says: undefined }
  ])("is refused with the names of its commands: $requested", ({ requested, says }) => {
    assert.strictEqual(misnamedIn(tree, requested), says)
  })
})

describe("a command that the console names", () => {
  const texts = ["English.ts", "Russian.ts", "internal/englishScreens.ts", "internal/russianScreens.ts"]
    .map((file) => readFileSync(new URL(`../../console/src/${file}`, import.meta.url), "utf8"))
    .join("\n")
  const named = [...new Set([...texts.matchAll(/\bflorin ([a-z]+ [a-z]+)/g)].map(([, path = ""]) => path))]

  it("is one that there is", () => {
    assert.isAtLeast(named.length, 1)
    for (const path of named) assert.include(words, path)
  })
})

/** The modules that importing one imports at once. Types, and what is imported when a command runs, are not. */
const importedBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  const text = readFileSync(file, "utf8")
  for (const [, from = ""] of text.matchAll(/^(?:import|export)\s+(?!type\b)[^;'"]*?from\s+"([^"]+)"/gm)) {
    const module = from.startsWith(".") ? resolve(dirname(file), from.replace(/\.js$/, ".ts")) : from
    if (seen.has(module)) continue
    seen.add(module)
    if (from.startsWith(".")) importedBy(module, seen)
  }
  return seen
}

describe("the start", () => {
  const main = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url))

  it("loads no store, no gateway and no driver: only a command's work does", () => {
    const modules = [...importedBy(main)]
    assert.isTrue(modules.some((module) => module.endsWith("transactionCommands.ts")))
    const others = modules.filter((module) => !module.startsWith("/"))
    const light = /^(?:node:|effect\/|@effect\/cli\/|@effect\/platform\/|@florin\/core\/store\/Thrown$)/
    for (const module of others) assert.match(module, light)
    const works = modules.filter((module) => /Work\.ts$|settings\.ts$|internal\//.test(module))
    assert.deepStrictEqual(works, [])
  })

  it("would be seen to load one", () => {
    const work = join(dirname(main), "commands", "shopWork.ts")
    assert.isTrue(existsSync(work))
    assert.include([...importedBy(work)], "@florin/settings/Shops")
  })
})

describe("the end of a command", () => {
  const invalid = ValidationError.invalidArgument(HelpDoc.p("Received unknown argument: 'now'"))

  it.each<Pick<CommandEnd.Ending, "exit" | "code" | "message"> & { readonly error: unknown }>([
    {
      error: new BadSetting({ lines: ["PORT is wrong", "HOST is"] }),
      exit: 2,
      code: "refused",
      message: "PORT is wrong\nHOST is"
    },
    { error: invalid, exit: 2, code: "arguments", message: "Received unknown argument: 'now'" },
    { error: new Found({ code: "books-differ", message: "2" }), exit: 1, code: "books-differ", message: "2" },
    { error: new Found({ code: "unhealthy", message: "1" }), exit: 1, code: "unhealthy", message: "1" },
    { error: new Error("broken"), exit: 1, code: "failed", message: "broken" }
  ])("is $exit, $code", ({ code, error, exit, message }) => {
    const ending = CommandEnd.endingOf(Cause.fail(error))
    assert.deepInclude(ending, { exit, code, message })
    assert.deepStrictEqual(JSON.parse(ending === undefined ? "" : CommandEnd.documentOf(ending)), {
      error: { code, message, docs: `node_modules/florin/dist/docs/errors.md#${code}` }
    })
  })

  it("of a server that was stopped is none", () => {
    assert.isUndefined(CommandEnd.endingOf(Cause.interrupt({ _tag: "None" } as never)))
  })
})

describe("tables", () => {
  const cells = (last: number) => [["a".repeat(36), "b".repeat(last), "c"]]

  it.each([
    // 36 + 39 + 1, and two gaps.
    { last: 39, gap: "  ", length: 80 },
    { last: 40, gap: " ", length: 79 },
    { last: 41, gap: " ", length: 80 },
    // Too wide either way.
    { last: 42, gap: "  ", length: 83 }
  ])("with cells of $last have a gap of '$gap'", ({ gap, last, length }) => {
    const [line = ""] = aligned(cells(last))
    assert.strictEqual(line, ["a".repeat(36), "b".repeat(last), "c"].join(gap))
    assert.lengthOf(line, length)
  })

  it("stand below each other, and let nobody move the cursor", () => {
    assert.deepStrictEqual(
      aligned([
        ["a", "bb"],
        ["ccc", "\u001b[2J\u202Ed"],
        ["", ""]
      ]),
      ["a    bb", "ccc  \uFFFD[2J\uFFFDd", ""]
    )
    assert.deepStrictEqual(aligned([]), [])
  })

  it.each([
    [3245, "EUR", "32.45 EUR"],
    [5, "EUR", "0.05 EUR"],
    [0, "EUR", "0.00 EUR"],
    [1995, "JPY", "1995 JPY"],
    [1, "KWD", "0.001 KWD"],
    [Number.MAX_SAFE_INTEGER, "EUR", "90071992547409.91 EUR"]
  ])("show %d %s as %s", (amount, currency, expected) => {
    assert.strictEqual(amountOf({ amount, currency }), expected)
  })
})

describe("the shop of a command", () => {
  const shop = (id: string) => Shops.bare(ShopId.make(id), id)
  const many = Array.from({ length: 12 }, (_, index) => shop(`s${index}`))

  it.each([
    { shops: [shop("books")], named: undefined, expected: "books" },
    { shops: [shop("books")], named: "books", expected: "books" },
    { shops: [shop("books"), shop("music")], named: "music", expected: "music" },
    {
      shops: [shop("books"), shop("music")],
      named: undefined,
      expected: "--shop is needed, because there are several: books, music"
    },
    { shops: [shop("books")], named: "music", expected: "--shop names no shop; there are: books" },
    { shops: [], named: undefined, expected: "There is no shop yet: `florin shops add <id>` adds one" },
    {
      shops: many,
      named: undefined,
      expected: "--shop is needed, because there are several: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more"
    }
  ])("of $shops.length, named $named, is $expected", ({ expected, named, shops }) => {
    const chosen = ShopChoice.choose(shops, Option.fromNullable(named))
    assert.strictEqual(Either.match(chosen, { onLeft: ({ message }) => message, onRight: ({ id }) => id }), expected)
  })
})

describe("addresses in documents", () => {
  it.each([
    ["https://books.example/hook", "https://books.example/hook"],
    ["https://books.example/hook?token=secret#x", "https://books.example/hook?***"],
    ["https://user:secret@books.example:8443/", "https://***@books.example:8443/"],
    ["no address", "***"]
  ])("%s is shown as %s, wherever it stands", (url, shown) => {
    const document = { url, notification_url: url, deep: [{ return_url: url }], note: url, none: null }
    assert.deepStrictEqual(masked(document), {
      url: shown,
      notification_url: shown,
      deep: [{ return_url: shown }],
      note: url,
      none: null
    })
  })
})

describe("the statuses that lists take", () => {
  it.each([
    ["transactions list", TransactionStatus.literals],
    ["webhooks list", NotificationStatus.literals]
  ])("of %s are all there are", (path, literals) => {
    assert.include(helpOf(path), `--status ${literals.join(" | ")}`)
  })
})

describe("the progress bar", () => {
  const drawnOn = (isTTY: boolean | undefined) => {
    const written: Array<string> = []
    const bar = progressBar({ ...(isTTY === undefined ? {} : { isTTY }), write: (text) => written.push(text) })
    for (const share of [0, 0.001, 0.5, 1]) bar.show(share)
    bar.end()
    return written.map((text) => text.replaceAll("\r", "").trim())
  }

  it("is drawn on a terminal, once for each percent, and taken away", () => {
    assert.deepStrictEqual(drawnOn(true), [
      `${"░".repeat(32)}   0%`,
      `${"█".repeat(16)}${"░".repeat(16)}  50%`,
      `${"█".repeat(32)} 100%`,
      ""
    ])
  })

  it.each([false, undefined])("leaves no trace elsewhere (%s)", (isTTY) => {
    assert.deepStrictEqual(drawnOn(isTTY), [])
  })
})

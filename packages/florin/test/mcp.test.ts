// Operations as tools for an assistant: what there is, what it may read, and how it changes something.
import { chmodSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { secretsIn } from "@florin/testing/parties/Recording"
import * as Operation from "@florin/wire/operations/Operation"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as McpWork from "../src/cli/commands/mcpWork.js"
import * as Confirmation from "../src/cli/mcp/confirmation.js"
import * as Protocol from "../src/cli/mcp/protocol.js"
import { shown } from "../src/cli/mcp/shown.js"
import * as Tools from "../src/cli/mcp/tools.js"
import { directory, type Server, start } from "./internal/server.js"

type Offered = ReadonlyArray<Tools.Tool>

const noKeys = { shop: false, operator: false }
const allKeys = { shop: true, operator: true }
const [reads, all, ofShop, ofOperator] = [
  noKeys,
  allKeys,
  { shop: true, operator: false },
  { shop: false, operator: true }
].map(Tools.toolsOf) as [Offered, Offered, Offered, Offered]
const namesOf = (tools: Offered) => tools.map(({ shown: { name } }) => name)

describe("the tools", () => {
  it("only read without a key, and are the reads of shops and operators", () => {
    for (const { shown, writes } of reads)
      assert.deepStrictEqual([writes, shown.annotations.readOnlyHint], [false, true])
    const expected = ["find", "explain", "previewSubscription", "listDoubts", "reconcile", "listNotifications"]
    assert.includeMembers(namesOf(reads), expected)
    assert.notIncludeMembers(namesOf(reads), ["refund", "correctTransfer", "cancelSubscription"])
  })

  it("change what a shop may with its key, and what an operator may with theirs", () => {
    const added = (tools: Offered) => namesOf(tools).filter((name) => !namesOf(reads).includes(name))
    assert.includeMembers(added(ofShop), ["refund", "capture", "void", "recover"])
    assert.notInclude(added(ofShop), "correctTransfer")
    assert.includeMembers(added(ofOperator), ["correctTransfer", "approveWaitingProof"])
    assert.notInclude(added(ofOperator), "refund")
  })

  it("take no card, in no member of theirs", () => {
    for (const name of ["authorize", "pay", "tokenize", "credit", "payOut", "createSubscription", "changeCard"]) {
      assert.notInclude(namesOf(all), name)
    }
    assert.notInclude(namesOf(all), "findCard")
    const forms = JSON.stringify(all.map(({ shown: { inputSchema } }) => inputSchema))
    assert.notMatch(forms, /credit_card|verification_value|exp_year/)
  })

  it("say what they take, and that a change is made in two calls", () => {
    for (const { shown, writes } of all) {
      const { properties, required } = shown.inputSchema as {
        readonly properties: Readonly<Record<string, unknown>>
        readonly required: ReadonlyArray<string>
      }
      assert.includeMembers(Object.keys(properties), [...required], shown.name)
      assert.strictEqual("confirm" in properties, writes, shown.name)
      assert.match(shown.name, /^[a-zA-Z]{1,64}$/)
      const text = JSON.stringify(shown.inputSchema)
      for (const [, name] of text.matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)) assert.include(text, `"${name}":{`)
    }
  })
})

describe("what an assistant reads of a document", () => {
  it("is of a card what names it, and of an address what is no secret", () => {
    const document = {
      creditCard: {
        brand: "visa",
        last4: "0000",
        holder: "Jane Doe",
        expMonth: 12,
        expYear: 2035,
        token: "t",
        bin: "4"
      },
      receiptUrl: "https://shop.example/receipts/1?key=secret",
      list: [{ recipient_credit_card: { last_4: "1111", token: "t" } }, { credit_card: null }]
    }
    assert.deepStrictEqual(shown(document), {
      creditCard: { brand: "visa", last4: "0000" },
      receiptUrl: "https://shop.example/receipts/1?***",
      list: [{ recipient_credit_card: { last_4: "1111" } }, { credit_card: null }]
    })
  })
})

/** Names of members in which a card or what pays with it stands. */
const ofCards = /^(?:token|number|bin|bin8|bin_8|first_?1|exp_?(?:month|year)|holder|stamp|verification_?value)$/i

const namesIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== "object" || value === null) return []
  // The token of a checkout is its id, and a proof has a number among those of its payment.
  const own = "order" in value ? ["token"] : "claimed_at" in value ? ["number"] : []
  return Object.entries(value).flatMap(([name, one]) => [...(own.includes(name) ? [] : [name]), ...namesIn(one)])
}

describe("what an assistant reads of every answer", () => {
  it.each(all.map(({ row }) => [row.id, row] as const))("of %s is nothing that pays", (_, row) => {
    const { answer } = Operation.exampleOf(row)
    assert.deepStrictEqual(
      namesIn(shown(answer)).filter((name) => ofCards.test(name)),
      []
    )
  })
})

describe("the word of a change", () => {
  const { give, isRight } = Confirmation.make(new Uint8Array(32))
  const word = give("00112233445566aa", 1000, "asked")

  it.each([
    { of: "the same arguments", given: word, at: 1000, requested: "asked", right: true },
    { of: "the last instant", given: word, at: 1000 + Confirmation.validFor - 1, requested: "asked", right: true },
    { of: "one too late", given: word, at: 1000 + Confirmation.validFor, requested: "asked", right: false },
    { of: "a time before it was given", given: word, at: 999, requested: "asked", right: false },
    { of: "other arguments", given: word, at: 1000, requested: "asked otherwise", right: false },
    { of: "another nonce", given: word.replace("aa-", "ab-"), at: 1000, requested: "asked", right: false },
    { of: "a later instant", given: word.replace("-1000-", "-2000-"), at: 2000, requested: "asked", right: false },
    { of: "nothing", given: "", at: 1000, requested: "asked", right: false },
    { of: "characters of several bytes", given: "ä".repeat(word.length), at: 1000, requested: "asked", right: false }
  ])("is right or not, of $of", ({ requested, at, given, right }) => {
    assert.strictEqual(isRight(given, at, requested), right)
  })

  it("is not that of another process", () => {
    assert.isFalse(Confirmation.make(new Uint8Array(32).fill(1)).isRight(word, 1000, "asked"))
  })
})

describe("a line of the protocol", () => {
  const server: Protocol.Server = {
    version: "1",
    instructions: "Read.",
    tools: [],
    call: (name) => (name === "known" ? Effect.succeed({ document: { answered: true } }) : undefined)
  }
  const answered = (line: string) => {
    const answer = Effect.runSync(Protocol.answerTo(server, line))
    return answer === undefined ? undefined : JSON.parse(answer)
  }
  const requested = (method: string, params?: object, id: unknown = 1) =>
    answered(JSON.stringify({ jsonrpc: "2.0", id, method, params }))

  it.each([
    { of: "no JSON", line: "{", code: -32700, id: null },
    { of: "a list", line: "[]", code: -32600, id: null },
    { of: "another protocol", line: '{"id":1,"method":"ping"}', code: -32600, id: null },
    { of: "an id that is none", line: '{"jsonrpc":"2.0","id":null,"method":"ping"}', code: -32600, id: null },
    { of: "a line without end", line: `"${"a".repeat(1024 * 1024)}"`, code: -32600, id: null },
    { of: "an unknown method", line: '{"jsonrpc":"2.0","id":"a","method":"resources/list"}', code: -32601, id: "a" },
    {
      of: "an unknown tool",
      line: '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}',
      code: -32602,
      id: 2
    }
  ])("that is refused: $of", ({ code, id, line }) => {
    const { error, ...rest } = answered(line)
    assert.deepStrictEqual([error.code, rest], [code, { jsonrpc: "2.0", id }])
  })

  it.each(["", "  ", '{"jsonrpc":"2.0","method":"notifications/initialized"}'])("that asks nothing: '%s'", (line) => {
    assert.isUndefined(answered(line))
  })

  it("agrees on a version: the client's where it is known, else the newest", () => {
    const versionOf = (protocolVersion: string) => requested("initialize", { protocolVersion }).result.protocolVersion
    assert.strictEqual(versionOf("2024-11-05"), "2024-11-05")
    assert.strictEqual(versionOf("2099-01-01"), "2025-06-18")
  })

  it("answers a call as text and as a document, under its id", () => {
    assert.deepStrictEqual(requested("tools/call", { name: "known" }, "a"), {
      jsonrpc: "2.0",
      id: "a",
      result: {
        content: [{ type: "text", text: '{"answered":true}' }],
        structuredContent: { answered: true },
        isError: false
      }
    })
  })
})

describe("florin mcp beside a server", () => {
  const cwd = directory()
  const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
  const keys = join(cwd, "mcp.json")
  let server: Server & { readonly shop: string }
  beforeAll(async () => {
    server = await start(cwd)
    const [id, secret] = server.shop.split(":")
    writeFileSync(keys, JSON.stringify({ shop: { id, secret } }), { mode: 0o600 })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(cwd, { recursive: true })
  })

  const settings = ConfigProvider.fromMap(new Map([["FLORIN_DATABASE", `sqlite:${join(cwd, "florin.db")}`]]))

  const served = (keysFile: Option.Option<string>, lines: Stream.Stream<string>, log: (line: string) => void) =>
    Effect.consoleWith((present) =>
      Effect.withConsole(McpWork.serve("1", { keys: keysFile, url: Option.some(server.url) }, lines), {
        ...present,
        log: (text: unknown) => Effect.sync(() => log(String(text)))
      })
    ).pipe(Effect.withConfigProvider(settings))

  /** A client of a server of tools. */
  const client = (keysFile: Option.Option<string>) => {
    const typed = Effect.runSync(Queue.unbounded<string>())
    const waiting = new Map<number, (answer: Record<string, never>) => void>()
    const fiber = Effect.runFork(
      served(keysFile, Stream.fromQueue(typed), (line) => {
        const { id, ...answer } = JSON.parse(line)
        waiting.get(id)?.(answer)
      })
    )
    const ask = (method: string, params: object) =>
      new Promise<{ readonly result: { readonly content: [{ readonly text: string }]; readonly isError: boolean } }>(
        (resolve, reject) => {
          waiting.set(waiting.size, resolve as never)
          fiber.addObserver((exit) => reject(new Error(String(exit))))
          typed.unsafeOffer(JSON.stringify({ jsonrpc: "2.0", id: waiting.size - 1, method, params }))
        }
      )
    return {
      call: async (name: string, given: object = {}) => {
        const { content, isError } = (await ask("tools/call", { name, arguments: given })).result
        return { isError, text: content[0].text, document: isError ? undefined : JSON.parse(content[0].text) }
      },
      close: () => Effect.runPromise(Fiber.interrupt(fiber))
    }
  }

  it("finds, explains and lists without a key, changes in two calls with one, and never tells of a card", async () => {
    const paid = await server.post("/transactions/payments", {
      request: { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42", credit_card: card }
    })
    const { uid } = ((await paid.json()) as { transaction: { uid: string } }).transaction
    const reading = client(Option.none())
    const found = await reading.call("find", { uid })
    assert.deepInclude(found.document, { uid, amount: 1995, status: "successful" })
    assert.deepInclude((await reading.call("explain", { uid })).document, { uid })
    assert.include((await reading.call("findByTrackingId", { id: "order-42" })).text, uid)
    assert.deepStrictEqual((await reading.call("listDoubts")).document, { doubts: [] })
    assert.deepInclude((await reading.call("reconcile")).document, { differenceCount: 0 })
    const unknown = await reading.call("find", { uid: "01a206f1-5731-725a-8e6e-4cf17065e558" })
    assert.strictEqual(unknown.text, "There is no transaction with this uid")
    const more = await reading.call("find", { uid, "4200000000000000": 1 })
    assert.strictEqual(more.text, "An argument is none of find, which takes: uid")
    const { entries } = (await reading.call("listAudit", { kind: "look", limit: 50 })).document
    assert.includeDeepMembers(
      entries.map(({ entrance, operation, subject }: Record<string, string>) => [entrance, operation, subject]),
      [
        ["command", "find", uid],
        ["command", "explain", uid],
        ["command", "findByTrackingId", "order-42"]
      ]
    )
    await reading.close()

    const changing = client(Option.some(keys))
    const request = { parent_uid: uid, amount: 500, reason: "Half of it" }
    const first = await changing.call("refund", { request })
    assert.match(first.document.will, /^.+: POST \/transactions\/refunds with .*"amount":500.*, as \S+$/)
    const { confirm } = first.document
    const other = await changing.call("refund", { request: { ...request, amount: 1995 }, confirm })
    assert.deepInclude(other, { isError: true })
    const done = await changing.call("refund", { request, confirm })
    assert.deepInclude(done.document.transaction, { amount: 500, status: "successful", parent_uid: uid })
    const again = await changing.call("refund", { request, confirm })
    assert.strictEqual(again.document.transaction.uid, done.document.transaction.uid, "once")
    const refused = await changing.call("refund", { request: { ...request, amount: 99_999 } })
    const tooMuch = await changing.call("refund", {
      request: { ...request, amount: 99_999 },
      confirm: refused.document.confirm
    })
    assert.isTrue(tooMuch.isError)
    await changing.close()
    for (const { text } of [found, first, done]) {
      assert.deepStrictEqual(secretsIn(text, ["420000", "Jane", "2035"]), [])
    }
  }, 60_000)

  it("refuses keys that other users may read, or in another form, and does not repeat them", async () => {
    const reported = async (content: string, mode: number) => {
      const file = join(cwd, "refused.json")
      writeFileSync(file, content)
      chmodSync(file, mode)
      const exit = await Effect.runPromise(Effect.flip(served(Option.some(file), Stream.empty, () => undefined)))
      return exit.message
    }
    assert.match(await reported(JSON.stringify({ shop: { id: "a", secret: "b" } }), 0o644), /^--keys .*other users/)
    const wrong = await reported(JSON.stringify({ shop: { id: "books", secret: "a-secret", more: "a-secret" } }), 0o600)
    assert.match(wrong, /^--keys must name a file with /)
    assert.notInclude(wrong, "a-secret")
  }, 60_000)
})

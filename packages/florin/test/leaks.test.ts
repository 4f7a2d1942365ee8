import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as CardNumber from "@florin/core/cards/CardNumber"
import Database from "better-sqlite3"
import * as Option from "effect/Option"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as CodeForms from "./internal/codeForms.js"
import { found } from "./internal/numberForms.js"
import { directory, receiver, type Server, start } from "./internal/server.js"

const brands = ["4", "51", "34", "62", "6011", "9112"]
const prefixOf = (index: number) => brands[index % brands.length] ?? "4"

/** A number nobody has, with its check digit. */
const numberOf = (index: number): string => {
  const body = `${prefixOf(index)}${String(7_000_000_019 + index * 104_729).padStart(12, "8")}`
    .padEnd(15, "3")
    .slice(0, 15)
  const digits = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`)
  return digits.find((number) => Option.isSome(CardNumber.parse(number))) ?? `${body}0`
}

const canaries = Array.from({ length: 18 }, (_, index) => numberOf(index))
describe("the forms of a card number that are looked for", () => {
  it("are found when they are there", () => {
    const [number = ""] = canaries
    const hidden = [
      Buffer.from(`x${number}y`),
      Buffer.from(Buffer.from(`ab${number}cd`).toString("base64")),
      Buffer.from(Buffer.from(`a${number}cd`).toString("base64")),
      Buffer.from(Buffer.from(`${number}cd`).toString("base64")),
      Buffer.from(Buffer.from(number).toString("hex")),
      Buffer.from(`${number}`, "utf16le")
    ]
    for (const haystack of hidden) assert.isNotEmpty(found(haystack, number))
    assert.isEmpty(found(Buffer.from("4200000000000000"), number))
  })
})

// No digits that a number shows, an amount has or a year is: what is found then was sent as a code.
const unlike = (code: number) => canaries.every((number) => !number.includes(String(code)))
const codesFrom = (first: number) =>
  Array.from({ length: 60 }, (_, index) => first + 61 * index)
    .filter(unlike)
    .slice(0, canaries.length)
    .map(String)

const codes = codesFrom(6007)
const neverSent = codesFrom(6037)

/** Every value of a database, one a line. */
const columns = (file: string): Buffer => {
  const database = new Database(file, { readonly: true })
  const values = database
    .prepare<[], { readonly name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .flatMap(({ name }) => database.prepare<[], ReadonlyArray<unknown>>(`SELECT * FROM "${name}"`).raw().all())
    .flat()
    .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)))
  database.close()
  return Buffer.from(values.join("\n"), "latin1")
}

describe("the forms of a security code that are looked for", () => {
  it.each([
    { form: "as a number", text: '{"verification_value":6007}' },
    { form: "as a text", text: '{"cvv":"6007"}' },
    { form: "in a log line", text: "asked with 6007 today" },
    { form: "in base64", text: `sealed="${Buffer.from("6007").toString("base64")}"` },
    { form: "in hex", text: `x'${Buffer.from("6007").toString("hex")}'` },
    { form: "in JSON in base64", text: Buffer.from('a{"cvv":"6007"}').toString("base64") },
    { form: "in JSON in base64, shifted", text: Buffer.from('ab{"cvv":"6007"}').toString("base64") },
    { form: "in JSON in base64, shifted twice", text: Buffer.from('abc{"cvv":"6007"}').toString("base64") },
    { form: "in JSON in hex", text: Buffer.from('{"cvv":"6007"}').toString("hex") },
    { form: "in UTF-16", text: Buffer.from("6007", "utf16le").toString("latin1") },
    { form: "in UTF-16, big end first", text: Buffer.from("6007", "utf16le").swap16().toString("latin1") }
  ])("are found $form", ({ text }) => {
    assert.deepStrictEqual(
      CodeForms.found(Buffer.from(text, "latin1"), ["6008", "6007"]).map(([code]) => code),
      ["6007"]
    )
  })

  it("are not the same digits in the middle of something longer", () => {
    const id = "01931b7e-6007-7c3a-b600-600760076007"
    assert.deepStrictEqual(CodeForms.found(Buffer.from(id), ["6007"]), [])
  })
})

describe("after a full run", () => {
  const cwd = directory()
  let server: Server
  let hooks: Awaited<ReturnType<typeof receiver>>
  const answers: Array<string> = []

  beforeAll(async () => {
    hooks = await receiver()
    server = await start(cwd, { FLORIN_LOG: "json", FLORIN_LOG_LEVEL: "debug" })
    const post = async (
      path: string,
      body: unknown
    ): Promise<{ transaction?: { uid: string; credit_card?: { token: string } } }> => {
      const response = await server.post(path, body)
      const text = await response.text()
      answers.push(text, JSON.stringify([...response.headers]))
      return text.startsWith("{") ? JSON.parse(text) : {}
    }
    const request = (index: number, card: object = {}) => ({
      request: {
        amount: 1000 + index,
        currency: "EUR",
        description: "Leak test",
        notification_url: hooks.url,
        verification_url: hooks.url,
        additional_data: { contract: ["recurring", "credit"] },
        credit_card: {
          number: canaries[index],
          verification_value: codes[index],
          holder: "Jane Doe",
          exp_month: 12,
          exp_year: 2035,
          ...card
        }
      }
    })
    const kinds = ["authorizations", "payments", "tokenizations"]
    for (const [index] of canaries.entries()) {
      const { transaction } = await post(`/transactions/${kinds[index % 3]}`, request(index))
      const token = transaction?.credit_card?.token
      if (token !== undefined)
        await post("/transactions/payments", {
          request: { ...request(index).request, amount: 5, credit_card: { token, verification_value: codes[index] } }
        })
      if (transaction !== undefined) {
        await post(`/transactions/${transaction.uid}/renotify`, {})
        await post(`/transactions/${transaction.uid}/recover`, {})
        answers.push(await (await server.get(`/transactions/${transaction.uid}`)).text())
        answers.push(await (await server.get(`/receipts/${transaction.uid}`)).text())
      }
      // A number where none belongs, a broken body, a wrong field.
      await post("/transactions/payouts", {
        request: { ...request(index).request, recipient_credit_card: request(index).request.credit_card }
      })
      await post(
        "/transactions/authorizations",
        request(index, { exp_year: canaries[index], exp_month: canaries[index], token: canaries[index] })
      )
      await post("/transactions/authorizations", JSON.stringify(request(index)).slice(0, -3))
      await post("/transactions/captures", { request: { parent_uid: canaries[index], amount: canaries[index] } })
      await server.get(`/transactions/${canaries[index]}`).then(async (response) => answers.push(await response.text()))
    }
    await post("/sandbox/clock", { advance: "P1D" })
    answers.push(await (await server.get("/notifications")).text())
    answers.push(await (await server.get("/sandbox/ledger")).text())
  })

  afterAll(async () => {
    hooks.close()
    await server.stop("SIGKILL")
    rmSync(cwd, { recursive: true })
  })

  const scan = (name: string, text: Buffer) => {
    const hits = canaries.flatMap((number) => found(text, number).map((form) => `${number.slice(0, 6)}… as ${form}`))
    assert.deepStrictEqual(hits, [], name)
  }

  it("no file beside the server, also while it runs, holds a card number in any form", () => {
    const files = readdirSync(cwd)
    assert.includeMembers(files, ["florin.db", "florin.db-wal", "florin.db.sandbox.db"])
    for (const file of files) scan(file, readFileSync(join(cwd, file)))
  })

  it("no webhook, answer or log line does", () => {
    assert.isAbove(hooks.received.length, canaries.length)
    scan("webhooks", Buffer.from(hooks.received.join("\n")))
    scan("answers", Buffer.from(answers.join("\n")))
    scan("log", Buffer.from(server.output()))
  })

  const everything = () => [
    ...readdirSync(cwd).map((file) => [file, readFileSync(join(cwd, file))] as const),
    // In the file a column's value touches the next one.
    ...["florin.db", "florin.db.sandbox.db"].map((file) => [`${file}, by column`, columns(join(cwd, file))] as const),
    ["webhooks", Buffer.from(hooks.received.join("\n"))] as const,
    ["answers", Buffer.from(answers.join("\n"))] as const,
    ["log", Buffer.from(server.output())] as const
  ]

  it("no file, webhook, answer or log line holds a security code in any form", () => {
    for (const [name, bytes] of everything()) {
      assert.deepStrictEqual(CodeForms.found(bytes, codes), [], name)
      // What is found by chance would be found of these too.
      assert.deepStrictEqual(CodeForms.found(bytes, neverSent), [], `${name}, of codes that nobody sent`)
    }
  })
})

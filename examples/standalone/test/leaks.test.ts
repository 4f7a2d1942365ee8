import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as CardNumber from "@florin/core/cards/CardNumber"
import * as Option from "effect/Option"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
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

const canaries = Array.from({ length: 40 }, (_, index) => numberOf(index))
// A code of four digits would be found by chance in any file; these are looked for with their field's name or in context.
const code = "9137"

const forms = (number: string): ReadonlyArray<readonly [form: string, bytes: Buffer]> => [
  ["raw", Buffer.from(number)],
  ["spaced", Buffer.from(number.replace(/(.{4})(?=.)/g, "$1 "))],
  ["dashed", Buffer.from(number.replace(/(.{4})(?=.)/g, "$1-"))],
  ["hex", Buffer.from(Buffer.from(number).toString("hex"))],
  ["HEX", Buffer.from(Buffer.from(number).toString("hex").toUpperCase())],
  ["utf16le", Buffer.from(number, "utf16le")],
  ["utf16be", Buffer.from(number, "utf16le").swap16()],
  // A number begins at any of three places of a base64 text; what stands around it decides its edges.
  ...[0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift, 48), Buffer.from(number)]).toString("base64")
    return [`base64+${shift}`, Buffer.from(text.slice(shift === 0 ? 0 : 4, 20))] as const
  })
]

const found = (haystack: Buffer, number: string): ReadonlyArray<string> =>
  forms(number)
    .filter(([, bytes]) => haystack.includes(bytes))
    .map(([form]) => form)

describe("the forms that are looked for", () => {
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

describe("after a full run", () => {
  const cwd = directory()
  let server: Server
  let hooks: Awaited<ReturnType<typeof receiver>>
  const answers: Array<string> = []

  beforeAll(async () => {
    hooks = await receiver()
    server = await start(cwd)
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
          verification_value: code,
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
          request: { ...request(index).request, amount: 5, credit_card: { token, verification_value: code } }
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
    assert.includeMembers(files, ["florin.db", "florin.db-wal", "florin.sandbox.db"])
    for (const file of files) scan(file, readFileSync(join(cwd, file)))
  })

  it("no webhook, answer or log line does", () => {
    assert.isAbove(hooks.received.length, canaries.length)
    scan("webhooks", Buffer.from(hooks.received.join("\n")))
    scan("answers", Buffer.from(answers.join("\n")))
    scan("log", Buffer.from(server.output()))
  })

  it("the security code stands nowhere by its name, nor alone", () => {
    const texts = [...hooks.received, ...answers, server.output()]
    for (const file of readdirSync(cwd)) texts.push(readFileSync(join(cwd, file)).toString("latin1"))
    const named = new RegExp(`(verification_value|verificationValue|securityCode)\\W{1,8}${code}`, "i")
    for (const text of texts) {
      assert.notMatch(text, named)
      assert.notInclude(text, `"${code}"`)
    }
  })
})

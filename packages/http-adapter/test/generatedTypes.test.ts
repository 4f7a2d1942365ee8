// A client whose types openapi-typescript generates from the document.
import { assert, describe, it } from "@effect/vitest"
import * as Api from "@florin/http-adapter/Api"
import openapiTypescript, { astToString } from "openapi-typescript"
import ts from "typescript"

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  types: [],
  lib: ["lib.es2022.d.ts"],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext
}

/** What the compiler says of a program whose files are in memory. */
const complaints = (files: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile, readFile } = host
  host.directoryExists = () => true
  host.fileExists = (name) => name in files || fileExists(name)
  host.readFile = (name) => files[name] ?? readFile(name)
  host.getSourceFile = (name, version) => {
    const text = files[name]
    return text === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, text, version)
  }
  const program = ts.createProgram(Object.keys(files), options, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
    const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start!).line + 1
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}

const program = `
import type { operations } from "./api.js"

type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Body } }
} ? Body : never
type Answer<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { "application/json": infer Body } } }
} ? Body : never

const order = { amount: 1995, currency: "EUR", description: "Order 42" }
const card = { number: "4200000000000000", exp_month: "12", exp_year: 2036 }

// A card is its data or a token: one of them, and all of it.
export const bodies: ReadonlyArray<Body<"authorize" | "pay">> = [
  { request: { ...order, credit_card: card } },
  { request: { ...order, credit_card: { token: "t" } } },
  { request: { ...order, credit_card: { token: "t", verification_value: "123" } } },
  // @ts-expect-error Neither.
  { request: { ...order, credit_card: {} } },
  // @ts-expect-error Both.
  { request: { ...order, credit_card: { ...card, token: "t" } } },
  // @ts-expect-error A number without its expiry.
  { request: { ...order, credit_card: { number: "4200000000000000" } } },
  // @ts-expect-error No card.
  { request: { ...order } }
]

export const tokenOf = ({ request }: Body<"pay">): string | null | undefined => request.credit_card.token

// @ts-expect-error A tokenization takes no token.
export const tokenized: Body<"tokenize"> = { request: { ...order, credit_card: { token: "t" } } }

export const paidOut: Body<"payOut"> = { request: { ...order, recipient_credit_card: { token: "t" } } }
export const captured: Body<"capture"> = { request: { parent_uid: "u", amount: 1 } }

// Each operation answers its own document.
export const read = (held: Answer<"authorize">, paid: Answer<"pay">, refunded: Answer<"refund">) => {
  const token: string = held.transaction.credit_card.token
  const code: string | null = held.transaction.authorization.auth_code
  const type: "payment" = paid.transaction.type
  const parent: string | null = refunded.transaction.parent_uid
  // @ts-expect-error A refund has no card.
  const none = refunded.transaction.credit_card
  return [token, code, type, parent, none]
}

// What a status query finds is a transfer, or told apart by its type.
export const found = ({ transaction }: Answer<"find">): string | null => {
  if ("method_type" in transaction) return transaction.parent_uid ?? null
  switch (transaction.type) {
    case "authorization":
    case "payment":
    case "charge":
    case "tokenization":
    case "credit":
      return transaction.credit_card.token
    case "payout":
      return transaction.recipient_credit_card.token
    case "capture":
    case "void":
    case "refund":
      return transaction.parent_uid
  }
}

export const listed = ({ transactions }: Answer<"findByTrackingId">): ReadonlyArray<string> =>
  transactions.map(({ status }) => status)
`

/** Content that an operation has in the document is there in its type, and is neither never nor unknown. */
const present = (document: ReturnType<typeof Api.openApi>): string => {
  const told = "type Told<A> = [A] extends [never] ? false : unknown extends A ? false : true\n"
  const lines = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, (typeof methods)["get"] & object>).flatMap((operation) => {
      const { operationId, requestBody, responses } = operation
      const of = `operations["${operationId}"]`
      // What a provider tells is raw bytes, of any type.
      const [media] = Object.keys(requestBody?.content ?? {})
      const sent = media === undefined ? [] : [`${of}["requestBody"]["content"]["${media}"]`]
      const answered = Object.entries(responses ?? {}).flatMap(([status, answer]) =>
        Object.keys(answer.content ?? {}).map((media) => `${of}["responses"][${status}]["content"]["${media}"]`)
      )
      return [...sent, ...answered].map((type) => `true satisfies Told<${type}>`)
    })
  )
  return `import type { operations } from "./api.js"\n${told}${lines.join("\n")}`
}

describe("types generated by openapi-typescript", () => {
  it("tell each route's request and answers", { timeout: 60_000 }, async () => {
    const document = Api.openApi(Api.contract({ sandbox: true, acquirers: true }))
    const api = astToString(await openapiTypescript(JSON.parse(JSON.stringify(document))))
    const all = present(document)
    assert.isAbove(all.split("\n").length, 150)
    const files = { "/client/api.ts": api, "/client/program.ts": program, "/client/present.ts": all }
    assert.deepStrictEqual(complaints(files), [])
  })
})

// A client whose types openapi-typescript generates from the document.
import { assert, describe, it } from "@effect/vitest"
import * as Api from "@florin/http-adapter/Api"
import openapiTypescript, { astToString } from "openapi-typescript"
import ts from "typescript"
import { expect } from "vitest"

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

type Tree = { readonly [name: string]: unknown }

/** Operations as `@florin/client` has them: without examples, refusals and headers, which it has errors and options for. */
const leanOf = (node: unknown, name = ""): unknown => {
  if (Array.isArray(node)) return node.filter((one) => (one as Tree | null)?.in !== "header").map((one) => leanOf(one))
  if (typeof node !== "object" || node === null) return node
  const kept = Object.entries(node).filter(
    ([member]) => member !== "example" && member !== "examples" && (name !== "responses" || member.startsWith("2"))
  )
  return Object.fromEntries(kept.map(([member, value]) => [member, leanOf(value, member)]))
}

/** Of a document those paths that a client calls, and the schemas that are left. */
const calledOf = (document: ReturnType<typeof Api.openApi>, places: string): object => {
  const lean = leanOf(JSON.parse(JSON.stringify(document))) as { readonly paths: Tree; readonly components: Tree }
  const paths = Object.fromEntries(Object.entries(lean.paths).filter(([path]) => places.includes(` ${path}"`)))
  const schemas = lean.components.schemas as Tree
  const found = new Set<string>()
  const follow = (node: unknown): void => {
    for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      follow(schemas[name])
    }
  }
  follow(paths)
  const left = Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
  return { ...lean, paths, components: { ...lean.components, schemas: left } }
}

/** Where each operation that takes and answers JSON is, for `@florin/client`. Pages and what providers send are not called. */
const placesOf = (document: ReturnType<typeof Api.openApi>): string => {
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, (typeof methods)["get"] & object>).flatMap(([method, operation]) => {
      const { operationId, responses, security = [], tags } = operation
      const isJson = Object.values(responses ?? {}).some(({ content = {} }) => "application/json" in content)
      const isCalled = isJson && security.length > 0 && tags[0] !== "Acquirers"
      return isCalled ? [`  ${operationId}: "${method.toUpperCase()} ${path}"`] : []
    })
  )
  const head =
    "// Generated from the contract: `npx vitest run -u packages/http-adapter/test/generatedTypes.test.ts` writes it."
  return `${head}\nexport const places = {\n${lines.join(",\n")}\n} as const\n`
}

/** Content that an operation has in the document is there in its type, and is neither never nor unknown. */
const present = (document: ReturnType<typeof Api.openApi>): string => {
  const reported = "type Typed<A> = [A] extends [never] ? false : unknown extends A ? false : true\n"
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
      return [...sent, ...answered].map((type) => `true satisfies Typed<${type}>`)
    })
  )
  return `import type { operations } from "./api.js"\n${reported}${lines.join("\n")}`
}

describe("types generated by openapi-typescript", () => {
  it("tell each route's request and answers", { timeout: 60_000 }, async () => {
    const document = Api.openApi(Api.contract({ sandbox: true, acquirers: true, operators: true }))
    const api = astToString(await openapiTypescript(JSON.parse(JSON.stringify(document))))
    const all = present(document)
    assert.isAbove(all.split("\n").length, 150)
    const files = { "/client/api.ts": api, "/client/program.ts": program, "/client/present.ts": all }
    assert.deepStrictEqual(complaints(files), [])
    const head = "// Generated from the contract by openapi-typescript: see places.ts.\n"
    const places = placesOf(document)
    const lean = astToString(await openapiTypescript(calledOf(document, places) as never))
    // The rest says by path what `operations` says by name.
    const named = lean.slice(lean.indexOf("export interface components")).replace(/^export type \$defs.*\n/m, "")
    await expect(head + named).toMatchFileSnapshot("../../client/src/generated/api.ts")
    await expect(places).toMatchFileSnapshot("../../client/src/generated/places.ts")
  })
})

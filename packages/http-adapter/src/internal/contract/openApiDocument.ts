/**
 * Corrections to the generated document. The platform adds an error answer of its own server, which is not used here,
 * and prefixes operation ids with their group; it knows neither examples nor what each status means.
 */
import { given } from "@florin/core/request/Given"
import * as EncryptedCards from "@florin/wire/EncryptedCards"
import * as Errors from "@florin/wire/Errors"
import * as Operation from "@florin/wire/operations/Operation"
import { examplesOf, ofCards, ofOperators } from "@florin/wire/operations/RefusalForm"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"

interface Schema {
  $id?: string
  $ref?: string
  anyOf?: ReadonlyArray<{ $ref?: string }>
  description?: string
}

type Content = Record<string, { schema: Schema; example?: unknown }>

interface Answer {
  description: string
  content?: Content
}

interface Documented {
  operationId: string
  tags?: ReadonlyArray<string>
  security?: ReadonlyArray<object>
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}

interface Document {
  paths: Record<string, Record<string, Documented>>
  components: { schemas: Record<string, unknown> }
}

/** Source: D4. */
const meanings: Readonly<Record<string, string>> = {
  "200": "Success",
  "201": "Created",
  "202": "More than one person may move: another one has to approve it first",
  "400": "The request was refused; errors says why, field by field",
  "401": "Wrong or missing credentials",
  "403": "The role of the operator does not allow it",
  "404": "There is no such record in this shop",
  "409": "The first request with this idempotency key has no answer yet",
  "413": "The body is larger than 64 KiB, or 8 MiB with a document",
  "415": "The content type is not JSON, or the body is compressed",
  "422": "The request was refused, or its idempotency key was used for another one",
  "429": "Too many requests of this shop, or of all, at a time; Retry-After says when to try again",
  "431": "The head of the request is larger than 16 KiB",
  "500": "A failure of the gateway",
  "503": "The gateway cannot serve now; the same request may be sent again"
}

const foreign = "#/components/schemas/HttpApiDecodeError"

/** The `$id` of the schema that the platform gives to an answer without content when it adds its own beside it. */
const emptied = "/schemas/void"

const own = (answer: Answer): Answer | undefined => {
  const media = answer.content?.["application/json"]
  if (media === undefined) return answer
  if (media.schema.$ref === foreign) return undefined
  if (media.schema.$id === emptied) return { description: media.schema.description ?? answer.description }
  const kept = media.schema.anyOf?.filter(({ $ref }) => $ref !== foreign)
  if (kept === undefined) return answer
  return { ...answer, content: { "application/json": { schema: kept.length === 1 ? kept[0]! : { anyOf: kept } } } }
}

/** Pages are for browsers; their text is not part of the contract. */
const pageExample = '<!doctype html>\n<html lang="en">…</html>'

/** The first bytes of a document. */
const fileExample = "%PDF-1.7"

const withoutJson: Readonly<Record<string, string>> = { "text/html": pageExample, "application/pdf": fileExample }

const withExample = (content: Content, example: unknown): Content => {
  const given = (type: string): unknown => withoutJson[type] ?? example
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      given(type) === undefined ? media : { ...media, example: given(type) }
    ])
  )
}

const isSuccess = (status: string): boolean => status === "200" || status === "201"

const requestId = "5f1c0b7a9e3d42688c7d0e15"

/** Bodies of failures, by status, whatever the operation. Source: D4. */
const failures = (): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    [
      Errors.forbidden,
      Errors.idempotencyInFlight,
      Errors.tooLarge,
      Errors.unsupportedMediaType,
      Errors.idempotencyMismatch,
      Errors.tooManyRequests(Errors.retryAfterSeconds),
      Errors.internalError(requestId),
      Errors.unavailable(requestId)
    ].map(({ body, status }): [number, unknown] => [status, JSON.parse(body)])
  ),
  "431": { message: "Request Header Fields Too Large" },
  ...waiting()
})

/** What is answered to a request that waits for a second person. Source: D74. */
const waiting = (): Readonly<Record<string, unknown>> => ({
  "202": operatorTable.listApprovals.example?.().answer.approvals[0]
})

/** What a route takes and answers, and its refusals by status. */
interface Example {
  readonly request?: unknown
  readonly answer?: unknown
  readonly refused: Readonly<Record<string, unknown>>
}

const manyFields = { refused: { "400": { message: "Form has more than 200 fields" } } }

/** Of the routes that are no operations. */
const others: Readonly<Record<string, Partial<Example>>> = {
  openapi: { answer: { openapi: "3.1.0" } },
  live: { answer: { status: "ok" } },
  ready: { answer: { status: "ok" } },
  receiveNotification: {
    request: '{"type":"payment.paid","payment":{"key":"0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"}}',
    answer: "[accepted]",
    refused: { "404": { message: "Not found." } }
  },
  proofDocument: { refused: examplesOf(ofOperators) },
  issuer: manyFields,
  issuerMethod: manyFields,
  acted: manyFields
}

const rowsById = (): ReadonlyMap<string, Operation.Any> =>
  new Map(Object.values<Operation.Any>({ ...table, ...operatorTable, ...sandboxTable }).map((row) => [row.id, row]))

const examples = (rows: ReadonlyMap<string, Operation.Any>): ((id: string) => Example) => {
  const usual = { ...failures(), ...examplesOf(ofCards) }
  return (id) => {
    const row = rows.get(id)
    return row === undefined
      ? { ...others[id], refused: { ...usual, ...others[id]?.refused } }
      : { ...Operation.exampleOf(row), refused: { ...usual, ...examplesOf(row.form) } }
  }
}

const answers = (
  generated: Record<string, Answer>,
  success: unknown,
  refusals: Readonly<Record<string, unknown>>
): Record<string, Answer> => {
  const kept: Record<string, Answer> = {}
  for (const [status, answer] of Object.entries(generated)) {
    const ours = own(answer)
    if (ours === undefined) continue
    const meaning = ours.content === undefined ? undefined : meanings[status]
    const content = ours.content && withExample(ours.content, isSuccess(status) ? success : refusals[status])
    kept[status] = { description: meaning ?? ours.description, ...given({ content }) }
  }
  return kept
}

/**
 * Effect gives every schema of one kind, such as any value, the same id. A validator of JSON Schema holds ids for unique,
 * and compiles no document that repeats one.
 */
const isGeneratedId = (name: string, value: unknown): boolean =>
  name === "$id" && typeof value === "string" && value.startsWith("/schemas/")

/**
 * Removes keywords that only repeat OpenAPI's defaults. Generators act on them: with "additionalProperties": true, a
 * misspelled member passes the type check.
 */
const lean = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(lean)
  if (typeof node !== "object" || node === null) return node
  const isObject = "properties" in node && "type" in node && node.type === "object"
  const kept = Object.entries(node).filter(
    ([name, value]) =>
      !isGeneratedId(name, value) &&
      (!isObject || !((name === "additionalProperties" && value === true) || (name === "required" && isEmpty(value))))
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, name === "example" ? value : lean(value)]))
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>
}

/**
 * Requests that may hold an encrypted card, by the names of their schemas. That they need no other then is said in words:
 * the types that generators make of a choice would no longer ask for the card of everybody else. Source: D51.
 */
const withEncryptedCards = (schemas: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const changed: Record<string, unknown> = { ...schemas, EncryptedCard: EncryptedCards.documented }
  for (const { body } of Object.values<Operation.Any>(table)) {
    const name = body?.encrypted && Option.getOrUndefined(AST.getJSONIdentifier(body.schema.ast))
    const schema = (name === undefined ? undefined : changed[name]) as ObjectSchema | undefined
    if (name === undefined || schema === undefined) continue
    changed[name] = {
      ...schema,
      properties: {
        ...schema.properties,
        [EncryptedCards.member]: {
          allOf: [{ $ref: "#/components/schemas/EncryptedCard" }],
          description: "The card as a browser has encrypted it, beside the fields in clear or instead of all of them."
        }
      }
    }
  }
  return changed
}

export const corrected = (generated: Record<string, unknown>): Record<string, unknown> => {
  const document = generated as unknown as Document
  const rows = rowsById()
  const exampleOf = examples(rows)
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    // As in "cards.authorize". Names are unique across groups.
    const name = operation.operationId.replace(/^.*\./, "")
    const { answer, refused, request } = exampleOf(name)
    operation.operationId = name
    // The token in the path is enough: an empty requirement makes the others optional.
    if (rows.get(name)?.owner !== undefined) operation.security = [...(operation.security ?? []), {}]
    operation.responses = answers(operation.responses, answer, refused)
    if (operation.requestBody) operation.requestBody.content = withExample(operation.requestBody.content, request)
  }
  const { HttpApiDecodeError: _, Issue: __, PropertyKey: ___, ...schemas } = document.components.schemas
  return lean({ ...generated, components: { ...document.components, schemas: withEncryptedCards(schemas) } }) as Record<
    string,
    unknown
  >
}

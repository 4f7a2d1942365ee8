/** Tools made of the table of operations: which there are, what each takes, and what it says of itself. */
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import type { ShownTool } from "./protocol.js"

/** What a key of the server lets an assistant change: what a shop may, what an operator may. */
export interface Keys {
  readonly shop: boolean
  readonly operator: boolean
}

export interface Tool {
  readonly row: Operation.Any
  readonly writes: boolean
  readonly shown: ShownTool
}

interface Node {
  readonly [member: string]: unknown
  readonly $schema?: string
  readonly $defs?: Readonly<Record<string, unknown>>
}

const schemaOf = (schema: Schema.Schema.Any): Node =>
  JSONSchema.make(schema as Schema.Schema<unknown>) as unknown as Node

/** What stands for a card in requests and answers. */
const ofCards = /credit_card|verification_value|encrypted/

/** An operation that takes a card, or is about saved ones, is no tool: no assistant sees what it would have to send. */
const hasCards = ({ body, group }: Operation.Any): boolean =>
  group === "savedCards" || (body !== undefined && ofCards.test(JSON.stringify(schemaOf(body.schema))))

/** An operation that takes or answers a secret is no tool either: it would stay in what the assistant remembers. */
const hasSecrets = ({ body, shownOnce }: Operation.Any): boolean =>
  shownOnce !== undefined || (body !== undefined && /secret/.test(JSON.stringify(schemaOf(body.schema))))

/** Bytes and texts of thousands of characters are for a program. */
const hasDocument = ({ body }: Operation.Any): boolean => body?.hasDocument === true

export const changes = ({ changesNothing, key }: Operation.Any): boolean => key !== "none" && changesNothing !== true

const isOffered = (row: Operation.Any, keys: Keys): boolean => {
  if (row.isHidden === true || row.isHttpOnly === true || hasDocument(row)) return false
  const isAllowed =
    !changes(row) || (row.at !== undefined && (row.permission === "operator" ? keys.operator : keys.shop))
  return isAllowed && !hasCards(row) && !hasSecrets(row)
}

const shop = { type: "string", description: "Id of the shop. Needed where there are several" }

const confirm = {
  type: "string",
  description:
    "What the first call has answered. Pass it only after a person has agreed to what that call says it will do"
}

/** A transaction is found by its uid in whichever shop, and operators work on all. */
export const takesShop = (row: Operation.Any): boolean =>
  !changes(row) && row.permission !== "operator" && row.subject?.name !== "uid"

const inputOf = (row: Operation.Any): object => {
  const { body, query, subject } = row
  const parts = [
    ...(query === undefined ? [] : [schemaOf(Schema.Struct(query))]),
    ...(body === undefined ? [] : [schemaOf(body.schema)])
  ]
  const ofQuery = query === undefined ? {} : (parts[0] as { readonly properties: object }).properties
  const { $defs: _, $schema: __, ...request } = (body === undefined ? {} : parts.at(-1)) as Node
  const properties = {
    ...(takesShop(row) ? { shop } : {}),
    ...(subject === undefined ? {} : { [subject.name]: { type: "string", description: subject.description } }),
    ...ofQuery,
    ...(body === undefined ? {} : { request }),
    ...(changes(row) ? { confirm } : {})
  }
  const required = [
    ...(subject === undefined ? [] : [subject.name]),
    ...(body === undefined || body.isOptional === true ? [] : ["request"])
  ]
  const $defs = Object.assign({}, ...parts.map((part) => part.$defs))
  return {
    type: "object",
    properties,
    required,
    additionalProperties: false,
    ...(Object.keys($defs).length === 0 ? {} : { $defs })
  }
}

const confirmed = " Changes something: the first call only says what it will do, and is repeated with confirm."

const toolOf = (row: Operation.Any): Tool => {
  const writes = changes(row)
  return {
    row,
    writes,
    shown: {
      name: row.id,
      title: row.title,
      description: `${row.title}. ${row.description}${writes ? confirmed : ""}`,
      inputSchema: inputOf(row),
      annotations: { readOnlyHint: !writes, destructiveHint: writes, idempotentHint: true, openWorldHint: writes }
    }
  }
}

/** The tools of a server that was started with these keys, in the order of the table. */
export const toolsOf = (keys: Keys): ReadonlyArray<Tool> =>
  Object.values<Operation.Any>({ ...table, ...operatorTable })
    .filter((row) => isOffered(row, keys))
    .map(toolOf)

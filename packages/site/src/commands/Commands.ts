/** The commands that are made of the table of operations, as data: `packages/florin/src/cli/generated`. */
import type * as Operation from "@florin/wire/operations/Operation"
import { table } from "@florin/wire/operations/Table"
import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"

interface Node {
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Node>>
}

const nodeOf = (schema: Schema.Schema.Any | undefined): Node => {
  if (schema === undefined) return {}
  const root = JSONSchema.make(schema as never) as Node
  return root.$ref === undefined ? root : root.$defs![root.$ref.replace("#/$defs/", "")]!
}

const typeOf = (words: string, member: string, node: Node): string | ReadonlyArray<unknown> => {
  if (node.enum !== undefined) return node.enum
  if (node.type === "string") return "text"
  if (node.type === "integer") return "integer"
  throw new Error(`${member} of florin ${words} is no text, whole number or choice, as an option is`)
}

/** Without a full stop, as in the help of other options. */
const sentenceOf = (text = ""): string => text.replace(/\.$/, "")

const lowered = (title: string): string => `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`

const optionsOf = (words: string, { properties = {} }: Node) =>
  Object.entries(properties).map(([member, node]) => ({
    member,
    description: sentenceOf(node.description),
    type: typeOf(words, member, node)
  }))

/** The filters of a command that lists: the members of its row's query, but those of the page. */
const filtersOf = (words: string, { query = {} }: Operation.Any) => {
  const { after: _, limit: __, ...filters } = query
  return optionsOf(words, nodeOf(Schema.Struct(filters)))
}

/** A command: what it reads comes first, since it does so without options. */
const commandOf = (words: string, rows: ReadonlyArray<Operation.Any>) => {
  const ordered = [...rows].sort((one, other) => Number(one.body !== undefined) - Number(other.body !== undefined))
  const [first, second, third] = ordered
  if (third !== undefined || rows.some(({ query }) => query !== undefined)) {
    throw new Error(`florin ${words} is made of a row without a body and one with a body, and has no query`)
  }
  const also = second === undefined ? "" : ` With options: ${lowered(second.title)}.`
  const { subject } = first!
  return {
    words,
    description: `${first!.title}.${also}`,
    ...(subject === undefined
      ? {}
      : { argument: { name: subject.name, description: sentenceOf(subject.description) } }),
    options: ordered.flatMap((row) => optionsOf(words, nodeOf(row.body?.schema))),
    examples: ordered.map(({ command }) => `florin ${words} ${(command as Operation.CommandOf).example}`.trim())
  }
}

const quoted = (text: string): string => (/"/.test(text) && !/'/.test(text) ? `'${text}'` : JSON.stringify(text))

/** A value of JSON as the formatter writes it. */
const textOf = (value: unknown, indent: string, before: string): string => {
  if (typeof value === "string") {
    const text = quoted(value)
    return before.length + text.length + 1 > 120 ? `\n${indent}  ${text}` : ` ${text}`
  }
  const inner = `${indent}  `
  if (!Array.isArray(value)) {
    const members = Object.entries(value as object).map(([name, member]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
      return `${inner}${key}:${textOf(member, inner, `${inner}${key}:`)}`
    })
    return ` {\n${members.join(",\n")}\n${indent}}`
  }
  const items = value.map((one) => textOf(one, inner, inner).trim())
  const line = ` [${items.join(", ")}]`
  return before.length + line.length <= 119 && !line.includes("\n")
    ? line
    : ` [\n${items.map((one) => `${inner}${one}`).join(",\n")}\n${indent}]`
}

const listed: Readonly<Record<string, Operation.Any>> = {
  "transactions list": table.listTransactions,
  "webhooks list": table.listNotifications
}

/** The module. */
export const module = (): string => {
  const byWords = new Map<string, ReadonlyArray<Operation.Any>>()
  for (const row of Object.values<Operation.Any>(table)) {
    if (typeof row.command !== "object") continue
    byWords.set(row.command.words, [...(byWords.get(row.command.words) ?? []), row])
  }
  const commands = [...byWords].map(([words, rows]) => commandOf(words, rows))
  const head = "// Generated from the table of operations: `npx vitest run -u packages/site` writes it."
  const filters = Object.fromEntries(Object.entries(listed).map(([words, row]) => [words, filtersOf(words, row)]))
  const constant = (name: string, value: unknown) =>
    `export const ${name} =${textOf(value, "", `export const ${name} =`)} as const\n`
  return `${head}\n${constant("operationCommands", commands)}\n/** What lists are narrowed by. */\n${constant("listFilters", filters)}`
}

/**
 * A JSON Schema as a list of fields that people read.
 */
import type { JsonSchema } from "../JsonSchema.js"
import { type Html, html } from "./html.js"

type Schemas = Readonly<Record<string, JsonSchema>>

/** Deeper than any document of ours; ends what refers to itself. */
const deepest = 8

const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const name = schema.$ref?.replace(/^#\/components\/schemas\//, "")
  const found = name === undefined ? undefined : schemas[name]
  if (found !== undefined) return found
  // A schema with one refinement after the other is a chain of `allOf`: for a reader it is one schema.
  const [first, ...rest] = schema.allOf ?? []
  if (first === undefined || schema.type !== undefined) return schema
  return Object.assign({}, resolve(first, schemas), ...rest.map((_) => resolve(_, schemas)))
}

const alternatives = (schema: JsonSchema): ReadonlyArray<JsonSchema> => schema.anyOf ?? schema.oneOf ?? []

const typeOf = (schema: JsonSchema, schemas: Schemas, depth: number): string => {
  const known = resolve(schema, schemas)
  if (depth > deepest) return "value"
  if (known.enum !== undefined) return known.enum.map((value) => JSON.stringify(value)).join(" or ")
  if (known.const !== undefined) return JSON.stringify(known.const)
  const several = alternatives(known)
  if (several.length > 0) return [...new Set(several.map((_) => typeOf(_, schemas, depth + 1)))].join(" or ")
  if (known.type === "array" && known.items !== undefined && !Array.isArray(known.items)) {
    return `array of ${typeOf(known.items as JsonSchema, schemas, depth + 1)}`
  }
  if (Array.isArray(known.type)) return known.type.join(" or ")
  return typeof known.type === "string" ? known.type : "value"
}

const limits = (schema: JsonSchema): string =>
  [
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `up to ${schema.maximum}`,
    schema.minLength !== undefined && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.format !== undefined && schema.format,
    schema.pattern !== undefined && `pattern ${schema.pattern}`
  ]
    .filter((_) => _ !== false)
    .join(", ")

/** The schema whose members are shown below a field: its own, its items', or its first alternative's that has any. */
const memberSchema = (schema: JsonSchema, schemas: Schemas, depth: number): JsonSchema | undefined => {
  const known = resolve(schema, schemas)
  if (depth > deepest) return undefined
  if (known.properties !== undefined && Object.keys(known.properties).length > 0) return known
  const inside = Array.isArray(known.items) || known.items === undefined ? [] : [known.items as JsonSchema]
  for (const candidate of [...inside, ...alternatives(known)]) {
    const found = memberSchema(candidate, schemas, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** What is said of a schema on one line. */
export const summaryOf = (schema: JsonSchema, schemas: Schemas, required: boolean): Html => {
  const known = resolve(schema, schemas)
  const bounds = limits(known)
  const description = schema.description ?? known.description
  return html`<span class="soft">${typeOf(schema, schemas, 0)}${required && ", required"}${
    bounds !== "" && `, ${bounds}`
  }</span>${description !== undefined && ` ${description}`}`
}

/** The members of a schema, with theirs folded below them. */
export const fieldsOf = (schema: JsonSchema, schemas: Schemas, depth = 0): Html => {
  const shown = memberSchema(schema, schemas, depth)
  if (shown === undefined) return html`<p>${summaryOf(schema, schemas, false)}</p>`
  const required = new Set(shown.required ?? [])
  const rows = Object.entries(shown.properties ?? {}).map(([name, field]) => {
    const head = html`<code>${name}</code> ${summaryOf(field, schemas, required.has(name))}`
    return memberSchema(field, schemas, depth + 1) === undefined
      ? html`<li>${head}</li>`
      : html`<li><details><summary>${head}</summary>${fieldsOf(field, schemas, depth + 1)}</details></li>`
  })
  return html`<ul class="fields">${rows}</ul>`
}

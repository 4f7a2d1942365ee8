/** `docs/reference/http-fields.md`: every object of the HTTP interface, field by field. */
import { slug } from "../Markdown.js"
import { nameOf, type OpenApi, type Schema } from "./OpenApi.js"
import { joined, table } from "./Table.js"

/** What has no section: a named text or number says all in the cell of its field. */
const isObject = (schema: Schema): boolean => schema.properties !== undefined || schema.anyOf?.every(nameOf) === true

/** Where the sections are, from a page beside them. */
const page = "http-fields.md"

const linkTo = (name: string): string => `[${name}](${page}#${slug(name)})`

const between = (unit: string, least: number | undefined, most: number | undefined): string => {
  const isWhole = most === Number.MAX_SAFE_INTEGER
  if (least !== undefined && most !== undefined && !isWhole) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined || isWhole ? "" : `at most ${most}${unit}`
}

/** As answers write them. */
const instant = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`

const limits = (schema: Schema): string => {
  const { default: given, format, maximum, maxLength, minimum, minLength, pattern } = schema
  const lengths = between(" characters", minLength, maxLength)
  const reply = [format ?? "", lengths, between("", minimum, maximum), pattern === undefined ? "" : `\`${pattern}\``]
  return [...reply, given === undefined ? "" : `default ${JSON.stringify(given)}`]
    .filter((one) => one !== "")
    .join(", ")
}

/** Says the type of a field and its limits, with links to the objects in it. */
export const typeOf = (schema: Schema, { components }: OpenApi): string => {
  const within = (one: Schema): string => typeOf(one, { components } as OpenApi)
  const name = nameOf(schema)
  if (name !== undefined) {
    const target = components.schemas[name]!
    return isObject(target) ? linkTo(name) : within(target)
  }
  if (schema.allOf !== undefined) return schema.allOf.map(within).join(", ")
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(within))].join(" or ")
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${JSON.stringify(one)}\``).join(", ")
  if (schema.items !== undefined) return `list of ${within(schema.items)}`
  if (schema.pattern === instant) return "timestamp"
  return [schema.type ?? "any", limits(schema)].filter((one) => one !== "").join(", ")
}

/** The object in a field, or in each item of it, if it has no name. */
const innerOf = (schema: Schema): Schema | undefined => {
  if (schema.properties !== undefined) return schema
  const inside = [
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? [])
  ]
  return inside.map(innerOf).find((one) => one !== undefined)
}

/** A row for each field; those of an object without a name follow it, as in `three_d_secure.advanced`. */
export const rowsOf = (schema: Schema, document: OpenApi, before = ""): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = `${before}${name}`
    const isRequired = schema.required?.includes(name) === true
    const row = [`\`${place}\``, typeOf(field, document), isRequired ? "yes" : "", field.description ?? ""]
    const inner = innerOf(field)
    return [row, ...(inner === undefined ? [] : rowsOf(inner, document, `${place}.`))]
  })

const head = ["field", "type", "required", "meaning"]

/** The fields of a schema without a name, in the page that asks for it. */
export const fieldsOf = (schema: Schema, document: OpenApi): string => table(head, rowsOf(schema, document))

const section = (name: string, schema: Schema, document: OpenApi): string => {
  const choices =
    schema.anyOf === undefined ? "" : `One of: ${schema.anyOf.map((one) => typeOf(one, document)).join(", ")}.`
  return joined(`## ${name}`, choices, fieldsOf(schema, document))
}

/** The whole page. */
export const fieldsPage = (document: OpenApi): string => {
  const named = Object.entries(document.components.schemas).filter(([, schema]) => isObject(schema))
  const sections = named
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => section(name, schema, document))
  return `${joined(
    "# HTTP: fields",
    "The objects of the [HTTP interface](http.md), by name. Amounts are integers in minor units, timestamps ISO 8601 in UTC. In process the same names are in camelCase ([operations](operations.md)).",
    "This page is made from the contract that is served as `/openapi.json`.",
    sections
  )}\n`
}

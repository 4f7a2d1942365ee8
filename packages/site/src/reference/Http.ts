/** `docs/reference/http.md`: every route, from the OpenAPI document. */
import { fieldsOf, typeOf } from "./Fields.js"
import { type Answer, nameOf, type OpenApi, type Operation, type Parameter, type Schema } from "./OpenApi.js"
import { joined, table } from "./Table.js"

type Route = Operation & { readonly method: string; readonly path: string }

const json = "application/json"

const routesOf = ({ paths }: OpenApi): ReadonlyArray<Route> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
  )

const callers = {
  shop: "with the id and the secret key of the shop",
  publicKey: "with its public key, where it allows that",
  operator: "with the name and the key of an operator"
}

/** All ways to call it: an alternative that names nothing is a call without credentials. */
const caller = ({ security }: Operation): string => {
  const names = security.flatMap((one) => Object.keys(one))
  const ways = Object.entries(callers).flatMap(([name, way]) => (names.includes(name) ? [way] : []))
  const isOpen = ways.length === 0 || security.some((one) => Object.keys(one).length === 0)
  const reply = [...ways, ...(isOpen ? ["without credentials"] : [])].join(", or ")
  return `${reply.charAt(0).toUpperCase()}${reply.slice(1)}.`
}

const repeatable = ["Idempotency-Key", "RequestID"]

/** A table of parameters. Without the headers of an idempotency key, which mean the same for every route. */
const parameters = (list: ReadonlyArray<Parameter>, document: OpenApi): string =>
  table(
    ["parameter", "in", "type", "required", "meaning"],
    list
      .filter(({ name }) => !repeatable.includes(name))
      .map(({ description = "", in: place, name, required, schema }) => [
        ...[`\`${name}\``, place, typeOf(schema, document), required === true ? "yes" : "", description]
      ])
  )

const example = (title: string, value: unknown): string =>
  value === undefined
    ? ""
    : joined(
        `<details><summary>${title}</summary>`,
        `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
        "</details>"
      )

/** Requests stand in `request`, but for those that are sent bare. */
const body = ({ requestBody }: Route, document: OpenApi): string => {
  const media = requestBody?.content[json]
  if (media === undefined) return ""
  const inner = media.schema.properties?.request
  const reply =
    nameOf(media.schema) !== undefined || inner === undefined
      ? `Body: ${typeOf(media.schema, document)}.`
      : `Body: \`{"request": …}\`, a ${typeOf(inner, document)}.`
  return joined(
    reply,
    nameOf(media.schema) === undefined && inner === undefined ? fieldsOf(media.schema, document) : ""
  )
}

const bodyOf = (answer: Answer, document: OpenApi): string => {
  const types = Object.entries(answer.content ?? {}).map(([type, { schema }]) =>
    type === json ? shown(schema, document) : `\`${type}\``
  )
  return types.join(" or ")
}

const shown = (schema: Schema, document: OpenApi): string =>
  schema.properties === undefined
    ? typeOf(schema, document)
    : Object.keys(schema.properties)
        .map((name) => `\`${name}\``)
        .join(", ")

const isSuccess = (status: string): boolean => status.startsWith("2")

const heads = ["status", "body", "meaning"]

const row = (status: string, answer: Answer, document: OpenApi): ReadonlyArray<string> => [
  ...[status, bodyOf(answer, document), answer.description]
]

/** What a status means in most routes, by the status. */
const commonMeanings = (routes: ReadonlyArray<Route>): ReadonlyMap<string, string> => {
  const all = routes.flatMap(({ responses }) => Object.entries(responses))
  const timesOf = (status: string, text: string): number =>
    all.filter(([one, { description }]) => one === status && description === text).length
  const common = new Map<string, string>()
  for (const [status, { description }] of all) {
    const before = common.get(status)
    if (before === undefined || timesOf(status, description) > timesOf(status, before)) common.set(status, description)
  }
  return common
}

/** A row for each success, and for whatever else means something of its own; the others by their status. */
const answers = ({ responses }: Route, common: ReadonlyMap<string, string>, document: OpenApi): string => {
  const all = Object.entries(responses)
  const isOwn = ([status, { description }]: (typeof all)[number]) =>
    isSuccess(status) || common.get(status) !== description
  const own = all.filter(isOwn).map(([status, answer]) => row(status, answer, document))
  const others = all
    .filter((one) => !isOwn(one))
    .map(([status, answer]) => `${status} ${bodyOf(answer, document)}`.trim())
  return joined(table(heads, own), others.length === 0 ? "" : `[Otherwise](#other-answers): ${others.join(", ")}.`)
}

const success = ({ responses }: Route): unknown => (responses["200"] ?? responses["201"])?.content?.[json]?.example

const section = (route: Route, common: ReadonlyMap<string, string>, document: OpenApi): string => {
  const isRepeatable = route.parameters.some(({ name }) => repeatable.includes(name))
  const requested = route.requestBody?.content[json]?.example
  return joined(
    `### ${route.method} ${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    `**${route.summary}.** ${route.description} ${caller(route)}${isRepeatable ? " Takes an `Idempotency-Key`." : ""}`,
    body(route, document),
    parameters(route.parameters, document),
    answers(route, common, document),
    example("A request", requested),
    example("Its answer", success(route))
  )
}

const unique = (list: ReadonlyArray<Parameter>): ReadonlyArray<Parameter> => [
  ...new Map(list.map((one) => [one.name, one])).values()
]

/** The whole page. */
export const httpPage = (document: OpenApi): string => {
  const routes = routesOf(document)
  const common = commonMeanings(routes)
  const others = [...common].filter(([status]) => !isSuccess(status)).sort(([one], [other]) => (one < other ? -1 : 1))
  const headers = routes.flatMap((route) => route.parameters).filter(({ name }) => repeatable.includes(name))
  const tags = document.tags.map(({ description, name }) => {
    const own = routes.filter((route) => route.tags.includes(name)).map((route) => section(route, common, document))
    return joined(`## ${name}`, description, own)
  })
  return `${joined(
    "# HTTP",
    document.info.description,
    "The fields of requests and answers have [a page of their own](http-fields.md); what the codes of refusals mean says [Errors](errors.md). A server shows this interface under `/docs`, where requests can be tried, and serves it as OpenAPI 3.1 under `/openapi.json`, from which this page is made.",
    tags,
    "## Headers of every request that changes something",
    table(
      ["header", "type", "meaning"],
      unique(headers).map(({ description = "", name, schema }) => [
        `\`${name}\``,
        typeOf(schema, document),
        description
      ])
    ),
    "## Other answers",
    table(["status", "meaning"], others)
  )}\n`
}

/** Holds every answer of the adapter to the OpenAPI document: its operation, status, media type and schema. */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Api from "@florin/http-adapter/Api"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import * as Exchange from "../../src/internal/transport/exchange.js"
import * as Router from "../../src/internal/transport/router.js"

export interface Exchanged {
  readonly method: string
  /** As it was sent, with the query. */
  readonly target: string
  /** Where the adapter is mounted. Default: nowhere. */
  readonly prefix?: string
  readonly status: number
  readonly contentType: string | null | undefined
  readonly text: string
}

interface Media {
  readonly [type: string]: { readonly schema?: object }
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const contract = Api.contract({ operators: true, sandbox: true, acquirers: true })

/** The contract with the routes, too, that its document leaves out: older names of others, and what only browsers send. */
const whole = {
  ...contract,
  groups: Object.fromEntries(
    Object.entries(contract.groups).map(([name, group]) => [
      name,
      {
        ...group,
        endpoints: Object.fromEntries(
          Object.entries(group.endpoints).map(([name, endpoint]) => [name, endpoint.annotate(OpenApi.Exclude, false)])
        )
      }
    ])
  )
} as unknown as Api.Contract

/**
 * What any path may answer, whether it is declared there or not: a path without a route, a method that it does not allow,
 * and a body that does not come.
 */
const adapterWide: Readonly<Record<string, RegExp>> = {
  "404": /^\{"message":"Not found\."\}$/,
  "405": /^\{"message":"Method not allowed"\}$/,
  "408": /^\{"message":"Request body came too slowly"\}$/,
  "400": /^\{"message":"Request body is incomplete"\}$/
}

/** Its members are those of OpenAPI, which the document does not repeat. */
const open = "OpenApiDocument"

/**
 * A client may be sent more than the document says; these tests may not: a member that is not described is an error, in
 * every object whose members are listed.
 */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== "object" || node === null) return node
  const kept = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name === "example" || name === open ? value : closed(value)])
  )
  const isListed = "properties" in kept && kept.type === "object" && !("additionalProperties" in kept)
  return isListed ? { ...kept, additionalProperties: false } : kept
}

const make = () => {
  const document = closed(JSON.parse(JSON.stringify(Api.openApi(whole)))) as Document
  // What it compiles judges a few answers each: making that shorter would take longer than it saves.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } })
  ajv.addSchema(document, "florin")
  const declared: Array<Router.Entry<string>> = []
  HttpApi.reflect(whole, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => {
      declared.push({ method, path, value: path.replaceAll(/:(\w+)/g, "{$1}") })
    }
  })
  const match = Router.make(declared)
  const escaped = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))
  const validators = new Map<string, ValidateFunction>()

  const validator = (path: string, method: string, status: string, type: string): ValidateFunction => {
    const place = ["", "paths", path, method, "responses", status, "content", type, "schema"].map(escaped).join("/")
    const known = validators.get(place) ?? ajv.getSchema(`florin#${place}`)
    if (known === undefined) throw new Error(`The document has no ${place}`)
    validators.set(place, known)
    return known
  }

  /** What is wrong with an answer; nothing when it is as the document says. */
  return ({ contentType, method, prefix = "", status, target, text }: Exchanged): string | undefined => {
    const type = contentType?.split(";")[0]?.trim() ?? ""
    // In place of an error in JSON, a browser is shown a page.
    const isPage = type === "text/html" && status >= 400
    const isWide = adapterWide[status] !== undefined && (isPage || adapterWide[status].test(text))
    if (method === "HEAD" || method === "OPTIONS" || isWide) return undefined
    // A host may have taken the prefix off.
    const path = Exchange.canonical(Exchange.target(target, prefix).path ?? Exchange.target(target, "").path)
    const route = path === undefined ? undefined : match(path)?.methods.get(method)
    if (route === undefined) return "is no route of the document"
    const operation = document.paths[route]?.[method.toLowerCase()]
    const answer = operation?.responses[status]
    if (answer === undefined) return `is ${route}, which declares no ${status}`
    if (isPage) return undefined
    if (text === "" && answer.content === undefined) return undefined
    if (answer.content?.[type] === undefined) return `is ${route}, which declares no ${type} with ${status}`
    if (type !== "application/json") return undefined
    const validate = validator(route, method.toLowerCase(), String(status), type)
    if (validate(JSON.parse(text)) === true) return undefined
    return `is not what ${route} declares: ${ajv.errorsText(validate.errors?.slice(0, 5))}`
  }
}

let judge: ReturnType<typeof make> | undefined

/** Throws unless the document describes the answer. */
export const assertDocumented = (exchanged: Exchanged): void => {
  judge ??= make()
  const problem = judge(exchanged)
  if (problem === undefined) return
  const { method, status, target, text } = exchanged
  throw new Error(`The answer to ${method} ${target} ${problem}\n${status} ${text.slice(0, 2000)}`)
}

/** The same of what a handler of web requests, or a server, has answered. The adapter alone gives its answers an id. */
export const documented = async (
  requested: Pick<Exchanged, "method" | "target" | "prefix">,
  response: Response
): Promise<Response> => {
  const { headers, status } = response
  if (!headers.has("x-request-id")) return response
  const text = await response.clone().text()
  assertDocumented({ ...requested, status, contentType: headers.get("content-type"), text })
  return response
}

/** A handler of web requests whose answers are all held to the document. */
export const documentedFetch =
  (fetch: (request: Request) => Promise<Response>, prefix = "") =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    return documented({ method: request.method, target: pathname + search, prefix }, await fetch(request))
  }

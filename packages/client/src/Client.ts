/** Calls a Florin that runs elsewhere: one method for each operation of its contract, on `fetch` alone. */
import { FlorinError, kindOf } from "./FlorinError.js"
import type { operations } from "./generated/api.js"
import { places } from "./generated/places.js"

/** The operations, by their ids in the contract. */
export type OperationName = keyof typeof places & keyof operations

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : undefined

type Responses<Name extends OperationName> = operations[Name]["responses"]

/** What an operation answers. */
export type Answer<Name extends OperationName> = Json<
  Responses<Name>[keyof Responses<Name> & (200 | 201)] extends never
    ? undefined
    : Responses<Name>[keyof Responses<Name> & (200 | 201)]
>

type Parameters<Name extends OperationName> = operations[Name]["parameters"]

/** A member that is asked for where it has members of its own that are. */
type Member<Key extends string, Value> = [Value] extends [undefined]
  ? {}
  : {} extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

type Sent<Name extends OperationName> = operations[Name] extends { requestBody: infer Content }
  ? { readonly body: Json<Content> }
  : operations[Name] extends { requestBody?: infer Content }
    ? Member<"body", Json<NonNullable<Content>> | undefined>
    : {}

type Of<Name extends OperationName, Key extends "path" | "query"> =
  Parameters<Name> extends { readonly [K in Key]?: infer Value } ? Member<Key, NonNullable<Value>> : {}

/** What an operation takes: the parts of its path, its query and its body, as the contract has them. */
export type Input<Name extends OperationName> = Of<Name, "path"> & Of<Name, "query"> & Sent<Name>

export interface CallOptions {
  /**
   * The name under which a change is carried out once, whoever repeats it: 1 to 255 characters, such as the order's id. Reads have
   * none. Default: a random one, which holds for the tries of this call.
   */
  readonly idempotencyKey?: string
  /** Gives up waiting. What was sent may be carried out all the same. */
  readonly signal?: AbortSignal
}

type Call<Name extends OperationName> =
  {} extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>

/** Errors: `FlorinError`. */
export type Client = { readonly [Name in OperationName]: Call<Name> }

export interface ClientOptions {
  /** Where Florin is, with the path that it is mounted under. */
  readonly url: string
  /** Of a shop or of an operator. */
  readonly credentials: { readonly id: string; readonly secret: string }
  /** How often a call is tried again after no answer, `408`, `409`, `429` or `503`. Default: 2. */
  readonly retries?: number
  /** How long one try waits for its answer. Unit: milliseconds. Default: 70,000, more than the slowest charge takes. */
  readonly timeout?: number
  /** Default: the platform's. */
  readonly fetch?: typeof fetch
}

interface Given {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface Request {
  readonly operation: string
  readonly url: string
  readonly init: RequestInit
  readonly key: string | undefined
}

/** Of each interface its names, of which the compiler asks for every one. */
const optionNames: Readonly<Record<keyof ClientOptions, true>> = {
  url: true,
  credentials: true,
  retries: true,
  timeout: true,
  fetch: true
}
const callOptionNames: Readonly<Record<keyof CallOptions, true>> = { idempotencyKey: true, signal: true }
const inputNames: Readonly<Record<keyof Given, true>> = { path: true, query: true, body: true }

/** What the compiler says of a name that there is none of, such as a mistyped key, which would leave a change without one. */
const strangerIn = (given: object, names: Readonly<Record<string, true>>): string | undefined => {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(names, name))
  if (stranger === undefined) return undefined
  const called = /^[A-Za-z_]{1,40}$/.test(stranger) ? stranger : "such member"
  return `There is no ${called}: there are ${Object.keys(names).join(", ")}`
}

const partOf = /\{(\w+)\}/g

/** A part that is empty, or is a step through the path, would call another operation. */
const isPart = (value: unknown): boolean =>
  (typeof value === "string" || typeof value === "number") && !/^\.{0,2}$/.test(String(value))

/** What is wrong with a call, before anything is sent. Names members, and never repeats a value. */
const faultIn = (operation: OperationName, given: Given, options: CallOptions): string | undefined => {
  const missing = [...places[operation].matchAll(partOf)].find(([, name = ""]) => !isPart(given.path?.[name]))
  return (
    strangerIn(given, inputNames) ??
    strangerIn(options, callOptionNames) ??
    (missing === undefined ? undefined : `path.${missing[1]} must be the name of one record`)
  )
}

const targetOf = (base: string, pattern: string, { path = {}, query = {} }: Given): string => {
  const filled = pattern.replace(partOf, (_, name) => encodeURIComponent(String(path[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${base.replace(/\/+$/, "")}${filled}${search === "" ? "" : `?${search}`}`
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const requestOf = (
  options: ClientOptions,
  operation: OperationName,
  given: Given,
  key: string | undefined
): Request => {
  const [method = "", pattern = ""] = places[operation].split(" ")
  const { id, secret } = options.credentials
  const headers: Record<string, string> = {
    accept: "application/json",
    authorization: `Basic ${base64(`${id}:${secret}`)}`
  }
  if (key !== undefined) headers["idempotency-key"] = key
  if (given.body !== undefined) headers["content-type"] = "application/json"
  const body = given.body === undefined ? {} : { body: JSON.stringify(given.body) }
  return {
    operation,
    key,
    url: targetOf(options.url, pattern, given),
    init: { method, headers, redirect: "error", ...body }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Refusal {
  readonly message?: unknown
  readonly errors?: unknown
  readonly response?: Refusal
}

const errorOf = ({ key, operation }: Request, { headers, status }: Response, text: string): FlorinError => {
  const document = (parsed(text) ?? {}) as Refusal
  const { errors, message } = document.response ?? document
  return new FlorinError(typeof message === "string" ? message : `The server answered ${status}`, {
    kind: kindOf(status),
    operation,
    status,
    fields: errors,
    requestId: headers.get("x-request-id"),
    idempotencyKey: key
  })
}

/** An answer, or why there is none and for how long to wait before the next try. Unit: milliseconds. */
type Outcome = { readonly answer: unknown } | { readonly error: FlorinError; readonly again?: number | undefined }

const repeatable: ReadonlySet<number> = new Set([408, 409, 429, 503])

const longestWait = 30_000

/** Retry-After in seconds; a date is as good as none. */
const waitOf = (response: Response, tried: number): number => {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, longestWait) : 250 * 2 ** tried
}

const attempt = async (
  request: Request,
  options: ClientOptions,
  signal: AbortSignal | undefined,
  tried: number
): Promise<Outcome> => {
  const limit = AbortSignal.timeout(options.timeout ?? 70_000)
  try {
    const within = signal === undefined ? limit : AbortSignal.any([signal, limit])
    const response = await (options.fetch ?? fetch)(request.url, { ...request.init, signal: within })
    const text = await response.text()
    if (response.ok) return { answer: text === "" ? undefined : parsed(text) }
    const error = errorOf(request, response, text)
    return repeatable.has(response.status) ? { error, again: waitOf(response, tried) } : { error }
  } catch (cause) {
    const { key, operation } = request
    const error = new FlorinError("No answer came", { kind: "unreached", operation, idempotencyKey: key, cause })
    return signal?.aborted === true ? { error } : { error, again: 250 * 2 ** tried }
  }
}

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    // biome-ignore lint/style/noRestrictedGlobals: the client has no Effect to sleep with
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true }
    )
  })

/** A change keeps its key through all tries, so that the server carries it out once; a read may be repeated anyway. */
const carriedOut = async (
  request: Request,
  options: ClientOptions,
  signal: AbortSignal | undefined
): Promise<unknown> => {
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(request, options, signal, tried)
    if ("answer" in outcome) return outcome.answer
    if (outcome.again === undefined || tried >= (options.retries ?? 2) || signal?.aborted === true) throw outcome.error
    await pause(outcome.again, signal)
  }
}

// biome-ignore lint/plugin/randomness: the client has no Entropy
const newKey = (): string => crypto.randomUUID()

const isRead = (operation: OperationName): boolean => places[operation].startsWith("GET ")

/**
 * A client of the Florin at an address. It keeps nothing and may be shared.
 *
 * Throws a `TypeError` for an option that there is none of.
 */
export const createClient = (options: ClientOptions): Client => {
  const stranger = strangerIn(options, optionNames)
  if (stranger !== undefined) throw new TypeError(stranger)
  const calling =
    (operation: OperationName) =>
    async (given: Given = {}, called: CallOptions = {}) => {
      const fault = faultIn(operation, given, called)
      if (fault !== undefined) throw new FlorinError(fault, { kind: "refused", operation })
      const key = isRead(operation) ? undefined : (called.idempotencyKey ?? newKey())
      return carriedOut(requestOf(options, operation, given, key), options, called.signal)
    }
  const names = Object.keys(places) as ReadonlyArray<OperationName>
  return Object.fromEntries(names.map((name) => [name, calling(name)])) as unknown as Client
}

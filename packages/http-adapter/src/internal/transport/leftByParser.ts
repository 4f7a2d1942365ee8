/** Bodies that a host's body parser has read before the handler. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { isFormType } from "./exchange.js"

/** What is looked at of a request. Parsers add the first two: the second where a host keeps the bytes. */
export interface Parsed extends Pick<IncomingMessage, "readableDidRead"> {
  readonly body?: unknown
  readonly rawBody?: unknown
  readonly headers: Pick<IncomingHttpHeaders, "content-type">
}

type Field = [name: string, value: string]

/** A form's fields again: a parser makes a group of `customer[email]`, and a list of what is repeated. */
const fieldsOf = (value: unknown, name: string): ReadonlyArray<Field> => {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, name))
  if (typeof value !== "object" || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, name === "" ? key : `${name}[${key}]`))
}

// Express 4's parsers leave it on every request that they do not read.
const isNothing = ({ body, readableDidRead }: Parsed): boolean =>
  !readableDidRead && typeof body === "object" && body !== null && Object.keys(body).length === 0

/** Whether a parser has left a body without its bytes. */
export const isRewritten = (request: Parsed): boolean => {
  const { body, rawBody } = request
  if (body === undefined || body === null || isNothing(request)) return false
  return !(rawBody instanceof Uint8Array || body instanceof Uint8Array)
}

/**
 * The body as a parser left it: its bytes where they were kept, else what was parsed, written again as it was sent.
 * Absent where none was left: the request is still to be read.
 */
export const leftByParser = (request: Parsed): Uint8Array | undefined => {
  const { body, rawBody } = request
  if (rawBody instanceof Uint8Array) return rawBody
  if (body instanceof Uint8Array) return body
  if (body === undefined || body === null || isNothing(request)) return undefined
  if (typeof body === "string") return Buffer.from(body)
  if (!isFormType(request.headers["content-type"])) return Buffer.from(JSON.stringify(body))
  return Buffer.from(String(new URLSearchParams([...fieldsOf(body, "")])))
}

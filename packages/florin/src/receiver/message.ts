/** A message as it arrived, whatever the server's shape of a request. */
import { WebhookRefused } from "./webhookRefused.js"

/** Web `Headers`, or the record of Node's `IncomingMessage`. Case does not matter. */
export type MessageHeaders =
  | {
      /** The value of a header; null where there is none. */
      readonly get: (name: string) => string | null
    }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** A message as it arrived. */
export interface Message {
  /** All headers of the request. */
  readonly headers: MessageHeaders
  /** The text or the bytes before any parser: JSON that was parsed and written again no longer fits its signature. */
  readonly body: string | Uint8Array
}

const isWeb = (headers: MessageHeaders): headers is { readonly get: (name: string) => string | null } =>
  typeof headers.get === "function"

/** A header that is sent twice is joined as web `Headers` join it. */
const find = (headers: MessageHeaders, name: string): string => {
  if (isWeb(headers)) return headers.get(name) ?? ""
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  const value = found === undefined ? "" : headers[found]
  return typeof value === "string" ? value : (value?.join(", ") ?? "")
}

/** Errors: `WebhookRefused` `no-signature` where the header is missing or has another shape. */
export const header = ({ headers }: Message, name: string, shape: RegExp): string => {
  const value = find(headers, name)
  if (shape.test(value)) return value
  const wrong = value === "" ? "has no header" : "has a malformed header"
  throw new WebhookRefused("no-signature", { wrong, header: name })
}

const encoder = new TextEncoder()

/** Errors: `WebhookRefused` `not-raw`. */
export const bytesOf = ({ body }: Message): Uint8Array<ArrayBuffer> => {
  if (typeof body === "string") return encoder.encode(body)
  // Not `instanceof`: the bytes of another realm, as in some test runners, are bytes too.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body)
  throw new WebhookRefused("not-raw")
}

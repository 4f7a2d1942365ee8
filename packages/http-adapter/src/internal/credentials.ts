/**
 * HTTP Basic credentials, read strictly: the platform's own decoders accept almost anything.
 */
import { isUtf8 } from "node:buffer"
import * as Redacted from "effect/Redacted"

export interface Credentials {
  readonly id: string
  readonly secret: Redacted.Redacted<string>
}

const scheme = /^basic +([A-Za-z0-9+/]{4,1024}={0,2})$/i
const controls = /[\u0000-\u001f\u007f]/

const decode = (encoded: string): string | undefined => {
  if (encoded.length % 4 !== 0) return undefined
  const bytes = Buffer.from(encoded, "base64")
  return bytes.toString("base64") === encoded && isUtf8(bytes) ? bytes.toString("utf8") : undefined
}

export const parse = (header: string | undefined): Credentials | undefined => {
  const encoded = header === undefined ? undefined : scheme.exec(header)?.[1]
  const text = encoded === undefined ? undefined : decode(encoded)
  if (text === undefined || controls.test(text)) return undefined
  const colon = text.indexOf(":")
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  if (colon < 1 || secret === "") return undefined
  return { id, secret: Redacted.make(secret) }
}

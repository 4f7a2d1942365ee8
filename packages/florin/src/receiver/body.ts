/** Reads the body of a web request up to a limit. */
import { WebhookRefused } from "./webhookRefused.js"

const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/**
 * Unit of `limit`: bytes, inclusive.
 *
 * Errors: `WebhookRefused` `too-large`. A body that was read before rejects with the platform's error.
 */
export const bodyOf = async ({ body }: Request, limit: number): Promise<Uint8Array> => {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  while (true) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, size)
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw new WebhookRefused("too-large", { limit })
    }
    chunks.push(value)
  }
}

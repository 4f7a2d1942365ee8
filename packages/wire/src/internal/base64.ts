/** Base64 as RFC 4648 has it: padded, and the only text for its bytes but for white space. */
import { bytesPerStep, type Steps } from "@florin/core/time/Turn"

// Whole groups of four characters. A block is short-lived, so a document is held twice at most.
const block = 96 * 1024

const tab = 0x09
const carriageReturn = 0x0d
const space = 0x20

const isWhite = (byte: number): boolean => byte === space || (byte >= tab && byte <= carriageReturn)

/** The text without white space, in the place of the text: a document is not held once more. Source: D29. */
export const withoutWhiteSpace = function* (text: Uint8Array): Steps<Uint8Array> {
  let size = 0
  for (let from = 0; from < text.length; from += bytesPerStep) {
    const end = Math.min(from + bytesPerStep, text.length)
    for (let index = from; index < end; index++) {
      const byte = text[index]!
      if (!isWhite(byte)) text[size++] = byte
    }
    yield
  }
  return text.subarray(0, size)
}

/** The bytes that the text encodes, block by block, given in ASCII; undefined if it is no canonical base64. */
export const decoding = function* (text: Uint8Array): Steps<Uint8Array | undefined> {
  if (text.length % 4 !== 0) return undefined
  const source = Buffer.from(text.buffer, text.byteOffset, text.length)
  const decoded = Buffer.allocUnsafeSlow((text.length / 4) * 3)
  let size = 0
  for (let from = 0; from < source.length; from += block) {
    const part = source.toString("latin1", from, Math.min(from + block, source.length))
    const bytes = Buffer.from(part, "base64")
    // Node ignores what is no base64, so only the way back tells.
    if (bytes.toString("base64") !== part) return undefined
    // Padding ends the text, so only the last block may have some.
    if (part.endsWith("=") && from + block < source.length) return undefined
    bytes.copy(decoded, size)
    size += bytes.length
    yield
  }
  return decoded.subarray(0, size)
}

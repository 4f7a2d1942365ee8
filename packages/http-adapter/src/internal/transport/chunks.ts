/** A body that arrives in pieces. */

export interface Chunks {
  readonly add: (chunk: Uint8Array) => void
  readonly whole: () => Uint8Array
}

/** What is short is put together in the end. */
const listed = (): Chunks => {
  const chunks: Array<Uint8Array> = []
  return {
    add: (chunk) => void chunks.push(chunk),
    whole: () => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
  }
}

/**
 * What may be long has its place from the beginning, so that it is never there twice, and no step copies all of it. The
 * system gives the memory as it is written to.
 */
const placed = (size: number): Chunks => {
  let body = Buffer.allocUnsafeSlow(size)
  let end = 0
  return {
    add: (chunk) => {
      // A client may announce less than a host's parser unpacks.
      if (end + chunk.length > body.length) body = Buffer.concat([body.subarray(0, end), chunk])
      else body.set(chunk, end)
      end += chunk.length
    },
    whole: () => body.subarray(0, end)
  }
}

/** `size`: the most that can come. Unit: bytes. What is longer than `bodyLimit` is long. */
export const make = (size: number, bodyLimit: number): Chunks => (size > bodyLimit ? placed(size) : listed())

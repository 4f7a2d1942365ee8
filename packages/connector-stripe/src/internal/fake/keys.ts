/** Idempotency keys as Stripe keeps them. Source: Stripe's documents, "Idempotent requests". */

export interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Kept {
  readonly contents: string
  /** Unit: milliseconds since 1970. */
  readonly at: number
  /** Absent while the first request is processed. */
  answer?: Answer
}

/**
 * What a key says of a request.
 *
 * - `new`: it is processed
 * - `kept`: the answer to the first request is given again
 * - `mismatch`: the key was used with other contents
 * - `in-use`: the first request is still processed
 */
export type Claim = { readonly is: "new" | "mismatch" | "in-use" } | { readonly is: "kept"; readonly answer: Answer }

export interface Keys {
  /** Counts a sending that is not processed. */
  readonly note: (key: string) => void
  /** Counts a sending, and says what becomes of it. */
  readonly claim: (key: string, contents: string) => Claim
  /** Keeps the answer; undefined: the request was not begun with, and the key is free again. */
  readonly conclude: (key: string, answer: Answer | undefined) => void
  /** How often a request came under the key, whatever became of it. */
  readonly sends: (key: string) => number
  /** How many requests came under a key that was older than its life. */
  readonly sendsPastLife: () => number
}

/** `life` in milliseconds. */
export const make = (now: () => number, life: () => number): Keys => {
  const kept = new Map<string, Kept>()
  const sends = new Map<string, number>()
  const first = new Map<string, number>()
  let late = 0

  const note = (key: string): void => {
    sends.set(key, (sends.get(key) ?? 0) + 1)
    const begun = first.get(key)
    if (begun === undefined) first.set(key, now())
    else if (now() - begun > life()) late += 1
  }

  const claim = (key: string, contents: string): Claim => {
    note(key)
    const found = kept.get(key)
    if (found === undefined || now() - found.at > life()) {
      kept.set(key, { contents, at: now() })
      return { is: "new" }
    }
    if (found.contents !== contents) return { is: "mismatch" }
    return found.answer === undefined ? { is: "in-use" } : { is: "kept", answer: found.answer }
  }

  return {
    note,
    claim,
    conclude: (key, answer) => {
      const found = kept.get(key)
      if (answer === undefined) kept.delete(key)
      else if (found !== undefined) found.answer = answer
    },
    sends: (key) => sends.get(key) ?? 0,
    sendsPastLife: () => late
  }
}

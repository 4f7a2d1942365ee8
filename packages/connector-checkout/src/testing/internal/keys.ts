/**
 * `Cko-Idempotency-Key` as the vendor keeps it: answers of 2xx alone, for a day; what comes while the first is being
 * worked on is refused; another body under a known key gets the first answer.
 *
 * Source: its page "Idempotency", read in November 2026; `409`: its support article on idempotent requests.
 */
import type { Answer, Books } from "./books.js"

export type Looked =
  | { readonly _tag: "Kept"; readonly answer: Answer }
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Free"; readonly isPastLife: boolean }

/** Counts a sending, and says what the key is worth. Unit of `now` and `life`: milliseconds. */
export const look = (books: Books, key: string, now: number, life: number): Looked => {
  books.sends.set(key, (books.sends.get(key) ?? 0) + 1)
  const kept = books.kept.get(key)
  const isPastLife = kept !== undefined && kept.at + life <= now
  if (isPastLife) books.sentPastLife += 1
  if (kept !== undefined && !isPastLife) return { _tag: "Kept", answer: kept.answer }
  return books.inFlight.has(key) ? { _tag: "Busy" } : { _tag: "Free", isPastLife }
}

/** Keeps a success. */
export const keep = (books: Books, key: string, at: number, answer: Answer): void => {
  if (answer.status >= 200 && answer.status < 300) books.kept.set(key, { at, answer })
}

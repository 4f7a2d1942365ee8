/**
 * Idempotency keys as Adyen keeps them: the first answer for at least seven days, whatever a later request says. A
 * transient error is not kept. Source: Adyen, "API idempotency".
 */
import * as Duration from "effect/Duration"

export const keyLife = Duration.days(7)

/** An answer of the fake. */
export interface Answer {
  readonly status: number
  readonly body: object
  /** It had no effect, and the same request may be sent again under its key. */
  readonly isTransient?: boolean
}

interface Kept {
  readonly since: number
  readonly answer?: Answer
}

export type Known = { readonly _tag: "New" } | { readonly _tag: "InUse" } | { readonly _tag: "Kept"; answer: Answer }

export interface Keys {
  /** Looks a key up, and takes it where it is new. Unit: milliseconds since 1970. */
  readonly take: (key: string, now: number) => Known
  readonly keep: (key: string, answer: Answer, now: number) => void
  /** How many requests came under a key that was forgotten. */
  readonly pastLife: () => number
}

export const make = (life: Duration.DurationInput = keyLife): Keys => {
  const kept = new Map<string, Kept>()
  const limit = Duration.toMillis(life)
  let past = 0
  return {
    pastLife: () => past,
    take: (key, now) => {
      const known = kept.get(key)
      if (known === undefined || now - known.since >= limit) {
        if (known !== undefined) past += 1
        kept.set(key, { since: now })
        return { _tag: "New" }
      }
      return known.answer === undefined ? { _tag: "InUse" } : { _tag: "Kept", answer: known.answer }
    },
    keep: (key, answer, now) => {
      if (answer.isTransient === true) return void kept.delete(key)
      kept.set(key, { since: kept.get(key)?.since ?? now, answer })
    }
  }
}

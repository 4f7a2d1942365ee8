/** Who asked the acquirer or the bank for what, and when. */

/** A process asked for a key, or about it. Instants are in milliseconds since 1970. */
export interface Visit {
  readonly key: string
  readonly pid: number
  readonly at: number
  /** Also a process may ask that does not work on the key: a merchant has a payment confirmed. Default: `false`. */
  readonly mayMeet?: boolean
  /** When it was answered, or not answered any more. */
  until: number | undefined
}

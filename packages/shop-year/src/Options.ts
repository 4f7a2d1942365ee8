/** What a run is asked for. */

export interface Options {
  /** How many customers subscribe. From 1: 10,000 of them for three years take minutes. */
  readonly subscriptions: number
  /** How many months pass, from 1. */
  readonly months: number
  /** Decides everything else. */
  readonly seed: number
}

export const defaults: Options = { subscriptions: 1000, months: 12, seed: 7 }

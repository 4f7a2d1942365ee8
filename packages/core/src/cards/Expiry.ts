/** When a card is expired. */
import * as DateTime from "effect/DateTime"

/** Expiry as printed on a card. */
export interface Expiry {
  readonly expMonth: number
  readonly expYear: number
}

/** The last place on earth to see a month end. Unit: hours behind UTC. */
const lastZone = 12

/** A card is valid until its month has ended everywhere on earth. Source: D3. */
export const isExpired = ({ expMonth, expYear }: Expiry, now: DateTime.Utc): boolean => {
  const { month, year } = DateTime.toPartsUtc(DateTime.subtract(now, { hours: lastZone }))
  return expYear < year || (expYear === year && expMonth < month)
}

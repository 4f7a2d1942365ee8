/**
 * Places that shops share: however many requests of one shop hang, others find a free one.
 */

/** What is entered before work begins and left after it. `shop` is whoever the place is charged to. */
export interface Room {
  /** Says whether there was a place. */
  readonly enter: (shop: string) => boolean
  readonly leave: (shop: string) => void
}

/**
 * A shop gets a place while it holds fewer than are free. So one shop alone gets half of them, two that hang get a third
 * each, and a shop that holds none always gets one as long as there is any: nobody takes the last ones. Source: D42.
 */
export const shared = (limit: number): Room => {
  const held = new Map<string, number>()
  let taken = 0
  return {
    enter: (shop) => {
      const own = held.get(shop) ?? 0
      if (own >= limit - taken) return false
      held.set(shop, own + 1)
      taken++
      return true
    },
    leave: (shop) => {
      const own = held.get(shop) ?? 0
      if (own > 1) held.set(shop, own - 1)
      else held.delete(shop)
      taken--
    }
  }
}

/** Places for whoever comes: there is nobody they could be charged to. */
export const open = (limit: number): Room => {
  let taken = 0
  return {
    enter: () => taken < limit && ++taken > 0,
    leave: () => {
      taken--
    }
  }
}

/** What belongs to a shop is made once, however often a host asks for it. */
import { memoized } from "@florin/core/memory/Memoized"

/** A host that asks for the shops of its customers has no more than these at a time. */
export const mostShops = 10_000

/** Makes what belongs to a shop when it is first asked for by its id. */
export const perShop = <A extends object>(make: (id: string) => A): ((id: string) => A) => memoized(make, mostShops)

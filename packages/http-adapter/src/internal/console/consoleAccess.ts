/** How calls of the console get in to the operations: as whoever is signed in, by their roles. Source: D73, D74, D75. */
import type { Actor } from "@florin/core/people/Actor"
import type * as Operation from "@florin/wire/operations/Operation"
import type * as Effect from "effect/Effect"
import type { Access, Visit } from "../routes/access.js"
import * as Permits from "../routes/permits.js"
import type { Exchange, Failure, Reply } from "../transport/exchange.js"

/** A call of the console. */
export interface Call extends Exchange {
  readonly actor: Actor
  /** Of an operation of a shop. */
  readonly shopId?: string | undefined
}

// The place of the page's request is the place of all that it asks for.
const work = ((_: Visit, work: () => Effect.Effect<Reply, Failure>) => work()) as Access["work"]

/** Operations of operators, in the shops that somebody sees. */
export const ofOperators =
  (services: Permits.Services) =>
  (row: Parameters<typeof Permits.everywhere>[1]): Access => ({
    enter: (route) => {
      const permitted = Permits.everywhere(services, row, route)
      return (exchange) => permitted(exchange, (exchange as Call).actor)
    },
    work
  })

/** Operations of a shop. */
export const inShop =
  (services: Permits.Services) =>
  (row: Operation.Any): Access => ({
    enter: (route) => {
      const permitted = Permits.inShop(services, row, route)
      return (exchange) => {
        const { actor, shopId } = exchange as Call
        return permitted(exchange, actor, shopId)
      }
    },
    work
  })

/** How calls of the console get in to the operations: as whoever is signed in, by their roles. Source: D73, D74, D75. */
import { ShopId } from "@florin/core/ids/Ids"
import type { Actor } from "@florin/core/people/Actor"
import type { Audit } from "@florin/core/people-operations/Audit"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import * as Errors from "@florin/wire/Errors"
import * as Acting from "@florin/wire/operations/Acting"
import type * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Access, Visit } from "../routes/access.js"
import { type Exchange, type Failure, Refused, type Reply } from "../transport/exchange.js"

/** A call of the console. */
export interface Call extends Exchange {
  readonly actor: Actor
  /** Of an operation of a shop. */
  readonly shopId?: string | undefined
}

export interface Services {
  readonly audit: Audit["Type"]
  readonly shops: ShopDirectory["Type"]
}

type Route = (visit: Visit) => Effect.Effect<Reply, Failure>

const forbidden = Effect.fail(new Refused(Errors.forbidden))

// The place of the page's request is the place of all that it asks for.
const work = ((_: Visit, work: () => Effect.Effect<Reply, Failure>) => work()) as Access["work"]

/** Operations of operators, in the shops that somebody sees. */
export const ofOperators =
  ({ audit }: Services) =>
  (row: Parameters<typeof Acting.sightIn>[0]): Access => ({
    enter: (route: Route) => (exchange) => {
      const { actor } = exchange as Call
      const sight = Acting.sightIn(row, actor.grants)
      return Either.isLeft(sight)
        ? Effect.zipRight(Acting.denied(audit, row, actor), forbidden)
        : route({ ...exchange, operator: actor.id, actor, sight: sight.right })
    },
    work
  })

/** Operations of a shop. One in which somebody has no role does not exist for them. Source: D2. */
export const inShop =
  ({ audit, shops }: Services) =>
  (row: Operation.Any): Access => ({
    enter: (route: Route) => (exchange) => {
      const { actor, shopId } = exchange as Call
      const missing = Effect.fail(new Refused(row.form.notFound))
      if (!Schema.is(ShopId)(shopId)) return missing
      const permitted = Acting.permitted(row, actor.grants, shopId)
      if (Either.isLeft(permitted)) {
        if (permitted.left._tag === "NotFound") return missing
        return Effect.zipRight(Acting.denied(audit, row, actor, shopId), forbidden)
      }
      return Effect.flatMap(shops.find(shopId), (found) =>
        Option.isNone(found) ? missing : route({ ...exchange, operator: actor.id, actor, shop: found.value })
      )
    },
    work
  })

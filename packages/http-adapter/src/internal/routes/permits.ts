/**
 * Lets whoever acts in to the operations that their role allows. What it does not allow is refused and noted; a shop in which
 * they have no role does not exist for them. Source: D2, D74, D75.
 */
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
import { type Exchange, type Failure, Refused, type Reply } from "../transport/exchange.js"
import type { Visit } from "./access.js"

export type Route = (visit: Visit) => Effect.Effect<Reply, Failure>

export interface Services {
  readonly audit: Audit["Type"]
  readonly shops: ShopDirectory["Type"]
}

export const forbidden = Effect.fail(new Refused(Errors.forbidden))

/** An operation of operators, in the shops that somebody sees. */
export const everywhere = (
  { audit }: Pick<Services, "audit">,
  row: Parameters<typeof Acting.sightIn>[0],
  route: Route
): ((exchange: Exchange, actor: Actor) => Effect.Effect<Reply, Failure>) => {
  const refused = (actor: Actor) => Effect.zipRight(Acting.denied(audit, row, actor), forbidden)
  return (exchange, actor) => {
    const sight = Acting.sightIn(row, actor.grants)
    return Either.isLeft(sight) ? refused(actor) : route({ ...exchange, operator: actor.id, actor, sight: sight.right })
  }
}

/** An operation of a shop, which somebody names by whatever `id` they have. */
export const inShop = (
  { audit, shops }: Services,
  row: Operation.Any,
  route: Route
): ((exchange: Exchange, actor: Actor, id: unknown) => Effect.Effect<Reply, Failure>) => {
  const missing = Effect.fail(new Refused(row.form.notFound))
  return (exchange, actor, id) => {
    if (!Schema.is(ShopId)(id)) return missing
    const permitted = Acting.permitted(row, actor.grants, id)
    if (Either.isLeft(permitted)) {
      if (permitted.left._tag === "NotFound") return missing
      return Effect.zipRight(Acting.denied(audit, row, actor, id), forbidden)
    }
    return Effect.flatMap(shops.find(id), (found) => {
      if (Option.isNone(found)) return missing
      if (exchange.seen !== undefined) exchange.seen.shop = id
      return route({ ...exchange, operator: actor.id, actor, shop: found.value })
    })
  }
}

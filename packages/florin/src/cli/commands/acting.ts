/** Commands as somebody: what their roles allow, and what the audit keeps. Source: D74, D75. */
import type { ShopId } from "@florin/core/ids/Ids"
import type { Actor } from "@florin/core/people/Actor"
import type { VisibleShops } from "@florin/core/people/Role"
import * as Audit from "@florin/core/people-operations/Audit"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Acting from "@florin/wire/operations/Acting"
import type * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import { type BadSetting, bad } from "../badSetting.js"
import { actor } from "./actor.js"

/** What roles and the audit need of a row. A command that is no operation has one of its own. */
export type Row = Pick<Operation.Any, "id" | "key" | "role" | "isEverywhere" | "isImpersonal">

/** A change that is no operation, for whoever has the whole gateway in their charge. */
export const administering = (id: string): Row => ({ id, key: "claimed", role: "administer", isEverywhere: true })

/** What a command is about. `subject`: the id of a record. */
interface About {
  readonly shop: ShopId
  readonly subject?: unknown
}

type Kept<A, E, R> = Effect.Effect<A, E | BadSetting | StorageError, R>

/** A command of somebody whose roles allow it. */
export interface Commanding {
  readonly by: Actor
  /** In one shop. */
  readonly inShop: <A, E, R>(row: Row, about: About, work: Effect.Effect<A, E, R>) => Kept<A, E, R>
  /** In all shops that somebody sees. `subject`: the id of a record. */
  readonly inSight: <A, E, R>(
    row: Row,
    work: (sight: VisibleShops) => Effect.Effect<A, E, R>,
    subject?: unknown
  ) => Kept<A, E, R>
  /** Somebody asked for what their role does not allow. */
  readonly refused: (row: Row, shop?: ShopId) => Effect.Effect<never, BadSetting | StorageError>
}

/**
 * Who acts comes first: nothing is looked up for somebody whom nobody knows. An action's entry is written by its first
 * commit; a look's is durable before the answer is shown.
 */
export const commanding = (as: Option.Option<string>) =>
  Effect.gen(function* () {
    const by: Actor = yield* actor(as)
    const audit = yield* Audit.make
    const refused: Commanding["refused"] = (row, shop) =>
      Effect.zipRight(Acting.denied(audit, row, by, shop), bad("--as", "names a person whose roles do not allow it"))
    const ran = <A, E, R>(row: Row, about: Partial<About>, work: Effect.Effect<A, E, R>) => {
      const { shop, subject } = about
      const call = { actor: by, shop: shop === undefined ? undefined : { id: shop }, id: subject }
      return Acting.run(audit, row, call as unknown as Operation.Call, work)
    }
    return {
      by,
      refused,
      inShop: (row, about, work) =>
        Either.isLeft(Acting.permitted(row, by.grants, about.shop)) ? refused(row, about.shop) : ran(row, about, work),
      inSight: (row, work, subject) => {
        const sight = Acting.sightIn(row, by.grants)
        return Either.isLeft(sight) ? refused(row) : ran(row, { subject }, work(sight.right))
      }
    } satisfies Commanding as Commanding
  })

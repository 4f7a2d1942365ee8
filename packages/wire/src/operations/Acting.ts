/** Operations as people and operators call them: what their roles allow, and what the audit keeps. Source: D74, D75. */
import type { ShopId } from "@florin/core/ids/Ids"
import type { Actor } from "@florin/core/people/Actor"
import { type Grants, reachesEverywhere, reachesIn, type VisibleShops, visibleShops } from "@florin/core/people/Role"
import type { MoneyRequest } from "@florin/core/people-operations/ApprovalRules"
import type { Act, Audit } from "@florin/core/people-operations/Audit"
import { Forbidden } from "@florin/core/people-operations/PersonRules"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Operation from "./Operation.js"

type Row = Pick<Operation.Any, "id" | "key" | "role" | "isEverywhere" | "isImpersonal"> &
  Partial<Pick<Operation.Any, "record">>

/** The least role with which people may call. */
export const leastRoleOf = ({ key, role }: Pick<Row, "key" | "role">): Operation.LeastRole =>
  role ?? (key === "none" ? "view" : "operate")

/** Whether somebody sees a shop at all. */
const sees = (grants: Grants, shop: ShopId): boolean => reachesIn(grants, shop, "view")

/**
 * Whether somebody may call an operation of a shop. A shop in which they have no role does not exist for them (D2).
 */
export const permitted = (row: Row, grants: Grants, shop: ShopId): Either.Either<void, Forbidden | NotFound> => {
  if (!sees(grants, shop)) return Either.left(new NotFound())
  const least = leastRoleOf(row)
  return least !== "nobody" && reachesIn(grants, shop, least) ? Either.void : Either.left(new Forbidden())
}

/** The shops of an operation of operators. Refused: of nobody who has the role nowhere, or not everywhere where it must be. */
export const sightIn = (row: Row, grants: Grants): Either.Either<VisibleShops, Forbidden> => {
  const least = leastRoleOf(row)
  if (least === "nobody") return Either.left(new Forbidden())
  if (row.isEverywhere === true && !reachesEverywhere(grants, least)) return Either.left(new Forbidden())
  const sight = visibleShops(grants, least)
  return sight.length === 0 ? Either.left(new Forbidden()) : Either.right(sight)
}

interface Naming {
  readonly parentUid?: unknown
  readonly id?: unknown
}

/** The record that a call is about: that in the path, the transaction to which a request adds something, or what it names. */
const subjectOf = ({ id, request }: Operation.Named<unknown, unknown>): unknown => {
  const { id: named, parentUid } = (request ?? {}) as Naming
  return id ?? parentUid ?? named
}

/** What the audit keeps of a call; undefined: nothing, it shows no personal data. */
const actOf = (row: Row, call: Operation.Call, actor: Actor): Act | undefined => {
  if (row.key === "none" && row.isImpersonal === true) return undefined
  const subject = subjectOf(call)
  const shop = (call.shop as Operation.Call["shop"] | undefined)?.id
  return {
    actor,
    kind: row.key === "none" ? "look" : "action",
    operation: row.id,
    // What is done to a shop is told to whoever reads the audit of that shop.
    shop: shop ?? (row.record === "shop" ? (subject as ShopId | undefined) : undefined),
    subject
  }
}

/** That somebody asked for what their role does not allow. */
export const denied = (
  audit: Audit["Type"],
  row: Row,
  actor: Actor,
  shop?: ShopId
): Effect.Effect<void, StorageError> => audit.note({ actor, kind: "denied", operation: row.id, shop })

/** Runs an operation. What an actor does is kept in its first commit, and what is shown to one before it is shown. */
export const run = <A, E, R>(
  audit: Audit["Type"],
  row: Row,
  call: Operation.Call,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageError, R> => {
  const act = call.actor === undefined ? undefined : actOf(row, call, call.actor)
  return act === undefined ? work : audit.acting(act, work, { uses: call.uses, isOfCommit: row.key === "kept" })
}

/** What a request moves, once the transaction is known that it is about. Undefined: there is no such transaction. */
export const movingOf = (
  row: Pick<Operation.Any, "id">,
  { id, request }: Operation.Named<unknown, unknown>,
  { amount, currency }: Operation.MovedMoney,
  { shop, transaction }: { readonly shop: ShopId | undefined; readonly transaction: Transaction | undefined }
): MoneyRequest | undefined => {
  const [where, sum, unit] = [
    shop ?? transaction?.shop,
    amount ?? transaction?.amount,
    currency ?? transaction?.currency
  ]
  if (where === undefined || sum === undefined || unit === undefined) return undefined
  const subject = typeof id === "string" ? id : null
  const text = JSON.stringify(request ?? {})
  return { operation: row.id, shop: where, subject, request: text, amount: sum, currency: unit }
}

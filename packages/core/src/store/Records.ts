/** Records of a shop that are found by their id and listed: plans, customers, subscriptions. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ShopId } from "../ids/Ids.js"
import { given } from "../request/Given.js"
import { NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "./StorageError.js"

/** The most records in a page of a list, and the default. Source: D21. */
export const pageLimit = 1000

/** The store of one kind of record. */
export interface Records<A, Id> {
  readonly find: (shop: ShopId, id: Id) => Effect.Effect<Option.Option<A>, StorageError>
  /** Newest first; `after` is the last id of the previous page. An unknown `after` finds nothing. */
  readonly list: (
    shop: ShopId,
    options: { readonly limit: number; readonly after?: Id }
  ) => Effect.Effect<ReadonlyArray<A>, StorageError>
}

/** A store of records whose unguessable id is enough for the payment page. Source: D2. */
export interface PublicRecords<A, Id> extends Records<A, Id> {
  readonly findPublic: (id: Id) => Effect.Effect<Option.Option<A>, StorageError>
}

/** Newest first, at most 1000; `after` is the last id of the previous page. */
export type List<A, Id> = (
  shop: { readonly id: ShopId },
  options?: { readonly limit?: number; readonly after?: Id }
) => Effect.Effect<ReadonlyArray<A>, StorageError>

export const listing =
  <A, Id>({ list }: Records<A, Id>): List<A, Id> =>
  (shop, { after, limit = pageLimit } = {}) =>
    list(shop.id, { limit: Math.min(limit, pageLimit), ...given({ after }) })

/** The record that a lookup found. Fails with `NotFound` if there is none. */
export const existing = <A, E>(found: Effect.Effect<Option.Option<A>, E>): Effect.Effect<A, E | NotFound> =>
  Effect.flatMap(found, Option.match({ onNone: () => new NotFound(), onSome: (record) => Effect.succeed(record) }))

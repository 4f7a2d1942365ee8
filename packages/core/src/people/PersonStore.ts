/** What the services of people read. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { PersonId } from "./Actor.js"
import type { Approval, ApprovalId } from "./Approval.js"
import type { AuditEntry, AuditId, AuditKind } from "./AuditEntry.js"
import type { Person } from "./Person.js"
import type { VisibleShops } from "./Role.js"

/** People, those that were removed among them. */
export class PersonStore extends Context.Tag("@florin/core/PersonStore")<
  PersonStore,
  {
    readonly find: (id: PersonId) => Effect.Effect<Option.Option<Person>, StorageError>
    /** By id. `after`: the last id of the page before. */
    readonly list: (page: {
      readonly limit: number
      readonly after?: PersonId
    }) => Effect.Effect<ReadonlyArray<Person>, StorageError>
  }
>() {}

/**
 * A page of the audit, newest first.
 *
 * - `after`: the last id of the page before
 * - `from`, `to`: included, and not included
 * - `sight`: only entries of these shops; those that are about no shop are for `all`
 */
export interface AuditPageRequest {
  readonly limit: number
  readonly after?: AuditId | undefined
  readonly from?: DateTime.Utc | undefined
  readonly to?: DateTime.Utc | undefined
  readonly actor?: string | undefined
  readonly kind?: AuditKind | undefined
  readonly operation?: string | undefined
  readonly shop?: ShopId | undefined
  readonly subject?: string | undefined
  readonly sight: VisibleShops
}

/** The audit. It has no way to change or to remove an entry. */
export class AuditStore extends Context.Tag("@florin/core/AuditStore")<
  AuditStore,
  {
    readonly list: (page: AuditPageRequest) => Effect.Effect<ReadonlyArray<AuditEntry>, StorageError>
  }
>() {}

/** A page of what shops have, oldest first. `after`: the last id of the page before. */
export interface ShopPageRequest {
  readonly limit: number
  readonly after?: ApprovalId | undefined
  readonly sight: VisibleShops
}

/** What waits for another person's approval, or did. */
export class ApprovalStore extends Context.Tag("@florin/core/ApprovalStore")<
  ApprovalStore,
  {
    readonly find: (id: ApprovalId) => Effect.Effect<Option.Option<Approval>, StorageError>
    /** Those that wait, and those that are approved and not used, oldest first; also those whose time is over. */
    readonly open: (page: ShopPageRequest) => Effect.Effect<ReadonlyArray<Approval>, StorageError>
  }
>() {}

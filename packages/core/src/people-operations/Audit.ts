/** The audit: whose action is carried out, kept in the commit of the action, and listed. Source: D75. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Commit, CommitStore, commitUnguarded, writing } from "../commits/Commit.js"
import { CurrentAction } from "../commits/CurrentAction.js"
import type { Write } from "../commits/Write.js"
import { makeTransactionUid, type ShopId } from "../ids/Ids.js"
import type { Actor } from "../people/Actor.js"
import { type AuditEntry, type AuditId, type AuditKind, subjectOf } from "../people/AuditEntry.js"
import { type AuditPageRequest, AuditStore } from "../people/PersonStore.js"
import type { StorageError } from "../store/StorageError.js"

/** What somebody does. `subject`: the id of a record; what has not the form of one is not kept. */
export interface Act {
  readonly actor: Pick<Actor, "id" | "address"> & { readonly entrance: AuditEntry["entrance"] }
  readonly kind: AuditKind
  readonly operation: string
  readonly shop?: ShopId | undefined
  readonly subject?: unknown
  readonly detail?: string | undefined
}

/**
 * - `uses`: what the commit that keeps the entry writes, too
 * - `isOfCommit`: without a commit nothing was done: a repeated request got its first answer
 */
export interface AuditOptions {
  readonly uses?: ReadonlyArray<Write> | undefined
  readonly isOfCommit?: boolean
}

export class Audit extends Context.Tag("@florin/core/Audit")<
  Audit,
  {
    /** The entry of an act, for a commit that writes it itself. */
    readonly entryOf: (act: Act) => Effect.Effect<AuditEntry>
    /**
     * Carries out an act: its first commit with an effect keeps the entry. One that succeeds without such a commit, such as
     * a look, is answered after its entry is kept. One that is refused leaves none: nothing was done.
     */
    readonly acting: <A, E, R>(
      act: Act,
      work: Effect.Effect<A, E, R>,
      more?: AuditOptions
    ) => Effect.Effect<A, E | StorageError, R>
    /** Keeps an entry by itself. */
    readonly note: (act: Act) => Effect.Effect<void, StorageError>
    readonly list: (page: AuditPageRequest) => Effect.Effect<ReadonlyArray<AuditEntry>, StorageError>
  }
>() {}

const appending = (entry: AuditEntry): Commit<object, undefined, never> =>
  writing("audit", [{ _tag: "AppendAudit", entry }], undefined)

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const { list } = yield* AuditStore
  const newId = yield* makeTransactionUid

  const entryOf = ({ actor, detail, kind, operation, shop, subject }: Act): Effect.Effect<AuditEntry> =>
    Effect.map(Clock.currentTimeMillis, (now) => ({
      id: newId(now) as string as AuditId,
      at: DateTime.unsafeMake(now),
      kind,
      actor: actor.id,
      entrance: actor.entrance,
      address: actor.address ?? null,
      operation,
      shop: shop ?? null,
      subject: subjectOf(subject),
      detail: detail ?? null
    }))

  const keep = (acting: CurrentAction["Type"]) =>
    Effect.suspend(() => (acting.isKept ? Effect.void : write(appending(acting.entry))))

  const acting = <A, E, R>(
    act: Act,
    work: Effect.Effect<A, E, R>,
    { isOfCommit = false, uses = [] }: AuditOptions = {}
  ): Effect.Effect<A, E | StorageError, R> =>
    Effect.flatMap(entryOf(act), (entry) => {
      const acting = { entry, uses, isKept: false }
      const worked = Effect.provideService(work, CurrentAction, acting)
      return isOfCommit ? worked : Effect.tap(worked, () => keep(acting))
    })

  return Audit.of({
    entryOf,
    acting,
    note: (act) => Effect.flatMap(entryOf(act), (entry) => write(appending(entry))),
    list
  })
})

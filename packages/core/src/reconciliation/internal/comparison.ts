import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { millisOf, type TransactionUid } from "../../ids/Ids.js"
import type { JobStore } from "../../jobs/Job.js"
import type { Movement, Period } from "../../money/Movement.js"
import { nextTurn } from "../../time/Turn.js"
import type { TransactionStore } from "../../transactions/TransactionStore.js"
import { type Book, expectationsOf, uidOf } from "../ReconciliationRules.js"
import * as Ledgers from "./ledgers.js"
import * as MovementLists from "./movementLists.js"

/** A book, and the port that lists it. */
export interface Listed {
  readonly book: Book
  readonly port: MovementLists.Readable
}

export interface Services {
  readonly books: ReadonlyArray<Listed>
  readonly store: Context.Tag.Service<TransactionStore>
  readonly jobs: Context.Tag.Service<JobStore>
  readonly list: Effect.Effect.Success<typeof MovementLists.make>
  /** The most keys of our books in memory. A longer period is compared in parts. */
  readonly greatestPart: number
}

/** A part of a period, with what our books created in it. */
export interface Part {
  readonly ledgers: Ledgers.Ledgers
  /** Movements of this time are looked up. */
  readonly period: Period
  /** The last transaction of this part, if there are more. */
  readonly last: TransactionUid | undefined
}

/** How far the clocks of others may differ from ours. */
export const margin = Duration.hours(1)

const pageSize = 200

/** Reads what our books created in a period, behind the part before, up to the limit of a part. */
export const collecting =
  ({ books, greatestPart, store }: Services) =>
  (period: Period, before: Part | undefined) =>
    Effect.gen(function* () {
      const ledgers = Ledgers.make(
        books.map(({ book }) => book),
        period
      )
      const from = before?.period.to ?? period.from
      let last = before?.last
      for (;;) {
        const page = yield* store.created(period, { after: last, limit: pageSize })
        for (const transaction of page) ledgers.expect(transaction)
        if (page.length < pageSize) return { ledgers, period: { from, to: period.to }, last: undefined } satisfies Part
        last = page.at(-1)!.uid
        yield* nextTurn
        if (ledgers.size() < greatestPart) continue
        return { ledgers, period: { from, to: DateTime.unsafeMake(millisOf(last)) }, last } satisfies Part
      }
    })

/** Enters movements of keys that our books did not create in the part's period. */
const lookingUp =
  ({ store }: Services) =>
  (ledger: Ledgers.Ledger, movements: ReadonlyArray<Movement>) =>
    Effect.forEach(
      Arr.chunksOf(movements, pageSize),
      (some) =>
        Effect.map(store.findAll([...new Set(some.flatMap(({ key }) => uidOf(key) ?? []))]), (found) => {
          for (const transaction of found) ledger.know(expectationsOf(transaction))
          const uids = new Set(found.map(({ uid }) => uid))
          for (const movement of some) ledger.enterOr(movement, uids)
        }),
      { discard: true }
    )

/** Enters what a book lists from the beginning of a part on. Returns why the book could not be read, if so. */
const listing = (services: Services) => {
  const lookUp = lookingUp(services)
  return Effect.fnUntraced(function* ({ book, port }: Listed, { ledgers, period }: Part, until: DateTime.Utc) {
    const ledger = ledgers.of(book)
    // Where nothing is expected, what was booked after the part belongs to other runs.
    const to = ledger.expectsAny() ? until : DateTime.min(period.to, until)
    for (const slice of MovementLists.slices({ from: DateTime.subtractDuration(period.from, margin), to })) {
      const movements = yield* services.list(port, slice)
      if (typeof movements === "string") return movements
      for (const [index, some] of Arr.chunksOf(movements, MovementLists.bite).entries()) {
        if (index > 0) yield* nextTurn
        const foreign = some.filter((movement) => !ledger.enter(movement))
        yield* lookUp(
          ledger,
          foreign.filter(({ at }) => MovementLists.isWithin(period, at))
        )
      }
    }
    return undefined
  })
}

/** Compares a part, book by book, except those that were not read before; adds those that cannot be read. */
export const comparing = (services: Services) => {
  const { books, jobs, store } = services
  const enterAll = listing(services)
  const reversals = jobs.subjects("reverse")

  /** What differs, without what changed meanwhile and what is about to be taken back. */
  const settled = Effect.fnUntraced(function* (ledger: Ledgers.Ledger, before: ReadonlySet<string>) {
    const suspects = ledger.suspects()
    const found = yield* store.findAll([...suspects.keys()])
    const versions = new Map(found.map(({ uid, version }) => [uid, version]))
    const now = suspects.size === 0 ? before : yield* reversals
    return ledger.settle((uid) => before.has(uid) || now.has(uid) || versions.get(uid) !== suspects.get(uid))
  })

  return Effect.fnUntraced(function* (
    part: Part,
    until: DateTime.Utc,
    notRead: Map<Book, MovementLists.SkippedReason>
  ) {
    // Before movements are listed: what was taken back by then is in the list.
    const reversing = yield* reversals
    const results: Array<Ledgers.BookResult & { readonly book: Book }> = []
    for (const one of books.filter(({ book }) => !notRead.has(book))) {
      const reason = yield* enterAll(one, part, until)
      if (reason !== undefined) notRead.set(one.book, reason)
      else results.push({ book: one.book, ...(yield* settled(part.ledgers.of(one.book), reversing)) })
    }
    return results
  })
}

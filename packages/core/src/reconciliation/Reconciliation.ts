/**
 * Reconciliation: compares the movements in the books of acquirers and providers with our own books, and lists what
 * differs.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Acquirers } from "../cards/Acquirer.js"
import { JobStore } from "../jobs/Job.js"
import type { Period } from "../money/Movement.js"
import type { StorageError } from "../store/StorageError.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { TransferProviders } from "../transfers/TransferProvider.js"
import * as Comparison from "./internal/comparison.js"
import * as MovementLists from "./internal/movementLists.js"
import type { Book, Difference } from "./ReconciliationRules.js"

/** A book that was not compared, and why. Nothing is said about its movements. */
export interface NotCompared {
  readonly gatewayId: number
  readonly reason: MovementLists.SkippedReason
}

export interface Report {
  readonly period: Period
  /** How many keys were compared. */
  readonly checked: number
  /** How many transactions have no outcome yet, or changed while they were compared. They are no difference. */
  readonly inDoubt: number
  readonly notCompared: ReadonlyArray<NotCompared>
  readonly differences: ReadonlyArray<Difference>
}

export class Reconciliation extends Context.Tag("@florin/core/Reconciliation")<
  Reconciliation,
  {
    /**
     * Compares a period: the movements that are dated in it with what our books say about their keys, and what our books
     * created in it with all movements since. Changes nothing. One run at a time: each reads the books of a period.
     *
     * Holds at most 100,000 keys of our books, and one day of the movements of one book.
     */
    readonly run: (period: Period) => Effect.Effect<Report, StorageError>
    /** Whether an acquirer or a provider can list its movements. If none can, a run compares nothing. */
    readonly isPossible: boolean
  }
>() {}

/** The most keys of our books in memory. */
const greatestPart = 100_000

export interface Options {
  /** Default: 100,000. */
  readonly greatestPart?: number
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

export const make = Effect.fnUntraced(function* (options: Options = {}) {
  const ofCards = (yield* Acquirers).map((port) => ({ book: { of: "card", gatewayId: port.gatewayId } as const, port }))
  const ofTransfers = (yield* TransferProviders).map((port) => ({
    book: { of: "transfer", gatewayId: port.gatewayId } as const,
    port
  }))
  const services: Comparison.Services = {
    books: [...ofCards, ...ofTransfers],
    store: yield* TransactionStore,
    jobs: yield* JobStore,
    list: yield* MovementLists.make,
    greatestPart,
    ...options
  }
  const collect = Comparison.collecting(services)
  const compare = Comparison.comparing(services)
  const turn = yield* Effect.makeSemaphore(1)

  const run = Effect.fnUntraced(function* (period: Period) {
    const until = DateTime.addDuration(DateTime.max(period.to, yield* DateTime.now), Comparison.margin)
    const notRead = new Map<Book, MovementLists.SkippedReason>()
    const unheardOf = new Set<number>()
    const undecided: Array<number> = []
    const results: Array<Effect.Effect.Success<ReturnType<typeof compare>>[number]> = []
    let part: Comparison.Part | undefined
    do {
      part = yield* collect(period, part)
      undecided.push(part.ledgers.inDoubt())
      for (const gatewayId of part.ledgers.unheardOf()) unheardOf.add(gatewayId)
      results.push(...(yield* compare(part, until, notRead)))
    } while (part.last !== undefined)
    // What a book has said before it could not be read any more is half of the truth.
    const whole = results.filter(({ book }) => !notRead.has(book))
    return {
      period,
      checked: sum(whole.map(({ checked }) => checked)),
      inDoubt: sum([...undecided, ...whole.map(({ inDoubt }) => inDoubt)]),
      notCompared: [
        ...Array.from(notRead, ([{ gatewayId }, reason]) => ({ gatewayId, reason })),
        ...Array.from(unheardOf, (gatewayId) => ({ gatewayId, reason: "not-configured" as const }))
      ],
      differences: whole.flatMap(({ differences }) => differences)
    } satisfies Report
  })

  return Reconciliation.of({
    run: (period) => turn.withPermits(1)(run(period)),
    isPossible: services.books.some(({ port }) => port.movements !== undefined)
  })
})

export const layer = Layer.effect(Reconciliation, make())

import { type AcquirerKey, leastUidAt, type TransactionUid } from "../../ids/Ids.js"
import type { Movement, Period } from "../../money/Movement.js"
import type { Transaction } from "../../transactions/Transaction.js"
import {
  type Account,
  type Book,
  type Difference,
  differences,
  type Expectation,
  enter,
  expectationsOf,
  open,
  uidOf,
  unknown
} from "../ReconciliationRules.js"

/** The result of comparing one book. */
export interface BookResult {
  readonly checked: number
  readonly inDoubt: number
  readonly differences: ReadonlyArray<Difference>
}

/** The keys of one book while it is compared. */
export interface Ledger {
  readonly expect: (expectation: Expectation) => void
  /** How many keys are expected. */
  readonly size: () => number
  /** Whether our books expect a movement there. */
  readonly expectsAny: () => boolean
  /** Enters a movement; false when its key is not known here. */
  readonly enter: (movement: Movement) => boolean
  /** Makes keys known of which only some movements are listed. */
  readonly know: (expectations: ReadonlyArray<Expectation>) => void
  /** Enters a movement, as one that our books do not have when its key is not known. `uids`: transactions of ours. */
  readonly enterOr: (movement: Movement, uids: ReadonlySet<TransactionUid>) => void
  /** The transactions about which something differs, by the version that was compared. */
  readonly suspects: () => ReadonlyMap<TransactionUid, number>
  /** What differs. Transactions in doubt are counted instead. */
  readonly settle: (isInDoubt: (uid: TransactionUid) => boolean) => BookResult
}

const nameOf = ({ gatewayId, of }: Book): string => `${of} ${gatewayId}`

const makeOne = (book: Book, isOfPeriod: (uid: TransactionUid) => boolean): Ledger => {
  /** Compared in another part of the period, or changed since this one was read. */
  const elsewhere = new Set<AcquirerKey>()
  const whole = new Map<AcquirerKey, Account>()
  const partly = new Map<AcquirerKey, Account>()
  const foreign: Array<Difference> = []
  const name = nameOf(book)

  const entered = (movement: Movement): boolean => {
    if (elsewhere.has(movement.key)) return true
    const accounts = whole.has(movement.key) ? whole : partly
    const account = accounts.get(movement.key)
    if (account === undefined) return false
    const next = enter(account, movement)
    if (next !== account) accounts.set(movement.key, next)
    return true
  }

  const each = (visit: (expectation: Expectation, found: ReadonlyArray<Difference>) => void): void => {
    for (const account of whole.values()) visit(account.expectation, differences(account, true))
    for (const account of partly.values()) visit(account.expectation, differences(account, false))
  }

  return {
    expect: (expectation) => void whole.set(expectation.key, open(expectation)),
    size: () => whole.size,
    expectsAny: () => whole.size > 0,
    enter: entered,
    know: (expectations) => {
      for (const one of expectations) {
        if (nameOf(one.book) !== name || whole.has(one.key) || partly.has(one.key)) continue
        // What moved nothing is expected in no part.
        if (isOfPeriod(one.uid) && one.moved?.length !== 0) elsewhere.add(one.key)
        else partly.set(one.key, open(one))
      }
    },
    enterOr: (movement, uids) => {
      if (entered(movement)) return
      const uid = uidOf(movement.key)
      foreign.push(unknown(book, movement, uid !== undefined && uids.has(uid) ? uid : undefined))
    },
    suspects: () => {
      const suspects = new Map<TransactionUid, number>()
      each(({ uid, version }, found) => {
        if (found.length > 0) suspects.set(uid, version)
      })
      return suspects
    },
    settle: (isInDoubt) => {
      const doubtful = new Set<TransactionUid>()
      const listed: Array<Difference> = []
      let checked = foreign.length
      each(({ moved, uid }, found) => {
        if (found.length > 0 && isInDoubt(uid)) doubtful.add(uid)
        else if (moved !== null) {
          checked += 1
          listed.push(...found)
        }
      })
      return { checked, inDoubt: doubtful.size, differences: [...listed, ...foreign] }
    }
  }
}

/** The keys of all books while a part of a period is compared. */
export interface Ledgers {
  /** Expects what a transaction of the period has moved. */
  readonly expect: (transaction: Transaction) => void
  readonly of: (book: Book) => Ledger
  /** How many keys are expected. */
  readonly size: () => number
  /** How many transactions of the period have no outcome yet. */
  readonly inDoubt: () => number
  /** The numbers of books that transactions of the period name, and that are not there. */
  readonly unheardOf: () => ReadonlySet<number>
}

/** `period`: the whole one that is compared. */
export const make = (books: ReadonlyArray<Book>, { from, to }: Period): Ledgers => {
  const [first, end] = [leastUidAt(from.epochMillis), leastUidAt(to.epochMillis)]
  const isOfPeriod = (uid: TransactionUid): boolean => uid >= first && uid < end
  const ledgers = new Map(books.map((book) => [nameOf(book), makeOne(book, isOfPeriod)]))
  const unheardOf = new Set<number>()
  let inDoubt = 0

  return {
    expect: (transaction) => {
      const expectations = expectationsOf(transaction)
      if (expectations.some(({ moved }) => moved === null)) inDoubt += 1
      for (const one of expectations) {
        // What moved nothing has no place here: a movement of it is looked up by its key.
        if (one.moved?.length === 0) continue
        const ledger = ledgers.get(nameOf(one.book))
        if (ledger === undefined) unheardOf.add(one.book.gatewayId)
        else ledger.expect(one)
      }
    },
    of: (book) => ledgers.get(nameOf(book))!,
    size: () => [...ledgers.values()].reduce((total, ledger) => total + ledger.size(), 0),
    inDoubt: () => inDoubt,
    unheardOf: () => unheardOf
  }
}

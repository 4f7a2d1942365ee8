/** Books that are kept from one list of operations reconcile, and a single mistake in either is found. Source: D38. */
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Movement } from "@florin/core/money/Movement"
import * as Rules from "@florin/core/reconciliation/ReconciliationRules"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { Transfer } from "@florin/core/transfers/Transfer"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { later, now, transactionWith, uid } from "../samples.js"
import { transferWith } from "../transfers/given.js"
import { attempt, compare, keyOf, movement } from "./given.js"

/** One operation, as it stands in both books. */
interface Entry {
  readonly ours: Transaction
  readonly theirs: ReadonlyArray<Movement>
}

const types = ["authorization", "payment", "capture", "void", "refund", "credit", "payout"] as const

/** What may become of an operation. The last three are about money that moved twice. */
const fates = ["done", "declined", "in doubt", "passed on", "taken back", "released", "late", "twice"] as const

const operations = fc.array(
  fc.record({
    type: fc.constantFrom(...types),
    fate: fc.constantFrom(...fates),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    isListed: fc.boolean()
  }),
  { minLength: 1, maxLength: 40 }
)

type Operation = typeof operations extends fc.Arbitrary<ReadonlyArray<infer One>> ? One : never

const move = (name: string, kind: string, amount: number, currency = "EUR") =>
  movement(`${name} ${kind} ${amount} ${currency}`)

const transferEntry = (name: string, { amount: minor, fate }: Operation): Entry => {
  const amount = Amount.make(minor)
  const kept = { said: "paid" as const, refId: null, amount, paidAt: later(1), reportedAt: later(2) }
  const changes: Partial<Transfer> = { uid: uid(name), acquirerKey: keyOf(name), gatewayId: 1, amount }
  const moved = move(name, "transfer", minor, "RUB")
  return fate === "late"
    ? { ours: transferWith({ ...changes, status: "failed", evidence: [kept] }), theirs: [moved] }
    : { ours: transferWith({ ...changes, status: "successful", evidence: [kept] }), theirs: [moved, moved] }
}

const cardEntry = (name: string, { amount: minor, fate, isListed, type }: Operation): Entry => {
  const of = (status: CardTransaction["status"], changes: Partial<CardTransaction> = {}) =>
    transactionWith({
      uid: uid(name),
      acquirerKey: keyOf(name),
      type,
      status,
      amount: Amount.make(minor),
      ...changes
    })
  const moved = move(name, type, minor)
  switch (fate) {
    case "declined":
      return { ours: of("failed"), theirs: [] }
    case "in doubt":
      return { ours: of("pending"), theirs: isListed ? [moved] : [] }
    case "passed on":
      return {
        ours: of("successful", {
          attempts: [attempt("charge", `${name}:charge-2`, minor)],
          passedOn: [{ gatewayId: 1, reason: "acquirer-temporary", at: now }]
        }),
        theirs: [move(`${name}:charge-2`, type, minor)]
      }
    case "taken back":
      return {
        ours: of("failed", { attempts: [attempt("reversal", `${name}:reverse`, minor)] }),
        theirs: [moved, move(`${name}:reverse`, "void", minor)]
      }
    case "released":
      return {
        ours: of("successful", {
          attempts: [attempt("release", `${name}:reverse`, Math.ceil(minor / 2))],
          closedAt: now
        }),
        theirs: [moved, move(`${name}:reverse`, "void", Math.ceil(minor / 2))]
      }
    case "done":
    case "late":
    case "twice":
      return { ours: of("successful"), theirs: [moved] }
  }
}

const isOfTransfer = ({ fate }: Operation): boolean => fate === "late" || fate === "twice"

const entriesOf = (all: ReadonlyArray<Operation>): ReadonlyArray<Entry> =>
  all.map((one, index) => (isOfTransfer(one) ? transferEntry : cardEntry)(String(index + 1), one))

const book = { of: "card", gatewayId: 1 } as const

const differences = (entries: ReadonlyArray<Entry>) =>
  compare(
    book,
    entries.flatMap(({ ours }) => Rules.expectationsOf(ours)),
    entries.flatMap(({ theirs }) => theirs)
  )

/** A mistake in one entry, and how it is to be found; undefined where it cannot be made there. */
type Mistake = (entry: Entry) => { readonly entry: Entry; readonly kind: Rules.DifferenceKind } | undefined

const another = Currency.make("USD")

/** They differ only in what is done to the first of their movements, if there is one that counts. */
const theirs =
  (
    kind: Rules.DifferenceKind,
    change: (first: Movement, rest: ReadonlyArray<Movement>) => ReadonlyArray<Movement>
  ): Mistake =>
  ({ ours, theirs: [first, ...rest] }) =>
    first === undefined || ours.status === "pending"
      ? undefined
      : { kind, entry: { ours, theirs: change(first, rest) } }

const kindBut = ({ kind }: Movement): Movement["kind"] => (kind === "capture" ? "authorization" : "capture")

const ours =
  (kind: Rules.DifferenceKind, change: (ours: Transaction) => Transaction | undefined): Mistake =>
  (entry) => {
    const changed = change(entry.ours)
    return changed === undefined ? undefined : { kind, entry: { ...entry, ours: changed } }
  }

/** A transaction that is told by its status alone. */
const isPlain = (transaction: Transaction): boolean =>
  !("attempts" in transaction) && !("evidence" in transaction) && transaction.status !== "pending"

const mistakes: Readonly<Record<string, Mistake>> = {
  "they lose a movement": theirs("missing-there", (_, rest) => rest),
  "they book a movement twice": theirs("missing-here", (first, rest) => [first, first, ...rest]),
  "they book a cent more": theirs("other-amount", (first, rest) => [
    { ...first, amount: Amount.make(first.amount + 1) },
    ...rest
  ]),
  "they book another currency": theirs("other-amount", (first, rest) => [{ ...first, currency: another }, ...rest]),
  "they book another kind": theirs("other-state", (first, rest) => [{ ...first, kind: kindBut(first) }, ...rest]),
  "they book under another key": theirs("missing-here", (first, rest) => [{ ...first, key: keyOf("999") }, ...rest]),
  "they book what we never asked for": (entry) => ({
    kind: "missing-here",
    entry: { ...entry, theirs: [...entry.theirs, move("999", "payment", 1)] }
  }),
  "we take a failure for a success": ours("missing-there", (transaction) =>
    isPlain(transaction) && transaction.status === "failed" ? { ...transaction, status: "successful" } : undefined
  ),
  "we take a success for a failure": ours("other-state", (transaction) =>
    isPlain(transaction) && transaction.status === "successful" ? { ...transaction, status: "failed" } : undefined
  ),
  "we note another amount": ours("other-amount", (transaction) =>
    isPlain(transaction) && transaction.status === "successful"
      ? { ...transaction, amount: Amount.make(transaction.amount + 1) }
      : undefined
  ),
  "we lose evidence": ours("missing-here", (transaction) =>
    "evidence" in transaction && transaction.status === "successful" ? { ...transaction, evidence: [] } : undefined
  )
}

/** A movement under another key is missing on both sides; every other mistake is one difference. */
const countOf = (name: string): number => (name === "they book under another key" ? 2 : 1)

describe("books that are kept from one list of operations", () => {
  it("reconcile (D38)", () => {
    fc.assert(
      fc.property(operations, (all) => {
        assert.deepStrictEqual(differences(entriesOf(all)), [])
      }),
      { numRuns: 500 }
    )
  })

  it.each(Object.keys(mistakes))("do not where %s, and that is all that is found (D38)", (name) => {
    let made = 0
    fc.assert(
      fc.property(operations, fc.nat(), (all, at) => {
        const entries = entriesOf(all)
        const index = at % entries.length
        const mistake = mistakes[name]!(entries[index]!)
        if (mistake === undefined) return
        made += 1
        const found = differences(entries.with(index, mistake.entry))
        assert.lengthOf(found, countOf(name))
        assert.include(
          found.map(({ kind }) => kind),
          mistake.kind
        )
      }),
      { numRuns: 500 }
    )
    assert.isAbove(made, 20)
  })
})

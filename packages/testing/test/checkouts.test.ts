import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import type { Account } from "@florin/testing/parties/BankLedger"
import * as Checkouts from "@florin/testing/parties/Checkouts"
import { assert, describe, it } from "vitest"

const paid: Checkouts.Document = {
  ...{ token: "t", finished: true, status: "successful", gateway_response: null },
  order: { amount: 100, tracking_id: "order-0", expired_at: "1970-01-01T00:00:01Z" }
}

const entry = (changes: Partial<Entry> = {}): Entry => ({
  ...{ key: "a", kind: "payment", amount: 100, currency: "RUB", intent: "order-0" },
  ...{ declined: undefined, excessive: false, at: 0 },
  ...changes
})

const account = (changes: Partial<Account> = {}): Account => ({
  ...{ key: "b", kind: "payment", amount: 100, currency: "RUB", intent: "order-0", payBy: 1000 },
  ...{ moved: [{ amount: 100, at: 1000 }], rejected: undefined, excessive: false },
  ...changes
})

interface Case {
  readonly what: string
  readonly checkout?: Partial<Checkouts.Document>
  readonly ledger?: ReadonlyArray<Entry>
  readonly accounts?: ReadonlyArray<Account>
  readonly lines?: ReadonlyArray<string>
}

const failed = { status: "failed" }
const late = account({ moved: [{ amount: 100, at: 1002 }] })
const unpaid = account({ key: "c", moved: [], rejected: "provider" })

// Source: D44.
const cases: ReadonlyArray<Case> = [
  { what: "paid by a card", ledger: [entry()] },
  { what: "paid by a transfer", accounts: [account()] },
  { what: "paid by a transfer, after another one that was rejected", accounts: [unpaid, account()] },
  { what: "paid by a card, after a transfer that came too late", ledger: [entry()], accounts: [late] },
  {
    what: "paid by a card and by a transfer",
    ledger: [entry()],
    accounts: [account()],
    lines: ["doubled: checkout t: 2 charges stand"]
  },
  {
    what: "paid by two transfers",
    accounts: [account(), account({ key: "c" })],
    lines: ["doubled: checkout t: 2 charges stand"]
  },
  { what: "paid by nothing", lines: ["contradicted: checkout t: successful, and 0 charges stand"] },
  {
    what: "paid by the transfer of another order",
    accounts: [account({ intent: "order-1" })],
    lines: ["contradicted: checkout t: successful, and 0 charges stand"]
  },
  {
    what: "paid by a transfer of another amount",
    accounts: [account({ amount: 90 })],
    lines: ["contradicted: checkout t: successful, and 1 charges stand"]
  },
  {
    what: "failed, and nothing has moved",
    checkout: failed,
    ledger: [entry({ declined: "funds" })],
    accounts: [unpaid]
  },
  { what: "failed, and its customer paid too late", checkout: failed, accounts: [late] },
  {
    what: "failed, and its customer paid in time",
    checkout: failed,
    accounts: [account()],
    lines: ["contradicted: checkout t: failed, and 1 charges stand"]
  },
  {
    what: "still paid for",
    checkout: { finished: false, status: "pending" },
    lines: ["unresolved: checkout t: still pending"]
  },
  {
    what: "over, and without an end",
    checkout: { finished: false, status: "error" },
    lines: ["unresolved: checkout t: overdue"]
  }
]

describe("the auditor of checkouts", () => {
  it.each(cases)("D44: $what", ({ accounts = [], checkout = {}, ledger = [], lines = [] }) => {
    const findings = Checkouts.check([{ ...paid, ...checkout }], ledger, 2000, accounts)
    const found = Object.entries(findings).flatMap(([kind, all]) => all.map((line) => `${kind}: ${line}`))
    assert.deepStrictEqual(found, lines)
  })
})

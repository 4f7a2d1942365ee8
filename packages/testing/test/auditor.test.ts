import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import * as Auditor from "@florin/testing/parties/Auditor"
import type { Document, Order } from "@florin/testing/parties/Merchant"
import type { Delivery } from "@florin/testing/parties/Receiver"
import { assert, describe, it } from "vitest"

const document = (changes: Partial<Document> = {}): Document => ({
  uid: "a",
  type: "payment",
  status: "successful",
  amount: 100,
  ...changes
})

const order = (changes: Partial<Order> = {}): Order => ({
  id: "order-0",
  isVerified: false,
  attempts: 1,
  sentAt: 0,
  interruptedAt: undefined,
  answeredAt: 1,
  acknowledged: document(),
  refused: undefined,
  ...changes
})

const entry = (changes: Partial<Entry> = {}): Entry => ({
  key: "a",
  kind: "payment",
  amount: 100,
  currency: "EUR",
  intent: "order-0",
  declined: undefined,
  excessive: false,
  at: 0,
  ...changes
})

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: "n1",
  sequence: 2,
  uid: "a",
  status: "successful",
  at: 0,
  ...changes
})

interface Records {
  readonly orders: ReadonlyArray<Order>
  readonly stored: ReadonlyArray<Document>
  readonly ledger: ReadonlyArray<Entry>
  readonly deliveries: ReadonlyArray<Delivery>
  readonly renotified: ReadonlySet<string>
}

const good: Records = {
  orders: [order()],
  stored: [document()],
  ledger: [entry()],
  deliveries: [delivery()],
  renotified: new Set()
}

const found = (records: Partial<Records>): ReadonlyArray<string> => {
  const { stored, ...rest } = { ...good, ...records }
  const findings = Auditor.check({ ...rest, stored: new Map([["order-0", stored]]) })
  return Object.entries(findings).flatMap(([name, lines]) => lines.map(() => name))
}

const failed = document({ status: "failed" })
const reported = (status: string) => [delivery({ status })]
const capture = (changes: Partial<Entry>) => entry({ kind: "capture", parent: "a", intent: undefined, ...changes })
const child = (uid: string, amount: number) => document({ uid, type: "capture", amount })
const reversal = capture({ key: "a:reverse", kind: "void" })

describe("the auditor", () => {
  const cases: ReadonlyArray<readonly [says: string, records: Partial<Records>, findings: ReadonlyArray<string>]> = [
    ["all agree", {}, []],

    ["acknowledged and gone", { stored: [], ledger: [], deliveries: [] }, ["lost"]],
    [
      "acknowledged pending, then successful",
      { orders: [order({ acknowledged: document({ status: "pending" }) })] },
      []
    ],
    [
      "acknowledged successful, then failed",
      { stored: [failed], ledger: [], deliveries: reported("failed") },
      ["lost"]
    ],
    ["acknowledged under another uid", { orders: [order({ acknowledged: document({ uid: "b" }) })] }, ["lost"]],

    ["never answered", { orders: [order({ acknowledged: undefined })] }, ["unresolved"]],
    [
      "refused",
      { orders: [order({ acknowledged: undefined, refused: 400 })], stored: [], ledger: [], deliveries: [] },
      []
    ],
    [
      "still pending",
      { orders: [order({ acknowledged: document({ status: "pending" }) })], stored: [document({ status: "pending" })] },
      ["unresolved"]
    ],
    [
      "still pending, and never heard of by a provider that cannot be asked",
      {
        orders: [order({ acknowledged: document({ status: "pending" }) })],
        ...{ stored: [document({ status: "pending" })], ledger: [], deliveries: [], unheard: new Set(["a"]) }
      },
      []
    ],
    [
      "never answered, pending, and never heard of by a provider that cannot be asked",
      {
        orders: [order({ acknowledged: undefined })],
        ...{ stored: [document({ status: "pending" })], ledger: [], deliveries: [], unheard: new Set(["a"]) }
      },
      []
    ],
    [
      "incomplete, and never heard of",
      {
        orders: [order({ acknowledged: document({ status: "incomplete" }) })],
        ...{ stored: [document({ status: "incomplete" })], ledger: [], deliveries: [], unheard: new Set(["a"]) }
      },
      ["unresolved"]
    ],

    [
      "two transactions and two charges for one order",
      {
        stored: [document(), document({ uid: "b" })],
        ledger: [entry(), entry({ key: "b" })],
        deliveries: [delivery(), delivery({ uid: "b", id: "n2" })]
      },
      ["doubled", "doubled"]
    ],
    [
      "two charges of one transaction, in books that know no orders",
      { ledger: [entry({ intent: undefined }), entry({ key: "a:charge-2", intent: undefined })] },
      ["doubled"]
    ],
    ["a charge in books that know no orders", { ledger: [entry({ intent: undefined })] }, []],
    ["one key twice in the ledger", { ledger: [entry(), entry()] }, ["doubled", "doubled"]],
    ["two charges, one of them declined", { ledger: [entry(), entry({ key: "b", declined: "funds" })] }, []],
    [
      "captures of all that was held",
      {
        stored: [document(), child("c", 60), child("d", 40)],
        ledger: [entry(), capture({ key: "c", amount: 60 }), capture({ key: "d", amount: 40 })],
        deliveries: ["a", "c", "d"].map((uid) => delivery({ uid, id: uid }))
      },
      ["doubled"]
    ],
    [
      "captures of more than was held",
      {
        stored: [document(), child("c", 60), child("d", 41)],
        ledger: [entry(), capture({ key: "c", amount: 60 }), capture({ key: "d", amount: 41, excessive: true })],
        deliveries: ["a", "c", "d"].map((uid) => delivery({ uid, id: uid }))
      },
      ["doubled", "doubled"]
    ],

    ["successful, and not in the ledger", { ledger: [] }, ["contradicted"]],
    ["successful, and declined there", { ledger: [entry({ declined: "funds" })] }, ["contradicted"]],
    ["successful, with another amount there", { ledger: [entry({ amount: 99 })] }, ["contradicted"]],
    ["charged, and not known here", { ledger: [entry(), entry({ key: "b", intent: "order-1" })] }, ["contradicted"]],
    ["refused, and there", { orders: [order({ acknowledged: undefined, refused: 400 })] }, ["contradicted"]],
    [
      "failed, and charged",
      { orders: [order({ acknowledged: failed })], stored: [failed], deliveries: reported("failed") },
      ["contradicted"]
    ],
    [
      "failed, charged, and taken back",
      {
        orders: [order({ acknowledged: failed })],
        stored: [failed],
        deliveries: reported("failed"),
        ledger: [entry(), reversal]
      },
      []
    ],
    ["successful, and taken back when its hold was over", { ledger: [entry(), reversal] }, []],

    ["nobody was told", { deliveries: [] }, ["unannounced"]],
    ["told of an earlier state only", { deliveries: reported("pending") }, ["unannounced"]],
    ["told twice under one id", { deliveries: [delivery(), delivery()] }, []],
    ["told twice under two ids", { deliveries: [delivery(), delivery({ id: "n2" })] }, ["misordered"]],
    [
      "told twice because it asked",
      { deliveries: [delivery(), delivery({ id: "n2" })], renotified: new Set(["a"]) },
      []
    ],
    ["one id for two states", { deliveries: [delivery({ sequence: 1 }), delivery()] }, ["misordered"]],
    [
      "an older state after a newer one",
      { deliveries: [delivery(), delivery({ sequence: 1, id: "n0" })] },
      ["misordered"]
    ]
  ]

  it.each(cases)("%s", (_, records, findings) => {
    assert.deepStrictEqual(found(records), findings)
  })
})

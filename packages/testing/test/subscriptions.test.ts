import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import type { kinds } from "@florin/testing/parties/Auditor"
import type { Document, Posted } from "@florin/testing/parties/Merchant"
import type { Delivery } from "@florin/testing/parties/Receiver"
import * as Subscriptions from "@florin/testing/parties/Subscriptions"
import { assert, describe, it } from "vitest"

const subscription = (changes: Partial<Subscriptions.Subscription> = {}): Subscriptions.Subscription => ({
  id: "sbs_1",
  state: "active",
  tracking_id: "one",
  renew_at: "2026-03-01T12:00:00Z",
  paused_at: null,
  paid_billing_cycles: 2,
  plan: { plan: { amount: 1000, interval: 1, interval_unit: "hour" } },
  last_transaction: { uid: "b", status: "successful" },
  ...changes
})

const charge = (uid: string, time: string, changes: Partial<Document> = {}): Document => ({
  ...{ uid, type: "payment", status: "successful", amount: 1000 },
  ...{ created_at: `2026-03-01T${time}:00Z`, updated_at: `2026-03-01T${time}:01Z` },
  ...changes
})

const entry = (key: string, changes: Partial<Entry> = {}): Entry => ({
  ...{ key, kind: "payment", amount: 1000, currency: "EUR", intent: "one", declined: undefined, excessive: false },
  at: 0,
  ...changes
})

const delivery = (sequence: number, status: string): Delivery => ({
  ...{ id: `n${sequence}`, sequence, uid: "sbs_1", status, event: `${status}.subscription`, at: 0 }
})

const twoCharges = [charge("a", "10:00"), charge("b", "11:01")]

const evidence = (
  changes: Partial<Omit<Subscriptions.Evidence, "charges">> & { readonly charged?: ReadonlyArray<Document> } = {}
): Subscriptions.Evidence => {
  const { charged = twoCharges, ...others } = changes
  return {
    subscriptions: [subscription()],
    ledger: [entry("a"), entry("b")],
    deliveries: [delivery(2, "active"), delivery(4, "active")],
    dueBy: Date.parse("2026-03-01T11:30:00Z"),
    charges: new Map([["one", charged]]),
    ...others
  }
}

type Case = readonly [what: string, evidence: Subscriptions.Evidence, kind: (typeof kinds)[number], line: string]

const progress = (changes: Partial<Subscriptions.Subscription>) => evidence({ subscriptions: [subscription(changes)] })

const posted = (changes: Partial<Posted>) =>
  evidence({ posts: [{ path: "/subscriptions", attempts: 1, status: 201, answer: { id: "sbs_1" }, ...changes }] })

// Source: D24, D25, D26.
describe("the auditor of subscriptions", () => {
  const sound: ReadonlyArray<readonly [string, Subscriptions.Evidence]> = [
    ["a cycle is one charge that stands", evidence()],
    [
      "a declined charge pays nothing",
      evidence({ ledger: [entry("a"), entry("b"), entry("c", { declined: "funds" })] })
    ],
    [
      "a trial at another price is no cycle",
      evidence({ ledger: [entry("t", { amount: 100 }), entry("a"), entry("b")] })
    ],
    [
      "a charge that was taken back pays nothing",
      evidence({ ledger: [entry("a"), entry("b"), entry("c"), entry("c:reverse", { kind: "void", parent: "c" })] })
    ],
    ["one that was created is there", posted({})],
    ["one that was refused is not", posted({ status: 422, answer: {} })],
    ["one that is paused waits", progress({ renew_at: null, paused_at: "2026-03-01T11:02:00Z" })],
    [
      "a decline and its retry may lie in one cycle",
      evidence({ charged: [charge("a", "10:00"), charge("x", "11:01", { status: "failed" }), charge("b", "11:40")] })
    ]
  ]
  it.each(sound)("finds nothing: %s", (_, all) => {
    assert.deepStrictEqual(Object.values(Subscriptions.check(all)).flat(), [])
  })

  const cases: ReadonlyArray<Case> = [
    ["a renewal was missed", progress({ renew_at: "2026-03-01T11:00:00Z" }), "lost", "due since"],
    ["nothing is due", progress({ renew_at: null }), "lost", "never charged again"],
    ["one that was created is gone", posted({ status: 201, answer: { id: "sbs_2" } }), "lost", "sbs_2: created"],
    ["a request was never answered", posted({ status: undefined }), "unresolved", "never answered"],
    [
      "one request made two",
      evidence({
        subscriptions: [1, 2].map(() => subscription({ paid_billing_cycles: 1 }))
      }),
      "doubled",
      "2 subscriptions"
    ],
    [
      "a cycle was charged twice",
      evidence({ charged: [charge("a", "10:00"), charge("b", "10:50")] }),
      "doubled",
      "cycle 0 was charged twice"
    ],
    [
      "its charge is in doubt",
      progress({ last_transaction: { uid: "b", status: "pending" } }),
      "unresolved",
      "still pending"
    ],
    ["more stands than is paid", progress({ paid_billing_cycles: 1 }), "contradicted", "1 cycles are paid, and 2"],
    ["more is paid than stands", evidence({ ledger: [entry("a")] }), "contradicted", "2 cycles are paid, and 1"],
    [
      "the last notification says something else",
      evidence({ deliveries: [delivery(2, "failed_attempt")] }),
      "unannounced",
      "last announced as failed_attempt"
    ]
  ]
  it.each(cases)("finds that %s", (_, all, kind, line) => {
    const found = Subscriptions.check(all)
    const [first = "", ...others] = Object.values(found).flat()
    assert.deepStrictEqual([others, found[kind]], [[], [first]])
    assert.include(first, line)
  })
})

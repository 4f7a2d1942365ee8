import { noReport } from "@florin/core/cards/AcquirerReport"
import { apply } from "@florin/core/cards/CardChange"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Explanation from "@florin/core/routing/Explanation"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { later, transactionWith, uid } from "../samples.js"

const { Approved, Closed, Declined, HoldLapsed, NoAnswer, PassedOn } = CardEvent

const to = (gatewayId: number, reason: "acquirer-temporary" | "issuer-temporary", skipped?: ReadonlyArray<number>) =>
  PassedOn({
    reason,
    attempt: { step: "charge", key: `key-${gatewayId}` as AcquirerKey, gatewayId, amount: transactionWith().amount },
    ...(skipped === undefined ? {} : { skipped: skipped.map((gatewayId) => ({ gatewayId })) })
  })

/** The transaction after the events, each one second after the one before. */
const after = (first: Partial<CardTransaction>, events: ReadonlyArray<CardEvent>): CardTransaction =>
  events.reduce(
    (transaction, event, index) => Either.getOrThrow(apply(transaction, event, later(1000 * (index + 1)))).transaction,
    transactionWith({ uid: uid("2"), status: "pending", gatewayId: 1, ...first })
  )

const skippedAtFirst = { skipped: [{ gatewayId: 9, attempt: 1, at: later(0) }] }

describe("the explanation of a charge", () => {
  // Source: D17: the attempts, each refusal and date with its reason.
  it.each([
    { name: "approved at once", events: [Approved({ report: noReport })], expected: ["1 successful null +1000"] },
    {
      name: "approved, and captured in whole later",
      events: [Approved({ report: noReport }), Closed()],
      expected: ["1 successful null +1000"]
    },
    {
      name: "approved, and not captured before its hold lapsed",
      events: [Approved({ report: noReport }), HoldLapsed()],
      expected: ["1 successful null +1000"]
    },
    {
      name: "passed on twice, then declined",
      events: [to(2, "acquirer-temporary"), to(3, "issuer-temporary"), Declined({ reason: "funds", report: noReport })],
      expected: ["1 passed-on acquirer-temporary +1000", "2 passed-on issuer-temporary +2000", "3 failed funds +3000"]
    },
    {
      name: "passed on, then in doubt",
      events: [to(2, "acquirer-temporary"), NoAnswer()],
      expected: ["1 passed-on acquirer-temporary +1000", "2 pending null +2000"]
    },
    {
      name: "with one skipped before the first and two before the second",
      first: skippedAtFirst,
      events: [to(4, "acquirer-temporary", [2, 3]), Approved({ report: noReport })],
      expected: [
        "9 skipped null +0",
        "1 passed-on acquirer-temporary +1000",
        "2 skipped null +1000",
        "3 skipped null +1000",
        "4 successful null +2000"
      ]
    },
    {
      name: "declined by rules",
      first: { status: "failed", reason: "routing-rules" } as const,
      events: [],
      expected: []
    },
    {
      name: "with one that lacks its currency",
      first: { skipped: [{ gatewayId: 9, attempt: 1, lacks: "currency", at: later(0) }] } as const,
      events: [Approved({ report: noReport })],
      expected: ["9 skipped currency +0", "1 successful null +1000"]
    },
    {
      name: "that nobody could take",
      first: {
        ...({ gatewayId: null, status: "failed", reason: "no-acquirer" } as const),
        skipped: [{ gatewayId: 9, attempt: 1, lacks: "contracts", at: later(0) }]
      } as const,
      events: [],
      expected: ["9 skipped contracts +0"]
    },
    { name: "without an acquirer", first: { gatewayId: null }, events: [], expected: [] }
  ])("D17: $name: $expected", ({ events, expected, first = {} }) => {
    const explanation = Explanation.of(after(first, events))
    assert.deepStrictEqual(
      explanation?.acquirers.map(
        ({ at, gatewayId, lacks, reason, result }) =>
          `${gatewayId} ${result} ${reason ?? lacks} +${at.epochMillis - later(0).epochMillis}`
      ),
      expected
    )
  })

  it("D17: nothing else has one", () => {
    assert.isUndefined(Explanation.of(transactionWith({ type: "refund" })))
  })
})

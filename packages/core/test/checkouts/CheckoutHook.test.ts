// What the outcome of an attempt means for its order. Source: D44.

import { noReport } from "@florin/core/cards/AcquirerReport"
import { apply } from "@florin/core/cards/CardChange"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { outcomeOf } from "@florin/core/checkout-operations/CheckoutHook"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { later, transactionWith } from "../samples.js"

const pending = transactionWith({ status: "pending", report: null })
const action = { _tag: "Redirect", url: "https://bank.example/pay" } as const
const needed = CardEvent.ActionNeeded({ reference: "r1", action })
const approved = CardEvent.Approved({ report: noReport })
const declined = CardEvent.Declined({ reason: "funds", report: noReport })
const corrected = CardEvent.Corrected({ report: noReport })
const after15Minutes = 15 * 60_000

/** The outcomes for the order, after each event that changes the charge. */
const outcomes = (events: ReadonlyArray<CardEvent>, first: Partial<CardTransaction> = {}) => {
  let transaction: CardTransaction = { ...pending, ...first }
  let at = 0
  return events.map((event) => {
    at += event._tag === "TimePassed" ? after15Minutes : 1000
    const change = Either.getOrThrow(apply(transaction, event, later(at)))
    transaction = change.transaction
    return outcomeOf(change)
  })
}

describe("the outcome of an attempt", () => {
  // Source: D44: the next attempt begins only when no approval of this one can follow any more.
  it.each<readonly [name: string, events: ReadonlyArray<CardEvent>, outcomes: ReadonlyArray<string | undefined>]>([
    ["approved", [approved], ["AttemptSucceeded"]],
    ["declined", [declined], ["AttemptFailed"]],
    ["never seen by its acquirer", [CardEvent.NotDone({})], ["AttemptUnsettled"]],
    ["refused by the merchant", [CardEvent.VerificationRefused({})], ["AttemptFailed"]],
    ["in doubt, then approved", [CardEvent.NoAnswer(), approved], [undefined, "AttemptSucceeded"]],
    ["declined behind its action", [needed, declined], [undefined, "AttemptFailed"]],
    [
      "left at the acquirer, and called off there",
      [needed, CardEvent.TimePassed(), needed, CardEvent.TakenBack()],
      [undefined, undefined, undefined, "AttemptFailed"]
    ],
    [
      "withdrawn, and approved by an acquirer that takes nothing back",
      [needed, CardEvent.Withdrawn(), CardEvent.ApprovalReported(), corrected],
      [undefined, undefined, undefined, "AttemptSucceeded"]
    ],
    [
      "declined, and approved after all",
      [declined, CardEvent.ApprovalReported(), corrected],
      ["AttemptFailed", "AttemptUnsettled", "AttemptSucceeded"]
    ]
  ])("D44: %s", (_, events, expected) => {
    assert.deepStrictEqual(outcomes(events), expected)
  })
})

/** What an acquirer knows of a charge by its own books: while it is `open`, its customer can still pay. */
type Book = "asked" | "open" | "approved" | "over"

/** What can happen: at the acquirer, at its customer, and what we ask it to take back. */
const happenings = FastCheck.array(
  FastCheck.constantFrom(
    "asks",
    "approves",
    "declines",
    "pays",
    "closes",
    "returns",
    "time",
    "withdrawn",
    "void",
    "told"
  ),
  { maxLength: 12 }
)

/** A charge and its acquirer, which does what it says: what it has called off is not approved. */
class Attempt {
  transaction = pending
  book: Book = "asked"
  readonly outcomes: Array<string> = []
  private at = 0

  private hears(event: CardEvent): boolean {
    if (event._tag === "TimePassed") this.at += after15Minutes
    const change = Either.getOrUndefined(apply(this.transaction, event, later(this.at)))
    if (change === undefined) return false
    this.transaction = change.transaction
    const outcome = outcomeOf(change)
    if (outcome !== undefined) this.outcomes.push(outcome)
    return true
  }

  private get says(): CardEvent {
    if (this.book === "approved") return approved
    return this.book === "open" ? needed : declined
  }

  happens(what: string): void {
    const { status } = this.transaction
    const isUndecided = status === "pending" || status === "incomplete"
    if (what === "asks" && this.book === "asked") this.book = "open"
    else if (what === "approves" && this.book === "asked") this.book = "approved"
    else if (what === "declines" && this.book === "asked") this.book = "over"
    else if (what === "pays" && this.book === "open") this.book = "approved"
    else if (what === "closes" && this.book === "open") this.book = "over"
    else if (what === "time") this.hears(CardEvent.TimePassed())
    else if (what === "withdrawn") this.hears(CardEvent.Withdrawn())
    else if (what === "returns") this.hears(CardEvent.ActionReturned({ returned: {} }))
    else if (what === "told" && this.book !== "asked") {
      if (isUndecided) this.hears(this.says)
      else if (this.book === "approved") this.hears(CardEvent.ApprovalReported())
    } else if (what === "void" && (status === "failed" || status === "expired")) {
      // An approval is not always taken back; an action that is open always is.
      if (this.book === "approved") this.hears(corrected)
      else if (this.book !== "asked") {
        this.book = "over"
        this.hears(CardEvent.TakenBack())
      }
    }
  }
}

describe("the law of an attempt", () => {
  it("D44: an order is open again only when its acquirer approves no more", () => {
    FastCheck.assert(
      FastCheck.property(happenings, (happenings) => {
        const attempt = new Attempt()
        for (const what of happenings) {
          attempt.happens(what)
          const [first] = attempt.outcomes
          if (first === "AttemptFailed" && attempt.book !== "over") {
            assert.fail(`${attempt.book} although the attempt had failed`)
          }
        }
      }),
      { numRuns: 20_000 }
    )
  })
})

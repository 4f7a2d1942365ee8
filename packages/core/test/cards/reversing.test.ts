import { begin, concluded, isApproved, outcomeOf, whileHeld } from "@florin/core/card-operations/ReversalRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction, FollowUpRequest } from "@florin/core/cards/CardTransaction"
import { AcquirerKey } from "@florin/core/ids/Ids"
import * as Machine from "@florin/core/machine/Machine"
import { Amount } from "@florin/core/money/Amount"
import type { Conclusion } from "@florin/core/operations/AttemptMachine"
import * as AttemptMachine from "@florin/core/operations/AttemptMachine"
import type { ProviderStatus } from "@florin/core/operations/TransactionKind"
import type { Shop } from "@florin/core/shops/Shop"
import { nextQueryAt } from "@florin/core/time/RetrySchedule"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import {
  claimed,
  notification,
  now,
  renewal,
  reported,
  savedCard,
  shopWith,
  shown,
  shownCard,
  totals,
  transactionWith,
  uid,
  wakesAfter
} from "../samples.js"

const job = (attempts = 0) => claimed("reverse", { attempts })
const approved = CardEvent.Approved({ report: noReport })
const declined = CardEvent.Declined({ reason: "unspecified", report: noReport })
const key = AcquirerKey.make(`${uid("1")}:reverse`)
const attempt = (amount: number): FollowUpRequest => ({
  step: "reversal",
  key,
  gatewayId: 1,
  amount: Amount.make(amount)
})
const finish = ["FinishJob reverse #7"]

const closed = transactionWith({ closedAt: now, closedBy: "HoldLapsed" })
const failed = transactionWith({ status: "failed", reason: "acquirer-temporary" })
const action = { _tag: "Redirect", url: "https://bank.example/pay" } as const
const actionNeeded = CardEvent.ActionNeeded({ reference: "r", action })
const left = transactionWith({
  status: "expired",
  atProvider: { reference: "r", action, waitingSince: now, returns: 0, returned: null }
})
const leftAgain = { ...left, attempts: [{ ...attempt(7), ofOpen: true }] }

describe("what taking an approval back begins with", () => {
  const begun = (status: string, reason = "") => [
    `ReplaceTransaction authorization 3 ${status}${reason}`,
    `AppendHistory 3 ${status} ReversalBegun ${status}`
  ]

  // Source: D10, D18, D40: only an approval that is known to exist and must not be kept is reversed.
  it.each([
    { name: "gone", transaction: undefined, expected: finish, answer: "Nothing" },
    {
      name: "pending",
      transaction: transactionWith({ status: "pending" }),
      expected: [],
      answer: "InDoubt"
    },
    {
      name: "pending, and known to be approved",
      transaction: transactionWith({ status: "pending" }),
      known: approved,
      expected: [],
      answer: "InDoubt"
    },
    { name: "successful and open", transaction: transactionWith(), expected: finish, answer: "Nothing" },
    { name: "successful and closed", transaction: closed, expected: begun("successful"), answer: "Begun 1000" },
    {
      name: "closed, with one unit left",
      transaction: closed,
      taken: { captured: 600, voided: 399 },
      expected: begun("successful"),
      answer: "Begun 1"
    },
    {
      name: "closed, with nothing left",
      transaction: closed,
      taken: { captured: 600, voided: 400 },
      expected: finish,
      answer: "Nothing"
    },
    {
      name: "failed for its AVS or CVC result",
      transaction: transactionWith({ status: "failed", reason: "avs-cvc" }),
      expected: begun("failed", " avs-cvc"),
      answer: "Begun 1000"
    },
    { name: "failed, and not asked about", transaction: failed, expected: [], answer: "InDoubt" },
    { name: "failed, and not known", transaction: failed, known: "unknown", expected: [], answer: "InDoubt" },
    {
      name: "failed, not known, and told to be approved",
      transaction: { ...failed, isApprovedThere: true },
      known: "unknown",
      expected: begun("failed", " acquirer-temporary"),
      answer: "Begun 1000"
    },
    {
      name: "failed, told to be approved while it was asked about, and not seen then",
      transaction: { ...failed, isApprovedThere: true },
      known: "never-seen",
      expected: [],
      answer: "InDoubt"
    },
    {
      name: "failed, told to be approved, and not asked about",
      transaction: { ...failed, isApprovedThere: true },
      expected: [],
      answer: "InDoubt"
    },
    {
      name: "failed, told to be approved, and declined",
      transaction: { ...failed, isApprovedThere: true },
      known: declined,
      expected: finish,
      answer: "Nothing"
    },
    { name: "failed, and never seen", transaction: failed, known: "never-seen", expected: finish, answer: "Nothing" },
    { name: "failed, and declined", transaction: failed, known: declined, expected: finish, answer: "Nothing" },
    {
      name: "failed, and approved",
      transaction: failed,
      known: approved,
      expected: begun("failed", " acquirer-temporary"),
      answer: "Begun 1000"
    },
    {
      name: "expired, and approved",
      transaction: transactionWith({ status: "expired" }),
      known: approved,
      expected: begun("expired"),
      answer: "Begun 1000"
    },
    {
      name: "one whose reversal was begun before",
      transaction: { ...failed, attempts: [attempt(7)] },
      expected: [],
      answer: "Begun 7"
    },
    {
      name: "one that was asked of another acquirer only",
      transaction: { ...failed, attempts: [{ ...attempt(7), step: "charge" }] },
      known: approved,
      expected: begun("failed", " acquirer-temporary"),
      answer: "Begun 1000"
    },
    {
      name: "incomplete, and approved",
      transaction: transactionWith({ status: "incomplete" }),
      known: approved,
      expected: [],
      answer: "InDoubt"
    },
    {
      name: "failed, and in need of its customer",
      transaction: failed,
      known: actionNeeded,
      expected: begun("failed", " acquirer-temporary"),
      answer: "Begun 1000 ofOpen"
    },
    {
      name: "failed, and accepted",
      transaction: failed,
      known: CardEvent.Acknowledged({ reference: "r" }),
      expected: begun("failed", " acquirer-temporary"),
      answer: "Begun 1000 ofOpen"
    },
    {
      name: "failed, and still accepted",
      transaction: failed,
      known: "waiting",
      expected: begun("failed", " acquirer-temporary"),
      answer: "Begun 1000 ofOpen"
    },
    {
      name: "expired while its customer was there",
      transaction: left,
      expected: begun("expired"),
      answer: "Begun 1000 ofOpen"
    },
    { name: "one of what was open, again", transaction: leftAgain, expected: [], answer: "InDoubt" },
    {
      name: "one of what is still open",
      transaction: leftAgain,
      known: actionNeeded,
      expected: [],
      answer: "Begun 7 ofOpen"
    },
    {
      name: "one of what is approved now",
      transaction: leftAgain,
      known: approved,
      expected: [],
      answer: "Begun 7 ofOpen"
    },
    {
      name: "one of what nobody knows",
      transaction: leftAgain,
      known: "unknown",
      expected: [],
      answer: "Begun 7 ofOpen"
    },
    { name: "one of what was declined", transaction: leftAgain, known: declined, expected: finish, answer: "Nothing" }
  ] satisfies ReadonlyArray<{
    name: string
    transaction: CardTransaction | undefined
    taken?: Parameters<typeof totals>[0]
    known?: ProviderStatus
    expected: ReadonlyArray<string>
    answer: string
  }>)("D40: $name: $expected, $answer", (row) => {
    const decision = begin(
      job(),
      { transaction: row.transaction, totals: totals(row.taken) },
      { known: row.known, now }
    )
    assert.deepStrictEqual(shown(decision), row.expected)
    assert(decision._tag === "Decided")
    const { answer } = decision
    const reply =
      answer._tag === "Begun"
        ? [answer._tag, answer.attempt.amount, ...(answer.attempt.ofOpen ? ["ofOpen"] : [])].join(" ")
        : answer._tag
    assert.strictEqual(reply, row.answer)
  })

  // Source: D53: what was not approved may be refused to be taken back, and be approved later all the same.
  it.each([
    { attempt: attempt(7), known: undefined, expected: true },
    { attempt: { ...attempt(7), ofOpen: true }, known: undefined, expected: false },
    { attempt: { ...attempt(7), ofOpen: true }, known: "unknown", expected: false },
    { attempt: { ...attempt(7), ofOpen: true }, known: actionNeeded, expected: false },
    { attempt: { ...attempt(7), ofOpen: true }, known: approved, expected: true }
  ] as const)("D53: with $attempt.ofOpen and $known, a refusal says that the approval stands: $expected", (row) => {
    const isCertain = isApproved(leftAgain, row.attempt, row.known)
    assert.strictEqual(isCertain, row.expected)
    const conclusions = conclusionOf(declined, 0, shopWith(), isCertain)
    assert.deepStrictEqual(conclusions, row.expected ? ["warn", "correct"] : ["reverse-later"])
    assert.isTrue(isApproved({ ...leftAgain, isApprovedThere: true }, row.attempt, row.known))
  })

  it("D40: its key and amount are in the version that is written", () => {
    const decision = begin(job(), { transaction: closed, totals: totals({ captured: 400 }) }, { known: undefined, now })
    assert(decision._tag === "Decided" && decision.answer._tag === "Begun")
    const [write] = decision.writes
    assert(write?._tag === "ReplaceTransaction")
    const release = { ...attempt(600), step: "release" as const, at: now }
    assert.deepStrictEqual(ofCard(write.transaction)?.attempts, [release])
    assert.deepStrictEqual(decision.answer.transaction, write.transaction)
    assert.deepStrictEqual(decision.answer.attempt, release)
  })

  // Source: D40: the acquirer refused the first key, and one key is one operation.
  it("D40: a hold whose approval was not taken back is released under a key of its own, at the acquirer asked last", () => {
    const attempts = [
      { step: "charge", key: AcquirerKey.make("second"), gatewayId: 7, amount: closed.amount },
      attempt(7)
    ]
    const transaction = { ...closed, attempts } as CardTransaction
    const decision = begin(job(), { transaction, totals: totals() }, { known: undefined, now })
    assert(decision._tag === "Decided" && decision.answer._tag === "Begun")
    assert.deepStrictEqual(decision.answer.attempt, {
      step: "release",
      key: AcquirerKey.make(`${closed.uid}:reverse-2`),
      gatewayId: 7,
      amount: closed.amount,
      at: now
    })
  })

  // Source: D53, "captures (one, many, none)": what one capture left has gone back with it.
  it.each<readonly [string, "one" | "many", CardTransaction, number, string]>([
    ["what one capture left", "one", closed, 400, "Nothing"],
    ["all of it, not captured", "one", closed, 0, "Begun 1000"],
    ["what captures left, where more could follow", "many", closed, 400, "Begun 600"],
    [
      "a release that was begun before",
      "one",
      { ...closed, attempts: [{ ...attempt(600), step: "release" }] },
      400,
      "Begun 600, again"
    ],
    ["what was not to be kept", "one", transactionWith({ status: "failed", reason: "avs-cvc" }), 400, "Begun 600"]
  ])("D53: of a hold at an acquirer with captures: %s: %s", (_, captures, transaction, captured, expected) => {
    const acquirerOf = () => ({ name: "Nordbank", capabilities: { captures } })
    const decision = begin(job(), { transaction, totals: totals({ captured }) }, { known: undefined, now, acquirerOf })
    assert(decision._tag === "Decided")
    const { answer } = decision
    const again = answer._tag === "Begun" && answer.isRepeated ? ", again" : ""
    assert.strictEqual(answer._tag === "Begun" ? `Begun ${answer.attempt.amount}${again}` : answer._tag, expected)
  })

  // Source: D40: a reversal does not begin once another process holds its job.
  it.each([
    { name: "this process", held: claimed("reverse"), expected: ["Heartbeat", ...begun("successful")] },
    { name: "another process", held: claimed("reverse", { owner: "two" }), expected: "Stale" },
    { name: "this process, again", held: claimed("reverse", { fence: 8 }), expected: "Stale" },
    { name: "no process", held: { ...claimed("reverse"), owner: null }, expected: "Stale" },
    { name: "nothing any more", held: undefined, expected: "Stale" }
  ])("D40: while $name holds the job: $expected", ({ expected, held }) => {
    const facts = { transaction: closed, totals: totals(), held }
    const decision = whileHeld(job(), facts, renewal, begin(job(), facts, { known: undefined, now }))
    assert.deepStrictEqual(shown(decision), expected)
  })
})

/** What the machine of attempts does about an answer. */
const conclusionOf = (
  event: CardEvent,
  attempts = 0,
  shop: Shop | undefined,
  isCertain = true
): ReadonlyArray<string> => {
  const isLast = nextQueryAt(now, attempts) === undefined
  const reversal = { isQueried: true, answer: outcomeOf(event, shop, isCertain), isLast }
  const facts = {
    kind: { unknownOutcome: "rolls-forward" },
    call: {},
    quietFor: 0,
    window: 0,

    reversal
  } as const
  return Either.getOrThrow(Machine.decide(AttemptMachine.machine, "reversing", "Answered", facts)).effects
}

describe("what the acquirer's answer to a reversal comes to", () => {
  const writeContext = {
    shop: shopWith(),
    encode: ({ status, version }: Transaction) => `${version} ${status}`,
    now,
    notification
  }
  const week = 7 * 24 * 3_600_000
  const corrected = [
    "ReplaceTransaction authorization 3 successful",
    "AppendHistory 3 failed Corrected successful",
    `EnqueueJob release-hold +${week} |shop`
  ]
  const postponed = (after: number) => [`PostponeJob reverse #7 +${after}`]
  const noAnswer = CardEvent.NoAnswer()
  const avsCvc = transactionWith({ status: "failed", reason: "avs-cvc" })

  // Source: D40: if the acquirer refuses the reversal, the transaction becomes `successful`, which is announced, and a hold
  // that was told as released is open again. What stays without an answer is parked, among the doubts.
  it.each([
    { name: "done", transaction: failed, event: approved, expected: finish, effects: "finish" },
    {
      name: "not answered",
      transaction: failed,
      event: noAnswer,
      expected: postponed(2000),
      effects: "reverse-later",
      wakes: 2000
    },
    {
      name: "not answered the 174th time",
      transaction: failed,
      event: noAnswer,
      attempts: 173,
      expected: postponed(3_600_000),
      effects: "reverse-later",
      wakes: 3_600_000
    },
    {
      name: "not answered for 7 days",
      transaction: failed,
      event: noAnswer,
      attempts: 174,
      expected: ["SuspendJob"],
      effects: "give-up"
    },
    {
      name: "refused",
      transaction: failed,
      event: declined,
      expected: [...finish, ...corrected],
      effects: "correct",
      wakes: week
    },
    {
      name: "refused after 7 days",
      transaction: failed,
      event: declined,
      attempts: 174,
      expected: [...finish, ...corrected],
      effects: "correct",
      wakes: week
    },
    {
      name: "refused, of one that expired",
      transaction: transactionWith({ status: "expired" }),
      event: declined,
      expected: [...finish, corrected[0]!, "AppendHistory 3 expired Corrected successful", corrected[2]!],
      effects: "correct",
      wakes: week
    },
    {
      name: "refused, for an AVS or CVC result",
      transaction: avsCvc,
      event: declined,
      expected: [...finish, ...corrected],
      effects: "correct",
      wakes: week
    },
    {
      name: "not answered for 7 days, for an AVS or CVC result",
      transaction: avsCvc,
      event: noAnswer,
      attempts: 174,
      expected: ["SuspendJob"],
      effects: "give-up"
    },
    {
      name: "not answered for 7 days, of a hold that lapsed",
      transaction: closed,
      event: noAnswer,
      attempts: 174,
      expected: ["SuspendJob"],
      effects: "give-up"
    },
    {
      name: "refused, of a hold that lapsed",
      transaction: closed,
      event: declined,
      expected: [
        ...finish,
        "ReplaceTransaction authorization 3 successful",
        "AppendHistory 3 successful Corrected successful"
      ],
      effects: "correct"
    },
    {
      name: "acknowledged",
      transaction: { ...failed, attempts: [attempt(7)] },
      event: CardEvent.Acknowledged({ reference: "v" }),
      expected: [
        "ReplaceTransaction authorization 3 failed acquirer-temporary",
        "AppendHistory 3 failed ReversalAcknowledged failed",
        "KeepReference",
        ...postponed(2000)
      ],
      effects: "reverse-later",
      wakes: 2000
    },
    {
      name: "not answered, of one that is gone",
      transaction: undefined,
      event: noAnswer,
      expected: finish,
      effects: "reverse-later"
    },
    {
      name: "refused, of one that is gone",
      transaction: undefined,
      event: declined,
      expected: finish,
      effects: "correct"
    },
    {
      name: "refused, of a shop that is not known now",
      transaction: failed,
      event: declined,
      shop: undefined,
      expected: postponed(2000),
      effects: "reverse-later",
      wakes: 2000
    },
    {
      name: "refused, of a shop that is not known for 7 days",
      transaction: failed,
      event: declined,
      attempts: 174,
      shop: undefined,
      expected: ["SuspendJob"],
      effects: "give-up"
    }
  ])("D40: $name: $expected", (row) => {
    const context = "shop" in row ? { ...writeContext, shop: undefined } : writeContext
    const [conclusion] = conclusionOf(row.event, row.attempts, context.shop).filter((effect) => effect !== "warn")
    assert.strictEqual(conclusion, row.effects)
    const decision = concluded(conclusion as Conclusion, job(row.attempts), row, {
      ...context,
      acknowledged: row.event._tag === "Acknowledged" ? { key, reference: row.event.reference } : undefined
    })
    assert.deepStrictEqual(shown(decision), row.expected)
    assert.strictEqual(wakesAfter(decision), row.wakes)
  })

  it("D40: a hold that the acquirer does not release is open again, and the merchant may capture or void it", () => {
    const transaction = { ...closed, details: { notificationUrl: "https://shop.example/hook" } }
    const decision = concluded("correct", job(), { transaction }, writeContext)
    assert(decision._tag === "Decided")
    const written = decision.writes.flatMap((write) => (write._tag === "ReplaceTransaction" ? [write.transaction] : []))
    assert.deepStrictEqual(
      written.map((one) => [one.closedAt, ofCard(one)?.closedBy]),
      [[null, undefined]]
    )
    assert.deepStrictEqual(reported(decision), ["authorization successful Corrected successful"])
  })

  it("D40: what is corrected is told to the merchant and the host", () => {
    const transaction = { ...failed, details: { notificationUrl: "https://shop.example/hook" } }
    const decision = concluded("correct", job(), { transaction }, writeContext)
    assert.includeMembers(Array.from(shown(decision)), ["InsertNotification 3 https://shop.example/hook 3 successful"])
    assert.deepStrictEqual(reported(decision), ["authorization failed Corrected successful"])
    assert.strictEqual(wakesAfter(decision), 0)
  })

  it("D53: what the acquirer said of the card when it was asked is kept with the correction, and with the card", () => {
    const { number: _, ...without } = savedCard()
    const saved = { ...without, providerToken: { provider: "nord", value: Redacted.make("once") } }
    const transaction = { ...failed, card: { ...shownCard, provider: "nord" } }
    const token = { provider: "nord", value: Redacted.make("again") }
    const known = CardEvent.Approved({
      ...{ report: { ...noReport, rrn: "12" }, card: { brand: "master", last4: "9995" }, networkTransactionId: "N1" },
      token
    })
    const decision = concluded("correct", job(), { transaction, card: saved }, { ...writeContext, known })
    assert(decision._tag === "Decided")
    const [charge] = decision.writes.flatMap((write) =>
      write._tag === "ReplaceTransaction" ? [write.transaction] : []
    )
    const [card] = decision.writes.flatMap((write) => (write._tag === "ReplaceCard" ? [write.card] : []))
    assert.deepInclude(charge, { status: "successful", networkTransactionId: "N1", report: { ...noReport, rrn: "12" } })
    assert.deepInclude(ofCard(charge!)?.card?.facts, { brand: "master", last4: "9995" })
    assert.deepStrictEqual([card?.providerToken, card?.networkTransactionId], [token, "N1"])
  })

  it.each([
    { event: approved, attempts: 174, expected: false },
    { event: declined, attempts: 0, expected: true },
    { event: noAnswer, attempts: 173, expected: false },
    { event: noAnswer, attempts: 174, expected: true }
  ])("an operator is told of $event._tag after $attempts questions: $expected", ({ attempts, event, expected }) => {
    assert.strictEqual(conclusionOf(event, attempts, shopWith()).includes("warn"), expected)
  })
})

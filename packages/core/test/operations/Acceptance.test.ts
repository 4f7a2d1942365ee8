import { writesOf } from "@florin/core/card-operations/CardWrites"
import { initial, undecided } from "@florin/core/card-operations/ChildRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Reads from "@florin/core/commits/Reads"
import type { Renewal } from "@florin/core/due-work/Lease"
import { ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as AcceptanceRules from "@florin/core/operations/AcceptanceRules"
import { InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import {
  later,
  notification,
  now,
  renewal,
  reported,
  savedCard,
  shopWith,
  shown,
  shownCard,
  uid,
  wakesAfter
} from "../samples.js"

const key = { key: "order-1", fingerprint: "a" }
const day = 24 * 60 * 60 * 1000

const request = (changes: Partial<AcceptanceRules.Request> = {}): AcceptanceRules.Request => ({
  name: "accept-charge",
  shop: shopWith(),
  key: undefined,
  now,
  window: { after: now.epochMillis - 30_000, until: now.epochMillis + 5000 },
  uid: uid("2"),
  fence: 42,
  notification,
  encode: ({ status, version }) => `${version} ${status}`,
  writesOf,
  type: "authorization",
  amount: Amount.make(1000),
  repeats: { on: savedCard().stamp, check: true },
  ...changes
})

const draft: AcceptanceRules.TransactionDraft<CardTransaction> = {
  type: "authorization",
  amount: Amount.make(1000),
  currency: Currency.make("EUR"),
  test: false,
  language: "en",
  details: {},
  gatewayId: 1,
  card: shownCard,
  ...undecided
}

type Plan = AcceptanceRules.NewTransaction<CardTransaction>

const plan = (changes: Partial<Plan> = {}, drafted: Partial<Plan["draft"]> = {}): Plan => ({
  draft: { ...draft, ...drafted },
  initial,
  ...changes
})

const none = { key: undefined, duplicate: undefined }

const decide = (
  requested: AcceptanceRules.Request,
  planned: Either.Either<Plan, InvalidRequest>,
  facts: AcceptanceRules.AcceptanceFacts = none,
  renewing: Renewal = renewal
) =>
  AcceptanceRules.acceptanceCommit(requested, {}, () => planned)
    .operation(renewing)
    .decide(facts)

const accepted = (decision: ReturnType<typeof decide>): string => {
  const reply = shown(decision)
  return typeof reply === "string" ? reply : "accepted"
}

describe("what a request is refused for", () => {
  const answered = { fingerprint: "a", claimedAt: now.epochMillis, answer: { document: "{}" } }
  const refused = "amount can't be greater than 1"
  const malformed = "idempotency_key must be 1 to 255 visible characters"

  // Source: D13, D12: the idempotency key comes before the plan, and the plan before the duplicate window.
  it.each([
    {
      name: "none",
      key: undefined,
      record: undefined,
      expected: ["accepted", refused, "DuplicateRequest", refused]
    },
    { name: "a new one", key, record: undefined, expected: ["accepted", refused, "DuplicateRequest", refused] },
    { name: "one that is no key", key: { ...key, key: "a b" }, record: undefined, expected: Array(4).fill(malformed) },
    { name: "one that was answered", key, record: answered, expected: Array(4).fill("AlreadyAnswered") },
    {
      name: "one in flight",
      key,
      record: { ...answered, answer: undefined },
      expected: Array(4).fill("IdempotencyInFlight")
    },
    {
      name: "one of another request",
      key,
      record: { ...answered, fingerprint: "b" },
      expected: Array(4).fill("IdempotencyMismatch")
    },
    {
      name: "one in flight of another request",
      key,
      record: { ...answered, fingerprint: "b", answer: undefined },
      expected: Array(4).fill("IdempotencyMismatch")
    },
    {
      name: "one answered 30 days ago",
      key,
      record: { ...answered, claimedAt: now.epochMillis - 30 * day },
      expected: Array(4).fill("AlreadyAnswered")
    },
    {
      name: "one answered a millisecond earlier than that",
      key,
      record: { ...answered, claimedAt: now.epochMillis - 30 * day - 1 },
      expected: ["accepted", refused, "DuplicateRequest", refused]
    }
  ])("D13, D12: $name as its key, alone, over the limit, as a repeat and as both: $expected", (row) => {
    const requested = request({ key: row.key })
    const over = Either.left(invalid("amount", "can't be greater than 1"))
    const [record, duplicate] = [row.record, uid("1")]
    assert.deepStrictEqual(
      [
        accepted(decide(requested, Either.right(plan()), { key: record, duplicate: undefined })),
        accepted(decide(requested, over, { key: record, duplicate: undefined })),
        accepted(decide(requested, Either.right(plan()), { key: record, duplicate })),
        accepted(decide(requested, over, { key: record, duplicate }))
      ],
      row.expected
    )
  })

  it("D13: a key that was answered brings the first answer, whatever that was", () => {
    const record = { ...answered, answer: { sent: { status: 400, body: '{"response":{}}' } } }
    const decision = decide(request({ key }), Either.right(plan()), { ...none, key: record })
    assert(decision._tag === "Refused" && decision.refusal._tag === "AlreadyAnswered")
    assert.deepStrictEqual(decision.refusal.answer, record.answer)
  })

  it("D5: names the field and the sentence", () => {
    const decision = decide(request(), Either.left(invalid(["credit_card", "token"], "does not exist")))
    assert(decision._tag === "Refused" && decision.refusal instanceof InvalidRequest)
    assert.deepStrictEqual(decision.refusal.errors, [{ path: ["credit_card", "token"], sentence: "does not exist" }])
  })
})

/** The reads of an operation for a changed request. */
const reads = (changes: Partial<AcceptanceRules.Request> = {}) =>
  AcceptanceRules.acceptanceCommit(request(changes), {}, () => Either.right(plan())).operation(renewal).load

describe("the duplicate window", () => {
  // Source: D12: half-open. The read finds transactions made after its instant, not at it.
  it.each([
    { ago: 0, expected: "DuplicateRequest" },
    { ago: 1, expected: "DuplicateRequest" },
    { ago: 29_999, expected: "DuplicateRequest" },
    { ago: 30_000, expected: "accepted" },
    { ago: 30_001, expected: "accepted" }
  ])(
    "Limits | Duplicate-check window of card requests: an equal request $ago ms ago: $expected (D12)",
    ({ ago, expected }) => {
      const { duplicate } = reads()
      assert(duplicate?._tag === "Duplicate")
      const original = now.epochMillis - ago
      const found = original > duplicate.after && original <= duplicate.until ? uid("1") : undefined
      assert.strictEqual(accepted(decide(request(), Either.right(plan()), { ...none, duplicate: found })), expected)
    }
  )

  const fingerprint = (changes: Partial<AcceptanceRules.Request> = {}): string | undefined => {
    const { duplicate } = reads(changes)
    return duplicate?._tag === "Duplicate" ? `${duplicate.shop} ${duplicate.fingerprint}` : undefined
  }
  // Source: D12: a key says by itself which requests are one.
  it.each([
    { requested: undefined, original: undefined, isRepeat: true },
    { requested: undefined, original: key, isRepeat: true },
    { requested: key, original: undefined, isRepeat: true },
    { requested: key, original: { ...key, key: "another" }, isRepeat: false }
  ])(
    "an original $original.key is a duplicate for a request $requested.key: $isRepeat (D12)",
    ({ requested, isRepeat, original }) => {
      const under = (one: typeof requested) => request(one === undefined ? {} : { key: one })
      const decision = decide(under(original), Either.right(plan()))
      assert(decision._tag === "Decided")
      const inserted = decision.writes.find(({ _tag }) => _tag === "InsertTransaction")
      assert(inserted?._tag === "InsertTransaction")
      const { duplicate } = AcceptanceRules.acceptanceCommit(under(requested), {}, () =>
        Either.right(plan())
      ).operation(renewal).load
      assert(duplicate?._tag === "Duplicate")
      assert.strictEqual([duplicate.fingerprint, duplicate.other].includes(inserted.terms.fingerprint), isRepeat)
      assert.strictEqual(AcceptanceRules.fingerprintWithoutKey(inserted.terms.fingerprint), duplicate.fingerprint)
    }
  )

  const on = (text: string) => ({ on: savedCard().stamp.replace(/b$/, text) as SavedCard["stamp"], check: true })

  // Source: D12: shop, operation, amount, and the card's stamp or the parent; nothing else.
  it.each([
    { name: "another amount", changes: { amount: Amount.make(1001) }, equal: false },
    { name: "another operation", changes: { type: "payment" }, equal: false },
    { name: "another card", changes: { repeats: on("c") }, equal: false },
    { name: "another parent", changes: { repeats: { on: uid("3"), check: true } }, equal: false },
    { name: "another shop", changes: { shop: shopWith({ id: ShopId.make("other") }) }, equal: false },
    { name: "another uid", changes: { uid: uid("3") }, equal: true },
    { name: "another key", changes: { key }, equal: true },
    { name: "another instant", changes: { now: later(1) }, equal: true }
  ] as const)(
    "Errors | Duplicate card request within 30 seconds while duplicate_check is true: $name is looked for as equal: $equal (D12)",
    ({ changes, equal }) => {
      assert.strictEqual(fingerprint(changes) === fingerprint(), equal)
    }
  )

  it("D12: a request without the check looks for none, and is one that later requests find", () => {
    const requested = request({ repeats: { on: savedCard().stamp, check: false } })
    assert.deepStrictEqual(Object.keys(reads(requested)), [])
    const decision = decide(requested, Either.right(plan()))
    assert(decision._tag === "Decided")
    const inserted = decision.writes.find((write) => write._tag === "InsertTransaction")
    assert.strictEqual(`shop ${inserted?.terms.fingerprint}`, fingerprint())
  })

  it("D13: the key is read where there is one, and nothing where neither is asked for", () => {
    const { key: read, ...others } = reads({ key, repeats: undefined })
    assert.deepStrictEqual(read, Reads.key(ShopId.make("shop"), "order-1"))
    assert.deepStrictEqual(Object.keys(others), [])
    assert.deepStrictEqual(Object.keys(reads({ repeats: undefined })), [])
  })
})

describe("what is written for a request", () => {
  const failed = { trigger: "NoAcquirer", status: "failed", effects: ["notify"], reason: "no-acquirer" } as const
  const authenticated = { trigger: "Accepted", status: "pending", effects: ["authenticate"], reason: null } as const
  const url = { details: { notificationUrl: "https://shop.example/hook" } }
  const held = "HoldJob recover #42 +2000 acquirer 1|shop by one"
  const first = ["InsertTransaction authorization 1 pending", "AppendHistory 1 none Accepted pending"]
  const ended = [
    "InsertTransaction authorization 1 failed no-acquirer",
    "AppendHistory 1 none NoAcquirer failed rule 1"
  ]

  // Source: States and transitions; D6 (F.2011), D13, D14, D34; the order is the one in which a store applies them.
  it.each([
    { name: "pending", request: {}, plan: plan(), expected: [...first, held], wakes: undefined },
    {
      name: "pending, under a key",
      request: { key },
      plan: plan(),
      expected: ["ClaimKey order-1 a +0", ...first, held],
      wakes: undefined
    },
    {
      name: "pending, with a new card and a card that grows",
      request: {},
      plan: plan({
        besides: [
          { _tag: "InsertCard", card: savedCard({ contracts: ["oneclick"] }) },
          { _tag: "ReplaceCard", card: savedCard({ contracts: ["credit"] }) }
        ]
      }),
      expected: [...first, held, "InsertCard oneclick", "ReplaceCard credit"],
      wakes: undefined
    },
    {
      name: "pending, of no acquirer",
      request: {},
      plan: plan({}, { gatewayId: null }),
      expected: [...first, "HoldJob recover #42 +2000 acquirer none|shop by one"],
      wakes: undefined
    },
    {
      name: "failed, with nobody to tell",
      request: {},
      plan: plan({ initial: { ...failed, detail: "rule 1" } }),
      expected: ended,
      wakes: undefined
    },
    {
      name: "failed, under a key and with a receiver and a card",
      request: { key },
      plan: plan(
        { initial: { ...failed, detail: "rule 1" }, besides: [{ _tag: "InsertCard", card: savedCard() }] },
        { ...url, report: noReport }
      ),
      expected: [
        "ClaimKey order-1 a +0",
        ...ended,
        "EnqueueJob notify +0 https://shop.example|shop",
        "InsertNotification 1 https://shop.example/hook 1 failed",
        "KeepAnswer order-1 1 failed",
        "InsertCard"
      ],
      wakes: 0
    },
    {
      name: "failed, told to the shop's receiver",
      request: { shop: shopWith({ notificationUrl: "https://shop.example/all" }) },
      plan: plan({ initial: { ...failed, detail: "rule 1" } }),
      expected: [
        ...ended,
        "EnqueueJob notify +0 https://shop.example|shop",
        "InsertNotification 1 https://shop.example/all 1 failed"
      ],
      wakes: 0
    },
    {
      name: "about to be authenticated",
      request: {},
      plan: plan({ initial: { ...authenticated, detail: null } }, url),
      expected: [...first, held],
      wakes: undefined
    }
  ])("D6, D13, D14: of one that begins $name: $expected", (row) => {
    const decision = decide(request(row.request), Either.right(row.plan))
    assert.deepStrictEqual(shown(decision), ["Heartbeat", ...row.expected])
    assert.strictEqual(wakesAfter(decision), row.wakes)
  })

  it("D42: a heartbeat is written only where the process has one due", () => {
    const decision = decide(request(), Either.right(plan()), none, { ...renewal, owner: "two", writes: [] })
    assert.deepStrictEqual(shown(decision), [...first, "HoldJob recover #42 +2000 acquirer 1|shop by two"])
  })

  it("answers what asks the acquirer with the job that it holds, and tells no listener yet", () => {
    const decision = decide(request(), Either.right(plan()))
    assert(decision._tag === "Decided" && decision.answer._tag === "Accepted")
    const { job, transaction } = decision.answer
    const { attempts, fence, kind, owner, runAt, subject } = job
    assert.deepStrictEqual(
      { attempts, fence, kind, owner, runAt: runAt.epochMillis - now.epochMillis, subject },
      { attempts: 0, fence: 42, kind: "recover", owner: "one", runAt: 2000, subject: uid("2") }
    )
    assert.strictEqual(transaction.acquirerKey, uid("2") as string)
    assert.deepStrictEqual([transaction.version, transaction.report, transaction.createdAt], [1, null, now])
    assert.deepStrictEqual(reported(decision), [])
  })

  it("answers what ends at once with its document, and tells the listeners", () => {
    const decision = decide(
      request({ key }),
      Either.right(plan({ initial: { ...failed, detail: null } }, { report: noReport }))
    )
    assert(decision._tag === "Decided" && decision.answer._tag === "Concluded")
    const { document, transaction } = decision.answer.answer
    assert.deepStrictEqual([document, transaction.idempotencyKey], ["1 failed", "order-1"])
    assert.isNotNull(transaction.report)
    assert.deepStrictEqual(reported(decision), ["authorization none NoAcquirer failed"])
  })
})

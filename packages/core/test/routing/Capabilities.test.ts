import { type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Capabilities from "@florin/core/routing/Capabilities"
import * as Routing from "@florin/core/routing/Routing"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

const [eur, usd] = [Currency.make("EUR"), Currency.make("USD")]

const named = (name: string, capabilities?: AcquirerCapabilities): Capabilities.Capable => ({
  name,
  ...(capabilities === undefined ? {} : { capabilities })
})

const wanting = (changes: Partial<Capabilities.Wanted> = {}): Capabilities.Wanted => ({
  type: "payment",
  currency: eur,
  ...changes
})

describe("what an acquirer that cannot do it refuses, before anything is accepted", () => {
  // Source: D53, "What it can do".
  it.each<readonly [string, AcquirerCapabilities | undefined, Partial<Capabilities.Wanted>, string]>([
    ["anything, of one that says nothing", undefined, { type: "authorization", contracts: ["recurring"] }, "can"],
    ["anything, of one that lists nothing", {}, { type: "payout" }, "can"],
    ["a payment, without captures", { captures: "none" }, {}, "can"],
    ["an authorization, with one capture", { captures: "one" }, { type: "authorization" }, "can"],
    [
      "an authorization, without captures",
      { captures: "none" },
      { type: "authorization" },
      "Authorizations, which are captured later, are not taken by the acquirer Nord"
    ],
    ["a check, with checks", { zeroAmountChecks: true }, { type: "tokenization" }, "can"],
    [
      "a check, without checks",
      { zeroAmountChecks: false },
      { type: "tokenization" },
      "Cards are not checked without an amount by the acquirer Nord"
    ],
    ["a payment, without checks", { zeroAmountChecks: false }, {}, "can"],
    [
      "a credit, without credits",
      { credits: false },
      { type: "credit" },
      "Credits to saved cards are not paid by the acquirer Nord"
    ],
    ["a payout, without credits", { credits: false }, { type: "payout" }, "can"],
    [
      "a payout, without payouts",
      { payouts: false },
      { type: "payout" },
      "Payouts to cards are not paid by the acquirer Nord"
    ],
    ["a credit, without payouts", { payouts: false }, { type: "credit" }, "can"],
    ["one of its currencies", { currencies: [usd, eur] }, {}, "can"],
    ["another currency", { currencies: [usd] }, {}, "currency is not taken by the acquirer Nord"],
    ["no currency at all", { currencies: [] }, {}, "currency is not taken by the acquirer Nord"],
    ["one of its contracts", { contracts: ["oneclick"] }, { contracts: ["oneclick"] }, "can"],
    [
      "one of its contracts and another",
      { contracts: ["oneclick"] },
      { contracts: ["oneclick", "credit"] },
      "additional_data.contract has one that is not offered by the acquirer Nord"
    ],
    ["no contract", { contracts: [] }, { contracts: [] }, "can"],
    ["a charge by the merchant, under recurring", { contracts: ["recurring"] }, { isByMerchant: true }, "can"],
    ["a charge by the merchant, under card on file", { contracts: ["card_on_file"] }, { isByMerchant: true }, "can"],
    [
      "a charge by the merchant, with contracts for customers",
      { contracts: ["oneclick", "credit"] },
      { isByMerchant: true },
      "Charges without their customer are not taken by the acquirer Nord"
    ],
    ["forced authentication, of one that does it", { authenticates: true }, { isForced: true }, "can"],
    [
      "forced authentication, of another",
      {},
      { isForced: true },
      "force_three_d_secure_verification is not available at the acquirer Nord"
    ],
    ["authentication that is not forced, of another", {}, { isForced: false }, "can"]
  ])("D53: %s", (_, capabilities, wanted, expected) => {
    const refused = Capabilities.refusal([named("Nord", capabilities)], wanting(wanted))
    assert.strictEqual(refused?.message ?? "can", expected)
    assert.strictEqual(Capabilities.isAble(named("Nord", capabilities), wanting(wanted)), expected === "can")
  })

  it.each<readonly [string, ReadonlyArray<Capabilities.Capable>, string | undefined]>([
    ["none is there", [], undefined],
    ["one of them can", [named("Nord", { currencies: [usd] }), named("Bank")], undefined],
    [
      "two cannot for one reason",
      [named("Nord", { currencies: [usd] }), named("Bank", { currencies: [] })],
      "currency is not taken by the acquirers Nord and Bank"
    ],
    [
      "three cannot, for two reasons",
      [named("A", { currencies: [usd] }), named("B", { captures: "none" }), named("C", { currencies: [usd] })],
      "currency is not taken by the acquirers A and C; " +
        "Authorizations, which are captured later, are not taken by the acquirer B"
    ]
  ])("D53: %s", (_, acquirers, expected) => {
    assert.strictEqual(Capabilities.refusal(acquirers, wanting({ type: "authorization" }))?.message, expected)
  })
})

describe("what the acquirer of the parent refuses", () => {
  const amounts = (amount: number, captured = 0) => ({
    amount: Amount.make(amount),
    whole: Amount.make(1000),
    captured: Amount.make(captured)
  })

  // Source: D53, "captures (one, many, none), partial voids, refunds".
  it.each<readonly [AcquirerCapabilities, Capabilities.WantedChild["kind"], number, number, string]>([
    [{}, "capture", 1, 999, "can"],
    [{ captures: "many" }, "capture", 1, 999, "can"],
    [{ captures: "one" }, "capture", 1, 0, "can"],
    [
      { captures: "one" },
      "capture",
      1,
      1,
      "parent_uid can't be captured again: the acquirer Nord takes one capture of an authorization"
    ],
    [{ captures: "none" }, "capture", 1, 0, "parent_uid can't be captured by the acquirer Nord"],
    [{ captures: "none" }, "void", 1000, 0, "can"],
    [{ partialVoids: true }, "void", 999, 0, "can"],
    [{ captures: "one" }, "void", 400, 0, "can"],
    ...(["rest", true, false] as const).map(
      (partialVoids) =>
        [
          ...[{ captures: "one", partialVoids } as const, "void", 600, 400],
          "parent_uid has nothing left to void: the acquirer Nord gives the rest back with the capture"
        ] as [AcquirerCapabilities, "void", number, number, string]
    ),
    [{ partialVoids: false }, "void", 1000, 0, "can"],
    [
      { partialVoids: false },
      "void",
      999,
      0,
      "amount must be the whole amount: the acquirer Nord voids whole authorizations only"
    ],
    [
      { partialVoids: false },
      "void",
      999,
      1,
      "parent_uid was captured in part, and the acquirer Nord voids whole authorizations only"
    ],
    [{ partialVoids: false }, "capture", 1, 0, "can"],
    [{ partialVoids: "rest" }, "void", 1000, 0, "can"],
    [{ partialVoids: "rest" }, "void", 600, 400, "can"],
    [
      { partialVoids: "rest" },
      "void",
      599,
      400,
      "amount must be all that is left: the acquirer Nord voids no part of it"
    ],
    [
      { partialVoids: "rest" },
      "void",
      999,
      0,
      "amount must be all that is left: the acquirer Nord voids no part of it"
    ],
    [{ refunds: true }, "refund", 1, 0, "can"],
    [{ refunds: false }, "refund", 1, 0, "parent_uid can't be refunded by the acquirer Nord"],
    [{ refunds: false }, "void", 1, 0, "can"]
  ])("D53: that can %j: a %s of %d after captures of %d", (capabilities, kind, amount, captured, expected) => {
    const refused = Capabilities.childRefusal(named("Nord", capabilities), { kind, ...amounts(amount, captured) })
    assert.strictEqual(refused?.message ?? "can", expected)
  })

  it("D53: of an acquirer that is not configured any more nothing is refused", () => {
    assert.isUndefined(Capabilities.childRefusal(undefined, { kind: "refund", ...amounts(1) }))
  })

  it.each([
    ["one", 1, true],
    ["one", 0, false],
    ["many", 1, false],
    ["none", 1, false]
  ] as const)(
    "D53: with captures %s, of which took %d, the rest goes back by itself: %s",
    (captures, took, expected) => {
      assert.strictEqual(Capabilities.isReleasedByCapture(named("Nord", { captures }), Amount.make(took)), expected)
    }
  )
})

describe("routing", () => {
  const acquirer = (gatewayId: number, capabilities: AcquirerCapabilities): AcquirerService => ({
    gatewayId,
    name: `acquirer ${gatewayId}`,
    simulated: false,
    inFlightWindow: Duration.zero,
    capabilities,
    perform: () => Effect.never,
    status: () => Effect.succeed(AcquirerStatus.Unknown())
  })
  const all = [acquirer(1, { currencies: [usd] }), acquirer(2, {}), acquirer(3, { captures: "none" })]

  it.each<readonly [Partial<Capabilities.Wanted>, ReadonlyArray<number> | null, ReadonlyArray<number>]>([
    [{ currency: usd }, null, [1, 2, 3]],
    [{}, null, [2, 3]],
    [{ type: "authorization" }, null, [2]],
    [{}, [3, 1, 2], [3, 2]],
    [{}, [1], []],
    [{ type: "authorization" }, [1, 3], []]
  ])("D53: for %j in the order %j asks %j", (wanted, order, expected) => {
    const found = Routing.candidates(all, { test: false, source: { source: "card" }, wanted: wanting(wanted) }, order)
    assert.deepStrictEqual(
      found.map(({ gatewayId }) => gatewayId),
      expected
    )
  })
})

describe("the acquirers that were passed over", () => {
  const acquirer = (gatewayId: number, capabilities: AcquirerCapabilities): AcquirerService => ({
    ...{ gatewayId, name: `acquirer ${gatewayId}`, simulated: false, inFlightWindow: Duration.zero, capabilities },
    perform: () => Effect.never,
    status: () => Effect.succeed(AcquirerStatus.Unknown())
  })
  const all = [
    ...[acquirer(1, { currencies: [usd] }), acquirer(2, {}), acquirer(3, { captures: "none" }), acquirer(4, {})],
    acquirer(5, { sources: ["token"] })
  ]

  it.each<readonly [Partial<Capabilities.Wanted>, number | undefined, ReadonlyArray<number>, string]>([
    [{ currency: usd }, 1, [], ""],
    [{}, 2, [], "1 currency"],
    [{}, 4, [2, 3], "1 currency, 2 failing, 3 failing"],
    [{ type: "authorization" }, 4, [2], "1 currency, 2 failing, 3 authorizations"],
    [{ type: "authorization", isByMerchant: true }, 2, [], "1 currency"],
    [
      { isForced: true },
      undefined,
      [],
      "1 currency, 2 authentication, 3 authentication, 4 authentication, 5 card-numbers"
    ]
  ])("D53: for %j, where %j is asked and the calls of %j fail: %s", (wanted, chosen, failing, expected) => {
    const considered = Routing.considered(
      all,
      { test: false, source: { source: "card" }, wanted: wanting(wanted) },
      null
    )
    const found = Routing.passedOver(considered, {
      chosen: all.find(({ gatewayId }) => gatewayId === chosen),
      skipped: failing
    })
    assert.strictEqual(found.map(({ gatewayId, lacks = "failing" }) => `${gatewayId} ${lacks}`).join(", "), expected)
  })

  it("D53: of a token are those of other providers", () => {
    const source = { source: "token", provider: "nord" } as const
    const [found] = Routing.considered(all.slice(0, 1), { test: false, source }, null)
    assert.strictEqual(found?.lacks, "tokens")
  })
})

describe("an acquirer in words", () => {
  it.each<readonly [AcquirerCapabilities | undefined, string]>([
    [undefined, "takes card numbers; several captures of an authorization"],
    [{ captures: "none", partialVoids: false }, "takes card numbers; no captures"],
    [
      { partialVoids: "rest" },
      "takes card numbers; several captures of an authorization; no partial voids but of all that is left"
    ],
    [
      {
        captures: "one",
        partialVoids: false,
        credits: false,
        payouts: false,
        currencies: [eur, usd],
        contracts: ["recurring"],
        sources: ["card", "token"],
        authenticates: true
      },
      "takes card numbers and its tokens; one capture of an authorization; no partial voids, no credits, no payouts; " +
        "contracts recurring; currencies EUR, USD; authenticates customers itself"
    ],
    [
      { refunds: false, zeroAmountChecks: false, contracts: [] },
      "takes card numbers; several captures of an authorization; no refunds, no checks without an amount; no contracts"
    ]
  ])("D53: that can %j", (capabilities, expected) => {
    assert.strictEqual(Capabilities.described(named("Nord", capabilities)), expected)
  })
})

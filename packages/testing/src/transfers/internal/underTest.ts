/** A provider of transfers under test, and what all parts of its contract ask of it. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Movement } from "@florin/core/money/Movement"
import type { Recipient } from "@florin/core/transfers/Transfer"
import type { TransferAnswer, TransferProvider, TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as assert from "../../internal/assert.js"
import { payment, payout, refund } from "../TransferRequests.js"

/** A provider, and what only the outside can do. */
export interface ProviderUnderTest {
  readonly provider: TransferProvider
  /** The customer pays the order of this key. Default: its amount. */
  readonly pay: (key: AcquirerKey, amount?: Amount) => Effect.Effect<unknown, unknown>
  /** A bank completes the payout or refund of this key. Default: its amount. */
  readonly complete: (key: AcquirerKey, amount?: Amount) => Effect.Effect<unknown, unknown>
  /** A bank refuses the payout or refund of this key. */
  readonly refuse: (key: AcquirerKey) => Effect.Effect<unknown, unknown>
}

/** Makes another request of one, that has a trigger of the provider's tests. */
export type Change = (request: TransferRequest) => TransferRequest

/** What the provider has for tests; what it has none for is not checked. */
export interface SuiteTransfers {
  /** Receives payouts. */
  readonly recipient: Recipient
  /** Refused at once. */
  readonly refused: Change
  /** No answer, and nothing was done: the first sending of a key alone. */
  readonly lost?: Change
  /** No answer, though it was accepted: the first sending of a key alone. */
  readonly late?: Change
}

export type Open = Effect.Effect<ProviderUnderTest, unknown, Scope.Scope>

/** One promise of the contract. It fails as a defect, with the assertion that was not met. */
export interface Check {
  readonly name: string
  readonly run: Effect.Effect<unknown, unknown, Scope.Scope>
}

export type Add = (name: string, run: () => Check["run"]) => void

/** For comparisons: dates as text, and without the time of the answer. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === "asOf" ? undefined : member)))

export const assertSame = (actual: unknown, expected: unknown, message?: string): void =>
  assert.deepStrictEqual(plain(actual), plain(expected), message)

type Answered<Tag extends TransferAnswer["_tag"]> = Extract<TransferAnswer, { readonly _tag: Tag }>

/** Asks, and expects an answer of one of these kinds. */
export const expecting = <Tag extends TransferAnswer["_tag"]>(
  tags: ReadonlyArray<Tag>,
  { provider }: ProviderUnderTest,
  request: TransferRequest
): Effect.Effect<Answered<Tag>> =>
  Effect.map(provider.perform(request), (answer) => {
    assert.include(tags, answer._tag, `${request._tag} of ${request.amount}`)
    return answer as Answered<Tag>
  })

/** Asks, and expects that the provider does it: at once, or as soon as the outside has done its part. */
export const accepted = (under: ProviderUnderTest, request: TransferRequest) =>
  expecting(["Waiting", "Paid"], under, request)

/** Asks, and expects that nothing is done. */
export const declined = (under: ProviderUnderTest, request: TransferRequest) =>
  expecting(["Rejected", "NotSent"], under, request)

/** Asks how a key stands, and expects that. */
export const assertStatus = Effect.fnUntraced(function* (
  { provider }: ProviderUnderTest,
  key: AcquirerKey,
  expected: unknown
) {
  assertSame(yield* provider.status(key), expected, "status")
})

const day = { days: 1 }

/** The movements under these keys, within a day of now; undefined where the books can't be read. */
export const movementsOf = (
  { provider }: ProviderUnderTest,
  keys: ReadonlyArray<AcquirerKey>
): Effect.Effect<ReadonlyArray<Movement> | undefined, unknown> =>
  Effect.gen(function* () {
    const now = yield* DateTime.now
    const all = yield* provider.movements?.({ from: DateTime.subtract(now, day), to: DateTime.add(now, day) }) ??
      Effect.succeed(undefined)
    return all?.filter(({ key }) => keys.includes(key))
  })

export const assertMovements = (under: ProviderUnderTest, key: AcquirerKey, expected: number) =>
  Effect.map(movementsOf(under, [key]), (found) =>
    assert.strictEqual(found?.length ?? expected, expected, "movements under the key")
  )

/** The outside does its part: the customer pays, or a bank completes. */
export const settle = (under: ProviderUnderTest, { _tag, key }: TransferRequest, amount?: Amount) =>
  _tag === "Payment" ? under.pay(key, amount) : under.complete(key, amount)

/** Asks for what the provider accepts, and lets the outside do its part. The standing is `Paid` afterwards. */
export const paid = Effect.fnUntraced(function* (under: ProviderUnderTest, request: TransferRequest, amount?: Amount) {
  const answer = yield* accepted(under, request)
  if (answer._tag === "Waiting") yield* settle(under, request, amount)
  const status = yield* under.provider.status(request.key)
  assert.strictEqual(status._tag, "Paid", `${request._tag} of ${request.amount}`)
  return status as Extract<typeof status, { readonly _tag: "Paid" }>
})

/** An order that the customer has paid. */
export const paidOrder = Effect.fnUntraced(function* (under: ProviderUnderTest, amount = 100_000) {
  const request = yield* payment("sbp", { amount })
  yield* paid(under, request)
  return request.key
})

/** One request of every kind, each possible when it is its turn. */
export const oneOfEach = Effect.fnUntraced(function* (under: ProviderUnderTest, { recipient }: SuiteTransfers) {
  const parent = yield* paidOrder(under)
  return [
    yield* payment("sbp", { amount: 100_000 }),
    yield* payment("sbp_data", { amount: 100_000 }),
    yield* refund(parent, { amount: 40_000 }),
    yield* payout(recipient, { amount: 500_000 })
  ] as const
})

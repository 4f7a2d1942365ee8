/** The contract of a wallet, as tests that every implementation runs. */
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import type { WalletProvider } from "@florin/core/cards/WalletProvider"
import { WalletSaveResult } from "@florin/core/cards/WalletSaveResult"
import type { Shop } from "@florin/core/shops/Shop"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { transaction } from "../acquirers/AcquirerRequests.js"
import * as assert from "../internal/assert.js"
import { declareTest, type Runner } from "../Runner.js"

/** What the wallet has for tests. `saved`: how many cards it holds. */
export interface WalletUnderTest {
  readonly wallet: WalletProvider["Type"]
  readonly shop: Shop
  readonly card: AcquirerCard
  readonly sessions: { readonly saving: string; readonly refusing: string }
  readonly saved?: Effect.Effect<number>
}

const isResult = Schema.is(WalletSaveResult)

const digitsOf = (answer: unknown): string => JSON.stringify(answer).replace(/[ .\-_/]/g, "")

/** Its promises, for runners of another kind. */
export const checks = ({ card, saved = Effect.succeed(0), sessions, shop, wallet }: WalletUnderTest) => {
  const save = Effect.fnUntraced(function* (session: string, times = 1, sent: AcquirerCard = card) {
    const behind = yield* transaction("payment", { amount: 1000 })
    const answers = yield* Effect.replicateEffect(
      wallet.save({ shop, session, card: sent, transaction: behind }),
      times
    )
    for (const answer of answers) {
      assert.isTrue(answer === "not-used" || isResult(answer), "a result, or not-used")
      // biome-ignore lint/plugin/secrets: looks for the number of a test card in texts
      assert.isFalse(digitsOf(answer).includes(Redacted.value(card.number)))
    }
    return answers
  })
  const { holder: _holder, securityCode: _code, ...bare } = card
  const once = Effect.gen(function* () {
    const before = yield* saved
    const answers = yield* save(sessions.saving, 3)
    for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
    assert.isBelow((yield* saved) - before, 2)
  })
  const outcome = (session: string, expected: string) =>
    Effect.map(save(session), ([answer]) => assert.hasMembers(answer, { status: expected }))
  return {
    "saves the card of a session": outcome(sessions.saving, "successful"),
    "says why it has saved none": outcome(sessions.refusing, "failed"),
    "saves the card of a transaction once, and answers the same again": once,
    "neither fails nor dies without holder and security code": save(sessions.saving, 1, bare)
  }
}

/** Runs the contract of `WalletProvider`. */
export const walletProviderSuite = (runner: Runner, name: string, open: () => WalletUnderTest): void => {
  runner.describe(`${name} keeps the contract of a wallet`, () => {
    for (const [promise, run] of Object.entries(checks(open()))) declareTest(runner, promise, run)
  })
}

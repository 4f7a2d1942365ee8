/** What an acquirer says that it cannot do. Source: D53. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import { capabilitiesOf, expectingRefusal, requestsOf } from "./asking.js"
import { approvedCharge, carryingOut } from "./children.js"
import type { AcquirerUnderTest, Add, Open, Sources } from "./underTest.js"

const currencies = ["EUR", "USD", "GBP", "JPY", "KWD"]

/** A currency that it does not take. */
const otherCurrency = ({ acquirer }: AcquirerUnderTest): string | undefined => {
  const taken: ReadonlyArray<string> | undefined = acquirer.capabilities?.currencies
  return taken === undefined ? undefined : currencies.find((currency) => !taken.includes(currency))
}

const impossible = Effect.fnUntraced(function* (under: AcquirerUnderTest, { approving, card }: Sources) {
  const { charge, payOut } = requestsOf(under)
  const can = capabilitiesOf(under)
  const currency = otherCurrency(under)
  const takesCards = under.acquirer.capabilities?.sources?.includes("card") !== false
  const byCard = card === undefined ? undefined : Effect.succeed({ source: "card", card } as const)
  const makers: ReadonlyArray<readonly [boolean, Effect.Effect<AcquirerRequest>]> = [
    [!can.zeroAmountChecks, charge("tokenization", approving, { amount: 0 })],
    [!can.credits, payOut("credit", approving, { amount: 300 })],
    [!can.payouts, payOut("payout", approving, { amount: 300 })],
    [currency !== undefined, charge("payment", approving, { amount: 1000, currency: currency ?? "EUR" })],
    [!takesCards && byCard !== undefined, charge("payment", byCard ?? approving, { amount: 1000 })]
  ]
  return yield* Effect.forEach(
    makers.filter(([isImpossible]) => isImpossible),
    ([, make]) => make
  )
})

export const capabilities = (check: Add, open: Open, sources: Sources): void => {
  check("refuses what it says that it cannot do", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const request of yield* impossible(under, sources)) yield* expectingRefusal(under, request)
      const hold = yield* approvedCharge(under, "authorization", sources.approving, 1000)
      yield* carryingOut(under, hold, [
        ["Void", 100],
        ["Capture", 400],
        ["Capture", 100]
      ])
      const payment = yield* approvedCharge(under, "payment", sources.approving, 1000)
      yield* carryingOut(under, payment, [["Refund", 1000]])
    })
  )
}

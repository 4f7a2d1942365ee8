/** How an acquirer behaves towards the gateway, whatever it is asked. */
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import type { Order } from "../AcquirerRequests.js"
import { capabilitiesOf, expecting, requestsOf } from "./asking.js"
import type { Add, Open, Part, Source, Sources } from "./underTest.js"

const ofCards = (card: AcquirerCard): ReadonlyArray<readonly [string, AcquirerCard, Order]> => {
  const { holder: _holder, securityCode: _code, ...bare } = card
  return [
    ["without holder and security code", bare, { amount: 1000 }],
    ["with a holder in another script", { ...card, holder: "Ёлка 🎄 O'Neil" }, { amount: 1000 }],
    ["with a card that expired long ago", { ...card, expMonth: 1, expYear: 1999 }, { amount: 1000 }]
  ]
}

const oddities = ({ approving, card }: Sources): ReadonlyArray<readonly [string, Source, Order]> => [
  ...(card === undefined ? [] : ofCards(card)).map(
    ([name, odd, order]) => [name, Effect.succeed({ source: "card", card: odd } as const), order] as const
  ),
  ["with the largest amount", approving, { amount: Number.MAX_SAFE_INTEGER }],
  ["in a currency without decimals", approving, { amount: 1000, currency: "JPY" }]
]

/** What an acquirer has, and the suite is not set up to try. */
const untried = (check: Add, open: Open, sources: Sources, parts: ReadonlyArray<Part>): void => {
  check("is tried in all that it says it has", () =>
    Effect.gen(function* () {
      const { acquirer, isLive = false } = yield* open
      const takes = acquirer.capabilities?.sources ?? ["card"]
      const triesTokens = sources.tokens !== undefined || sources.card === undefined
      assert.isTrue(!takes.includes("token") || acquirer.provider !== undefined, "tokens, and no `provider`")
      assert.strictEqual(takes.includes("token"), triesTokens, "tokens")
      assert.strictEqual(acquirer.notifications !== undefined, parts.includes("notifications"), "notifications")
      assert.strictEqual(acquirer.keyLife !== undefined && !isLive, parts.includes("keyLife"), "keyLife")
    })
  )
}

export const manners = (check: Add, open: Open, sources: Sources, parts: ReadonlyArray<Part>): void => {
  check("has a gateway id, a name and an end of waiting", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* open
      assert.isTrue(Number.isSafeInteger(acquirer.gatewayId) && acquirer.gatewayId > 0)
      assert.isNotEmpty(acquirer.name)
      assert.isTrue(Duration.isFinite(acquirer.inFlightWindow))
    })
  )

  untried(check, open, sources, parts)

  check("declines the declining card in every operation on a card", () =>
    Effect.gen(function* () {
      const under = yield* open
      const kinds = ["authorization", "payment", "tokenization"] as const
      const { zeroAmountChecks } = capabilitiesOf(under)
      for (const kind of kinds.filter((kind) => kind !== "tokenization" || zeroAmountChecks)) {
        const { charge } = requestsOf(under)
        yield* expecting("Declined", under, yield* charge(kind, sources.declining, { amount: 1000 }))
      }
    })
  )

  for (const [name, by, order] of oddities(sources)) {
    check(`neither fails nor dies when asked ${name}`, () =>
      Effect.gen(function* () {
        const under = yield* open
        const request = yield* requestsOf(under).charge("payment", by, order)
        const exit = yield* Effect.exit(under.acquirer.perform(request))
        assert.strictEqual(exit._tag, "Success")
      })
    )
  }
}

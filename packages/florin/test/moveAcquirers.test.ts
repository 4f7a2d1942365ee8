// The guide "Move from Stripe to an acquirer of your own": the app stays as it is, and the list of acquirers changes.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Adyen from "@florin/connector-adyen/Adyen"
import * as Checkout from "@florin/connector-checkout/Checkout"
import * as Stripe from "@florin/connector-stripe/Stripe"
import { Acquirers } from "@florin/core/cards/Acquirer"
import * as AcquirerLedger from "@florin/testing/parties/AcquirerLedger"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ChargeRequest, createFlorin, type Florin, type RoutingRule } from "florin"
import { afterAll, assert, describe, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-move-"))
afterAll(() => rmSync(directory, { recursive: true }))

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const keys = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const [ofStripe, ofBank] = [ScriptedAcquirer.make({ refers: true }), ScriptedAcquirer.make({ refers: true })]
const stripe = ScriptedAcquirer.service(ofStripe, {
  ...{ gatewayId: Stripe.defaultGatewayId, name: "Stripe", provider: "stripe", sources: ["token"] }
})
const bank = ScriptedAcquirer.service(ofBank, { gatewayId: 7, name: "Bank", provider: "bank", sources: ["card"] })

/** The operator's part: who charges. */
const running = async <A>(
  acquirers: ReadonlyArray<typeof bank>,
  routing: ReadonlyArray<RoutingRule>,
  use: (florin: Florin) => Promise<A>
): Promise<A> => {
  const florin = await createFlorin({
    ...{
      database: `sqlite:${join(directory, "florin.db")}`,
      keys,
      baseUrl: "https://shop.example/pay",
      acquirers,
      routing
    },
    shops: [{ id: "books", secretKey: "a-long-random-secret" }]
  })
  try {
    return await use(florin)
  } finally {
    await florin.close()
  }
}

/** The app's part, which is the same all the time. */
const app = ({ shop }: Florin) => {
  const { pay, refund } = shop("books")
  return {
    sell: async (amount: number, card: ChargeRequest["card"]) => {
      const sold = await pay({ amount, currency: "EUR", description: "A book", card })
      assert.strictEqual(sold.status, "successful")
      return sold
    },
    takeBack: async (parentUid: string, amount: number) => {
      const { status } = await refund({ parentUid, amount, reason: "Returned" })
      assert.strictEqual(status, "successful")
    }
  }
}

const byToken = { providerToken: { provider: "stripe", value: "pm_1" } } as const
const byNumber = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" } as const

const moved = ({ ledger }: ScriptedAcquirer.ScriptedAcquirer): ReadonlyArray<string> =>
  Array.from(ledger.entries.values())
    .filter(AcquirerLedger.moves)
    .map(({ amount, kind }) => `${kind} ${amount}`)

const toBank: ReadonlyArray<RoutingRule> = [
  { name: "to the bank, else to Stripe", action: { kind: "acquirers", gateways: [7, Stripe.defaultGatewayId] } }
]

const options = {
  stripe: { apiKey: "sk_test_1" },
  adyen: { apiKey: "AQE", merchantAccount: "Shop", hmacKeys: "A".repeat(64) },
  checkout: { apiKey: "sk_sbox_1", signatureKeys: "a-signature-key" }
}

describe("the layer of each connector", () => {
  it.each([
    ["Stripe", Stripe.layer(options.stripe), Stripe.defaultGatewayId],
    ["Adyen", Adyen.layer(options.adyen), Adyen.defaultGatewayId],
    ["Checkout.com", Checkout.layer(options.checkout), Checkout.defaultGatewayId]
  ])("D54: provides %s as the only acquirer", async (name, layer, gatewayId) => {
    const acquirers = await Effect.runPromise(Effect.provide(Effect.orDie(Acquirers), Layer.orDie(layer)))
    assert.deepStrictEqual(
      acquirers.map((one) => [one.name, one.gatewayId]),
      [[name, gatewayId]]
    )
  })
})

describe("the guide to moving", () => {
  it("names Stripe by the id that its connector has, which no other connector has, nor the bank", () => {
    const guide = readFileSync(new URL("../../../docs/guides/move-acquirers.md", import.meta.url), "utf8")
    const [, named, own] = /const \[stripe, bank\] = \[(\d+), (\d+)\]/.exec(guide) ?? []
    const ids = [
      Stripe.stripe(options.stripe).gatewayId,
      Adyen.adyen(options.adyen).gatewayId,
      Checkout.checkout(options.checkout).gatewayId
    ]
    assert.deepStrictEqual(ids, [Stripe.defaultGatewayId, Adyen.defaultGatewayId, Checkout.defaultGatewayId])
    assert.strictEqual(Number(named), ids[0])
    assert.lengthOf(new Set([...ids, Number(own)]), 4)
  })
})

describe("a shop that moves from a provider of tokens to a bank", () => {
  it("D53: sells and takes back as before, and each refund finds the acquirer of its charge", async () => {
    const before = await running([stripe], [], async (florin) => {
      const { sell } = app(florin)
      return [await sell(1001, byToken), await sell(1002, byToken)] as const
    })
    assert.deepStrictEqual([moved(ofStripe), moved(ofBank)], [["payment 1001", "payment 1002"], []])
    await running([stripe, bank], toBank, async (florin) => {
      const { sell, takeBack } = app(florin)
      await sell(1003, byNumber)
      // A token goes to its provider, whatever the rules prefer.
      await sell(1004, byToken)
      await sell(1005, { token: before[0].card?.token ?? "" })
      await takeBack(before[0].uid, 1001)
    })
    assert.deepStrictEqual(moved(ofStripe).slice(2), ["payment 1004", "payment 1005", "refund 1001"])
    assert.deepStrictEqual(moved(ofBank), ["payment 1003"])
    const onlyBank = [{ ...toBank[0]!, action: { kind: "acquirers", gateways: [7] } }] as const
    await running([stripe, bank], onlyBank, async (florin) => {
      const { sell, takeBack } = app(florin)
      await takeBack((await sell(1006, byNumber)).uid, 6)
      await takeBack(before[1].uid, 1002)
    })
    assert.deepStrictEqual(moved(ofStripe).slice(5), ["refund 1002"])
    assert.deepStrictEqual(moved(ofBank), ["payment 1003", "payment 1006", "refund 6"])
  })
})

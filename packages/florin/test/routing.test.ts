import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { createFlorin, type Florin, type Options, type RoutingRule } from "florin"
import { afterAll, afterEach, assert, describe, expectTypeOf, it } from "vitest"
import { shops } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

const baseUrl = "https://shop.example"
const listed = [
  { id: "books", secretKey: "a-long-random-secret" },
  { id: "music", secretKey: "another-random-secret" }
] as const

const routing: ReadonlyArray<RoutingRule> = [
  { name: "no cards from Germany", when: { issuerCountry: ["DE"] }, action: { kind: "decline" } },
  { name: "large ones", when: { amount: { from: 100_000 } }, action: { kind: "acquirers", gateways: [7] } },
  { name: "all others", action: { kind: "acquirers", gateways: [3, 1] } }
]

describe("createFlorin with routing rules", () => {
  let florin: Florin | undefined
  afterEach(async () => {
    await florin?.close()
    florin = undefined
  })

  const ask = async (path: string, { id, secretKey }: (typeof listed)[number], body?: object) => {
    const answer = await documentedFetch(florin!.fetch)(
      new Request(`${baseUrl}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`${id}:${secretKey}`).toString("base64")}`,
          "content-type": "application/json"
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> }
  }

  const charge = (number: string, amount: number) => ({
    request: {
      ...{ amount, currency: "EUR", description: "An order", billing_address: { country: "FR" } },
      credit_card: { number, verification_value: "123", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
    }
  })

  it("Transaction | smart_routing_verification: is successful or failed by them, and each charge is explained to its shop (D17)", async () => {
    const shop = await made.on("SQLite")
    const keys = `${shop.directory}/keys.json`
    florin = await createFlorin({ database: shop.database, keys, baseUrl, sandbox: true, shops: listed, routing })
    const [books, music] = listed
    const cases = [
      {
        number: "5555555555554444",
        amount: 1000,
        code: "F.2006",
        rules: [
          [routing[0]!.name, "decline", undefined],
          [routing[2]!.name, "acquirers", [3, 1]]
        ],
        requested: []
      },
      {
        number: "4242424242424242",
        amount: 100_000,
        code: "F.2011",
        rules: [[routing[1]!.name, "acquirers", [7]]],
        requested: []
      },
      {
        number: "4242424242424242",
        amount: 99_999,
        code: "S.0000",
        rules: [[routing[2]!.name, "acquirers", [3, 1]]],
        requested: [[1, "successful", null]]
      }
    ]
    for (const { amount, requested, code, number, rules } of cases) {
      const { transaction } = (await ask("/transactions/payments", books, charge(number, amount))).body
      assert.deepInclude(transaction, {
        code,
        smart_routing_verification: { status: code === "F.2006" ? "failed" : "successful" }
      })
      const path = `/transactions/${transaction?.uid}/explanation`
      const { explanation } = (await ask(path, books)).body
      assert.deepInclude(explanation, {
        uid: transaction?.uid,
        facts: {
          ...{ shop: "books", type: "payment", amount, currency: "EUR", customer_country: "FR", ip_country: null },
          ...(number.startsWith("5")
            ? { brand: "master", bin: "55555555", issuer_country: "DE" }
            : { brand: "visa", bin: "42424242", issuer_country: "US" }),
          ...{ contracts: [], test: false }
        },
        three_d_secure: "not_asked"
      })
      const { acquirers, rules: fired } = explanation as Record<string, ReadonlyArray<Record<string, unknown>>>
      assert.deepStrictEqual(
        fired?.map(({ action, gateway_ids, name }) => [name, action, gateway_ids]),
        rules
      )
      assert.deepStrictEqual(
        acquirers?.map(({ code, gateway_id, result }) => [gateway_id, result, code]),
        requested
      )
      const unknown = await ask("/transactions/0190b6a0-0000-7000-8000-000000000001/explanation", music)
      assert.deepStrictEqual(await ask(path, music), unknown)
      assert.deepStrictEqual([unknown.status, unknown.body], [404, { response: { message: "Record not found" } }])
    }
    await florin.close()
    await shop.remove()
  }, 20_000)

  it("D17: are checked by the compiler too", () => {
    type Rules = NonNullable<Options["routing"]>
    expectTypeOf([{ name: "a", action: { kind: "decline" as const } }]).toExtend<Rules>()
    expectTypeOf([{ name: "a", action: { kind: "perhaps" as const } }]).not.toExtend<Rules>()
    expectTypeOf([
      { name: "a", when: { brand: ["vise" as const] }, action: { kind: "decline" as const } }
    ]).not.toExtend<Rules>()
  })
})

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Gateway from "../src/gateway.js"
import { nordbank } from "./nordbank.js"
import { veriscope } from "./veriscope.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const keys = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-ports-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const baseUrl = "https://shop.example/pay"
const credentials = Buffer.from("books:a-long-random-secret").toString("base64")

const gateway = Effect.gen(function* () {
  const bank = yield* nordbank
  const issuers = yield* veriscope
  const database = `sqlite:${join(yield* directory, "florin.db")}`
  const florin = yield* Effect.acquireRelease(
    Effect.promise(() => Gateway.start({ database, keys, baseUrl, bank: bank.provider, issuers: issuers.provider })),
    (florin) => Effect.promise(() => florin.close())
  )
  const pay = (number: string) =>
    Effect.promise(async () => {
      const answer = await florin.fetch(
        new Request(`${baseUrl}/transactions/payments`, {
          method: "POST",
          headers: {
            authorization: `Basic ${credentials}`,
            "content-type": "application/json"
          },
          body: JSON.stringify({
            request: {
              amount: 1995,
              currency: "EUR",
              description: "Order 42",
              credit_card: { number, holder: "Jane Doe", exp_month: "12", exp_year: "2099" }
            }
          })
        })
      )
      const { transaction } = (await answer.json()) as { readonly transaction: Readonly<Record<string, unknown>> }
      return transaction
    })
  return { bank, pay }
})

describe("a gateway with both ports", () => {
  it.scopedLive("gives the bank what 3-D Secure has proved", () =>
    Effect.gen(function* () {
      const { bank, pay } = yield* gateway
      const { status, three_d_secure_verification: proved } = yield* pay("4012000000001006")
      assert.strictEqual(status, "successful")
      const [operation] = bank.operations
      assert.isString(operation?.authentication?.cavv)
      assert.deepInclude(proved, { pa_status: "Y", eci: "05", cavv: operation?.authentication?.cavv })
    })
  )

  it.scopedLive("asks the bank nothing while the customer is at the issuer, or after a refusal", () =>
    Effect.gen(function* () {
      const { bank, pay } = yield* gateway
      const challenged = yield* pay("4012000000001097")
      assert.deepInclude(challenged, { status: "incomplete", code: "P.4012" })
      assert.deepInclude(yield* pay("4012000000001014"), { status: "failed", code: "F.4001" })
      assert.deepStrictEqual(bank.operations, [])
    })
  )
})

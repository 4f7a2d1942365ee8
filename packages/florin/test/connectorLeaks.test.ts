// What a database holds after charges through the connectors: no card number, API key or secret of signatures. Source: D53, D5.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { adyen } from "@florin/connector-adyen/Adyen"
import * as AdyenFake from "@florin/connector-adyen/testing"
import { checkout } from "@florin/connector-checkout/Checkout"
import * as CheckoutFake from "@florin/connector-checkout/testing"
import { stripe } from "@florin/connector-stripe/Stripe"
import * as StripeFake from "@florin/connector-stripe/testing"
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { createFlorin } from "florin"
import { afterAll, assert, describe, it } from "vitest"
import { found } from "./internal/numberForms.js"

const directory = mkdtempSync(join(tmpdir(), "florin-connector-leaks-"))
const scope = Effect.runSync(Scope.make())
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(directory, { recursive: true })
})

const opened = <A, E>(fake: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  Effect.runPromise(Scope.extend(fake, scope))

interface Connected {
  readonly acquirer: AcquirerService
  readonly secrets: ReadonlyArray<string>
  readonly number: string
  /** What has the provider decline it. */
  readonly declined: { readonly number?: string; readonly holder?: string }
}

const connectors: Readonly<Record<string, () => Promise<Connected>>> = {
  stripe: async () => {
    const { apiKey, url: baseUrl, webhookSecret } = await opened(StripeFake.make())
    const acquirer = stripe({ apiKey, baseUrl, webhookSecret, sources: ["card", "token"] })
    const secrets = [apiKey, webhookSecret]
    return { acquirer, secrets, number: "4242424242424242", declined: { number: "4000000000009995" } }
  },
  adyen: async () => {
    const apiKey = "AQE-canary-of-the-api-key"
    const { baseUrl, hmacKey, merchantAccount } = await opened(AdyenFake.make({ apiKey }))
    const secrets = [apiKey, Redacted.value(hmacKey)]
    return {
      acquirer: adyen({ apiKey, baseUrl, merchantAccount, hmacKeys: hmacKey }),
      secrets,
      number: "4111111111111111",
      declined: { holder: "NOT_ENOUGH_BALANCE" }
    }
  },
  checkout: async () => {
    const [secretKey, signatureKey] = ["sk_sbox_canary-of-the-key", "canary-of-the-signatures"]
    const { url: baseUrl } = await opened(CheckoutFake.make({ secretKey, signatureKey }))
    const acquirer = checkout({ apiKey: secretKey, baseUrl, signatureKeys: signatureKey })
    const secrets = [secretKey, signatureKey]
    return { acquirer, secrets, number: "6011111111111117", declined: { holder: "FUNDS" } }
  }
}

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const keys = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

describe("the database behind a connector", () => {
  it.each(Object.keys(connectors))("D53: of %s holds no card number, API key or secret of signatures", async (name) => {
    const { acquirer, declined, number, secrets } = await connectors[name]!()
    const file = `${name}.db`
    const florin = await createFlorin({
      database: `sqlite:${join(directory, file)}`,
      keys,
      baseUrl: "https://shop.example/pay",
      shops: [{ id: "books", secretKey: "a-long-random-secret" }],
      acquirers: [acquirer]
    })
    const { authorize, pay } = florin.shop("books")
    const card = { number, verificationValue: "737", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
    const order = { currency: "EUR", description: "A book", test: true, card }
    try {
      assert.strictEqual((await pay({ ...order, amount: 1995 })).status, "successful")
      assert.strictEqual((await authorize({ ...order, amount: 1000 })).status, "successful")
      assert.strictEqual((await pay({ ...order, amount: 500, card: { ...card, ...declined } })).status, "failed")
      // What a stranger posts is not written down, whatever is in it.
      const [secret = ""] = secrets.slice(-1)
      const headers = { "stripe-signature": secret, "cko-signature": secret, authorization: secret }
      const body = JSON.stringify({ number, secrets })
      const url = `https://shop.example/pay/acquirers/${acquirer.gatewayId}/notifications`
      const { status } = await florin.fetch(new Request(url, { method: "POST", headers, body }))
      assert.include([400, 401], status)
    } finally {
      await florin.close()
    }
    const files = readdirSync(directory).filter((one) => one.startsWith(file))
    assert.include(files, file)
    for (const bytes of files.map((one) => readFileSync(join(directory, one)))) {
      for (const one of [number, declined.number ?? number]) assert.deepStrictEqual(found(bytes, one), [])
      for (const secret of secrets) assert.deepStrictEqual(found(bytes, secret), [])
    }
  })
})

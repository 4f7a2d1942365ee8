import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import { looksLikeCard } from "@florin/core/redaction/Redaction"
import { serve } from "@florin/testing/parties/Loopback"
import { recording, secretsIn } from "@florin/testing/parties/Recording"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Checkout from "../src/Checkout.js"
import { testCards } from "../src/testing/internal/cards.js"
import { aboutOf, card, charged, following, number } from "./internal/opened.js"

const apiKey = "sk_sbox_a-key-of-the-account"
const signatureKey = "a-signature-key"
const token = "tok_a-token-of-the-fields"
const code = "739"
const secrets = [number, "4242 4242 4242 4242", code, apiKey, signatureKey, token]

const payment = (change: object) => ({
  ...{ id: "pay_1", status: "Authorized", approved: true, response_code: "10000", amount: 1000, currency: "EUR" },
  ...change
})

type Answering = (
  body: string,
  headers: Readonly<Record<string, unknown>>
) => { readonly status: number; readonly body?: unknown } | undefined

/** A vendor that echoes what it was sent wherever it can. */
const hostile: ReadonlyArray<readonly [name: string, answering: Answering]> = [
  ["the request", (body) => ({ status: 201, body })],
  [
    "the request in its own shape",
    (body) => ({ status: 201, body: payment({ ...JSON.parse(body || "{}"), reference: null }) })
  ],
  ["the headers", (_, headers) => ({ status: 201, body: payment(headers) })],
  ["an error", (body, headers) => ({ status: 500, body: [body, headers] })],
  ["a refusal", (body) => ({ status: 422, body: { error_codes: [number, apiKey, body] } })],
  ["the summary", () => ({ status: 201, body: payment({ response_summary: `Card ${number} approved` }) })],
  [
    "a reference number",
    () => ({ status: 201, body: payment({ auth_code: number, processing: { retrieval_reference_number: number } }) })
  ],
  [
    "the card",
    () => ({
      status: 201,
      body: payment({
        source: { id: "src_1", name: number, last4: number, bin: number, scheme: number, cvv_check: code }
      })
    })
  ],
  ["nothing", () => undefined]
]

const shown = (answering: Answering, from: AcquirerCard | { readonly source: "token" }) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    const server = yield* serve(({ body, headers }) => Effect.sync(() => answering(body, headers)))
    const acquirer = yield* Checkout.make({
      apiKey,
      signatureKeys: signatureKey,
      baseUrl: server.url,
      callLimit: "2 seconds"
    })
    const change = "source" in from ? { ...from, token: { provider: "checkout", value: Redacted.make(token) } } : {}
    const request = yield* charged("payment", { amount: 1000 }, "source" in from ? card() : from, change)
    const all = Effect.gen(function* () {
      const answer = yield* acquirer.perform(request)
      const refund = yield* following("Refund", request, answer, 400)
      const results = [
        answer,
        yield* acquirer.status(request.key, aboutOf(request)),
        yield* acquirer.perform(refund),
        yield* acquirer.status(refund.key, aboutOf(refund)),
        yield* acquirer.notifications!.receive({ header: () => signatureKey, body: Buffer.from(number) })
      ]
      seen.push(JSON.stringify(results), String(results))
    })
    yield* Effect.provide(all, recording(seen))
    return seen.join("\n")
  })

describe("No card number, security code, token or key", () => {
  it.scopedLive.each(hostile)("is in an answer, a log line or a span when what comes back is %s", ([, answering]) =>
    Effect.gen(function* () {
      const text = yield* shown(answering, card())
      assert.isNotEmpty(text)
      assert.deepStrictEqual(secretsIn(text, secrets), [])
      assert.notInclude(yield* shown(answering, { source: "token" }), token)
    })
  )

  it("is in the message of a setting that is refused", () => {
    for (const options of [
      { apiKey: `${apiKey}\n` },
      { apiKey, baseUrl: `ftp://${apiKey}` },
      { apiKey, signatureKeys: "" }
    ]) {
      assert.throws(() => Checkout.checkout(options), Checkout.CheckoutRefused)
      try {
        Checkout.checkout(options)
      } catch (error) {
        assert.notInclude(String(error), apiKey)
        assert.notInclude(JSON.stringify(error), apiKey)
      }
    }
  })

  it("is in a source file or an example, the vendor's test cards excepted", () => {
    const files = ["src", "test"].flatMap((folder) =>
      readdirSync(join(import.meta.dirname, "..", folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    )
    assert.isAbove(files.length, 20)
    for (const file of files) {
      assert.notMatch(file, /sk_(?:sbox_)?[a-z0-9]{20,}|whk_[a-z0-9]{20,}/)
      const numbers = (file.match(/(?<![0-9A-Za-z])[3-6](?:[ -]?\d){12,18}(?![0-9A-Za-z])/g) ?? []).map((found) =>
        found.replace(/\D/g, "")
      )
      for (const found of numbers.filter(looksLikeCard)) assert.property(testCards, found)
    }
  })
})

import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { aboutOf, charge } from "@florin/testing/acquirers/AcquirerRequests"
import { recording, secretsIn } from "@florin/testing/parties/Recording"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Redacted from "effect/Redacted"
import * as Stripe from "../src/Stripe.js"
import type { Manner } from "../src/Testing.js"
import { card, start, tokenCharge } from "./internal/underTest.js"

const number = "4242424242424242"
const secrets = [number, "737", "sk_test_verysecret", "whsec_verysecret", "pm_card_visa"]

const settings = { apiKey: "sk_test_verysecret", webhookSecret: "whsec_verysecret", callLimit: "1 second" } as const

const ways: ReadonlyArray<Manner | undefined> = [
  ...[undefined, "lost-request", "lost-answer", "html", "html-200", "rate-limited", "error", { slow: "1 hour" }]
] as ReadonlyArray<Manner | undefined>

describe.concurrent("A number, a token, a key and a secret", () => {
  it.scoped.each(ways)("stand in no log, no span and no answer when a request is %j", (manner) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const layer = recording(lines)
      const { acquirer, fake } = yield* start(settings, settings)
      fake.dials.manner = ({ path }) => (path === "/v1/payment_intents" ? manner : undefined)
      const requests = [
        yield* charge("payment", card(number, { securityCode: Redacted.make("737") }), { amount: 1000 }),
        yield* charge("payment", card("4242424242424241", { securityCode: Redacted.make("737") }), { amount: 1000 }),
        yield* charge("payment", card(number, { securityCode: Redacted.make("737") }), { amount: 9e15 }),
        yield* tokenCharge("payment", "visa", { amount: 1000 })
      ]
      for (const request of requests) {
        const answer = yield* Effect.provide(acquirer.perform(request), layer)
        const status = yield* Effect.provide(acquirer.status(request.key, yield* aboutOf(request)), layer)
        const shown = [answer, status, ...lines].map(Inspectable.toStringUnknown).join("\n")
        assert.deepStrictEqual(secretsIn(shown, secrets), [])
      }
      assert.isNotEmpty(lines)
    })
  )

  it.scoped.each([
    ["unsigned", {}],
    ["signed with something else", { "stripe-signature": `t=1,v1=${"0".repeat(64)}` }],
    ["with the secret itself as its signature", { "stripe-signature": "whsec_verysecret" }]
  ] as const)("stand in no log, no span and no answer when what is told is %s", ([, headers]) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const { acquirer } = yield* start(settings, settings)
      const reported = {
        header: (name: string) => (headers as Record<string, string>)[name],
        body: Buffer.from(number)
      }
      const receive = Effect.withSpan(acquirer.notifications!.receive(reported), "told")
      lines.push(Inspectable.toStringUnknown(yield* Effect.provide(receive, recording(lines))))
      assert.include(lines.join("\n"), "NotGenuine")
      assert.deepStrictEqual(secretsIn(lines.join("\n"), secrets), [])
    })
  )

  it.scoped("stand in no log, no span and no answer when the account refuses our key", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const { acquirer } = yield* start(settings, { ...settings, apiKey: "sk_test_another" })
      const request = yield* charge("payment", card(number, { securityCode: Redacted.make("737") }), { amount: 1000 })
      const all = Effect.all([
        acquirer.perform(request),
        Effect.flatMap(aboutOf(request), (about) => acquirer.status(request.key, about))
      ])
      lines.push(Inspectable.toStringUnknown(yield* Effect.provide(all, recording(lines))))
      assert.include(lines.join("\n"), "Unknown")
      assert.deepStrictEqual(secretsIn(lines.join("\n"), [...secrets, "sk_test_another"]), [])
    })
  )

  it("stand in no refusal of a setting", () => {
    const wrong: ReadonlyArray<Partial<Stripe.Options>> = [
      { apiKey: "pk_test_verysecret" },
      { apiKey: "sk_test_very secret" },
      { webhookSecret: "verysecret" },
      { webhookSecret: ["whsec_good", "verysecret"] },
      { baseUrl: "http://verysecret.example" },
      { baseUrl: "https://verysecret@stripe.example" },
      { gatewayId: 0 },
      { sources: [] }
    ]
    for (const one of wrong) {
      const refusal = Effect.runSync(Effect.flip(Effect.scoped(Stripe.make({ apiKey: "sk_test_a", ...one }))))
      assert.strictEqual(refusal._tag, "StripeRefused")
      assert.strictEqual(refusal.setting, Object.keys(one)[0])
      assert.notInclude(JSON.stringify(refusal) + refusal.message, "verysecret")
      assert.throws(() => Stripe.stripe({ apiKey: "sk_test_a", ...one }), refusal.message)
    }
  })

  it("of the live mode stand in no file of this package", () => {
    const folder = new URL("../", import.meta.url)
    const files = ["src", "src/internal", "src/internal/fake", "test", "test/internal"].flatMap((name) =>
      readdirSync(new URL(`${name}/`, folder))
        .filter((file) => file.endsWith(".ts"))
        .map((file) => readFileSync(new URL(`${name}/${file}`, folder), "utf8"))
    )
    for (const text of files) assert.notMatch(text, /(?:sk|rk)_live_[A-Za-z0-9]{8}|whsec_[A-Za-z0-9]{24}/)
  })
})

describe("An account of", () => {
  it.scoped.each([
    ["sk_test_1", true],
    ["rk_test_1", true],
    ["sk_live_1", false],
    ["rk_live_1", false]
  ] as const)("%s is simulated: %s", ([apiKey, simulated]) =>
    Effect.map(Stripe.make({ apiKey }), (acquirer) => assert.strictEqual(acquirer.simulated, simulated))
  )
})

import { assert, describe, it } from "@effect/vitest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { charge } from "@florin/testing/acquirers/AcquirerRequests"
import { recording, secretsIn } from "@florin/testing/parties/Recording"
import * as Effect from "effect/Effect"
import { card, outcome } from "./internal/asking.js"
import { answers, claims, doesAndAnswers, raw, resets } from "./internal/behaviours.js"
import type { Behaviour } from "./internal/hostile.js"
import { authorization, shopKey } from "./internal/otherGateway.js"

const number = "4200000000000000"
const code = "739"
const secrets = [number, "4200 0000 0000 0000", code, shopKey, authorization, authorization.slice(6)]

const echo: Behaviour = ({ answer, body }) => answer(200, body)

// A gateway that echoes its input wherever it can.
const hostile: ReadonlyArray<readonly [name: string, post: Behaviour]> = [
  ["the request", echo],
  ["the request in a document", ({ answer, body, done }) => answer(200, { transaction: { ...done(), status: body } })],
  ["broken JSON", ({ answer, body }) => answer(200, body.slice(0, -1))],
  ["an error", ({ answer, body }) => answer(500, body)],
  ["a header", ({ answer, headers }) => answer(429, "", { "retry-after": headers.authorization ?? "" })],
  [
    "a refusal",
    answers(400, { response: { message: number, errors: { [number]: [number], card: { [shopKey]: 1 } } } })
  ],
  ["what is no HTTP", ({ body, socket }) => socket.end(body)],
  ["the acquirer's words", claims({ payment: { status: "successful", message: `Card ${number} approved` } })],
  [
    "the acquirer's words, spaced",
    claims({ payment: { status: "failed", message: "4200 0000 0000 0000" }, status: "failed" })
  ],
  ["the security code", claims({ payment: { status: "successful", message: `The code is "${code}"` } })],
  [
    "the result of a check",
    claims({ avs_cvc_verification: { cvc_verification: { result_code: code } }, payment: { status: "successful" } })
  ],
  ["a reference", claims({ payment: { status: "successful", rrn: number, ref_id: `R-${number}`, auth_code: number } })],
  ["the descriptor", claims({ payment: { status: "successful", billing_descriptor: number } })],
  ["nothing", resets],
  ["half a head", raw(`HTTP/1.1 200 ${number}`)],
  ["a conflict", doesAndAnswers(422, number)]
]

describe("No card number, security code or key", () => {
  it.scopedLive.each(hostile)("is in an answer, a log line or a span when what comes back is %s", ([, post]) =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      yield* Effect.provide(outcome({ post }), recording(seen))
      assert.isNotEmpty(seen)
      const shown = seen.join("\n")
      assert.deepStrictEqual(secretsIn(shown, secrets), [])
    })
  )

  it.scopedLive("is in a log line when a request cannot even be written", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      // A record from before this rule, with a card number in a wrong place.
      const details = { additionalData: { contract: [number] } } as unknown as CardTransaction["details"]
      const request = yield* charge("payment", card, { amount: 1000, details })
      const requested = yield* Effect.provide(outcome({ post: echo }, request), recording(seen))
      assert.deepStrictEqual(requested, { answer: "NotSent", status: "NotFound", did: 0, reported: 0 })
      assert.notInclude(seen.join("\n"), number)
    })
  )

  it("is looked for by a recorder that finds them", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const leak = Effect.zipRight(
        Effect.annotateLogs(Effect.logDebug("asked", { key: shopKey }), { code: `"${code}"` }),
        Effect.die(new Error(number))
      ).pipe(Effect.withSpan("leak", { attributes: { authorization } }), Effect.exit)
      yield* Effect.provide(leak, recording(seen))
      const shown = seen.join("\n")
      for (const secret of [number, code, shopKey, authorization]) assert.include(shown, secret)
    }).pipe(Effect.runPromise))

  it.scopedLive("is missing where it has to be sent", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const keeps: Behaviour = ({ answer, body }) => {
        sent.push(body)
        answer(500)
      }
      yield* Effect.provide(outcome({ post: keeps }), recording([]))
      for (const secret of [number, `"${code}"`]) assert.include(sent[0], secret)
    })
  )
})

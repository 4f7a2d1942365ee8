import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TransferCommand from "../src/TransferCommand.js"

const amountSentence = "amount must be a positive integer in minor units"
const dateSentence = "paid_at is invalid. Format should be ISO 8601 with a time-zone offset"
const messageSentence = "message must be a string of at most 255 characters"
const noObject = "Request body must be a JSON object"

const shown = (value: object) =>
  "paidAt" in value ? { ...value, paidAt: DateTime.formatIso(value.paidAt as DateTime.Utc) } : value

const at = "2035-03-01T12:00:00.001Z"

// D38.
describe("The body of a command about a transfer", () => {
  const { outcome, payment, refusal } = TransferCommand

  it.effect.each([
    { of: "payment", decode: payment, body: {}, expected: {} },
    { of: "payment", decode: payment, body: { amount: null, paid_at: "" }, expected: {} },
    { of: "payment", decode: payment, body: { amount: 1 }, expected: { amount: 1 } },
    { of: "payment", decode: payment, body: { amount: 2 ** 53 - 1 }, expected: { amount: 2 ** 53 - 1 } },
    { of: "payment", decode: payment, body: { paid_at: "2035-03-01T15:00:00.001+03:00" }, expected: { paidAt: at } },
    { of: "payment", decode: payment, body: { message: 1, other: 2 }, expected: {} },
    { of: "outcome", decode: outcome, body: { amount: 5, message: "Done" }, expected: { amount: 5, message: "Done" } },
    { of: "outcome", decode: outcome, body: { paid_at: "never" }, expected: {} },
    { of: "outcome", decode: outcome, body: { message: "a".repeat(255) }, expected: { message: "a".repeat(255) } },
    { of: "refusal", decode: refusal, body: { amount: "1", message: "No" }, expected: { message: "No" } }
  ])("D38: a $of takes $body", ({ body, decode, expected }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<object>(shown(yield* decode(body)), expected)
    })
  )

  it.effect.each([
    ...[0, -1, 1.5, 2 ** 53, "1", true, {}].map((amount) => ({
      of: "payment",
      decode: payment,
      body: { amount },
      expected: amountSentence
    })),
    ...["2035-03-01", "2035-03-01T12:00:00", "soon", 1, []].map((paid_at) => ({
      of: "payment",
      decode: payment,
      body: { paid_at },
      expected: dateSentence
    })),
    {
      of: "payment",
      decode: payment,
      body: { amount: 0, paid_at: "soon" },
      expected: `${amountSentence}; ${dateSentence}`
    },
    { of: "outcome", decode: outcome, body: { amount: 0 }, expected: amountSentence },
    { of: "outcome", decode: outcome, body: { message: "a".repeat(256) }, expected: messageSentence },
    { of: "refusal", decode: refusal, body: { message: 1 }, expected: messageSentence },
    { of: "refusal", decode: refusal, body: { message: "\u0000" }, expected: messageSentence },
    ...[[], "pay", null, 1].map((body) => ({ of: "payment", decode: payment, body, expected: noObject }))
  ])("D38: a $of refuses $body", ({ body, decode, expected }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(decode(body) as Effect.Effect<unknown, Error>)).message, expected)
    })
  )
})

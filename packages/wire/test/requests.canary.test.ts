import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Errors from "../src/Errors.js"
import * as Requests from "../src/Requests.js"
import * as samples from "./internal/samples.js"

const number = "4929939187355598"
const code = "8317"

/** Forms in which a mistyped field can hold a card number or a security code. */
const canaries: ReadonlyArray<unknown> = [
  number,
  Number(number),
  -Number(number),
  code,
  Number(code),
  ` ${number} `,
  `${number.slice(0, 4)} ${number.slice(4)}`,
  `https://${number}:${code}@shop.example/`,
  `${number}@`,
  `2030-05-01T12:00:00 ${number}`,
  `${number}-05-01T12:00:00Z`,
  number.repeat(20),
  [number],
  [Number(number), code],
  { [number]: number },
  { number, verification_value: code }
]

const bodies: ReadonlyArray<readonly [string, Requests.Decoder<object>, () => samples.Json]> = [
  ["authorization", Requests.authorization, samples.fullCharge],
  ["payment", Requests.payment, samples.fullCharge],
  ["tokenization", Requests.tokenization, samples.fullCharge],
  ["capture", Requests.capture, () => ({ ...samples.child(), tracking_id: "a", duplicate_check: true })],
  ["void", Requests.void, () => ({ ...samples.child(), tracking_id: "a", duplicate_check: true })],
  ["refund", Requests.refund, samples.refund],
  ["credit", Requests.credit, samples.credit],
  ["payout", Requests.payout, samples.payout]
]

/** Paths of every member, sections and elements included. */
const pathsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => [name, ...pathsOf(member).map((path) => `${name}.${path}`)])

const holdsCanary = (text: string) => {
  const digits = text.replace(/[^0-9]/g, "")
  return digits.includes(number) || text.includes(code) || text.includes(number.slice(4))
}

describe("card numbers and codes in wrong places", () => {
  it.each(bodies)("D5 | rejected values: no error of a %s holds one, whichever field held it", (_, decode, body) => {
    let refused = 0
    for (const path of [...pathsOf(body()), "credit_card.token", "unknown"]) {
      for (const canary of canaries) {
        const decoded = decode({ request: samples.withAt(body(), path, canary) })
        if (Either.isRight(decoded)) continue
        refused += 1
        const { body: text } = Errors.errorReply(decoded.left, "request-1")
        assert.isFalse(holdsCanary(text), `${path}: ${text}`)
        assert.isFalse(holdsCanary(decoded.left.message), path)
        assert.isFalse(holdsCanary(String(decoded.left)), path)
        assert.isFalse(holdsCanary(JSON.stringify(decoded.left)), path)
      }
    }
    assert.isAbove(refused, 30)
  })

  it.each(bodies)("D5 | rejected values: no error of a %s holds one sent as the whole request", (_, decode) => {
    for (const body of [...canaries, ...canaries.map((request) => ({ request }))]) {
      const decoded = decode(body)
      assert.isTrue(Either.isLeft(decoded))
      if (Either.isLeft(decoded)) assert.isFalse(holdsCanary(JSON.stringify(decoded.left)))
    }
  })

  it("D5 | rejected values: an accepted card shows neither number nor code when printed", () => {
    const card = { ...samples.cardData(), number, verification_value: code }
    const request = Either.getOrThrow(
      Requests.authorization({ request: { ...samples.fullCharge(), credit_card: card } })
    )
    assert.isFalse(holdsCanary(JSON.stringify(request)))
  })
})

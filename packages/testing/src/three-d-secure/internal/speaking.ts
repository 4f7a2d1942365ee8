/** How a server speaks: answers of the declared shape, without card numbers, and never a failure. */
import {
  type AuthenticatedCard,
  type AuthenticationAnswer,
  WellFormedAnswer
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Order } from "../../acquirers/AcquirerRequests.js"
import * as assert from "../../internal/assert.js"
import { begin, goOn } from "../AuthenticationRequests.js"
import type { Check, ServerUnderTest, SuiteCards } from "./underTest.js"

const isAccepted = Schema.is(WellFormedAnswer)

/** The whole way of a card whose customer confirms: every answer. */
const wayOf = (under: ServerUnderTest, card: AuthenticatedCard) =>
  Effect.gen(function* () {
    const request = yield* begin(card)
    const answers: Array<AuthenticationAnswer> = [yield* under.server.ask(request)]
    for (let nth = 1; nth <= 2; nth++) {
      const last = answers.at(-1)
      if (last?._tag === "MethodNeeded" && under.identified !== undefined) {
        const fields = yield* under.identified(last.method)
        answers.push(yield* under.server.ask(goOn(request, nth, last.reference, fields)))
      } else if (last?._tag === "ChallengeNeeded") {
        const fields = yield* under.challenged(last.challenge, "confirm")
        answers.push(yield* under.server.ask(goOn(request, nth, last.reference, fields)))
      }
    }
    return answers
  })

const textsOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** As it stands, and as messages between servers and issuers carry it. */
const readings = (text: string): ReadonlyArray<string> =>
  [text, Buffer.from(text, "base64").toString("latin1"), Buffer.from(text, "hex").toString("latin1")].map((reading) =>
    reading.replace(/[ .\-_/]/g, "")
  )

const all = ({ atOnce, challenged: { one, two }, identified, notEnrolled }: SuiteCards) =>
  [...Object.values(atOnce), one, two, identified, notEnrolled].filter((card) => card !== undefined)

const shape = (cards: SuiteCards): ReadonlyArray<Check> => [
  {
    name: "gives answers of the declared shape, with web addresses for the browser",
    run: (under) =>
      Effect.gen(function* () {
        for (const card of all(cards)) {
          for (const answer of yield* wayOf(under, card)) assert.isTrue(isAccepted(answer), `of a ${answer._tag}`)
        }
      })
  },
  {
    name: "names no card number in any text, encoded or not",
    run: (under) =>
      Effect.gen(function* () {
        for (const card of all(cards)) {
          // biome-ignore lint/plugin/secrets: looks for the number of a test card in texts
          const number = Redacted.value(card.number)
          const texts = (yield* wayOf(under, card)).flatMap(textsOf).flatMap(readings)
          assert.isFalse(
            texts.some((text) => text.includes(number)),
            "the number of a test card"
          )
        }
      })
  }
]

const oddities = (card: AuthenticatedCard): ReadonlyArray<readonly [AuthenticatedCard, Order]> => {
  const { holder: _, ...bare } = card
  return [
    [bare, { amount: 1000 }],
    [{ ...card, holder: "Ёлка 🎄 O'Neil" }, { amount: 1000 }],
    [card, { amount: Number.MAX_SAFE_INTEGER }],
    [card, { amount: 0 }],
    [card, { amount: 1000, currency: "JPY" }],
    [{ ...card, expMonth: 1, expYear: 1999 }, { amount: 1000 }],
    [{ ...card, number: Redacted.make("0000000000000000000") }, { amount: 1000 }]
  ]
}

const manners = (cards: SuiteCards): ReadonlyArray<Check> => [
  {
    name: "has a name",
    run: ({ server }) => Effect.sync(() => assert.isNotEmpty(server.name))
  },
  {
    name: "neither fails nor dies at an unusual card or order, and gives an answer of the declared shape or none",
    run: ({ server }) =>
      Effect.gen(function* () {
        for (const [card, order] of oddities(cards.challenged.two)) {
          const answer = yield* server.ask(yield* begin(card, order))
          assert.isTrue(answer._tag === "NoAnswer" || isAccepted(answer), `of a ${answer._tag}`)
        }
      })
  }
]

export const speaking = (cards: SuiteCards): ReadonlyArray<Check> => [...shape(cards), ...manners(cards)]

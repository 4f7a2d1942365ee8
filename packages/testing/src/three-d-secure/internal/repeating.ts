/** One key is one request, however often it is sent; another key is another one. */
import type { AuthenticationAnswer } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as assert from "../../internal/assert.js"
import { begin } from "../AuthenticationRequests.js"
import {
  type Check,
  challengedCards,
  expecting,
  firstReturn,
  open,
  type ServerUnderTest,
  type SuiteCards
} from "./underTest.js"

const cardsOf = ({ atOnce, challenged: { one, two }, identified, notEnrolled }: SuiteCards) =>
  [...Object.values(atOnce), one, two, identified, notEnrolled].filter((card) => card !== undefined)

/** Runs it, and expects so many new authentications of a server that counts them. */
const creating =
  ({ authentications }: ServerUnderTest, expected: number) =>
  <A>(run: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.gen(function* () {
      const before = authentications === undefined ? 0 : yield* authentications
      const result = yield* run
      const after = authentications === undefined ? expected : yield* authentications
      assert.strictEqual(after - before, expected, "new authentications")
      return result
    })

const assertAlike = (answers: ReadonlyArray<AuthenticationAnswer>): void => {
  for (const answer of answers) assert.deepStrictEqual({ ...answer }, { ...answers[0] } as typeof answer)
}

const beginnings = (cards: SuiteCards): ReadonlyArray<Check> => [
  {
    name: "answers a repeated Begin with the same, and creates nothing new",
    run: (under) =>
      Effect.forEach(cardsOf(cards), (card) =>
        Effect.gen(function* () {
          const request = yield* begin(card)
          const first = yield* under.server.ask(request)
          const again = yield* creating(under, 0)(Effect.replicateEffect(under.server.ask(request), 3))
          assertAlike([first, ...again])
        })
      )
  },
  {
    name: "answers twenty equal Begins at once with one answer, and creates one authentication",
    run: (under) =>
      Effect.gen(function* () {
        const request = yield* begin(cards.challenged.two)
        const requested = Effect.replicateEffect(under.server.ask(request), 20, { concurrency: "unbounded" })
        assertAlike(yield* creating(under, 1)(requested))
      })
  },
  {
    name: "answers a Begin that was interrupted and is sent again, and creates one authentication",
    run: (under) =>
      creating(
        under,
        1
      )(
        Effect.gen(function* () {
          const request = yield* begin(cards.challenged.two)
          const fiber = yield* Effect.fork(under.server.ask(request))
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(fiber)
          yield* expecting("ChallengeNeeded", under, request)
        })
      )
  },
  {
    name: "authenticates two charges of one card separately",
    run: (under) =>
      Effect.gen(function* () {
        const [first, second] = yield* creating(under, 2)(Effect.replicateEffect(open(under, cards.challenged.two), 2))
        assert.notStrictEqual(first!.reference, second!.reference)
        assert.notDeepStrictEqual(first!.challenge, second!.challenge)
      })
  }
]

const returns = (cards: SuiteCards): ReadonlyArray<Check> =>
  challengedCards(cards).flatMap(({ card, version }) => [
    {
      name: `answers a repeated return of 3-D Secure ${version} with the same conclusion, one after the other and at once`,
      run: (under) =>
        Effect.gen(function* () {
          for (const choice of ["confirm", "refuse"] as const) {
            const opened = yield* open(under, card)
            const back = firstReturn(opened, yield* under.challenged(opened.challenge, choice))
            const answers = yield* Effect.replicateEffect(under.server.ask(back), 10, { concurrency: "unbounded" })
            assertAlike([...answers, yield* under.server.ask(back)])
            assert.strictEqual(answers[0]?._tag, choice === "confirm" ? "Authenticated" : "Refused")
          }
        })
    },
    {
      name: `still answers the Begin of 3-D Secure ${version} as at first after the customer has returned`,
      run: (under) =>
        Effect.gen(function* () {
          const opened = yield* open(under, card)
          const first = yield* under.server.ask(opened.request)
          const fields = yield* under.challenged(opened.challenge, "confirm")
          yield* expecting("Authenticated", under, firstReturn(opened, fields))
          assertAlike([first, yield* creating(under, 0)(under.server.ask(opened.request))])
        })
    }
  ])

/** Source: D40. */
const lost = ({ lost: card }: SuiteCards): ReadonlyArray<Check> =>
  card === undefined
    ? []
    : [
        {
          name: "gives no answer where it has none, and the answer under the same key when asked again",
          run: (under) =>
            Effect.gen(function* () {
              const request = yield* begin(card)
              yield* creating(
                under,
                1
              )(Effect.zipRight(expecting("NoAnswer", under, request), expecting("ChallengeNeeded", under, request)))
            })
        }
      ]

export const repeating = (cards: SuiteCards): ReadonlyArray<Check> => [
  ...beginnings(cards),
  ...returns(cards),
  ...lost(cards)
]

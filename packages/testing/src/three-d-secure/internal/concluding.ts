/** What an authentication ends with: every transStatus, the method step, the challenge of both versions. */
import type { Proof, TransStatus } from "@florin/core/cards/Authentication"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { begin, goOn } from "../AuthenticationRequests.js"
import {
  type Answered,
  type Check,
  type Choice,
  challengedCards,
  expecting,
  firstReturn,
  open,
  type SuiteCards
} from "./underTest.js"

const tagOf = (transStatus: TransStatus) =>
  transStatus === "Y" || transStatus === "A" ? ("Authenticated" as const) : ("Refused" as const)

const assertProof = ({ cavv, transStatus }: Proof): void => {
  if (transStatus === "Y") assert.isNotNull(cavv, "a cryptogram for the acquirer")
  if (tagOf(transStatus) === "Refused") assert.isNull(cavv, "no cryptogram for who was refused")
}

const assertConcluded = (
  { proof, reference }: Answered<"Authenticated" | "Refused">,
  expected: { readonly transStatus: TransStatus; readonly reference?: string }
): void => {
  assert.strictEqual(proof.transStatus, expected.transStatus)
  if (expected.reference !== undefined) assert.strictEqual(reference, expected.reference)
  assertProof(proof)
}

const atOnce = ({ atOnce }: SuiteCards): ReadonlyArray<Check> =>
  Object.entries(atOnce).map(([status, card]) => {
    const transStatus = status as TransStatus
    return {
      name: `concludes at once: ${transStatus}`,
      run: (under) =>
        Effect.gen(function* () {
          assertConcluded(yield* expecting(tagOf(transStatus), under, yield* begin(card)), { transStatus })
        })
    }
  })

const chosen = { confirm: "Y", refuse: "N" } as const

const afterChallenge = (cards: SuiteCards): ReadonlyArray<Check> =>
  challengedCards(cards).flatMap(({ card, version }) =>
    (["confirm", "refuse"] as const).map((choice: Choice) => ({
      name: `concludes after a challenge of 3-D Secure ${version}: ${chosen[choice]}`,
      run: (under) =>
        Effect.gen(function* () {
          const opened = yield* open(under, card)
          assert.strictEqual(opened.challenge.version, version)
          const fields = yield* under.challenged(opened.challenge, choice)
          const transStatus = chosen[choice]
          const concluded = yield* expecting(tagOf(transStatus), under, firstReturn(opened, fields))
          assertConcluded(concluded, { transStatus, reference: opened.reference })
          assert.strictEqual(concluded.version, version)
        })
    }))
  )

const afterMethod = ({ identified: card }: SuiteCards): ReadonlyArray<Check> =>
  card === undefined
    ? []
    : [
        {
          name: "identifies the browser, then challenges, then concludes",
          run: (under) =>
            Effect.gen(function* () {
              assert.isDefined(under.identified, "the suite needs the browser's way back from the method step")
              const request = yield* begin(card)
              const { method, reference } = yield* expecting("MethodNeeded", under, request)
              const back = goOn(request, 1, reference, yield* under.identified!(method))
              const { challenge } = yield* expecting("ChallengeNeeded", under, back)
              const fields = yield* under.challenged(challenge, "confirm")
              const concluded = yield* expecting("Authenticated", under, goOn(request, 2, reference, fields))
              assertConcluded(concluded, { transStatus: "Y", reference })
            })
        }
      ]

const without = ({ notEnrolled: card }: SuiteCards): ReadonlyArray<Check> =>
  card === undefined
    ? []
    : [
        {
          name: "says of a card that does not take part that it is not enrolled",
          run: (under) =>
            Effect.asVoid(Effect.flatMap(begin(card), (request) => expecting("NotEnrolled", under, request)))
        }
      ]

export const concluding = (cards: SuiteCards): ReadonlyArray<Check> => [
  ...atOnce(cards),
  ...afterChallenge(cards),
  ...afterMethod(cards),
  ...without(cards)
]

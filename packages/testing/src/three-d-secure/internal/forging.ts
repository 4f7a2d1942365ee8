/** A return that is not the issuer's concludes nothing, and spoils nothing. Source: D16. */
import type { ReturnedFields } from "@florin/core/cards/Authentication"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as assert from "../../internal/assert.js"
import { goOn } from "../AuthenticationRequests.js"
import {
  type Challenged,
  type Check,
  challengedCards,
  expecting,
  open,
  type ServerUnderTest,
  type SuiteCards
} from "./underTest.js"

/** The field that carries the issuer's result. */
const resultName = ({ challenge }: Challenged) => (challenge.version === 2 ? "cres" : "PaRes")

const altered = (text: string): string => {
  const middle = Math.floor(text.length / 2)
  return `${text.slice(0, middle)}${text[middle] === "A" ? "B" : "A"}${text.slice(middle + 1)}`
}

const guessed = Encoding.encodeBase64Url('{"transStatus":"Y","choice":"approve","status":"Y"}')

/** What a browser can bring that knows its own authentication, and another one. */
const forgeries: ReadonlyArray<{
  readonly name: string
  readonly of: (result: string, other: string) => string | undefined
}> = [
  { name: "has no result", of: () => undefined },
  { name: "is cut off", of: (result) => result.slice(0, Math.floor(result.length / 2)) },
  { name: "was altered", of: altered },
  { name: "is nonsense", of: () => "nonsense" },
  { name: "is empty", of: () => "" },
  { name: "is guessed", of: () => guessed },
  { name: "is very long", of: () => "A".repeat(16_000) },
  { name: "is of another authentication", of: (_, other) => other }
]

/** Every forged set of fields, by name; `true` are the issuer's. */
const forged = (opened: Challenged, fields: ReturnedFields, other: ReturnedFields) => {
  const name = resultName(opened)
  const { [name]: result = "", ...carried } = fields
  return [
    ...forgeries.map(({ name: title, of }) => {
      const value = of(result, other[name] ?? "")
      return { title, fields: value === undefined ? carried : { ...carried, [name]: value } }
    }),
    { title: "bears another version's name", fields: { [name === "cres" ? "PaRes" : "cres"]: result } },
    { title: "is that of a method step", fields: { threeDSMethodData: result } },
    { title: "has no fields", fields: {} }
  ]
}

const both = Effect.fnUntraced(function* (under: ServerUnderTest, opened: Challenged, other: Challenged) {
  const fields = yield* under.challenged(opened.challenge, "confirm")
  return { fields, foreign: yield* under.challenged(other.challenge, "confirm") }
})

const returns = (cards: SuiteCards): ReadonlyArray<Check> =>
  challengedCards(cards).map(({ card, version }) => ({
    name: `takes nothing from a forged return of 3-D Secure ${version}, and the true one afterwards`,
    run: (under) =>
      Effect.gen(function* () {
        const opened = yield* open(under, card)
        const { fields, foreign } = yield* both(under, opened, yield* open(under, card))
        const attempts = forged(opened, fields, foreign)
        for (const [index, attempt] of attempts.entries()) {
          const answer = yield* under.server.ask(goOn(opened.request, index + 1, opened.reference, attempt.fields))
          assert.strictEqual(answer._tag, "NotConcluded", `a return that ${attempt.title}`)
        }
        const back = goOn(opened.request, attempts.length + 1, opened.reference, fields)
        yield* expecting("Authenticated", under, back)
      })
  }))

const strangers = ({ challenged: { two } }: SuiteCards): ReadonlyArray<Check> => [
  {
    name: "concludes nothing under a reference that it has never given",
    run: (under) =>
      Effect.gen(function* () {
        const opened = yield* open(under, two)
        const fields = yield* under.challenged(opened.challenge, "confirm")
        yield* expecting("NotConcluded", under, goOn(opened.request, 1, "never-given", fields))
        yield* expecting("Authenticated", under, goOn(opened.request, 2, opened.reference, fields))
      })
  }
]

export const forging = (cards: SuiteCards): ReadonlyArray<Check> => [...returns(cards), ...strangers(cards)]

// Random operations under random faults, carried out as core does: a charge is sent once, what follows it until it is
// decided, and only after a question has not found it. The fake's own books say what is true.
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerAnswer, AcquirerRequest, AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import type { CheckoutFake, Fault, Telling } from "../src/Testing.js"
import { aboutOf, card, charged, following, opened, quietly, referenceOf } from "./internal/opened.js"

/** How many campaigns, of how many orders each. `CHECKOUT_CAMPAIGNS` makes it longer. */
const campaigns = Number(process.env.CHECKOUT_CAMPAIGNS ?? 2)
const orders = 12

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
const dice = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Roll = ReturnType<typeof dice>

const oneOf = <A>(roll: Roll, all: ReadonlyArray<A>): A => all[Math.floor(roll() * all.length)]!

const faults: ReadonlyArray<Fault> = ["request-lost", "answer-lost", "html", "html-done", "error", "error-done"]

const troubled = Effect.fnUntraced(function* (roll: Roll, fake: CheckoutFake) {
  for (const method of ["POST", "GET"] as const) {
    if (roll() < 0.4) yield* fake.dial(oneOf(roll, faults), { method, times: roll() < 0.3 ? 2 : 1 })
  }
})

type Outcome = AcquirerAnswer | AcquirerStatus

const isDecided = ({ _tag }: Outcome): boolean => _tag === "Approved" || _tag === "Declined"

/** Carries a request out to its end. Never seen, a charge has failed; what follows one is sent again. */
const carriedOut = Effect.fnUntraced(function* (
  roll: Roll,
  acquirer: AcquirerService,
  fake: CheckoutFake,
  request: AcquirerRequest
) {
  yield* troubled(roll, fake)
  let outcome: Outcome = yield* acquirer.perform(request)
  let reference = referenceOf(outcome)
  for (let round = 0; round < 40 && !isDecided(outcome); round++) {
    if (outcome._tag === "NotFound" || outcome._tag === "NotSent") {
      if (request._tag === "Charge") return outcome
      outcome = yield* acquirer.perform(request)
    } else {
      if (round > 2) yield* fake.release
      outcome = yield* acquirer.status(request.key, aboutOf(request, reference))
    }
    reference = referenceOf(outcome) ?? reference
  }
  return outcome
})

const moved = (fake: CheckoutFake, request: AcquirerRequest) => fake.movementsOf(request.key)

const assertTrue = Effect.fnUntraced(function* (fake: CheckoutFake, request: AcquirerRequest, outcome: Outcome) {
  const name = `${request._tag} ${request.key}: ${outcome._tag}`
  assert.strictEqual(yield* moved(fake, request), outcome._tag === "Approved" ? 1 : 0, name)
  assert.include(["Approved", "Declined", "NotFound", "NotSent"], outcome._tag, name)
})

/** One order: a charge, and what a shop does with it. */
const order = Effect.fnUntraced(function* (roll: Roll, acquirer: AcquirerService, fake: CheckoutFake) {
  const kind = oneOf(roll, ["authorization", "payment"] as const)
  const parent = yield* charged(
    kind,
    { amount: 1000 },
    card(oneOf(roll, ["Jane Doe", "Jane Doe", "Jane Doe", "FUNDS"]))
  )
  const charge = yield* carriedOut(roll, acquirer, fake, parent)
  yield* assertTrue(fake, parent, charge)
  if (charge._tag !== "Approved") return
  const steps = kind === "payment" ? (["Refund", "Void"] as const) : (["Capture", "Capture", "Void"] as const)
  for (let count = 0; count < 3; count++) {
    const step = oneOf(roll, steps)
    const amount = step === "Void" ? 1000 : oneOf(roll, [300, 500, 1000])
    const request = yield* following(step, parent, charge as AcquirerAnswer, amount)
    const answer = yield* carriedOut(roll, acquirer, fake, request)
    yield* assertTrue(fake, request, answer)
  }
})

const campaign = (seed: number) =>
  Effect.gen(function* () {
    const roll = dice(seed)
    const { acquirer, fake } = yield* opened()
    yield* fake.tell(oneOf<Telling>(roll, ["once", "twice", "never", "before-the-answer"]))
    for (let count = 0; count < orders; count++) {
      if (roll() < 0.3) yield* fake.hold()
      yield* order(roll, acquirer, fake)
    }
    yield* fake.release
    const keys = (yield* fake.movements).map(({ key }) => key)
    assert.strictEqual(new Set(keys).size, keys.length, "movements under a key")
    assert.strictEqual(yield* fake.sentPastLife, 0)
  })

describe("A campaign of faults", () => {
  it.scopedLive.each(Array.from({ length: campaigns }, (_, seed) => seed))(
    "D55: loses, doubles and contradicts nothing, by the fake's books: seed %i",
    (seed) => quietly(campaign(seed)),
    300_000
  )
})

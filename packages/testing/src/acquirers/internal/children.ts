/** What follows a charge: captures, voids and refunds within their limits, at their own parent. Source: D10, D53. */
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { newKey } from "../AcquirerRequests.js"
import { capabilitiesOf, type Done, doing, expecting, expectingRefusal, requestsOf } from "./asking.js"
import { type Expected, expectedOf, limits, type Step } from "./limits.js"
import { type AcquirerUnderTest, type Add, assertMovements, type Open, type Source, type Sources } from "./underTest.js"

export const approvedCharge = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  kind: "authorization" | "payment",
  by: Source,
  amount: number
) {
  return yield* expecting("Approved", under, yield* requestsOf(under).charge(kind, by, { amount }))
})

const carryOut = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  parent: Done,
  [kind, amount]: Step,
  expected: Expected
) {
  const request = yield* requestsOf(under).child(kind, parent, { amount })
  if (expected === "Refused") yield* expectingRefusal(under, request)
  else yield* expecting(expected, under, request)
})

/** Carries out steps one after the other, as far as the acquirer says that it can. */
export const carryingOut = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  parent: Done,
  steps: ReadonlyArray<Step>
) {
  const kind = parent.kind === "authorization" ? "authorization" : "payment"
  const { amount } = parent.request
  // It could not tell such a void from one of all that is held.
  const isBlind = ([step, part]: Step) => under.voidsWhole === true && step === "Void" && part !== amount
  const possible = kind === "authorization" ? steps.filter((step) => !isBlind(step)) : steps
  const expected = expectedOf(capabilitiesOf(under), kind, amount, possible)
  for (const [index, step] of possible.entries()) yield* carryOut(under, parent, step, expected[index] ?? "Declined")
})

const within = (check: Add, open: Open, { approving }: Sources): void => {
  for (const { kind, name, steps } of limits) {
    check(name, () =>
      Effect.gen(function* () {
        const under = yield* open
        const parent = yield* approvedCharge(under, kind, approving, 1000)
        yield* carryingOut(
          under,
          parent,
          steps.map(([step, amount]) => [step, amount])
        )
      })
    )
  }

  check("refunds a capture up to what it took", () =>
    Effect.gen(function* () {
      const under = yield* open
      if (capabilitiesOf(under).captures === "none") return
      const parent = yield* approvedCharge(under, "authorization", approving, 1000)
      const capture = yield* expecting(
        "Approved",
        under,
        yield* requestsOf(under).child("Capture", parent, { amount: 600 })
      )
      yield* carryingOut(under, capture, [
        ["Refund", 601],
        ["Refund", 600],
        ["Refund", 1]
      ])
    })
  )

  check("lets twenty different captures at once take no more than is held", () =>
    Effect.gen(function* () {
      const under = yield* open
      const parent = yield* approvedCharge(under, "authorization", approving, 1000)
      const captures = yield* Effect.replicateEffect(requestsOf(under).child("Capture", parent, { amount: 100 }), 20)
      const ends = yield* Effect.forEach(captures, (each) => doing(under, each), { concurrency: "unbounded" })
      const most = { many: 10, one: 1, none: 0 }[capabilitiesOf(under).captures]
      assert.strictEqual(ends.filter(({ decision }) => decision._tag === "Approved").length, most)
    })
  )
}

const kinds = ["Capture", "Void", "Refund"] as const

const unfounded = (check: Add, open: Open, { declining }: Sources): void => {
  check("does not follow what it declined", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge, child } = requestsOf(under)
      const parent = yield* expecting("Declined", under, yield* charge("authorization", declining, { amount: 1000 }))
      for (const kind of kinds) yield* expectingRefusal(under, yield* child(kind, parent, { amount: 1 }))
    })
  )

  // D40: an acquirer that finds the parent by a query has not been told of what follows it.
  check("does not follow what it does not know, and may leave it unsent", () =>
    Effect.gen(function* () {
      const under = yield* open
      for (const kind of kinds) {
        const parent = {
          key: yield* newKey,
          kind: kind === "Refund" ? "payment" : "authorization",
          reference: null
        } as const
        yield* expectingRefusal(under, yield* requestsOf(under).child(kind, parent, { amount: 1 }))
      }
    })
  )
}

const references = (check: Add, open: Open, { approving }: Sources): void => {
  check("takes what follows each of two equal charges from that one", () =>
    Effect.gen(function* () {
      const under = yield* open
      const [first, second] = [
        yield* approvedCharge(under, "payment", approving, 1000),
        yield* approvedCharge(under, "payment", approving, 1000)
      ]
      yield* carryingOut(under, first, [["Void", 1000]])
      yield* carryingOut(under, second, [["Void", 1000]])
    })
  )

  check("takes nothing from the charge whose reference comes with another one's key", () =>
    Effect.gen(function* () {
      const under = yield* open
      if (under.trustsReferences === true) return
      const [named, other] = [
        yield* approvedCharge(under, "payment", approving, 1000),
        yield* approvedCharge(under, "payment", approving, 1000)
      ]
      const request = yield* requestsOf(under).child("Void", { ...named, reference: other.reference }, { amount: 1000 })
      const { decision } = yield* doing(under, request)
      // What goes by the key alone reverses the payment that it names.
      assert.include(["Approved", "Declined", "NotSent"], decision._tag)
      yield* assertMovements(under, request.key, decision._tag === "Approved" ? 1 : 0)
      yield* carryingOut(under, other, [["Void", 1000]])
    })
  )
}

export const children = (check: Add, open: Open, sources: Sources): void => {
  within(check, open, sources)
  unfounded(check, open, sources)
  references(check, open, sources)
}

/** What a customer has to do first. The browser's return is no evidence. Source: D53. */
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { expectingRefusal, learned, requestsOf } from "./asking.js"
import {
  type AcquirerUnderTest,
  type Add,
  assertMovements,
  type Open,
  type Returned,
  type Source,
  type Sources
} from "./underTest.js"

/** A charge that waits for its customer. */
const waiting = Effect.fnUntraced(function* (under: AcquirerUnderTest, by: Source) {
  assert.isDefined(under.visit, "an acquirer that asks for actions is tried with `visit`")
  const request = yield* requestsOf(under).charge("payment", by, { amount: 1000 })
  const answer = yield* under.acquirer.perform(request)
  assert.strictEqual(answer._tag, "ActionNeeded")
  assert.isNotEmpty(answer.reference)
  assert.match(answer.action.url, /^https?:\/\//)
  const { action, reference } = answer
  const { visit } = under
  return {
    request,
    answer,
    reference,
    visit: (does: "completes" | "refuses") => visit(action, does),
    says: (returned?: Returned) =>
      Effect.map(
        learned(under, request, { reference, ...(returned === undefined ? {} : { returned }) }),
        ({ _tag }) => _tag
      )
  }
})

/** The customer is not through yet, as far as the provider says. */
const undecided = ["ActionNeeded", "Accepted", "Unknown"]

/** What a browser may bring that was never at the provider's page: words that providers use. */
const invented: ReadonlyArray<Returned> = [
  {},
  {
    status: "succeeded",
    redirect_status: "succeeded",
    payment_intent: "pi_1",
    payment_intent_client_secret: "pi_1_secret_1"
  },
  { redirectResult: "X".repeat(1200), MD: "approved", PaRes: "Y", cres: "eyJ0cmFuc1N0YXR1cyI6IlkifQ" },
  { "cko-session-id": "sid_approved", "cko-payment-id": "pay_approved", ["__proto__"]: "approved" }
]

const decided = (check: Add, open: Open, by: Source): void => {
  check("charges once when the customer has done what it asks for", () =>
    Effect.gen(function* () {
      const under = yield* open
      const charge = yield* waiting(under, by)
      yield* assertMovements(under, charge.request.key, 0)
      const again = yield* under.acquirer.perform(charge.request)
      assert.hasMembers(again, { _tag: "ActionNeeded", reference: charge.reference })
      const returned = yield* charge.visit("completes")
      assert.strictEqual(yield* charge.says(returned), "Approved")
      // The customer reloads the page of the return.
      assert.strictEqual(yield* charge.says(returned), "Approved")
      yield* assertMovements(under, charge.request.key, 1)
    })
  )

  check("charges nothing when the customer refuses", () =>
    Effect.gen(function* () {
      const under = yield* open
      const charge = yield* waiting(under, by)
      assert.strictEqual(yield* charge.says(yield* charge.visit("refuses")), "Declined")
      yield* assertMovements(under, charge.request.key, 0)
    })
  )
}

const returns = (check: Add, open: Open, by: Source): void => {
  check("takes a forged return, and the return of another charge, for nothing", () =>
    Effect.gen(function* () {
      const under = yield* open
      const [charge, other] = [yield* waiting(under, by), yield* waiting(under, by)]
      const others = yield* other.visit("completes")
      assert.strictEqual(yield* other.says(others), "Approved")
      for (const returned of [...invented, others]) {
        assert.include(undecided, yield* charge.says(returned))
        yield* assertMovements(under, charge.request.key, 0)
      }
      assert.strictEqual(yield* charge.says(yield* charge.visit("completes")), "Approved")
      yield* assertMovements(under, charge.request.key, 1)
    })
  )
}

const absent = (check: Add, open: Open, by: Source): void => {
  check("asks nothing of a customer who is not there", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge } = requestsOf(under)
      const request = yield* charge("payment", by, { amount: 1000, initiatedBy: "merchant", onFile: "again" })
      assert.notStrictEqual((yield* under.acquirer.perform(request))._tag, "ActionNeeded")
    })
  )

  check("charges nothing any more that was taken back while the customer was away", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { reference, request, says, visit } = yield* waiting(under, by)
      const parent = { key: request.key, kind: "payment", reference } as const
      const taking = yield* requestsOf(under).child("Void", parent, { amount: 1000 })
      const answer = yield* under.acquirer.perform(taking)
      assert.include(["Approved", "Accepted", "Declined"], answer._tag)
      if (under.settle !== undefined) yield* under.settle
      yield* says(yield* visit("completes"))
      // Declined: it cannot be taken back before there is anything to take. Then it can be afterwards.
      if (answer._tag === "Declined") yield* expectingTakenBack(under, parent)
      else yield* assertMovements(under, request.key, 0)
    })
  )
}

const expectingTakenBack = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  parent: { readonly key: Parameters<typeof assertMovements>[1]; readonly kind: "payment"; readonly reference: string }
) {
  const { child } = requestsOf(under)
  yield* under.acquirer.perform(yield* child("Void", parent, { amount: 1000 }))
  if (under.settle !== undefined) yield* under.settle
  yield* expectingRefusal(under, yield* child("Refund", parent, { amount: 1 }))
})

export const actions = (check: Add, open: Open, { acting }: Sources): void => {
  for (const [index, by] of acting.entries()) {
    const named: Add = (name, run) => check(index === 0 ? name : `${name}, by a token`, run)
    decided(named, open, by)
    returns(named, open, by)
    absent(named, open, by)
  }
}

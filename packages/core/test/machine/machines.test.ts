import { assert, describe, it } from "@effect/vitest"
import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as ChildMachine from "@florin/core/cards/ChildMachine"
import * as CheckoutMachine from "@florin/core/checkouts/CheckoutMachine"
import * as Machine from "@florin/core/machine/Machine"
import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import * as AttemptMachine from "@florin/core/operations/AttemptMachine"
import * as SubscriptionMachine from "@florin/core/subscriptions/SubscriptionMachine"
import * as AuthenticationMachine from "@florin/core/three-d-secure/AuthenticationMachine"
import { methods } from "@florin/core/transfers/methods/Methods"
import type * as PaymentMachine from "@florin/core/transfers/PaymentMachine"
import * as ProofMachine from "@florin/core/transfers/ProofMachine"
import * as RefundPayoutMachine from "@florin/core/transfers/RefundPayoutMachine"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { expect } from "vitest"

// Regenerate with `npx vitest run -u packages/core/test/machine`.
const page = (name: string) => `../../../../docs/machines/${name}.md`

const instant = FastCheck.integer({ min: 0, max: 2_000_000 }).map((millis) => DateTime.unsafeMake(millis))
const chargeFacts: FastCheck.Arbitrary<ChargeMachine.Facts> = FastCheck.record({
  now: instant,
  expiredAt: FastCheck.option(instant, { nil: null }),
  waitingSince: FastCheck.option(instant, { nil: null }),
  threeDSecureNeeded: FastCheck.boolean(),
  checksRejected: FastCheck.boolean(),
  isReleased: FastCheck.boolean(),
  isByMerchant: FastCheck.boolean(),
  isActionOpen: FastCheck.boolean(),
  returns: FastCheck.integer({ min: 0, max: 2 * ChargeMachine.mostReturns })
})

const corrected = FastCheck.constantFrom("successful" as const, "failed" as const, null)
const transferFacts: FastCheck.Arbitrary<PaymentMachine.Facts> = FastCheck.record({
  now: instant,
  payBy: FastCheck.option(instant, { nil: null }),
  expiredAt: FastCheck.option(instant, { nil: null }),
  paidAt: FastCheck.option(instant, { nil: null }),
  isKnown: FastCheck.boolean(),
  isProofPending: FastCheck.boolean(),
  corrected
})

const loosely = <Facts>(machine: Machine.Machine<string, string, Facts, string>) =>
  machine as unknown as Machine.Machine<string, string, unknown, string>

const machines: ReadonlyArray<{
  readonly file: string
  // Each machine has its own facts; here they are only passed through.
  readonly machine: Machine.Machine<string, string, unknown, string>
  readonly facts: FastCheck.Arbitrary<unknown>
  readonly finals: ReadonlyArray<string>
  // What may replace a final state beside `Corrected`.
  readonly corrections?: ReadonlyArray<string>
  // What time ends, and the effect whose due work does so: that may have been done away with in the state before.
  readonly timed?: Readonly<Record<string, string>>
}> = [
  {
    file: "card-transaction",
    machine: loosely(ChargeMachine.machine),
    facts: chargeFacts,
    finals: ["failed", "expired", "successful"],
    timed: { incomplete: "watch-challenge", successful: "watch-hold" }
  },
  {
    file: "three-d-secure",
    machine: loosely(AuthenticationMachine.machine),
    facts: FastCheck.record({
      ...{ isForced: FastCheck.boolean(), isChallenged: FastCheck.boolean() },
      requests: FastCheck.integer({ min: 1, max: 2 * AuthenticationMachine.mostRequests })
    }),
    finals: ["authenticated", "failed", "not-enrolled"]
  },
  {
    file: "attempt",
    machine: loosely(AttemptMachine.machine),
    facts: FastCheck.record({
      kind: FastCheck.record({ unknownOutcome: FastCheck.constantFrom("rolls-back", "rolls-forward") }),
      call: FastCheck.constantFrom(undefined, {}),
      quietFor: FastCheck.integer({ min: 0, max: 20 }),
      window: FastCheck.constant(10),
      reversal: FastCheck.record({
        ...{ isQueried: FastCheck.boolean(), isLast: FastCheck.boolean() },
        answer: FastCheck.constantFrom("taken-back", "refused", "none")
      })
    }),
    finals: ["ended"]
  },
  {
    file: "child",
    machine: ChildMachine.machine,
    facts: FastCheck.constant(undefined),
    finals: ["successful", "failed"]
  },
  {
    file: "notification",
    machine: loosely(NotificationMachine.machine),
    facts: FastCheck.record({ attempts: FastCheck.integer({ min: 1, max: 20 }), attemptLimit: FastCheck.constant(10) }),
    finals: []
  },
  {
    file: "subscription",
    machine: loosely(SubscriptionMachine.machine),
    facts: FastCheck.record({
      hasTrial: FastCheck.boolean(),
      hasPaid: FastCheck.boolean(),
      isLast: FastCheck.boolean(),
      mayRetry: FastCheck.boolean()
    }),
    finals: ["expired", "failed", "canceled"]
  },
  {
    file: "checkout",
    machine: loosely(CheckoutMachine.machine),
    facts: FastCheck.record({ hasAttempts: FastCheck.boolean(), isOver: FastCheck.boolean() }),
    // A late approval pays what had ended otherwise.
    finals: ["paid"],
    timed: { open: "watch" }
  },
  {
    file: "sbp-payment",
    machine: loosely(methods.sbp.machine),
    facts: transferFacts,
    finals: ["failed", "successful", "expired"]
  },
  {
    file: "sbp-data-payment",
    machine: loosely(methods.sbp_data.machine),
    facts: transferFacts,
    finals: ["failed", "successful", "expired"],
    corrections: ["ProofApproved"]
  },
  {
    file: "transfer-refund",
    machine: loosely(RefundPayoutMachine.refund),
    facts: FastCheck.record({ corrected, isKnown: FastCheck.boolean() }),
    finals: ["failed", "successful"]
  },
  {
    file: "transfer-payout",
    machine: loosely(RefundPayoutMachine.payout),
    facts: FastCheck.record({ corrected, isKnown: FastCheck.boolean() }),
    finals: ["failed", "successful"]
  },
  {
    file: "payment-proof",
    machine: loosely(ProofMachine.machine),
    facts: FastCheck.constant(undefined),
    finals: ["successful", "failed"]
  }
]

describe.each(machines)(
  "the machine drawn in docs/machines as $file",
  ({ corrections = [], facts, file, finals, machine, timed = {} }) => {
    it("is drawn there as it runs", async () => {
      await expect(Machine.toMarkdown(machine)).toMatchFileSnapshot(page(file))
    })

    it("has at most one row that fits", () => {
      FastCheck.assert(
        FastCheck.property(
          FastCheck.constantFrom(...Machine.states(machine)),
          FastCheck.constantFrom(...Machine.triggers(machine)),
          facts,
          (state, trigger, given) => {
            const fitting = machine.rows.filter(
              (row) => row.state === state && row.trigger === trigger && row.condition.holds(given)
            )
            return fitting.length <= 1
          }
        )
      )
    })

    it("decides every state and trigger: a row of the table or a refusal", () => {
      for (const state of Machine.states(machine)) {
        for (const trigger of Machine.triggers(machine)) {
          const listed = machine.rows.some((row) => row.state === state && row.trigger === trigger)
          FastCheck.assert(
            FastCheck.property(facts, (given) => {
              const decided = Machine.decide(machine, state, trigger, given)
              return listed || Either.isLeft(decided)
            }),
            { numRuns: 20 }
          )
        }
      }
    })

    it("takes every row for some facts", () => {
      for (const row of machine.rows) {
        const given = FastCheck.sample(facts, 500).find((facts) => row.condition.holds(facts))
        const decided = Machine.decide(machine, row.state, row.trigger, given)
        assert.strictEqual(Either.getOrThrow(decided), row)
      }
    })

    it("enters no state that time ends without the work that ends it", () => {
      const entering = machine.rows.filter(({ next, state }) => next in timed && next !== state)
      const unwatched = entering.filter(({ effects, next }) => !effects.includes(timed[next]!))
      assert.deepStrictEqual(unwatched, [])
    })

    // Source: D29, D40: only the books of an acquirer or a bank, or a proof, correct an announced final state.
    it("never leaves a final state, save by what the books or a proof say", () => {
      const exempt = ["Corrected", ...corrections]
      const rows = machine.rows.filter(({ next, state, trigger }) => !exempt.includes(trigger) && next !== state)
      assert.deepStrictEqual(Machine.finals({ ...machine, rows }), finals)
    })
  }
)

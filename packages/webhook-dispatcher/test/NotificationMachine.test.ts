import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as Machine from "@florin/core/machine/Machine"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { type Facts, machine, type Trigger } from "@florin/core/notifications/NotificationMachine"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"

const statuses = NotificationStatus.literals
const triggers: ReadonlyArray<Trigger> = [
  "Acknowledged",
  "Gone",
  "AttemptFailed",
  "Superseded",
  "ResendAsked",
  "Outdated"
]
const left: Facts = { attempts: 9, attemptLimit: 10 }
const last: Facts = { attempts: 10, attemptLimit: 10 }

const next = (status: NotificationStatus, trigger: Trigger, facts: Facts) =>
  Either.match(Machine.decide(machine, status, trigger, facts), {
    onLeft: () => "refused",
    onRight: (row) => [row.next, ...row.effects].join(" ")
  })

describe("notification delivery, D34", () => {
  it.each([
    // status        Acknowledged AttemptFailed(left) (last)       Gone          Superseded    ResendAsked     Outdated
    ["waiting", "delivered", "waiting retry", "exhausted", "stopped", "superseded", "waiting send", "superseded"],
    ["superseded", "delivered", "superseded", "superseded", "superseded", "refused", "waiting send", "superseded"],
    ["delivered", "refused", "refused", "refused", "refused", "refused", "waiting send", "delivered"],
    ["stopped", "refused", "refused", "refused", "refused", "refused", "waiting send", "stopped"],
    ["exhausted", "refused", "refused", "refused", "refused", "refused", "waiting send", "superseded"]
  ] as const)(
    "from %s: 2xx %s, failed %s, failed for the last time %s, 410 %s, newer state %s, asked again %s, outdated %s",
    (...row) => {
      const [status, ...expected] = row
      const actual = [
        next(status, "Acknowledged", left),
        next(status, "AttemptFailed", left),
        next(status, "AttemptFailed", last),
        next(status, "Gone", left),
        next(status, "Superseded", left),
        next(status, "ResendAsked", last),
        next(status, "Outdated", last)
      ]
      deepStrictEqual(actual, expected)
    }
  )

  it("names exactly the statuses of a notification", () => {
    assert.sameMembers([...Machine.states(machine)], [...statuses])
    assert.sameMembers([...Machine.triggers(machine)], [...triggers])
  })

  it("has at most one row for any state, trigger and number of attempts", () => {
    const attempts = FastCheck.integer({ min: 0, max: 20 })
    const facts = FastCheck.record({ attempts, attemptLimit: FastCheck.integer({ min: 1, max: 20 }) })
    const arbitrary = FastCheck.tuple(FastCheck.constantFrom(...statuses), FastCheck.constantFrom(...triggers), facts)
    FastCheck.assert(
      FastCheck.property(arbitrary, ([status, trigger, facts]) => {
        const fitting = machine.rows.filter(
          (row) => row.state === status && row.trigger === trigger && row.condition.holds(facts)
        )
        assert.isAtMost(fitting.length, 1)
      }),
      { numRuns: 2_000 }
    )
  })
})

/** How each fault point is reached. */
import * as Lease from "@florin/core/jobs/Lease"
import type { FaultPoint } from "@florin/core/store/FaultPoints"
import type { Order } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as KeyFile from "@florin/vault/KeyFile"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Stage } from "./Stage.js"

/** What leads to a fault point. `play` is interrupted when all orders have their outcome; it need not end by itself. */
export interface Scenario {
  /** How the acquirer treats what it is asked. Default: promptly. */
  readonly manner?: Manner
  /** The store is empty and no process has been started yet. */
  readonly fresh?: boolean
  readonly play: (stage: Stage) => Effect.Effect<unknown, unknown>
  /** What must have come true in the end, beside what every audit asks for. */
  readonly ends?: (stage: Stage) => boolean
}

const week = 8 * 24 * 60 * 60 * 1000

const uidOf = ({ acknowledged }: Order): string => acknowledged?.uid ?? "unknown"

const pay = ({ merchant }: Stage, more: object = {}) =>
  merchant.order("/transactions/payments", Orders.charge(1000, more))

const authorize = ({ merchant }: Stage, more: object = {}) =>
  merchant.order("/transactions/authorizations", Orders.charge(1000, more))

/** Sets the trap, then does what it is about. */
const into = (lead: Scenario["play"]): Scenario => ({ play: (stage) => Effect.zipRight(stage.set(), lead(stage)) })

const paying = (more: object = {}): Scenario => into((stage) => pay(stage, more))

/** Does something first, then sets the trap and does what it is about. */
const after = <A>(
  first: (stage: Stage) => Effect.Effect<A>,
  lead: (stage: Stage, done: A) => Effect.Effect<unknown, unknown>
): Scenario => ({
  play: (stage) => Effect.flatMap(Effect.zipLeft(first(stage), stage.set()), (done) => lead(stage, done))
})

const command = (path: (uid: string) => string): Scenario =>
  after(pay, ({ merchant }, paid) => merchant.command(path(uidOf(paid))))

const starting = (fresh: boolean): Scenario => ({
  fresh,
  play: Effect.fnUntraced(function* (stage) {
    if (!fresh) yield* stage.stop
    yield* stage.startInto({ traps: [stage.trap] })
    yield* pay(stage)
  })
})

/** Days pass while no process runs; what fell due meanwhile runs at the start. */
const later: Scenario = {
  play: Effect.fnUntraced(function* (stage) {
    yield* authorize(stage)
    yield* stage.stop
    yield* stage.startInto({ traps: [stage.trap], ahead: week })
  })
}

const isReversed = ({ environment }: Stage): boolean =>
  environment.acquirer.entries().some(({ declined, key }) => declined === undefined && key.includes(":reverse"))

const released: Scenario = { ...later, ends: isReversed }

const unheard: Manner = { ...prompt, way: "lost", answer: "no-answer" }

const untilResolved = ({ merchant }: Stage) =>
  Effect.forEach(merchant.orders(), merchant.look).pipe(
    Effect.map((found) => found.flat()),
    Effect.delay("100 millis"),
    Effect.repeat({ until: (found) => found.length > 0 && found.every(({ status }) => status !== "pending") })
  )

/**
 * The process stops when the acquirer has answered, another one finishes its work, and then it goes on. The other one
 * is gone by then, so that what is left to do is done by the one that woke up.
 */
const overtaken = Effect.fnUntraced(function* (stage: Stage) {
  const slow = yield* stage.front
  yield* stage.set()
  yield* stage.set({ point: "acquirer.perform", moment: "after", action: "stop" })
  const paid = yield* Effect.fork(pay(stage))
  yield* slow.reaches
  const other = yield* stage.start()
  yield* untilResolved(stage)
  yield* other.signal("SIGKILL")
  yield* stage.bringBack(slow)
  yield* slow.signal("SIGCONT")
  yield* Fiber.join(paid)
})

/** Before it asks the acquirer the process stands still until it is not sure of its lease any more. */
const asleep = Effect.fnUntraced(function* (stage: Stage) {
  const process = yield* stage.front
  yield* stage.set({ point: "commit.accept-charge", moment: "after", action: "stop" })
  yield* stage.set()
  const paid = yield* Effect.fork(pay(stage))
  yield* process.reaches
  yield* Effect.sleep(Lease.sureFor)
  yield* process.signal("SIGCONT")
  yield* Fiber.join(paid)
})

const tokenize = ({ merchant }: Stage) =>
  merchant.order("/transactions/tokenizations", Orders.charge(0, Orders.contract))

/** Its outcome is recorded between the moment when it is seen pending and the moment when its work is claimed. */
const resolvedMeanwhile = Effect.fnUntraced(function* (stage: Stage) {
  const { front, merchant } = stage
  yield* stage.set({ point: "commit.record", moment: "before", action: "wait" })
  yield* stage.set()
  const paid = yield* Effect.fork(pay(stage))
  yield* Effect.flatMap(front, ({ reaches }) => reaches)
  const [found] = yield* merchant.look(merchant.orders()[0]!)
  // A key would have to be claimed first, and wait for the other commit.
  yield* merchant.command(`/transactions/${found?.uid}/recover`, false)
  yield* Fiber.join(paid)
})

const expiring = Effect.fnUntraced(function* (stage: Stage) {
  const at = new Date((yield* Clock.currentTimeMillis) + 1500).toISOString()
  const verification = { force_three_d_secure_verification: true, return_url: "https://shop.example" }
  yield* authorize(stage, { ...verification, expired_at: at })
})

const notified = (stage: Stage) => Effect.zipRight(pay(stage), stage.merchant.read("/notifications"))

const rotating = Effect.fnUntraced(function* (stage: Stage) {
  const token = (yield* tokenize(stage)).acknowledged?.credit_card?.token
  const rotate = Effect.flatMap(stage.front, ({ tell }) => tell({ _tag: "Rotate" }))
  yield* KeyFile.addKey(stage.environment.keys)
  yield* stage.set()
  yield* Effect.ignore(rotate)
  // The next process finishes it, and the card opens with what it was wrapped in before or since.
  yield* pay(stage, { credit_card: { token } })
  yield* rotate
  yield* pay(stage, { credit_card: { token }, amount: 2000 })
})

const allSuccessful = (count: number) => (stage: Stage) =>
  stage.merchant.orders().length === count &&
  stage.merchant.orders().every(({ acknowledged }) => acknowledged?.status === "successful")

/** One for each fault point: a new one does not compile without. */
export const scenarios: Readonly<Record<FaultPoint, Scenario>> = {
  "commit.accept-charge": paying(),
  "commit.accept-child": after(authorize, ({ merchant }, held) =>
    merchant.order("/transactions/captures", Orders.child(uidOf(held), 600))
  ),
  "commit.accept-pay-out": into(({ merchant }) => merchant.order("/transactions/payouts", Orders.payOut(1000))),
  "commit.record": paying(),
  "commit.record-no-answer": { ...paying(), manner: unheard },
  "commit.record-too-late": { play: overtaken },
  "commit.expire": { ...into(expiring), ends: ({ environment }) => environment.receiver.deliveries().length > 0 },
  "commit.release-hold": released,
  "commit.reversal-begin": released,
  "commit.reversal-result": released,
  "commit.recover-claim": { ...command((uid) => `/transactions/${uid}/recover`), manner: unheard },
  "commit.recover-later": { ...paying(), manner: unheard },
  "commit.recover-nothing": { play: resolvedMeanwhile },
  "commit.lease-renew": { play: asleep },
  "commit.delivery-result": paying(),
  "commit.renotify": command((uid) => `/transactions/${uid}/renotify`),
  "commit.resend": after(notified, ({ merchant }, found) => {
    const { notifications } = found as { readonly notifications: ReadonlyArray<{ readonly id: string }> }
    return merchant.command(`/notifications/${notifications[0]?.id}/resend`)
  }),
  "commit.resend-exhausted": command(() => "/notifications/resend"),
  "commit.key-refuse": paying({ amount: -1 }),
  "commit.key-claim": command(() => "/notifications/resend"),
  "commit.key-answer": command(() => "/notifications/resend"),
  "commit.jobs-claim": paying(),
  "commit.job-give-back": after(
    (stage) => stage.set({ point: "commit.delivery-result", moment: "before", action: "fail" }),
    (stage) => pay(stage)
  ),
  "commit.worker-start": starting(false),
  "commit.worker-stop": after(pay, ({ stop }) => stop),
  "commit.sweep-plan": starting(false),
  "commit.sweep": later,
  "commit.sweep-again": later,
  "commit.rotate": { play: rotating, ends: allSuccessful(3) },
  "commit.migrate": starting(true),
  "commit.demo-shop": starting(true),
  "acquirer.perform": paying(),
  "acquirer.status": { ...paying(), manner: { ...prompt, answer: "no-answer" } },
  "verification.ask": into((stage) => pay(stage, { verification_url: stage.environment.receiver.verification })),
  "webhook.send": paying()
}

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
  readonly play: (stage: Stage) => Effect.Effect<void, unknown>
  /** What must have come true in the end, beside what every audit asks for. */
  readonly ends?: (stage: Stage) => boolean
}

const week = 8 * 24 * 60 * 60 * 1000

const uidOf = ({ acknowledged }: Order): string => acknowledged?.uid ?? "unknown"

const pay = ({ merchant }: Stage, more: object = {}) =>
  merchant.order("/transactions/payments", Orders.charge(1000, more))

const authorize = ({ merchant }: Stage, more: object = {}) =>
  merchant.order("/transactions/authorizations", Orders.charge(1000, more))

const paying = (more: object = {}): Scenario => ({
  play: (stage) => Effect.zipRight(stage.set(), pay(stage, more))
})

/** Sets the trap, then does what it is about. */
const into = <A, E>(lead: (stage: Stage) => Effect.Effect<A, E>): Scenario => ({
  play: (stage) => Effect.asVoid(Effect.zipRight(stage.set(), lead(stage)))
})

const command = (path: (uid: string) => string): Scenario => ({
  play: (stage) =>
    Effect.gen(function* () {
      const uid = uidOf(yield* pay(stage))
      yield* stage.set()
      yield* stage.merchant.command(path(uid))
    })
})

const starting = (fresh: boolean): Scenario => ({
  fresh,
  play: (stage) =>
    Effect.gen(function* () {
      if (!fresh) yield* stage.stop
      yield* stage.startInto({ traps: [stage.trap] })
      yield* pay(stage)
    })
})

/** Days pass while no process runs; what fell due meanwhile runs at the start. */
const later: Scenario = {
  play: (stage) =>
    Effect.gen(function* () {
      yield* authorize(stage)
      yield* stage.stop
      yield* stage.startInto({ traps: [stage.trap], ahead: week })
    })
}

const isReversed = ({ environment }: Stage): boolean =>
  environment.acquirer.entries().some(({ declined, key }) => declined === undefined && key.includes(":reverse"))

const released: Scenario = { ...later, ends: isReversed }

const unheard: Manner = { ...prompt, way: "lost", answer: "no-answer" }

const untilResolved = ({ merchant }: Stage): Effect.Effect<void> =>
  Effect.forEach(merchant.orders(), merchant.look).pipe(
    Effect.map((found) => found.flat()),
    Effect.delay("100 millis"),
    Effect.repeat({ until: (found) => found.length > 0 && found.every(({ status }) => status !== "pending") }),
    Effect.asVoid
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
const resolvedMeanwhile: Scenario = {
  play: (stage) =>
    Effect.gen(function* () {
      yield* stage.set({ point: "commit.record", moment: "before", action: "wait" })
      yield* stage.set()
      const paid = yield* Effect.fork(pay(stage))
      yield* Effect.flatMap(stage.front, ({ reaches }) => reaches)
      const [found] = yield* Effect.flatMap(Effect.sync(stage.merchant.orders), ([order]) =>
        stage.merchant.look(order!)
      )
      // A key would have to be claimed first, and wait for the other commit.
      yield* stage.merchant.command(`/transactions/${found?.uid}/recover`, false)
      yield* Fiber.join(paid)
    })
}

const expiring = Effect.fnUntraced(function* (stage: Stage) {
  const at = new Date((yield* Clock.currentTimeMillis) + 1500).toISOString()
  const verification = { force_three_d_secure_verification: true, return_url: "https://shop.example" }
  yield* authorize(stage, { ...verification, expired_at: at })
})

const resending = Effect.fnUntraced(function* (stage: Stage) {
  yield* pay(stage)
  const found = (yield* stage.merchant.read("/notifications")) as { notifications: Array<{ id: string }> }
  yield* stage.set()
  yield* stage.merchant.command(`/notifications/${found.notifications[0]?.id}/resend`)
})

const rotating = Effect.fnUntraced(function* (stage: Stage) {
  const token = (yield* tokenize(stage)).acknowledged?.credit_card?.token
  yield* KeyFile.addKey(stage.environment.keys)
  yield* stage.set()
  yield* Effect.ignore(Effect.flatMap(stage.front, ({ tell }) => tell({ _tag: "Rotate" })))
  // The next process finishes it, and the card opens with what it was wrapped in before or since.
  yield* pay(stage, { credit_card: { token } })
  yield* Effect.flatMap(stage.front, ({ tell }) => tell({ _tag: "Rotate" }))
  yield* pay(stage, { credit_card: { token }, amount: 2000 })
})

const orders = (count: number) => (stage: Stage) =>
  stage.merchant.orders().length === count &&
  stage.merchant.orders().every(({ acknowledged }) => acknowledged?.status === "successful")

/** One for each fault point: a new one does not compile without. */
export const scenarios: Readonly<Record<FaultPoint, Scenario>> = {
  "commit.accept-charge": paying(),
  "commit.accept-child": {
    play: (stage) =>
      Effect.gen(function* () {
        const parent = uidOf(yield* authorize(stage))
        yield* stage.set()
        yield* stage.merchant.order("/transactions/captures", { parent_uid: parent, amount: 600 })
      })
  },
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
  "commit.recover-nothing": resolvedMeanwhile,
  "commit.lease-renew": { play: asleep },
  "commit.delivery-result": paying(),
  "commit.renotify": command((uid) => `/transactions/${uid}/renotify`),
  "commit.resend": { play: resending },
  "commit.resend-exhausted": command(() => "/notifications/resend"),
  "commit.key-refuse": paying({ amount: -1 }),
  "commit.key-claim": command(() => "/notifications/resend"),
  "commit.key-answer": command(() => "/notifications/resend"),
  "commit.jobs-claim": paying(),
  "commit.job-give-back": {
    play: (stage) =>
      Effect.gen(function* () {
        yield* stage.set({ point: "commit.delivery-result", moment: "before", action: "fail" })
        yield* stage.set()
        yield* pay(stage)
      })
  },
  "commit.worker-start": starting(false),
  "commit.worker-stop": {
    play: (stage) => Effect.zipRight(pay(stage), Effect.zipRight(stage.set(), stage.stop))
  },
  "commit.sweep-plan": starting(false),
  "commit.sweep": later,
  "commit.sweep-again": later,
  "commit.rotate": { play: rotating, ends: orders(3) },
  "commit.migrate": starting(true),
  "commit.demo-shop": starting(true),
  "acquirer.perform": paying(),
  "acquirer.status": { ...paying(), manner: { ...prompt, answer: "no-answer" } },
  "verification.ask": into((stage) => pay(stage, { verification_url: stage.environment.receiver.verification })),
  "webhook.send": paying()
}

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

const uidOf = ({ acknowledged }: Order): string => acknowledged?.uid ?? "unknown"

/** Does something first, then sets the trap and does what it is about. */
const after = <A>(
  first: (stage: Stage) => Effect.Effect<A>,
  lead: (stage: Stage, done: A) => Effect.Effect<unknown, unknown>
): Scenario => ({
  play: (stage) => Effect.flatMap(Effect.zipLeft(first(stage), stage.set()), (done) => lead(stage, done))
})

const into = (lead: Scenario["play"]): Scenario => after(() => Effect.void, lead)

const paid = ({ pay }: Stage) => pay()

const paying = (more: object = {}): Scenario => into(({ pay }) => pay(more))

const command = (path: (uid: string) => string): Scenario =>
  after(paid, ({ merchant }, paid) => merchant.command(path(uidOf(paid))))

const starting = (fresh: boolean): Scenario => ({
  fresh,
  play: Effect.fnUntraced(function* (stage) {
    if (!fresh) yield* stage.front().stop
    yield* stage.launch({ traps: [stage.trap] })
    yield* stage.pay()
  })
})

/** Days pass while no process runs; what fell due meanwhile runs at the start. */
const later: Scenario = {
  play: Effect.fnUntraced(function* (stage) {
    yield* stage.authorize()
    yield* stage.front().stop
    yield* stage.launch({ traps: [stage.trap], ahead: 8 * 24 * 60 * 60 * 1000 })
  })
}

const released: Scenario = {
  ...later,
  ends: ({ environment }) =>
    environment.acquirer.entries().some(({ declined, key }) => declined === undefined && key.includes(":reverse"))
}

const unheard: Manner = { ...prompt, way: "lost", answer: "no-answer" }

/** A payment is under way, and its process stands still after the call or commit. */
const standing = Effect.fnUntraced(function* (stage: Stage, point: FaultPoint) {
  yield* stage.set()
  yield* stage.set({ point, moment: "after", action: "stop" })
  const paid = yield* Effect.fork(stage.pay())
  const process = stage.front()
  yield* process.reaches
  return { process, goOn: Effect.zipRight(process.signal("SIGCONT"), Fiber.join(paid)) }
})

/** Another process finishes the work meanwhile, and is gone: what is left to do is done by the one that goes on. */
const overtaken = Effect.fnUntraced(function* (stage: Stage) {
  const { goOn, process } = yield* standing(stage, "acquirer.perform")
  const other = yield* stage.start
  const look = Effect.delay(stage.merchant.look(stage.merchant.orders()[0]!), "100 millis")
  yield* Effect.repeat(look, { until: ([found]) => found !== undefined && found.status !== "pending" })
  yield* other.signal("SIGKILL")
  stage.bringBack(process)
  yield* goOn
})

/** Before it asks the acquirer the process stands still until it is not sure of its lease any more. */
const asleep = Effect.fnUntraced(function* (stage: Stage) {
  const { goOn } = yield* standing(stage, "commit.accept-charge")
  yield* Effect.zipRight(Effect.sleep(Lease.sureFor), goOn)
})

/** Its outcome is recorded between the moment when it is seen pending and the moment when its work is claimed. */
const resolvedMeanwhile = Effect.fnUntraced(function* (stage: Stage) {
  const { front, merchant } = stage
  yield* stage.set({ point: "commit.record", moment: "before", action: "wait" })
  yield* stage.set()
  const paid = yield* Effect.fork(stage.pay())
  yield* front().reaches
  const [found] = yield* merchant.look(merchant.orders()[0]!)
  // A key would have to be claimed first, and wait for the other commit.
  yield* merchant.command(`/transactions/${found?.uid}/recover`, false)
  yield* Fiber.join(paid)
})

const expiring = Effect.fnUntraced(function* (stage: Stage) {
  const at = new Date((yield* Clock.currentTimeMillis) + 1500).toISOString()
  const verification = { force_three_d_secure_verification: true, return_url: "https://shop.example" }
  yield* stage.authorize({ ...verification, expired_at: at })
})

const resending = after(
  (stage) => Effect.zipRight(stage.pay(), stage.merchant.read("/notifications")),
  ({ merchant }, found) => {
    const { notifications } = found as { readonly notifications: ReadonlyArray<{ readonly id: string }> }
    return merchant.command(`/notifications/${notifications[0]?.id}/resend`)
  }
)

const rotating = Effect.fnUntraced(function* (stage: Stage) {
  const saved = yield* stage.order("tokenization", Orders.charge(0, Orders.contract))
  const credit_card = { token: saved.acknowledged?.credit_card?.token }
  const rotate = Effect.suspend(() => stage.front().tell({ _tag: "Rotate" }))
  yield* KeyFile.addKey(stage.environment.settings.keys)
  yield* stage.set()
  yield* Effect.ignore(rotate)
  // The next process finishes it, and the card opens with what it was wrapped in before or since.
  yield* stage.pay({ credit_card })
  yield* rotate
  yield* stage.pay({ credit_card, amount: 2000 })
})

const allSuccessful = (count: number) => (stage: Stage) =>
  stage.merchant.orders().length === count &&
  stage.merchant.orders().every(({ acknowledged }) => acknowledged?.status === "successful")

/** One for each fault point: a new one does not compile without. */
export const scenarios: Readonly<Record<FaultPoint, Scenario>> = {
  "commit.accept-charge": paying(),
  "commit.accept-child": after(
    ({ authorize }) => authorize(),
    ({ order }, held) => order("capture", Orders.child(uidOf(held), 600))
  ),
  "commit.accept-pay-out": into(({ order }) => order("payout", Orders.payOut(1000))),
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
  "commit.resend": resending,
  "commit.resend-exhausted": command(() => "/notifications/resend"),
  "commit.key-refuse": paying({ amount: -1 }),
  "commit.key-claim": command(() => "/notifications/resend"),
  "commit.key-answer": command(() => "/notifications/resend"),
  "commit.jobs-claim": paying(),
  "commit.job-give-back": after(
    ({ set }) => set({ point: "commit.delivery-result", moment: "before", action: "fail" }),
    paid
  ),
  "commit.worker-start": starting(false),
  "commit.worker-stop": after(paid, ({ front }) => front().stop),
  "commit.sweep-plan": starting(false),
  "commit.sweep": later,
  "commit.sweep-again": later,
  "commit.rotate": { play: rotating, ends: allSuccessful(3) },
  "commit.migrate": starting(true),
  "commit.demo-shop": starting(true),
  "acquirer.perform": paying(),
  "acquirer.status": { ...paying(), manner: { ...prompt, answer: "no-answer" } },
  "verification.ask": into(({ environment, pay }) => pay({ verification_url: environment.receiver.verification })),
  "webhook.send": paying()
}

/** How each fault point is reached. */
import * as Lease from "@florin/core/due-work/Lease"
import type { FaultPoint } from "@florin/core/store/FaultPoints"
import * as Orders from "@florin/testing/parties/Orders"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as KeyFile from "@florin/vault/KeyFile"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as BillingScenarios from "./BillingScenarios.js"
import * as CheckoutScenarios from "./CheckoutScenarios.js"
import * as PeopleScenarios from "./PeopleScenarios.js"
import { untilFound } from "./Process.js"
import * as ProductScenarios from "./ProductScenarios.js"
import * as SavedCardScenarios from "./SavedCardScenarios.js"
import { type Another, type Scenario, starting, stop } from "./Scenario.js"
import type { Stage } from "./Stage.js"
import * as TransferScenarios from "./TransferScenarios.js"

const pay = (stage: Stage) => stage.pay()

const paying: Scenario = { play: pay }

/**
 * A payment with a receipt. What was sent before the crash and not recorded is sent once more, under the same id; nothing
 * else is.
 */
const mailed: Scenario = {
  play: ({ pay }) => pay({ customer: { email: "customer@shop.example" } }),
  ends: ({ environment, trap: { moment, point } }) => {
    const mails = environment.receiver.mails()
    const isUnrecorded = (point === "mail.send") === (moment === "after")
    return mails.length === (isUnrecorded ? 2 : 1) && new Set(mails).size === 1
  }
}

const command = (path: (uid: string) => string): Scenario => ({
  first: pay,
  play: ({ merchant, uid }) => merchant.command(path(uid()))
})

const fresh: Scenario = { ...starting(), fresh: true, first: () => Effect.void }

/** Days pass while no process runs; what fell due meanwhile runs at the start. */
const later: Scenario = {
  ...starting({ ahead: 8 * 24 * 60 * 60 * 1000 }),
  first: (stage) => Effect.zipRight(stage.authorize(), stop(stage))
}

const isTakenBack = ({ environment }: Stage): boolean =>
  environment.acquirer.entries().some(({ declined, key }) => declined === undefined && key.includes(":reverse"))

const released: Scenario = { ...later, ends: isTakenBack }

const unheard: Manner = { ...prompt, way: "lost", answer: "no-answer" }

/** A payment is under way, and its process stands still after the call or commit. Answers with what ends that. */
const progress = Effect.fnUntraced(function* (stage: Stage, point: FaultPoint) {
  yield* stage.set({ point, moment: "after", action: "stop" })
  const paid = yield* Effect.fork(stage.pay())
  const { reaches, signal } = stage.front()
  yield* reaches
  return Effect.zipRight(signal("SIGCONT"), Fiber.join(paid))
})

/** Another process finishes the work meanwhile, and is gone: what is left to do is done by the one that goes on. */
const overtaken = Effect.fnUntraced(function* (stage: Stage) {
  const { environment, merchant } = stage
  const goOn = yield* progress(stage, "acquirer.perform")
  const other = yield* environment.start()
  const look = environment.merchant(Effect.orDie(other.url)).look(merchant.orders()[0]!)
  yield* Effect.repeat(Effect.delay(look, "100 millis"), {
    until: ([found]) => found !== undefined && found.status !== "pending"
  })
  yield* other.signal("SIGKILL")
  yield* goOn
}, Effect.scoped)

/** Its process is killed while it is sent, another one gives it up, and it arrives and is approved after all. */
const givenUp = Effect.fnUntraced(function* (stage: Stage) {
  const { environment, front, merchant, pay, start } = stage
  yield* Effect.fork(pay())
  yield* untilFound(() => environment.acquirer.visits()[0])
  yield* front().signal("SIGKILL")
  yield* start
  const look = Effect.suspend(() => merchant.look(merchant.orders()[0]!))
  yield* Effect.repeat(Effect.delay(look, "100 millis"), { until: ([found]) => found?.status === "failed" })
  yield* untilFound(() => environment.acquirer.entries()[0])
  yield* stop(stage)
})

/** Two minutes later it is found, and taken back. */
const approvedLate: Scenario = {
  manner: ({ key }) => (key.includes(":reverse") ? prompt : { ...prompt, before: 20_000 }),
  first: givenUp,
  play: (stage) => stage.launch({ traps: [stage.trap], ahead: 120_000 }),
  ends: isTakenBack
}

/** Before it asks the acquirer the process stands still until it is not sure of its lease any more. */
const asleep = Effect.fnUntraced(function* (stage: Stage) {
  const goOn = yield* progress(stage, "commit.accept-charge")
  yield* Effect.zipRight(Effect.sleep(Lease.certainFor), goOn)
})

/** The answer is lost, and the acquirer tells until the charge has its outcome: twice at least, and after it. */
const notified: Scenario = {
  manner: { ...prompt, answer: "no-answer" },
  play: ({ acquirerTells, pay }) =>
    Effect.zipRight(Effect.fork(pay()), Effect.forever(Effect.delay(acquirerTells, "50 millis")))
}

/** Its outcome is recorded between the moment when it is seen pending and the moment when its work is claimed. */
const resolvedMeanwhile = Effect.fnUntraced(function* (stage: Stage) {
  const { front, merchant } = stage
  yield* stage.set({ point: "commit.record", moment: "before", action: "wait" })
  const paid = yield* Effect.fork(stage.pay())
  yield* front().reaches
  const [found] = yield* merchant.look(merchant.orders()[0]!)
  // A key would have to be claimed first, and wait for the other commit.
  yield* merchant.command(`/transactions/${found?.uid}/recover`, false)
  yield* Fiber.join(paid)
})

const verified = { description: "challenge", return_url: "https://shop.example" }

const expiring = Effect.fnUntraced(function* (stage: Stage) {
  const at = new Date((yield* Clock.currentTimeMillis) + 1500).toISOString()
  yield* stage.authorize({ ...verified, expired_at: at })
})

/** The customer comes back from the issuer's page. */
const returning: Scenario = {
  first: ({ authorize }) => authorize(verified),
  play: ({ comeBack }) => comeBack
}

/** The customer is challenged, and comes back until the charge has its outcome. */
const challenged: Scenario = {
  play: ({ authorize, comeBack }) =>
    Effect.zipRight(authorize(verified), Effect.forever(Effect.delay(comeBack, "500 millis")))
}

/** The first acquirer can't process the charge, and the second one does. */
const passedOn: Scenario = {
  ...paying,
  manner: ({ key }) => (key.includes(":charge-") ? prompt : { ...prompt, verdict: "acquirer-temporary" })
}

const resend = Effect.fnUntraced(function* ({ merchant }: Stage) {
  const found = yield* merchant.read("/notifications")
  const { notifications } = found as { readonly notifications: ReadonlyArray<{ readonly id: string }> }
  yield* merchant.command(`/notifications/${notifications[0]?.id}/resend`)
})

const rotating: Scenario = {
  first: ({ environment, order }) =>
    Effect.zipRight(
      order("tokenization", Orders.charge(0, Orders.contract)),
      KeyFile.addKey(environment.settings.keys)
    ),
  play: Effect.fnUntraced(function* ({ front, merchant, pay }) {
    const credit_card = { token: merchant.orders()[0]!.acknowledged?.credit_card?.token }
    const rotate = Effect.suspend(() => front().tell({ _tag: "Rotate" }))
    yield* Effect.ignore(rotate)
    // The next process finishes it, and the card opens with what it was wrapped in before or since.
    yield* pay({ credit_card })
    yield* rotate
    yield* pay({ credit_card, amount: 2000 })
  }),
  ends: ({ merchant }) =>
    merchant.orders().length === 3 &&
    merchant.orders().every(({ acknowledged }) => acknowledged?.status === "successful")
}

/** More ways to the same fault points: what comes there is something else. */
export const others: ReadonlyArray<Another> = [
  { ...challenged, point: "commit.record", what: "the challenge" },
  { ...returning, point: "commit.record", what: "the outcome after a return" },
  { ...returning, point: "acquirer.perform", what: "the charge after a return" },
  { ...passedOn, point: "commit.record", what: "that it is passed on" },
  { ...passedOn, point: "acquirer.perform", what: "the second acquirer", passing: 1 },
  ...BillingScenarios.others,
  ...CheckoutScenarios.others,
  ...TransferScenarios.others
]

/** One for each fault point: a new one does not compile without. */
export const scenarios: Readonly<Record<FaultPoint, Scenario>> = {
  "commit.accept-charge": paying,
  "commit.accept-child": {
    first: ({ authorize }) => authorize(),
    play: ({ order, uid }) => order("capture", Orders.child(uid(), 600))
  },
  "commit.accept-pay-out": { play: ({ order }) => order("payout", Orders.payOut(1000)) },
  "commit.accept-return": returning,
  ...BillingScenarios.scenarios,
  ...CheckoutScenarios.scenarios,
  ...PeopleScenarios.scenarios,
  ...ProductScenarios.scenarios,
  ...SavedCardScenarios.scenarios,
  ...TransferScenarios.scenarios,
  "commit.record": paying,
  "commit.record-no-answer": { ...paying, manner: unheard },
  "commit.record-too-late": { play: overtaken },
  "commit.acquirer-report": notified,
  "commit.expire": { play: expiring, ends: ({ environment }) => environment.receiver.deliveries().length > 0 },
  "commit.release-hold": released,
  "commit.look-again": approvedLate,
  "commit.reversal-begin": released,
  "commit.reversal-result": released,
  "commit.recover-claim": { ...command((uid) => `/transactions/${uid}/recover`), manner: unheard },
  "commit.recover-later": { ...paying, manner: unheard },
  "commit.recover-nothing": { play: resolvedMeanwhile },
  "commit.lease-renew": { play: asleep },
  "commit.delivery-result": paying,
  "commit.mail-result": mailed,
  "commit.renotify": command((uid) => `/transactions/${uid}/renotify`),
  "commit.note": {
    first: pay,
    play: ({ merchant, uid }) => merchant.post(`/transactions/${uid()}/note`, { note: "Gift wrapping" }),
    later: BillingScenarios.abandoned,
    ends: ({ merchant }) => merchant.posts().at(-1)?.status === 200
  },
  "commit.resend": { first: pay, play: resend },
  "commit.resend-exhausted": command(() => "/notifications/resend"),
  "commit.key-claim": command(() => "/notifications/resend"),
  "commit.key-answer": command(() => "/notifications/resend"),
  "commit.jobs-claim": paying,
  "commit.job-give-back": {
    first: ({ set }) => set({ point: "commit.delivery-result", moment: "before", action: "fail" }),
    play: pay
  },
  "commit.worker-start": starting(),
  "commit.worker-stop": { first: pay, play: stop },
  "commit.sweep": later,
  "commit.sweep-again": later,
  "commit.reconcile-again": later,
  "commit.rotate": rotating,
  "commit.migrate": fresh,
  "commit.demo-shop": fresh,
  "acquirer.perform": paying,
  "acquirer.status": { ...paying, manner: { ...prompt, answer: "no-answer" } },
  "three-d-secure.ask": paying,
  "verification.ask": {
    play: ({ environment, pay }) => pay({ verification_url: environment.receiver.verification })
  },
  "wallet.save": { play: ({ pay }) => pay({ additional_data: { wallet: { params: { session: "one" } } } }) },
  "webhook.send": paying,
  "mail.send": mailed
}

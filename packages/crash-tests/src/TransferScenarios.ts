/** How the fault points of bank transfers are reached. */
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import * as Orders from "@florin/testing/parties/Orders"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedTransferProvider"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Another, Scenario } from "./Scenario.js"
import type { Stage } from "./Stage.js"

/** A key that was claimed by a request whose process died counts as in progress for so long. Unit: milliseconds. */
const abandoned = 61_000

const amount = 100_000

const order = ({ merchant }: Stage, kind: string, request: object) =>
  merchant.order(`/beyag/transactions/${kind}s`, request)

const pay = (stage: Stage, more: object = {}) => order(stage, "payment", Orders.transferPayment(amount, "sbp", more))

const payByData = (stage: Stage) => order(stage, "payment", Orders.transferPayment(amount, "sbp_data"))

const payOut = (stage: Stage) => order(stage, "payout", Orders.transferPayout(500_000))

const refund = (stage: Stage) => order(stage, "refund", Orders.transferRefund(stage.uid(), amount / 2))

/** The customer pays the first order, and the bank tells nobody. */
const paid = ({ environment: { bank }, uid }: Stage) => bank.pay(uid())

/** The bank tells a process how the first order stands, until one takes it. */
const reported = ({ environment: { bank }, office, uid }: Stage) => bank.tell(office, uid())

type Step = (stage: Stage) => Effect.Effect<unknown, unknown>

/** One step after the other: each begins when the one before has ended. */
const inTurn =
  (...steps: ReadonlyArray<Step>): Step =>
  (stage) =>
    Effect.forEach(steps, (step) => step(stage), { discard: true })

const ordered = inTurn(pay, paid)

const settled = inTurn(pay, paid, reported)

/** What was told of the first order last. */
const endsAs = (status: string) => (stage: Stage) =>
  stage.environment.receiver.deliveries().findLast(({ uid }) => uid === stage.uid())?.status === status

/** The bank has moved what was asked for exactly once. */
const moves = (kind: BankRequest["kind"]) => (stage: Stage) => {
  const accounts = stage.environment.bank.accounts().filter((_) => _.kind === kind)
  return accounts.length === 1 && accounts[0]!.moved.length === 1
}

const unheard = (): Manner => ({ ...prompt, verdict: "pays", answer: "no-answer" })

const rejecting = (): Manner => ({ ...prompt, verdict: "provider" })

/** The bank dates the customer's payment after the end, and says so: what an operator then finds. */
const paidLate = Effect.fnUntraced(function* (stage: Stage) {
  const { environment, uid } = stage
  const { payBy = 0 } = environment.bank.account(uid())!
  yield* environment.bank.pay(uid(), { at: payBy + 2 })
  yield* reported(stage)
})

const paying: Scenario = { play: settled, ends: endsAs("successful") }

const payingOut: Scenario = { play: payOut, ends: moves("payout") }

const refunding: Scenario = { first: settled, play: refund, ends: moves("refund") }

const prove = ({ merchant, uid }: Stage) =>
  merchant.post(`/beyag/transactions/${uid()}/proof`, { request: Orders.proof(amount) })

const confirm = ({ merchant, uid }: Stage) => merchant.post(`/beyag/transactions/${uid()}/confirm`, {})

const answered = ({ merchant }: Stage): boolean => merchant.posts().at(-1)?.status === 200

/** The customer has paid too late. */
const failing = inTurn(payByData, paidLate)

/** The customer has paid too late, and proves that. */
const proving = { first: inTurn(failing, prove) }

const confirming: Scenario = {
  first: ordered,
  play: confirm,
  later: abandoned,
  ends: (stage) => endsAs("successful")(stage) && answered(stage)
}

const correct =
  (status: "successful" | "failed"): Scenario["play"] =>
  ({ environment: { desk }, office, uid }) =>
    desk.correct(office, uid(), status)

/** Nobody pays before the order's own end. */
const expiring: Scenario = {
  play: Effect.fnUntraced(function* (stage) {
    const at = new Date((yield* Clock.currentTimeMillis) + 1500).toISOString()
    yield* pay(stage, { expired_at: at })
  }),
  ends: endsAs("expired")
}

/** Nothing is new when the bank is asked; later the customer pays. */
const waiting: Scenario = {
  play: inTurn(pay, ({ crashed }) => crashed, paid, reported),
  ends: endsAs("successful")
}

/** The bank's report of a payout comes before its answer to the request is recorded. */
const overtaken: Scenario = {
  play: Effect.fnUntraced(function* (stage) {
    const { environment, front, merchant, office, set } = stage
    yield* set({ point: "provider.perform", moment: "after", action: "wait" })
    const payout = yield* Effect.fork(payOut(stage))
    yield* Effect.ignore(front().reaches)
    const [account] = environment.bank.accounts()
    yield* environment.bank.tell(office, account!.key)
    yield* Fiber.join(payout)
    yield* merchant.look(merchant.orders()[0]!)
  }),
  ends: moves("payout")
}

export const scenarios = {
  "commit.accept-transfer": payingOut,
  "commit.accept-proof": { first: failing, play: prove, ends: answered },
  "commit.transfer-report": { first: ordered, play: reported, ends: endsAs("successful") },
  "commit.transfer-confirm": confirming,
  "commit.transfer-correct": { first: failing, play: correct("successful"), ends: endsAs("successful") },
  "commit.proof-decide": {
    ...proving,
    play: ({ environment: { desk }, office, uid }: Stage) => desk.approve(office, uid(), amount),
    ends: endsAs("successful")
  },
  "provider.perform": payingOut,
  "provider.status": { ...payingOut, bankManner: unheard }
} satisfies Readonly<Record<string, Scenario>>

/** More of what happens to bank transfers. */
export const others: ReadonlyArray<Another> = [
  { ...paying, point: "commit.accept-transfer", what: "a payment" },
  { ...refunding, point: "commit.accept-transfer", what: "a refund" },
  { ...paying, point: "provider.perform", what: "an order" },
  { ...refunding, point: "provider.perform", what: "a refund" },
  { ...paying, point: "commit.record", what: "the order that the bank has opened" },
  { ...payingOut, point: "commit.record", what: "a payout" },
  { ...payingOut, bankManner: rejecting, ends: undefined, point: "commit.record", what: "that a payout is rejected" },
  { ...expiring, point: "commit.record", what: "that the time to pay is over", passing: 1 },
  { ...payingOut, bankManner: unheard, point: "commit.record-no-answer", what: "a payout" },
  { ...waiting, point: "commit.recover-later", what: "an order that waits" },
  { ...overtaken, point: "commit.record-too-late", what: "a payout that was reported first" },
  { ...overtaken, point: "commit.transfer-report", what: "a payout, before its own answer" },
  { ...confirming, point: "commit.transfer-report", what: "what a confirmation has found" },
  { ...confirming, point: "provider.status", what: "a confirmation" },
  {
    ...proving,
    play: ({ environment: { desk }, office, uid }) => desk.decline(office, uid()),
    ends: endsAs("failed"),
    point: "commit.proof-decide",
    what: "a decline"
  },
  {
    ...{ first: pay, play: correct("failed"), ends: endsAs("failed") },
    point: "commit.transfer-correct",
    what: "that an order that waits will not be paid"
  }
]

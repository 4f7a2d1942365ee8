/** Kills while bank transfers are under way: customers pay, merchants pay out, refund and prove, and the bank reports. */
import { isFinal } from "@florin/testing/parties/Auditor"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import type { Merchant, Order } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import { contraryOf, type Manner, paymentOf, prompt } from "@florin/testing/parties/ScriptedTransferProvider"
import * as Effect from "effect/Effect"
import { visited } from "./Kills.js"
import type { Stage } from "./Scene.js"

const minute = 60_000

/** Most orders wait for their customers, and other banks take their time. Answers and requests are late or lost. */
export const moody = (random: Random, { kind }: BankRequest): Manner => {
  const pays = kind === "payment" ? 0 : 9
  const verdict = random.weighted({ waits: 18 - pays, pays, provider: 1, "account-funds": 1 })
  const manner = { ...prompt, verdict }
  const mood = random.between(0, 19)
  if (mood < 3) return { ...manner, before: random.between(0, 800) }
  if (mood < 6) return { ...manner, after: random.between(0, 800) }
  if (mood < 8) return { ...manner, answer: "no-answer" }
  if (mood < 9) return { ...manner, before: 2500, answer: "cut" }
  return mood < 10 ? { ...manner, way: "lost", answer: "no-answer" } : manner
}

/** Everybody who has to do with one order. */
interface Party {
  readonly stage: Stage
  readonly merchant: Merchant
  readonly random: Random
  readonly uid: string
}

const accountOf = ({ stage: { environment }, uid }: Party) => environment.bank.account(uid)

/** How the bank tells of what has happened: at once, later, to two processes at once, or only when it is asked. */
const tellings = { once: 4, later: 2, twice: 2, never: 2 }

const reported = ({ random, stage: { environment, fleet }, uid }: Party) => {
  const tell = environment.bank.tell(fleet.office, uid)
  switch (random.weighted(tellings)) {
    case "once":
      return tell
    case "later":
      return Effect.delay(tell, random.between(500, 4000))
    case "twice":
      return Effect.all([tell, tell], { concurrency: 2, discard: true })
    case "never":
      return Effect.void
  }
}

const settled = ({ merchant }: Party, order: Order) =>
  Effect.repeat(Effect.delay(merchant.look(order), "500 millis"), {
    until: ([found]) => found !== undefined && isFinal(found)
  }).pipe(Effect.map(([found]) => found!))

/** Waits until the bank has an account of it. A request that never reached it has none, and ends without. */
const opened = Effect.fnUntraced(function* (party: Party, order: Order) {
  const isOver = Effect.map(party.merchant.look(order), ([found]) => found !== undefined && isFinal(found))
  const isOpen = Effect.sync(() => accountOf(party) !== undefined)
  yield* Effect.repeat(
    Effect.delay(
      Effect.zipWith(isOpen, isOver, (open, over) => open || over),
      "300 millis"
    ),
    { until: (found) => found }
  )
  return yield* isOpen
})

/** When customers pay: soon, about when the time is over, after that, never, or on a day that the bank dates later. */
const customers = { soon: 10, atTheEnd: 3, late: 2, never: 2, datedLater: 3 }

const pays = Effect.fnUntraced(function* (party: Party) {
  const { random, stage, uid } = party
  const { bank, shown } = stage.environment
  const { payBy } = accountOf(party) ?? {}
  const what = payBy === undefined ? "soon" : random.weighted(customers)
  if (what === "never") return
  const amount = random.chance(0.2) ? { amount: random.between(500, 900) * 100 } : {}
  if (what === "datedLater") yield* bank.pay(uid, { ...amount, at: payBy! + random.between(2, minute) })
  else {
    const until = { soon: 0, atTheEnd: payBy! - minute, late: payBy! + minute }[what]
    yield* Effect.repeat(Effect.delay(shown, random.between(100, 1500)), { until: (now) => now >= until })
    yield* bank.pay(uid, amount)
  }
  yield* reported(party)
})

/** What merchants ask meanwhile. */
const confirms = ({ merchant, random, uid }: Party) =>
  Effect.delay(
    merchant.post(`/beyag/transactions/${uid}/confirm`, { skip_duplicate_check: true }),
    random.between(0, 3000)
  )

const refunds = Effect.fnUntraced(function* ({ merchant, random, stage, uid }: Party, paid: number) {
  // In part, in whole, and more than there is; the same twice at once.
  const refund = merchant.order(
    "/beyag/transactions/refunds",
    Orders.transferRefund(uid, random.pick([paid, Math.ceil(paid / 2), Math.ceil(paid / 3), paid + 1]))
  )
  const orders = random.chance(0.3)
    ? yield* Effect.all([refund, refund], { concurrency: 2 })
    : [yield* refund, ...(random.chance(0.4) ? [yield* refund] : [])]
  yield* Effect.forEach(orders, (order) => arrives(stage, merchant, random, order), { concurrency: 2, discard: true })
})

/** Another bank takes the money of a refund or payout, or refuses it; of a payout it may take another amount. */
const arrives = Effect.fnUntraced(function* (stage: Stage, merchant: Merchant, random: Random, order: Order) {
  const { acknowledged } = order
  if (acknowledged === undefined || isFinal(acknowledged)) return
  const { bank } = stage.environment
  const { type, uid } = acknowledged
  const party = { stage, merchant, random, uid }
  // The bank may not have heard of it yet.
  yield* Effect.sleep(random.between(200, 2000))
  if (!(yield* opened(party, order))) return
  const amount = type === "payout" && random.chance(0.3) ? { amount: acknowledged.amount - 100 } : {}
  if (random.chance(0.85)) yield* bank.pay(uid, amount)
  else bank.reject(uid, "account-funds")
  yield* reported(party)
  yield* settled(party, order)
})

/** A payment that failed is proven, and the operator looks into the bank's books. */
const proves = Effect.fnUntraced(function* (party: Party) {
  const { merchant, random, stage, uid } = party
  const { desk } = stage.environment
  const { office } = stage.fleet
  const claim = Orders.proof(random.between(500, 900) * 100, { skip_duplicate_check: true })
  yield* merchant.post(`/beyag/transactions/${uid}/proof`, { request: claim })
  const moved = accountOf(party)?.moved[0]
  const isTrue = moved !== undefined && random.chance(0.7)
  yield* isTrue ? desk.approve(office, uid, moved.amount) : desk.decline(office, uid)
})

const corrects = ({ stage, uid, ...party }: Party) => {
  const moved = accountOf({ ...party, stage, uid })?.moved[0]
  return moved === undefined
    ? Effect.void
    : stage.environment.desk.correct(stage.fleet.office, uid, "successful", moved.amount)
}

/** What the bank says again, and of what has happened since: it may contradict itself. */
const afterwards = Effect.fnUntraced(function* (party: Party) {
  const { random, stage, uid } = party
  const { bank, shown } = stage.environment
  const { office } = stage.fleet
  const account = accountOf(party)
  if (account === undefined || account.moved.length === 0) return
  if (random.chance(0.3)) yield* bank.tell(office, uid)
  if (random.chance(0.15)) yield* bank.report(office, uid, contraryOf(account, paymentOf(account)!, yield* shown))
  if (account.kind !== "payment" || !random.chance(0.15)) return
  yield* bank.pay(uid)
  yield* bank.report(office, uid, paymentOf(accountOf(party)!, account.moved.length)!)
})

/** A customer is sent to pay, and everybody does what then is to do. */
const buys = Effect.fnUntraced(function* (stage: Stage, merchant: Merchant, random: Random) {
  const method = random.pick(["sbp", "sbp_data"] as const)
  const ends = method === "sbp" && random.chance(0.5)
  const end = (yield* stage.environment.shown) + random.between(2, 12) * minute
  const request = Orders.transferPayment(random.between(600, 90_000) * 100, method, {
    ...(ends && { expired_at: new Date(end).toISOString() })
  })
  const order = yield* merchant.order("/beyag/transactions/payments", request)
  const { acknowledged } = order
  if (acknowledged === undefined) return
  const party = { stage, merchant, random, uid: acknowledged.uid }
  if (!(yield* opened(party, order))) return
  const confirming = random.chance(0.3) ? confirms(party) : Effect.void
  yield* Effect.all([pays(party), confirming], { concurrency: 2, discard: true })
  const { amount, status } = yield* settled(party, order)
  yield* afterwards(party)
  if (status === "successful" && random.chance(0.5)) yield* refunds(party, amount)
  if (status === "failed" && method === "sbp_data" && random.chance(0.6)) yield* proves(party)
  else if (status !== "successful" && random.chance(0.3)) yield* corrects(party)
})

const paysOut = Effect.fnUntraced(function* (stage: Stage, merchant: Merchant, random: Random) {
  const request = Orders.transferPayout(random.between(5000, 90_000) * 100)
  const order = yield* merchant.order("/beyag/transactions/payouts", request)
  yield* arrives(stage, merchant, random, order)
  if (order.acknowledged !== undefined) yield* afterwards({ stage, merchant, random, uid: order.acknowledged.uid })
})

/** The bank sends its statement: every movement is told once more. */
export const stated = ({ environment: { bank }, fleet: { office } }: Stage) =>
  Effect.forEach(
    bank.accounts(),
    (account) =>
      Effect.forEach(account.moved.keys(), (number) => bank.report(office, account.key, paymentOf(account, number)!)),
    { concurrency: 8, discard: true }
  )

/** How many are served at most at a time. */
const room = 40

/** Four of them come each second while there is room, and processes are killed meanwhile. */
export const banking = Effect.fnUntraced(function* (stage: Stage) {
  const { environment, fleet, merchants, stream } = stage
  const merchant = environment.merchant(fleet.host)
  merchants.push(merchant)
  const random = stream("customers")
  const visit = Effect.suspend(() => (random.chance(0.7) ? buys : paysOut)(stage, merchant, random))
  yield* visited(stage, { every: "250 millis", room }, visit)
  yield* stated(stage)
  yield* environment.slowDown
})

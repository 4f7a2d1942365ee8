/**
 * Kills while customers pay orders on our page, by a card, a saved one or a transfer: in two tabs, twice at once, by old forms,
 * at their bank, and too late.
 */
import * as Checkouts from "@florin/testing/parties/Checkouts"
import type { Merchant } from "@florin/testing/parties/Merchant"
import type { Random } from "@florin/testing/parties/Random"
import { descriptions } from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Banking from "./Banking.js"
import * as CheckoutPage from "./CheckoutPage.js"
import * as Customer from "./Customer.js"
import { visited } from "./Kills.js"
import type { Stage } from "./Scene.js"

/** One order, and whoever has to do with it. */
interface Party {
  readonly stage: Stage
  readonly merchant: Merchant
  readonly random: Random
  readonly token: string
}

const look = ({ merchant, token }: Party) =>
  Effect.map(
    Effect.orDie(Effect.flatMap(merchant.read(`${Checkouts.path}/${token}`), Checkouts.decode)),
    ({ checkout }) => checkout
  )

/** How a customer comes back from the bank; `leaves`: it does not. */
const returns = { passes: 6, twice: 3, refuses: 2, forged: 1, leaves: 1 }

/** The customer is at the bank, and comes back to whichever process answers. */
const authenticates = Effect.fnUntraced(function* ({ random, stage: { fleet } }: Party, uid: string) {
  const back = (leaving: "passed" | "failed" | "forged") => Customer.comeBack(fleet.host, uid, leaving)
  const manner = random.weighted(returns)
  yield* Effect.sleep(random.between(0, 1500))
  switch (manner) {
    case "passes":
      return yield* Effect.asVoid(back("passed"))
    case "twice":
      return yield* Effect.all([back("passed"), back("passed")], { concurrency: 2, discard: true })
    case "refuses":
      return yield* Effect.asVoid(back("failed"))
    case "forged":
      return yield* Effect.zipRight(back("forged"), Effect.asVoid(back("passed")))
    case "leaves":
      return
  }
})

/** The customer pays a transfer that waits, unless another tab has; the bank may tell nobody, and is asked then. */
const transfers = Effect.fnUntraced(function* ({ random, stage: { environment, fleet } }: Party, uid: string) {
  const { bank } = environment
  yield* Effect.sleep(random.between(0, 1500))
  if (random.chance(0.2)) bank.reject(uid, "provider")
  const moved = yield* bank.payWaiting(uid)
  if (moved !== undefined && random.chance(0.7)) yield* bank.tell(fleet.office, uid)
})

/** Whatever the attempt under way waits for: its customer goes there. */
const goesOn = (party: Party, { status, uid }: { readonly status: string; readonly uid: string }) => {
  if (status === "incomplete") return authenticates(party, uid)
  const isTransfer = party.stage.environment.bank.account(uid) !== undefined
  return status === "pending" && isTransfer ? transfers(party, uid) : Effect.void
}

/** What the customer chooses, of what the form offers. */
const choiceOn = (random: Random, { savedCard, takesTransfers }: CheckoutPage.Shown): CheckoutPage.Choice =>
  random.weighted({ card: 3, savedCard: savedCard === undefined ? 0 : 3, transfer: takesTransfers ? 3 : 0 })

/** A tab shows the form, and its button is pressed, once or twice at once; or that of the form before (the back button). */
const press = Effect.fnUntraced(function* (
  { random, stage: { facts, fleet }, token }: Party,
  before: CheckoutPage.Shown | undefined
) {
  const shown = yield* CheckoutPage.open(fleet.host, token)
  yield* Effect.sleep(random.pick([0, 0, 50, 400, 2500]))
  const form = before !== undefined && random.chance(0.3) ? before : shown
  if (form !== undefined) {
    const choice = choiceOn(random, form)
    facts.sent[choice] += 1
    const sent = CheckoutPage.send(fleet.host, form, choice)
    yield* random.chance(0.4) ? Effect.all([sent, sent], { concurrency: 2, discard: true }) : sent
  }
  return shown ?? before
})

/** So often a customer tries at most, in each tab. */
const patience = 8

/**
 * Whoever gives up sees an attempt through that is under way: one that was left at the bank would wait for its fifteen
 * minutes, which is longer than a campaign waits for rest.
 */
const seesThrough = (party: Party) =>
  Effect.repeat(
    Effect.gen(function* () {
      const shown = yield* look(party)
      const [attempt] = Object.values(shown.gateway_response ?? {})
      const isAtBank = shown.status === "incomplete" && attempt !== undefined
      if (attempt !== undefined) yield* party.stage.environment.bank.payWaiting(attempt.uid)
      if (isAtBank) yield* Customer.comeBack(party.stage.fleet.host, attempt.uid)
      else yield* Effect.sleep(500)
      return shown
    }),
    { until: (shown) => !Checkouts.isPaying(shown) }
  )

/** Until the order has its end, or the customer gives up. */
const tab = Effect.fnUntraced(function* (party: Party) {
  let form: CheckoutPage.Shown | undefined
  for (let round = 0; round < patience; round++) {
    // A process that is killed in the middle leaves the browser without an answer: the customer looks again.
    form = yield* Effect.orElseSucceed(press(party, form), () => form)
    const { finished, gateway_response } = yield* look(party)
    if (finished) return
    const [attempt] = Object.values(gateway_response ?? {})
    if (attempt !== undefined) yield* goesOn(party, attempt)
    yield* Effect.sleep(party.random.between(100, 900))
  }
  yield* seesThrough(party)
})

/** How long an order can be paid. Unit: milliseconds. `undefined`: as long as usual. */
const lives = [undefined, undefined, undefined, 1500, 3000, 5000, 8000]

/** One that a customer has kept, and its owner's id. */
const regular = "customer-7"

const keeps = (merchant: Merchant) =>
  merchant.post("/v2/credit_cards", {
    request: { number: "4200000000000000", exp_month: 12, exp_year: 2049, customer: { external_id: regular } }
  })

/** In roubles there are transfers, of whole ones. Unit: the smallest of the currency. */
const priceIn = (random: Random) => {
  const amount = random.between(1000, 9_000_000)
  return random.chance(0.5) ? { amount, currency: "EUR" } : { amount: 100 * Math.ceil(amount / 100), currency: "RUB" }
}

const buys = Effect.fnUntraced(function* (stage: Stage, merchant: Merchant, random: Random, name: string) {
  const life = random.pick(lives)
  const ends = life === undefined ? {} : { expired_at: new Date((yield* Clock.currentTimeMillis) + life).toISOString() }
  const created = yield* merchant.post(Checkouts.path, {
    checkout: {
      transaction_type: random.pick(["payment", "payment", "authorization"]),
      attempts: random.pick([1, 2, 3, 10]),
      ...(random.chance(0.5) ? { customer: { external_id: regular } } : {}),
      order: {
        ...{ ...priceIn(random), tracking_id: name, ...ends },
        description: random.chance(0.5) ? random.pick(descriptions) : "An order"
      }
    }
  })
  const token = Checkouts.tokenOf(created)
  // It was over before it could be made.
  if (token === undefined) return
  const party = { stage, merchant, random, token }
  const canceled = Effect.delay(merchant.post(`${Checkouts.path}/${token}/cancel`, {}), random.between(0, 3000))
  const tabs = random.chance(0.6) ? [tab(party), tab(party)] : [tab(party)]
  yield* Effect.all(random.chance(0.15) ? [...tabs, canceled] : tabs, { concurrency: "unbounded", discard: true })
})

/** How many are served at most at a time. */
const room = 24

/** Three customers come each second while there is room, and processes are killed meanwhile. */
export const checkouts = Effect.fnUntraced(function* (stage: Stage) {
  const { environment, facts, fleet, merchants, stream } = stage
  const merchant = environment.merchant(fleet.host)
  merchants.push(merchant)
  const random = stream("customers")
  yield* keeps(merchant)
  let count = 0
  const visit = Effect.suspend(() => buys(stage, merchant, random, `checkout-${++count}`))
  yield* visited(stage, { every: "330 millis", room }, visit)
  // Of a customer who paid when the order was over, nobody has asked the bank again.
  yield* Banking.stated(stage)
  const charges = yield* environment.ledger
  facts.charges.decided += charges.length
  facts.charges.declined += charges.filter(({ declined }) => declined !== undefined).length
})

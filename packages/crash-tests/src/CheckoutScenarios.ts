/** How the fault points of checkouts are reached. */
import * as Checkouts from "@florin/testing/parties/Checkouts"
import type { Delivery } from "@florin/testing/parties/Receiver"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as CheckoutPage from "./CheckoutPage.js"
import type { Another, Scenario } from "./Scenario.js"
import type { Stage } from "./Stage.js"

/** A key that was claimed by a request whose process died counts as in progress for so long. Unit: milliseconds. */
const abandoned = 61_000

const trackingIdOf = ({ settings }: Stage["environment"]) => settings.keys.replace(/\W+/g, "-")

/** No other environment has the tracking id. */
const create = ({ environment, merchant }: Stage, more: object = {}) =>
  merchant.post(Checkouts.path, {
    checkout: {
      transaction_type: "payment",
      attempts: 10,
      order: { amount: 1000, currency: "EUR", description: "Order", tracking_id: trackingIdOf(environment), ...more }
    }
  })

const tokenOf = ({ merchant }: Stage): string => Checkouts.tokensOf(merchant.posts())[0]!

/** The customer opens the page and presses the button twice, if there is one. */
const visit = Effect.fnUntraced(function* (stage: Stage) {
  const shown = yield* CheckoutPage.open(stage.url, tokenOf(stage))
  if (shown === undefined) return
  const sent = CheckoutPage.send(stage.url, shown)
  yield* Effect.all([sent, sent], { concurrency: 2, discard: true })
})

const look = (stage: Stage) =>
  Effect.map(
    Effect.flatMap(stage.merchant.read(`${Checkouts.path}/${tokenOf(stage)}`), Checkouts.decode),
    ({ checkout }) => checkout
  )

const cancel = (stage: Stage) => stage.merchant.post(`${Checkouts.path}/${tokenOf(stage)}/cancel`, {})

/** Again and again, until the order has its end. Then it cannot be canceled any more. */
const paid = (stage: Stage) =>
  Effect.repeat(Effect.zipRight(Effect.ignore(visit(stage)), Effect.delay(look(stage), "200 millis")), {
    until: ({ finished }) => finished
  }).pipe(Effect.zipRight(cancel(stage)))

/** What the merchant was told of a checkout or of an attempt. */
const hears =
  (status: string) =>
  ({ environment }: Stage): boolean =>
    environment.receiver.deliveries().some((delivery: Delivery) => delivery.status === status)

/** The last post was answered with that status. */
const answered =
  (status: number) =>
  ({ merchant }: Stage): boolean =>
    merchant.posts().at(-1)?.status === status

/** The first attempt of each order is declined, and the others are approved. */
const decliningFirst = (): ((movement: { readonly key: string; readonly intent?: string | undefined }) => Manner) => {
  const first = new Map<string, string>()
  return ({ intent = "", key }) => {
    if (!first.has(intent)) first.set(intent, key)
    return first.get(intent) === key ? { ...prompt, verdict: "funds" } : prompt
  }
}

/** An attempt that the acquirer never saw ends the order, too: a second one could succeed beside it. */
const paying: Scenario = {
  manner: decliningFirst(),
  first: create,
  play: paid,
  ends: answered(422)
}

export const scenarios = {
  "commit.accept-checkout": paying,
  "commit.checkout-create": { play: create, later: abandoned, ends: answered(201) },
  "commit.checkout-change": {
    first: create,
    play: cancel,
    later: abandoned,
    ends: (stage: Stage) => hears("error")(stage) && answered(200)(stage)
  },
  "commit.checkout-expire": {
    play: Effect.fnUntraced(function* (stage: Stage) {
      const expired_at = new Date((yield* Clock.currentTimeMillis) + 1500).toISOString()
      yield* create(stage, { expired_at })
    }),
    ends: hears("error")
  }
} satisfies Readonly<Record<string, Scenario>>

/** More of what happens to attempts. */
export const others: ReadonlyArray<Another> = [
  { ...paying, point: "commit.accept-checkout", what: "the second attempt", passing: 1 },
  { ...paying, point: "acquirer.perform", what: "an attempt of a checkout" },
  { ...paying, point: "acquirer.perform", what: "the second attempt of a checkout", passing: 1 },
  { ...paying, point: "commit.record", what: "the decline of an attempt" },
  { ...paying, point: "commit.record", what: "the success of a checkout", passing: 1 }
]

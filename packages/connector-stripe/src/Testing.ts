/** A fake of Stripe that keeps books: for tests without a network, and for trying things out. Source: D55. */
import type { StartFake } from "@florin/core/cards/AcquirerConnector"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { ListMovements, Movement } from "@florin/core/money/Movement"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { concludeAction, concludeProcessing, settleRefund } from "./internal/fake/accountParts.js"
import { named, type TestCard } from "./internal/fake/cards.js"
import type { Dials } from "./internal/fake/dials.js"
import { type Options, type Running, serve } from "./internal/fake/server.js"
import { signatureHeader, type Webhook } from "./internal/fake/webhooks.js"
import { takesNumbers } from "./internal/takesNumbers.js"

export type { Dials, Manner, Telling, Visit } from "./internal/fake/dials.js"
export type { Options } from "./internal/fake/server.js"
export type { Webhook } from "./internal/fake/webhooks.js"

/** A fake that runs. */
export interface StripeFake {
  /** The `baseUrl` of the connector, and the origin of the script of the card fields, `/v3/`. */
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
  /** The key of the page that mounts the card fields. */
  readonly publishableKey: string
  /** What goes wrong. Changed by assignment, at any time. */
  readonly dials: Dials
  /** Where webhooks go from now on. */
  readonly tellTo: (url: string | undefined) => void
  /** All webhooks so far, signed, oldest first. */
  readonly webhooks: ReadonlyArray<Webhook>
  /** The `Stripe-Signature` of a body, by default with the secret and the time of the fake. For forgeries. */
  readonly signatureOf: (body: string, by?: { readonly secret?: string; readonly at?: number }) => string
  /** How often a request came under a key, whatever became of it. */
  readonly sendsOf: (key: AcquirerKey | string) => number
  /** How many requests came under a key that Stripe would have forgotten. */
  readonly sendsPastKeyLife: () => number
  /** The fake's own books, whatever it has answered. */
  readonly movements: ListMovements
  /** How many movements its books have under a key. */
  readonly movementsOf: (key: AcquirerKey | string) => number
  /** All movements, oldest first. */
  readonly books: () => ReadonlyArray<Movement>
  /** The customer has confirmed, or refused, what an intent (`pi_…`, `seti_…`) asks for. */
  readonly conclude: (id: string, isConfirmed: boolean) => Effect.Effect<void>
  /** A charge that was `processing` (card `florinProcessing`) is taken, or declined. */
  readonly decide: (id: string, outcome: "succeeded" | "declined") => Effect.Effect<void>
  /** A refund that is pending has succeeded, or one fails after all. */
  readonly settleRefund: (id: string, outcome: "succeeded" | "failed") => Effect.Effect<void>
}

/** The numbers of Stripe's test cards, by the names of its test tokens: `pm_card_<name>`. */
export const testCards: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(named).map(([name, { number }]) => [name, number])
)

const declined = { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." }

const faking = (options: Options, running: Running, now: () => number): StripeFake => {
  const { account, dials, flush, keys, tellTo, url, webhooks } = running
  const { apiKey = "sk_test_fake", webhookSecret = "whsec_fake" } = options
  const done = (work: () => void) => Effect.zipRight(Effect.sync(work), flush)
  return {
    url,
    apiKey,
    webhookSecret,
    dials,
    tellTo,
    webhooks,
    publishableKey: "pk_test_fake",
    signatureOf: (body, { at = Math.floor(now() / 1000), secret = webhookSecret } = {}) =>
      signatureHeader(secret, body, at),
    sendsOf: (key) => keys.sends(key),
    sendsPastKeyLife: () => keys.sendsPastLife(),
    movements: (period) => Effect.sync(() => account.books.list(period)),
    movementsOf: (key) => account.books.count(key),
    books: () => account.books.list(),
    conclude: (id, isConfirmed) => done(() => concludeAction(account, id, isConfirmed)),
    decide: (id, outcome) => done(() => concludeProcessing(account, id, outcome === "declined" ? declined : undefined)),
    settleRefund: (id, outcome) => done(() => settleRefund(account, id, outcome))
  }
}

/** Runs a fake until the scope ends, on the clock that is in use. In memory: what it knows goes with it. */
export const make = (options: Options = {}): Effect.Effect<StripeFake, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    return faking(options, yield* serve(options), () => clock.unsafeCurrentTimeMillis())
  })

const shown = (number: string): string => number.replace(/(.{4})(?=.)/g, "$1 ")

const outcomeOf = ({ action, decline, isSlow }: TestCard): string => {
  if (action !== undefined) return "asks the customer to confirm"
  if (isSlow === true) return "is accepted, and decided later"
  return decline === undefined ? "is approved" : `is declined: ${decline.decline_code ?? decline.code}`
}

/** For `FLORIN_ACQUIRERS=stripe-fake`. */
export const startFake: StartFake = ({ given, notificationUrl }) =>
  Effect.map(make({ webhookUrl: notificationUrl }), ({ apiKey, publishableKey, url, webhookSecret }) => ({
    settings: { API_KEY: apiKey, WEBHOOK_SECRET: webhookSecret, BASE_URL: url, PUBLISHABLE_KEY: publishableKey },
    usual: { SOURCES: "card,token" },
    url,
    cards: Object.entries(named).map(([name, card]) => {
      const number = given === undefined || takesNumbers(given) ? `${shown(card.number)}, ` : ""
      return `${number}pm_card_${name}  ${outcomeOf(card)}`
    })
  }))

/** A fake for hosts without Effect, on the machine's clock. */
export interface StartedFake extends StripeFake {
  readonly close: () => Promise<void>
}

/** Starts a fake. */
export const startStripeFake = (options: Options = {}): Promise<StartedFake> =>
  // biome-ignore lint/plugin/runners: a host without Effect gets the fake as a value
  Effect.runPromise(
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const fake = yield* Scope.extend(make(options), scope)
      // biome-ignore lint/plugin/runners: as above
      const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
      return { ...fake, close }
    })
  )

/** What Stripe tells by webhooks. Source: D53, D56. */
import { AcquirerStatus } from "@florin/core/cards/Acquirer"
import {
  AcquirerNotification,
  type AcquirerNotifications,
  type IncomingNotification,
  type ReportedOutcome
} from "@florin/core/cards/AcquirerNotifications"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { exactly, isKnown } from "./amounts.js"
import { Event, Intent, Refund, read, Setup } from "./documents.js"
import { isInEffect } from "./lookups.js"
import { keyOf, kindOf, marksOf } from "./marks.js"
import { isSigned } from "./secrets.js"
import { done, ofIntent, ofRefund, ofSetup, type Word } from "./words.js"

/** How old a signature may be, and how far ahead of our clock. Source: Stripe's documents, "Verify the signature". */
export const tolerance = Duration.minutes(5)

export interface Settings {
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted<string>>
  /** Whether the account's own API key is one of live mode. */
  readonly livemode: boolean
}

interface Signature {
  /** Unit: seconds since 1970. */
  readonly at: number
  readonly signatures: ReadonlyArray<string>
}

/** `Stripe-Signature`: `t=<seconds>,v1=<hex>[,v1=<hex>]`. */
export const signatureOf = (header: string): Signature | undefined => {
  const parts = header.split(",").map((part) => part.trim().split("=", 2))
  const [first] = parts.filter(([name]) => name === "t")
  const at = /^\d{1,12}$/.test(first?.[1] ?? "") ? Number(first?.[1]) : undefined
  const signatures = parts.flatMap(([name, value]) => (name === "v1" && value !== undefined ? [value] : []))
  return at === undefined || signatures.length === 0 ? undefined : { at, signatures }
}

const isGenuine = (settings: Settings, { body, header }: IncomingNotification, now: number): boolean => {
  const signature = signatureOf(header("stripe-signature") ?? "")
  if (signature === undefined) return false
  if (Math.abs(now - signature.at * 1000) > Duration.toMillis(tolerance)) return false
  const content = Buffer.concat([Buffer.from(`${signature.at}.`), body])
  return settings.webhookSecrets.some((secret) => isSigned(secret, content, signature.signatures))
}

const isKey = Schema.is(AcquirerKey)

/** What an operation moves; nothing where it moves nothing. */
type Moved = Pick<ReportedOutcome, "amount" | "currency">

const aboutKey = (
  key: string | undefined,
  reference: string,
  status: AcquirerStatus,
  moved: Moved = {}
): ReadonlyArray<ReportedOutcome> => (isKey(key) ? [{ key, reference, status, ...moved }] : [])

/** By Stripe's number. Of an amount that cannot be one of ours nothing is decided: the currency alone would be believed. */
const weighed = (status: AcquirerStatus, units: number, code: string): readonly [AcquirerStatus, Moved] => {
  const currency = code.toUpperCase() as Currency
  if (!isKnown(currency)) return [status, { currency }]
  const amount = exactly(units, currency)
  return amount === undefined ? [AcquirerStatus.Unknown(), { currency }] : [status, { amount, currency }]
}

const statusOf = (word: Either.Either<Word, unknown>): AcquirerStatus =>
  Either.getOrElse(word, () => AcquirerStatus.Unknown())

/** What was charged: of a payment, what was taken of it. */
const unitsOf = ({ amount, amount_received: received, metadata, status }: Intent): number =>
  kindOf(metadata) === "payment" && status === "succeeded" ? received : amount

/** The charge, and the captures and the void that have left their marks. */
const ofIntentEvent = (intent: Intent): ReadonlyArray<ReportedOutcome> => [
  ...aboutKey(
    keyOf(intent.metadata),
    intent.id,
    ...weighed(statusOf(ofIntent(intent)), unitsOf(intent), intent.currency)
  ),
  ...marksOf(intent.metadata).flatMap((mark) => {
    const moved = { amount: mark.amount as Amount, currency: intent.currency.toUpperCase() as Currency }
    return isInEffect(intent, mark) ? aboutKey(mark.key, intent.id, done(intent.id), moved) : []
  })
]

const ofSetupEvent = (setup: Setup): ReadonlyArray<ReportedOutcome> =>
  aboutKey(keyOf(setup.metadata), setup.id, statusOf(ofSetup(setup)))

const ofRefundEvent = (refund: Refund): ReadonlyArray<ReportedOutcome> =>
  aboutKey(keyOf(refund.metadata), refund.id, ...weighed(statusOf(ofRefund(refund)), refund.amount, refund.currency))

const nothing: ReadonlyArray<ReportedOutcome> = []

/** Disputes and all else are no outcome of a request. */
const contentOf = ({ data: { object }, type }: typeof Event.Type) => {
  if (type.startsWith("payment_intent.")) return Either.map(read(Intent)(object), ofIntentEvent)
  if (type.startsWith("setup_intent.")) return Either.map(read(Setup)(object), ofSetupEvent)
  if (type.startsWith("refund.") || type === "charge.refund.updated") {
    return Either.map(read(Refund)(object), ofRefundEvent)
  }
  return Either.right(nothing)
}

const parse = Schema.decodeUnknownEither(Schema.parseJson(Event))

/** Pure. `now` in milliseconds since 1970. */
export const received = (settings: Settings, incoming: IncomingNotification, now: number): AcquirerNotification => {
  if (!isGenuine(settings, incoming, now)) return AcquirerNotification.NotGenuine()
  const event = parse(Buffer.from(incoming.body).toString("utf8"))
  if (Either.isLeft(event)) return AcquirerNotification.Unreadable()
  // Of the other mode, or of an account that is connected to ours: no request of ours was for it.
  if (event.right.livemode !== settings.livemode || typeof event.right.account === "string")
    return AcquirerNotification.Genuine({ outcomes: nothing })
  return Either.match(contentOf(event.right), {
    onLeft: () => AcquirerNotification.Unreadable(),
    onRight: (outcomes) => AcquirerNotification.Genuine({ outcomes })
  })
}

export const make = (settings: Settings): AcquirerNotifications => ({
  receive: Effect.fn("Stripe.notifications")((incoming) =>
    Effect.map(Clock.currentTimeMillis, (now) => received(settings, incoming, now))
  )
})

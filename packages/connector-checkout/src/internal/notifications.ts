/** Webhooks: `Cko-Signature` over the bytes, and the header that the account has agreed on. */
import { AcquirerStatus } from "@florin/core/cards/Acquirer"
import {
  AcquirerNotification,
  type AcquirerNotifications,
  type IncomingNotification,
  type ReportedOutcome
} from "@florin/core/cards/AcquirerNotifications"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { fromVendor } from "./currencies.js"
import { partly } from "./decisions.js"
import { Event, EventData, reading } from "./documents.js"
import { reasonOf } from "./reasons.js"
import * as References from "./references.js"
import { codeOf, reportedCard, reportedNetworkId, reportedToken, reportOf, type Verdict } from "./reports.js"
import { isSame, signatureOf } from "./secrets.js"

/** How webhooks are told from forgeries. Several keys: while one takes over from another. */
export interface Signing {
  readonly signatureKeys: ReadonlyArray<Redacted.Redacted<string>>
  /** What the `Authorization` header of every webhook has to be. Absent: it is not looked at. */
  readonly authorization?: Redacted.Redacted<string>
}

const readEvent = reading(Event)
const readData = Schema.decodeUnknownEither(EventData)

const isGenuine = ({ authorization, signatureKeys }: Signing, { body, header }: IncomingNotification): boolean => {
  const signature = (header("cko-signature") ?? "").trim().toLowerCase()
  const isSigned = signatureKeys.some((key) => isSame(signature, signatureOf(key, body)))
  return isSigned && (authorization === undefined || isSame(header("authorization") ?? "", authorization))
}

/** What an event of the vendor's is about, and how it ended. All others concern no operation of ours. */
const events: Readonly<Record<string, readonly ["charge" | "action", "approved" | "declined" | "taken"]>> = {
  payment_approved: ["charge", "approved"],
  card_verified: ["charge", "approved"],
  payment_declined: ["charge", "declined"],
  card_verification_declined: ["charge", "declined"],
  payment_captured: ["action", "approved"],
  payment_refunded: ["action", "approved"],
  payment_voided: ["action", "approved"],
  payment_capture_declined: ["action", "declined"],
  payment_refund_declined: ["action", "declined"],
  payment_void_declined: ["action", "declined"],
  payment_capture_pending: ["action", "taken"],
  payment_refund_pending: ["action", "taken"]
}

const verdictOf = (data: EventData, approved: boolean): Verdict => ({
  approved,
  code: data.response_code,
  summary: data.response_summary,
  authCode: data.auth_code,
  processing: data.processing
})

const ofCharge = (data: EventData, approved: boolean): AcquirerStatus => {
  const verdict = verdictOf(data, approved)
  const report = reportOf(data.id, verdict, data.source)
  const card = reportedCard(data.source)
  if (!approved) return AcquirerStatus.Declined({ reason: reasonOf(codeOf(verdict)), report, ...card })
  const more = { ...reportedNetworkId(data.scheme_id), ...reportedToken(data.source, data.customer) }
  return AcquirerStatus.Approved({ report, ...card, ...more })
}

const ofAction = (data: EventData, reference: string, outcome: "approved" | "declined" | "taken"): AcquirerStatus => {
  if (outcome === "taken") return AcquirerStatus.Accepted({ reference })
  const verdict = verdictOf(data, outcome === "approved")
  const report = reportOf(reference, verdict)
  return outcome === "approved"
    ? AcquirerStatus.Approved({ report })
    : AcquirerStatus.Declined({ reason: reasonOf(codeOf(verdict)), report })
}

const isKey = Schema.is(AcquirerKey)

const keyIn = ({ reference }: EventData): { readonly key?: AcquirerKey } =>
  isKey(reference) && reference.length <= 80 ? { key: reference } : {}

const isCurrency = Schema.is(Currency)

/** What it moves. A check of a card is of nothing, whatever was asked for. */
const moneyIn = ({ amount, currency }: EventData): Pick<ReportedOutcome, "amount" | "currency"> => {
  if (!isCurrency(currency) || amount == null || amount === 0) return {}
  const moved = fromVendor(amount, currency)
  return moved === undefined ? { currency } : { amount: moved, currency }
}

/** What the vendor does by itself, such as voiding a hold that has expired, was not asked for by us. */
const isAutomatic = ({ trigger }: EventData): boolean => trigger === "automatic"

const outcomesOf = (type: string, data: EventData): ReadonlyArray<ReportedOutcome> => {
  const [about, outcome] = events[type]!
  // What was approved in part is no approval of what was asked for: a question says so to the operator.
  if (data.response_code === partly) return []
  const known = { ...keyIn(data), ...moneyIn(data) }
  if (about === "charge") return [{ ...known, reference: data.id, status: ofCharge(data, outcome === "approved") }]
  if (data.action_id == null || isAutomatic(data)) return []
  const reference = References.ofAction(data.id, data.action_id)
  return [{ ...known, reference, status: ofAction(data, reference, outcome) }]
}

const nothing = AcquirerNotification.Genuine({ outcomes: [] })

const understood = (body: Uint8Array): AcquirerNotification =>
  Either.match(readEvent(Buffer.from(body).toString("utf8")), {
    onLeft: () => AcquirerNotification.Unreadable(),
    onRight: ({ data, type }) => {
      if (!Object.hasOwn(events, type)) return nothing
      return Either.match(readData(data), {
        onLeft: () => AcquirerNotification.Unreadable(),
        onRight: (known) => AcquirerNotification.Genuine({ outcomes: outcomesOf(type, known) })
      })
    }
  })

export const make = (signing: Signing): AcquirerNotifications => ({
  receive: (incoming) =>
    Effect.sync(() => (isGenuine(signing, incoming) ? understood(incoming.body) : AcquirerNotification.NotGenuine()))
})

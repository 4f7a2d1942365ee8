/** Adyen's notifications: verified, and read as evidence. Source: D53; Adyen, "Standard webhooks". */
import { AcquirerStatus } from "@florin/core/cards/Acquirer"
import {
  AcquirerNotification,
  type IncomingNotification,
  type ReportedOutcome
} from "@florin/core/cards/AcquirerNotifications"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Currency } from "@florin/core/money/Currency"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fromAdyen } from "./amounts.js"
import * as Answers from "./answers.js"
import * as Outcomes from "./outcomes.js"
import { isPspReference, keyOfModification, type ModificationKind, ofCapture } from "./references.js"
import type { Settings } from "./settings.js"
import { isGenuine, isUnambiguous } from "./signing.js"
import type { NotificationItem } from "./vendor.js"

const Text = Schema.optional(Schema.NullOr(Schema.String))

const Item = Schema.Struct({
  additionalData: Schema.optional(Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown }))),
  amount: Answers.AmountDocument,
  pspReference: Schema.String,
  originalReference: Text,
  eventCode: Schema.String,
  merchantAccountCode: Schema.String,
  merchantReference: Text,
  reason: Text,
  success: Schema.Union(Schema.Literal("true", "false"), Schema.Boolean)
})

type Item = typeof Item.Type

const Body = Schema.Struct({
  notificationItems: Schema.Array(Schema.Struct({ NotificationRequestItem: Item })).pipe(
    Schema.minItems(1),
    Schema.maxItems(100)
  )
})

const decode = Schema.decodeUnknownOption(Schema.parseJson(Body))

/** What Adyen wants to read. */
const reply = "[accepted]"

const signedOf = (item: Item) => ({
  amount: item.amount,
  eventCode: item.eventCode as NotificationItem["eventCode"],
  merchantAccountCode: item.merchantAccountCode,
  merchantReference: item.merchantReference ?? "",
  originalReference: item.originalReference ?? "",
  pspReference: item.pspReference,
  success: String(item.success) as NotificationItem["success"]
})

const isTrue = ({ success }: Item): boolean => String(success) === "true"

/** What it is about in our minor units. A check of a card is of nothing, whatever it was asked with. */
const moved = ({ amount: { currency, value } }: Item): Pick<ReportedOutcome, "amount" | "currency"> => {
  const amount = fromAdyen({ value, currency })
  return amount === undefined || amount === 0 ? {} : { amount, currency: currency as Currency }
}

/** The outcome of a charge. `merchantReference` is our key. */
const ofCharge = (item: Item): ReportedOutcome => {
  const evidence = item.additionalData ?? {}
  const status = isTrue(item)
    ? Outcomes.approval(evidence, item.pspReference)
    : Outcomes.refusal(evidence, item.pspReference, undefined, item.reason ?? undefined)
  return { ...keyed(item.merchantReference), reference: item.pspReference, status, ...moved(item) }
}

const keyed = (reference: string | null | undefined): { readonly key?: AcquirerKey } =>
  reference == null || reference === "" ? {} : { key: AcquirerKey.make(reference) }

/** The customer did not come back from the page in time, and never will. */
const ofClosedOffer = (item: Item): ReadonlyArray<ReportedOutcome> => {
  const closed = { ...Outcomes.refusal({}, item.pspReference, "11", undefined) }
  return isTrue(item) ? [{ ...keyed(item.merchantReference), reference: item.pspReference, status: closed }] : []
}

/** The outcome of a modification: found by our reference where it came back, else by Adyen's. */
const ofModification = (item: Item, kinds: ReadonlyArray<ModificationKind>, isDone: boolean): ReportedOutcome => {
  const isOfCapture = kinds.includes("capture") && isPspReference(item.originalReference ?? "")
  const reference = isOfCapture ? ofCapture(item.originalReference ?? "", item.pspReference) : item.pspReference
  const report = Answers.reportOf(item.additionalData ?? {}, reference)
  const key = keyOfModification(item.merchantReference ?? "", kinds)
  const status = isDone
    ? AcquirerStatus.Approved({ report })
    : AcquirerStatus.Declined({
        ...Outcomes.refusal({}, reference, undefined, item.reason ?? undefined),
        reason: "not-allowed"
      })
  // A cancel has no amount of its own: the notification has the payment's.
  const isPart = kinds.includes("capture") || kinds.includes("refund")
  return { ...(key === undefined ? {} : { key }), reference, status, ...(isPart ? moved(item) : {}) }
}

/**
 * A capture that was not made, or failed later. That of a payment is Adyen's own, and has the payment's reference: it is
 * told under both, because a capture of ours may come back with that one, too.
 */
const ofFailedCapture = (item: Item): ReadonlyArray<ReportedOutcome> => {
  const failed = ofModification(item, ["capture"], false)
  const payment = keyed(item.merchantReference)
  if (failed.key !== undefined || payment.key === undefined) return [failed]
  return [failed, { ...payment, status: failed.status, hasFailedSince: true }]
}

/** What an event says of operations; nothing where it is about none, such as disputes and reports. */
const concerned = (item: Item): ReadonlyArray<ReportedOutcome> => {
  switch (item.eventCode) {
    case "AUTHORISATION":
      return [ofCharge(item)]
    case "OFFER_CLOSED":
      return ofClosedOffer(item)
    case "CAPTURE":
      return isTrue(item) ? [ofModification(item, ["capture"], true)] : ofFailedCapture(item)
    case "CANCELLATION":
    case "CANCEL_OR_REFUND":
    case "TECHNICAL_CANCEL":
      return [ofModification(item, ["void"], isTrue(item))]
    case "REFUND":
      return [ofModification(item, ["refund", "void"], isTrue(item))]
    // They say that what was done before has failed after all.
    case "CAPTURE_FAILED":
      return isTrue(item) ? ofFailedCapture(item) : []
    case "REFUND_FAILED":
    case "REFUNDED_REVERSED":
      return isTrue(item) ? [ofModification(item, ["refund", "void"], false)] : []
    default:
      return []
  }
}

/** Verifies and reads a notification. Another account's is genuine where it has our signature, and about nothing of ours. */
export const receive = (
  { hmacKeys, merchantAccount }: Pick<Settings, "hmacKeys" | "merchantAccount">,
  { body }: IncomingNotification
): AcquirerNotification => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")
  const decoded = Option.getOrUndefined(decode(text))
  // What cannot be read has no signature that could be verified.
  if (decoded === undefined) return AcquirerNotification.NotGenuine()
  const items = decoded.notificationItems.map(({ NotificationRequestItem: item }) => item)
  const areGenuine = items.every((item) => {
    const sent = item.additionalData?.["hmacSignature"]
    return typeof sent === "string" && isGenuine(signedOf(item), sent, hmacKeys)
  })
  if (!areGenuine) return AcquirerNotification.NotGenuine()
  const ours = items.filter((item) => item.merchantAccountCode === merchantAccount && isUnambiguous(signedOf(item)))
  return AcquirerNotification.Genuine({ outcomes: ours.flatMap(concerned), reply })
}

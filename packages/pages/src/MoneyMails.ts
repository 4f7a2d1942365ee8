/** The mails about money: a text part and an HTML part with the same content. Source: D65. */

import { outcomeOf } from "@florin/core/language/CustomerMessages"
import * as InstantFormat from "@florin/core/language/InstantFormat"
import type { MailContent } from "@florin/core/mail/Mailer"
import * as Currency from "@florin/core/money/Currency"
import type {
  CardExpiring,
  ChargeAhead,
  ChargeFailed,
  MoneyMail,
  Refunded,
  SubscriptionEnded
} from "@florin/core/money-mails/MoneyMails"
import type { UpcomingCharge } from "@florin/core/subscriptions/Preview"
import { ownCancelReasons, type Subscription } from "@florin/core/subscriptions/Subscription"
import { ofCard } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import type { Design } from "./Design.js"
import { billRows, linesIn } from "./internal/bill.js"
import type { Ending } from "./internal/englishMails.js"
import { mailOf, oneLine } from "./internal/mailLayout.js"
import { thenRow, withUsage } from "./internal/outlook.js"
import { masked } from "./internal/parts.js"
import type { Language } from "./Language.js"

export interface ChargeAheadMail extends ChargeAhead {
  /** URL of the subscription's page. The only link. */
  readonly subscriptionUrl: string
}

export interface CardExpiringMail extends CardExpiring {
  /** URL of the page that takes another card. The only link; it is a secret of the customer. */
  readonly cardUrl: string
}

export interface ChargeFailedMail extends ChargeFailed {
  /** As of `CardExpiringMail`. */
  readonly cardUrl: string
}

export interface SubscriptionEndedMail extends SubscriptionEnded {
  /** As of `ChargeAheadMail`. */
  readonly subscriptionUrl: string
}

export interface RefundMail extends Refunded {
  /** URL of the refund's receipt. The only link. */
  readonly receiptUrl: string
}

/** A day in the shop's zone; of plans by the hour the time, too. */
const dayOf = (at: DateTime.Utc, { zone }: Pick<MoneyMail, "zone">, { locale }: Language, isHourly = false): string => {
  const time = isHourly ? ({ timeStyle: "short" } as const) : {}
  return InstantFormat.format(DateTime.setZone(at, zone), { locale, dateStyle: "long", ...time })
}

const isHourly = ({ nextPlan, plan }: Subscription): boolean => (nextPlan ?? plan).interval.unit === "hour"

const amountOf = ({ amount, currency }: Pick<UpcomingCharge, "amount" | "currency">, { locale }: Language): string =>
  Currency.display(amount, currency, locale)

const cardOf = ({ card }: Subscription, language: Language): string | undefined =>
  card === null ? undefined : masked(card, language)

/** `11/28`. */
const expiryOf = ({ card }: Subscription): string | undefined =>
  card?.expMonth == null || card.expYear === null
    ? undefined
    : `${String(card.expMonth).padStart(2, "0")}/${String(card.expYear % 100).padStart(2, "0")}`

/** A charge that is made soon: a yearly one, or the one that ends a trial. */
export const chargeAheadMail = (model: ChargeAheadMail, { languageOf }: Design): MailContent => {
  const { charge, outlook, simulated, subscription, subscriptionUrl } = model
  const language = languageOf(model.language)
  const merchant = oneLine(model.merchant)
  const { lines, mail, moneyMails } = language.words
  const { cancel, chargeAhead, links } = moneyMails
  const day = dayOf(charge.at, model, language, isHourly(subscription))
  const amount = amountOf(charge, language)
  const leadOf =
    charge.reason === "after-trial" || subscription.state === "trial" ? chargeAhead.trial : chargeAhead.renewal
  return mailOf({
    language,
    simulated,
    subject: chargeAhead.subject(merchant, amount, day),
    lead: leadOf(merchant, day),
    rows: [
      [mail.amount, withUsage(amount, outlook.isMetered, language)],
      ...billRows(charge.lines, charge.currency, language),
      [moneyMails.lines.due, day],
      thenRow(charge.amount, outlook, charge.currency, language),
      [mail.merchant, merchant],
      [moneyMails.lines.subscription, subscription.plan.title],
      [lines.card, cardOf(subscription, language)]
    ],
    lines: [cancel],
    link: { text: links.subscription, url: subscriptionUrl }
  })
}

/** A card that expires before the next charge. */
export const cardExpiringMail = (model: CardExpiringMail, { languageOf }: Design): MailContent => {
  const { cardUrl, charge, outlook, simulated, subscription } = model
  const language = languageOf(model.language)
  const merchant = oneLine(model.merchant)
  const { lines, mail, moneyMails } = language.words
  const { cardExpiring, links } = moneyMails
  const day = dayOf(charge.at, model, language, isHourly(subscription))
  return mailOf({
    language,
    simulated,
    subject: cardExpiring.subject(merchant),
    lead: cardExpiring.lead(merchant, day),
    rows: [
      [lines.card, cardOf(subscription, language)],
      [moneyMails.lines.validUntil, expiryOf(subscription)],
      [moneyMails.lines.due, day],
      [mail.amount, withUsage(amountOf(charge, language), outlook.isMetered, language)],
      ...billRows(charge.lines, charge.currency, language),
      thenRow(charge.amount, outlook, charge.currency, language),
      [mail.merchant, merchant],
      [moneyMails.lines.subscription, subscription.plan.title]
    ],
    lines: [cardExpiring.note],
    link: { text: links.card, url: cardUrl }
  })
}

/** A charge that failed, and when it is tried again. */
export const chargeFailedMail = (model: ChargeFailedMail, { languageOf }: Design): MailContent => {
  const { cardUrl, failed, outlook, retry, simulated, subscription } = model
  const language = languageOf(model.language)
  const merchant = oneLine(model.merchant)
  const { lines, mail, moneyMails, plan } = language.words
  const { chargeFailed, links } = moneyMails
  const amount = amountOf(failed ?? retry ?? subscription.plan, language)
  const reason = failed === undefined ? [] : [language.messages[outcomeOf(failed)]]
  return mailOf({
    language,
    simulated,
    subject: chargeFailed.subject(merchant, amount),
    lead: chargeFailed.lead(merchant),
    rows: [
      [mail.amount, amount],
      ...billRows(failed === undefined ? retry?.lines : linesIn(failed), subscription.plan.currency, language),
      [plan.lines.retry, retry && dayOf(retry.at, model, language, isHourly(subscription))],
      thenRow(retry?.amount, outlook, subscription.plan.currency, language),
      [mail.merchant, merchant],
      [moneyMails.lines.subscription, subscription.plan.title],
      [lines.card, cardOf(subscription, language)]
    ],
    lines: [...reason, retry === undefined ? chargeFailed.paused : chargeFailed.note],
    link: { text: links.card, url: cardUrl }
  })
}

/** How a subscription ended. What a merchant has written as the reason is not for its customer. */
const endingOf = ({ cancelReason, state }: Subscription): Ending => {
  if (state === "expired") return "paid"
  if (state === "failed") return "unpaid"
  if (cancelReason === ownCancelReasons.ending) return "period"
  const isUnpaid = cancelReason === ownCancelReasons.attempts || cancelReason === ownCancelReasons.forbidden
  return isUnpaid ? "unpaid" : "canceled"
}

/** A subscription that charges nothing any more. */
export const subscriptionEndedMail = (model: SubscriptionEndedMail, { languageOf }: Design): MailContent => {
  const { simulated, subscription, subscriptionUrl } = model
  const language = languageOf(model.language)
  const merchant = oneLine(model.merchant)
  const { mail, moneyMails, plan } = language.words
  return mailOf({
    language,
    simulated,
    subject: moneyMails.ended.subject(merchant),
    lead: moneyMails.ended.leads[endingOf(subscription)](merchant),
    rows: [
      [moneyMails.lines.subscription, subscription.plan.title],
      [mail.merchant, merchant]
    ],
    lines: [plan.nothingMore],
    link: { text: moneyMails.links.subscription, url: subscriptionUrl }
  })
}

/** Money that was given back. */
export const refundMail = (model: RefundMail, { languageOf }: Design): MailContent => {
  const { payment, receiptUrl, refund, simulated } = model
  const language = languageOf(model.language)
  const merchant = oneLine(model.merchant)
  const { lines, mail, moneyMails, showReceipt } = language.words
  const amount = amountOf(refund, language)
  const { card } = ofCard(payment) ?? {}
  const paid = dayOf(payment.paidAt ?? payment.createdAt, model, language)
  return mailOf({
    language,
    simulated,
    subject: moneyMails.refund.subject(merchant, amount),
    lead: moneyMails.refund.lead(merchant),
    rows: [
      [mail.amount, amount],
      [moneyMails.lines.refunded, dayOf(refund.paidAt ?? refund.updatedAt, model, language)],
      [mail.merchant, merchant],
      [mail.description, payment.description],
      [moneyMails.lines.payment, `${amountOf(payment, language)}, ${paid}`],
      [lines.card, card && masked(card, language)],
      [lines.reference, refund.uid]
    ],
    lines: [moneyMails.refund.note],
    link: { text: showReceipt, url: receiptUrl }
  })
}

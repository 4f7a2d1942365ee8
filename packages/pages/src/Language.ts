/** A language of the customers' pages. One file per language. */

import type { AskedField } from "@florin/core/customers/AskedFields"
import type { CustomerMessages } from "@florin/core/language/CustomerMessages"
import type { SubscriptionState } from "@florin/core/subscriptions/Subscription"
import type { Interval } from "@florin/core/time/Interval"
import type { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import type { CustomerStep } from "@florin/core/transfers/methods/Methods"

/**
 * Why a page could not be shown.
 *
 * - `not-found`: there is nothing at the address
 * - `refused`: the browser asked for something that this address does not do
 * - `busy`: too many requests, or the process is about to stop; it passes
 * - `failed`: our own failure
 */
export type Problem = "not-found" | "refused" | "busy" | "failed"

interface Passage {
  readonly title: string
  readonly text: string
}

/** A passage with a button. */
interface Step extends Passage {
  readonly action: string
}

/**
 * What is wrong with what the customer has typed, by field. `expired`: of the expiry date. `refused`: of no field; the
 * shop cannot take the payment.
 */
export type CardFault =
  | "number-missing"
  | "number-wrong"
  | "expiry-missing"
  | "expiry-wrong"
  | "expired"
  | "code-missing"
  | "code-wrong"
  | "holder-wrong"
  | "refused"

/** What is wrong with another field that the page asks for. `number`: it holds the number of the card. */
export type DetailFault = "missing" | "wrong" | "number"

/** A field of the form: its label, and what to type. */
interface Field {
  readonly label: string
  readonly hint?: string
}

/** What is charged again and again. */
export interface Recurring {
  /** As it is shown: `€10.00`. */
  readonly amount: string
  readonly interval: Interval
  /** How often in all; absent: until it is cancelled. */
  readonly times?: number
}

/** What the customer agrees to by paying. */
export interface Agreement {
  readonly merchant: string
  /** From `recurring`. */
  readonly charge: string
  readonly isAfterTrial: boolean
  /** It goes on until it is cancelled. */
  readonly isEndless: boolean
}

/** The page on which a customer pays for a plan, and the page about the subscription that follows. */
export interface PlanWords {
  readonly title: string
  /** Names of the lines that say what is paid, and when. */
  readonly lines: {
    readonly now: string
    readonly then: string
    readonly afterTrial: string
    readonly ends: string
    readonly next: string
    readonly retry: string
    readonly trialUntil: string
    readonly paidUntil: string
  }
  /** What is paid now, and for how long: `€10.00 for 1 month`. */
  readonly paying: (amount: string, interval: Interval) => string
  readonly trial: (amount: string, interval: Interval) => string
  readonly freeTrial: (interval: Interval) => string
  /** `€10.00 every month, 11 times`. */
  readonly recurring: (charge: Recurring) => string
  /** A charge and its day. */
  readonly charged: (amount: string, day: string) => string
  readonly untilCancelled: string
  readonly afterLastPayment: string
  readonly afterThisPayment: string
  readonly agreement: (of: Agreement) => string
  readonly card: string
  readonly fields: {
    readonly number: Field
    readonly expiry: Field
    readonly code: Field
    readonly holder: Field
  }
  readonly faults: Readonly<Record<CardFault, string>>
  /** What else a merchant may want the page to ask for. */
  readonly details: {
    readonly legend: string
    readonly fields: Readonly<Record<AskedField, Field>>
    readonly faults: Readonly<Record<DetailFault, string>>
  }
  /** Before the title of a page with faults. */
  readonly fault: string
  /** The heading of the list of faults, and what the customer types again. */
  readonly faulty: Passage
  readonly pay: (amount: string) => string
  readonly startTrial: string
  readonly kept: string
  readonly states: Readonly<Record<Exclude<SubscriptionState, "redirecting" | "failed">, string>>
  readonly nothingMore: string
  readonly retried: string
  readonly paused: string
  /** The customer begins anew after a failure. */
  readonly again: string
}

/** The page on which a customer pays for an order. */
export interface CheckoutWords {
  /** The title, by what is asked of the customer. */
  readonly titles: { readonly pay: string; readonly keep: string }
  /** Name of the choice of a method. */
  readonly method: string
  /** The methods. `another`: a card beside those that are kept. */
  readonly methods: {
    readonly card: string
    readonly another: string
    readonly sbp: string
    readonly sbp_data: string
  }
  /** What follows for who pays by a code, or to a phone number. */
  readonly onward: { readonly sbp: string; readonly sbp_data: string }
  /** When a kept card ends: `12/35`. */
  readonly ends: (date: string) => string
  readonly keep: { readonly label: string; readonly hint: string }
  /** The button of an order that keeps a card and charges nothing. */
  readonly keepCard: string
  /** Under the button. */
  readonly secure: string
  readonly items: string
  readonly payBy: string
  /** Leads back to the shop without paying. */
  readonly leave: string
  /** A decline, and that another try is possible. */
  readonly declined: { readonly title: string; readonly text: string }
  /** The order can be paid no more, and nothing was charged. */
  readonly ended: {
    readonly expired: Passage
    readonly canceled: Passage
  }
}

/** The pages on which a customer pays by bank transfer. */
export interface TransferWords extends Readonly<Record<CustomerStep, Passage>> {
  /** How it was paid, on receipts. */
  readonly method: string
  /** Names of a receipt's lines. */
  readonly lines: {
    readonly method: string
    /** Where a payout goes to. */
    readonly account: string
    /** The bank's own number of the transfer. */
    readonly reference: string
  }
  /** The order is not open yet. */
  readonly opening: Passage
  /** The customer scans a code, or opens it on the phone that shows it. */
  readonly code: Passage & {
    /** In place of the code, for customers who do not see it. */
    readonly picture: string
    readonly open: string
    /** Between the button and the code, on phones. */
    readonly otherwise: string
  }
  /** The customer transfers to a phone number. */
  readonly account: Passage & {
    readonly lines: {
      readonly phone: string
      readonly bank: string
      readonly amount: string
      readonly mark: string
    }
    /** What to do with the mark. */
    readonly markHint: string
    readonly copy: string
    readonly copied: string
  }
  /** Before the time until which the customer may pay. */
  readonly payBy: string
  /** Before the time that is left. */
  readonly left: string
  /** Read to those who do not see the time that is left. */
  readonly minutesLeft: (minutes: number) => string
  /** The page shows the outcome by itself. */
  readonly following: string
  /** The time to pay is over, and the bank has not said yet that nothing was paid. */
  readonly over: Passage
  /** The headline of a payment that did not arrive in time. */
  readonly unpaid: string
  /** Said while the proof of a payment is examined. */
  readonly proving: string
}

/** The texts of the pages, apart from the messages about outcomes. */
export interface Words {
  /** The headline, by what the transaction is and how it stands: "Payment declined". */
  readonly titles: Readonly<Record<TransactionType, Readonly<Record<TransactionStatus, string>>>>
  /** Names of a receipt's lines. */
  readonly lines: {
    readonly card: string
    readonly created: string
    readonly paid: string
    /** The instant of an authorization, which pays nothing yet. */
    readonly approved: string
    readonly holdReleased: string
    readonly refundReason: string
    readonly approvalCode: string
    readonly reference: string
  }
  readonly receipt: string
  readonly showReceipt: string
  readonly backToMerchant: string
  /** The page goes back to the merchant by itself, unless the customer stays. */
  readonly returning: { readonly text: string; readonly stay: string }
  /** Said on the receipt of a hold whose period ended. */
  readonly holdReleased: string
  /** Marks a transaction that moves no money. */
  readonly test: { readonly mark: string; readonly text: string }
  /** The customer goes to the issuer's page. */
  readonly challenge: Step
  /** The issuer identifies the browser. */
  readonly method: Step
  readonly waiting: Passage
  /** The end of a step that a page in a frame has taken. */
  readonly finished: Passage
  readonly plan: PlanWords
  readonly checkout: CheckoutWords
  readonly transfer: TransferWords
  readonly problems: Readonly<Record<Problem, Passage>>
  readonly tryAgain: string
  /** The mail with a payment's receipt. */
  readonly mail: {
    /** From the merchant's name and the amount. */
    readonly subject: (merchant: string, amount: string) => string
    readonly greeting: (merchant: string) => string
    readonly amount: string
    readonly merchant: string
    readonly description: string
    /** How the payment is named on the customer's card statement. */
    readonly statement: string
    readonly automatic: string
  }
  /** Name of the number that identifies a failed request in the log. */
  readonly requestId: string
  /** The simulated issuer's page; only where the sandbox is on. */
  readonly issuer: {
    readonly title: string
    readonly note: string
    readonly approve: string
    readonly others: string
    readonly decline: string
    readonly wrong: string
    readonly cancel: string
    readonly wasWrong: string
  }
}

/**
 * A language. A value with a text missing does not compile; `english` and `russian` are two to begin from.
 *
 * `tag` answers for its regions too: `de` is shown for `de-AT`.
 */
export interface Language {
  /** BCP 47, such as `de` or `pt-BR`. The value of the pages' `lang`. */
  readonly tag: string
  readonly direction: "ltr" | "rtl"
  /** BCP 47. How numbers and dates are written: `de-CH`. */
  readonly locale: string
  /** What became of a payment, and what to do next. Answers' `friendly_message` says the same. */
  readonly messages: CustomerMessages
  readonly words: Words
}

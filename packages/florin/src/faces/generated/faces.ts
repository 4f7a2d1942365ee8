// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { CallOptions } from "../cards.js"
import type { ProofRequest } from "../transfers.js"
import type {
  AccountDocument,
  CouponDocument,
  Customer,
  Entitlements,
  ItemUsageDocument,
  Plan,
  Subscription,
  UpcomingCharge,
  UsageDocument
} from "./billingDocuments.js"
import type {
  CancelRequest,
  CardChangeRequest,
  ChangeRequest,
  CouponRequest,
  CouponUseRequest,
  CustomerRequest,
  LineRequest,
  NewPreviewRequest,
  Page,
  PlanChangeRequest,
  PlanPage,
  PlanPreviewOptions,
  PlanRequest,
  PortalRequest,
  PreviewOptions,
  SubscriptionRequest,
  UsageRequest
} from "./billingRequests.js"
import type {
  Authorization,
  Capture,
  Credit,
  Payment,
  Payout,
  Refund,
  Tokenization,
  Transaction,
  Void
} from "./cardDocuments.js"
import type {
  ChargeRequest,
  ChildRequest,
  CreditRequest,
  PayoutRequest,
  RefundRequest,
  TokenizationRequest
} from "./cardRequests.js"
import type { Checkout, CreatedCheckout } from "./checkoutDocuments.js"
import type { CheckoutRequest, CheckoutsPage } from "./checkoutRequests.js"
import type { Product } from "./productDocuments.js"
import type { ProductChangeRequest, ProductRequest } from "./productRequests.js"
import type { Explanation, Notification, ShopMovement } from "./queryDocuments.js"
import type { MovementPage, NoteRequest, NotificationPage, TransactionPage } from "./queryRequests.js"
import type { SavedCard } from "./savedCardDocuments.js"
import type { SavedCardChange, SavedCardOptions, SavedCardRequest } from "./savedCardRequests.js"
import type { Confirmation, Transfer } from "./transferDocuments.js"
import type {
  ConfirmRequest,
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "./transferRequests.js"

/**
 * The card operations of one shop. A decline is no error but a transaction that is `failed`; one without an outcome yet
 * is `pending`.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface ShopCards {
  /**
   * Authorization. Holds an amount on a card without charging it. A capture or a void follows; what is not captured
   * within 7 days, or by expiredAt, is released.
   */
  readonly authorize: (request: ChargeRequest, options?: CallOptions) => Promise<Authorization>
  /** Payment. Charges a card in one step. */
  readonly pay: (request: ChargeRequest, options?: CallOptions) => Promise<Payment>
  /** Tokenization. Turns card details into a token for later requests. No money moves. */
  readonly tokenize: (request: TokenizationRequest, options?: CallOptions) => Promise<Tokenization>
  /** Capture. Charges a held amount, wholly or in part. */
  readonly capture: (request: ChildRequest, options?: CallOptions) => Promise<Capture>
  /** Void. Cancels a held amount, wholly or in part. */
  readonly void: (request: ChildRequest, options?: CallOptions) => Promise<Void>
  /** Refund. Returns the amount of a payment or capture, wholly or in part. */
  readonly refund: (request: RefundRequest, options?: CallOptions) => Promise<Refund>
  /** Credit. Pays out to a saved card. */
  readonly credit: (request: CreditRequest, options?: CallOptions) => Promise<Credit>
  /** Payout. Pays out to a card. */
  readonly payOut: (request: PayoutRequest, options?: CallOptions) => Promise<Payout>
  /**
   * Open a customer's portal. Makes a link to a page on which the customer sees subscriptions with their next charges,
   * payments and receipts, changes the card or the plan, cancels, and takes that back. The link opens for 30 minutes and
   * is all that is needed: hand it to nobody but the customer who is signed in.
   */
  readonly portal: (id: string, request: PortalRequest) => Promise<string>
}

/**
 * Payments, refunds and payouts through a bank, in roubles; proof and confirmation of payments. Amounts are kopecks. A
 * transfer that the bank refuses is no rejection but one that `failed`.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Transfers {
  /**
   * Payment by bank transfer. Opens a payment: sbp with a QR code on the page at form.action, sbp_data with a phone
   * number and 15 minutes to pay. It is pending until the bank reports.
   */
  readonly pay: (request: TransferPaymentRequest, options?: CallOptions) => Promise<Transfer>
  /**
   * Payout by bank transfer. Pays out to a phone number. The amount of the answer, of the status query and of the
   * webhook is what was really paid.
   */
  readonly payOut: (request: TransferPayoutRequest, options?: CallOptions) => Promise<Transfer>
  /**
   * Refund of a payment by bank transfer. Returns a payment, wholly or in part. It is pending until the bank reports.
   */
  readonly refund: (request: TransferRefundRequest, options?: CallOptions) => Promise<Transfer>
  /** Get a transfer. Answers the transfer as it stands, with its last proof; asks no bank. */
  readonly find: (uid: string) => Promise<Transfer>
  /**
   * Prove a failed payment. Sends a document that proves an sbp_data payment which failed. An operator decides; the
   * webhook of the payment says how. Answers the proof.
   */
  readonly prove: (uid: string, request: ProofRequest, options?: CallOptions) => Promise<Transfer>
  /**
   * Confirm a payment. Asks the bank now whether the customer has paid. Optional: the payment is found to be paid
   * without it.
   */
  readonly confirm: (uid: string, request?: ConfirmRequest, options?: CallOptions) => Promise<Confirmation>
}

/**
 * Cards that are kept for later charges: made without a charge, listed by customer, changed, erased.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface SavedCards {
  /**
   * Keep a card. Makes a token for a card without charging it: no acquirer is asked. With the token of a card that is
   * kept, and without a number, it changes that card.
   */
  readonly create: (request: SavedCardRequest, options?: CallOptions) => Promise<SavedCard>
  /** List a customer's cards. Answers the cards that a customer has kept, newest first; of equal numbers the newest. */
  readonly list: (options: SavedCardOptions) => Promise<ReadonlyArray<SavedCard>>
  /** Get a saved card. Answers what may be shown of the card that a token stands for. */
  readonly find: (token: string) => Promise<SavedCard>
  /**
   * Change a saved card. Gives a card that was renewed its holder and expiry, and adds contracts. The token stays, and
   * what is not sent. Another number is another card.
   */
  readonly update: (token: string, request: SavedCardChange, options?: CallOptions) => Promise<SavedCard>
  /**
   * Delete a saved card. Erases the number, under every token of the same customer that has it. Transactions keep the
   * brand and the last digits. Subscriptions that are charged by it are told with the event card_deleted.subscription.
   */
  readonly delete: (token: string, options?: CallOptions) => Promise<void>
}

/**
 * A page for one order, on which the customer pays.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Checkouts {
  /**
   * Create a checkout. Answers the address of a page on which the customer pays for one order, by any method of the
   * shop. The shop's public key is enough where its setting allowPublicKey is on: then anyone who sees the key can
   * create one, of any amount, and the shop compares amount, currency and test in each webhook with its order.
   */
  readonly create: (request: CheckoutRequest, options?: CallOptions) => Promise<CreatedCheckout>
  /**
   * Status of a checkout. Answers how the order stands, with the result of its last attempt. The token is enough:
   * without the shop's credentials, what only the shop needs to know is left out.
   */
  readonly find: (token: string) => Promise<Checkout>
  /** List checkouts. Newest first. The next page is asked for with the last token as after. */
  readonly list: (page?: CheckoutsPage) => Promise<ReadonlyArray<Checkout>>
  /** Cancel a checkout. Closes it, where no attempt is under way: the order can be paid no more. */
  readonly cancel: (token: string, options?: CallOptions) => Promise<Checkout>
}

/**
 * Where a transaction stands, and what to do about it.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Transactions {
  /**
   * Status by uid. Answers the transaction as it stands, in the form of the answer that accepted it; asks no acquirer. A
   * transfer is told by its methodType.
   */
  readonly find: (uid: string) => Promise<Transaction>
  /**
   * Status by tracking id: the ten newest. Answers those that have the tracking id, or that hold it as one of several,
   * newest first; an empty list where there are none.
   */
  readonly findByTrackingId: (trackingId: string) => Promise<ReadonlyArray<Transaction>>
  /**
   * List or search transactions, newest first. Answers the transactions that fit everything the query asks for, in the
   * order of their uids, newest first unless order says otherwise; all of them where it asks for nothing. A page with as
   * many as limit may have a next one, which is asked for with the last uid as after.
   */
  readonly list: (page?: TransactionPage) => Promise<ReadonlyArray<Transaction>>
  /**
   * Why a charge went where it went. The facts that the routing rules looked at, the rules that fired, and the acquirers
   * that were asked. Only charges of cards have an explanation.
   */
  readonly explain: (uid: string) => Promise<Explanation>
  /**
   * Repeat the notification. Sends the newest notification about the transaction again, as an event of its own: each
   * call sends one, on which a receiver acts once more. It moves no money.
   */
  readonly renotify: (uid: string) => Promise<void>
  /**
   * Ask the acquirer again. Asks the acquirer now what became of a transaction whose outcome is not known. Asked by a
   * person, it takes a contradiction off the list of what is in doubt. Safe to repeat without a key: what is sent again
   * is sent under its own, so money moves once.
   */
  readonly recover: (uid: string) => Promise<Transaction>
  /**
   * Note something on a transaction. Replaces the merchant's private note. No webhook, page, mail or other answer has
   * it.
   */
  readonly note: (uid: string, request: NoteRequest) => Promise<string | null>
  /** Get the note on a transaction. Answers the merchant's private note. */
  readonly findNote: (uid: string) => Promise<string | null>
  /**
   * List what was moved, oldest first. The transactions that were accepted in a period and have moved money by now, from
   * the gateway's own books, for reconciliation. A page with as many as limit may have a next one, which is asked for
   * with the last id as after.
   */
  readonly movements: (page: MovementPage) => Promise<ReadonlyArray<ShopMovement>>
}

/**
 * Webhooks that were sent, and those that were not.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Notifications {
  /**
   * Get a notification. Answers a notification with the result of its last attempt, by the webhook-id that its receiver
   * gets.
   */
  readonly find: (id: string) => Promise<Notification>
  /** List notifications, newest first. The next page is asked for with the last id as after. */
  readonly list: (page?: NotificationPage) => Promise<ReadonlyArray<Notification>>
  /**
   * Send a notification again. Begins its attempts anew, unless a newer one about the transaction was delivered. It
   * stays the same event, so a receiver that has acted on it does not again: safe to repeat without a key.
   */
  readonly resend: (id: string) => Promise<void>
  /**
   * Send all exhausted notifications again. Begins the attempts of every notification anew whose attempts all failed,
   * the newest of each subject. Answers how many. Safe to repeat without a key: those are exhausted no longer.
   */
  readonly resendAll: () => Promise<number>
}

/**
 * What subscriptions cost, and how often.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Plans {
  /**
   * Create a plan. A plan says how often and how much a customer is charged. It never changes. With a lookupKey a
   * program may create it at every start: the plan that has the key and the same terms is answered, and other terms are
   * refused.
   */
  readonly create: (request: PlanRequest, options?: CallOptions) => Promise<Plan>
  /** List plans. Newest first. */
  readonly list: (page?: PlanPage) => Promise<ReadonlyArray<Plan>>
  /** Get a plan. Answers the plan as it was created. */
  readonly find: (id: string) => Promise<Plan>
  /**
   * What a plan would charge. Lists what a customer who subscribes at start would be charged, by the rules that charge.
   */
  readonly preview: (id: string, options?: PlanPreviewOptions) => Promise<ReadonlyArray<UpcomingCharge>>
}

/**
 * Who subscribes.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Customers {
  /** Create a customer. A customer may have any number of subscriptions. */
  readonly create: (request: CustomerRequest, options?: CallOptions) => Promise<Customer>
  /** List customers. Newest first. */
  readonly list: (page?: Page) => Promise<ReadonlyArray<Customer>>
  /** Get a customer. Answers the customer as created. */
  readonly find: (id: string) => Promise<Customer>
  /**
   * What a customer may use. Sums up what the plans of the customer's subscriptions give: a flag that any of them gives,
   * and the sum of numbers. In process can and limit answer about one feature.
   */
  readonly entitlements: (id: string) => Promise<Entitlements>
  /** What a customer has. Balances, which pay for the next charges, and the customer's own coupon. */
  readonly account: (id: string) => Promise<AccountDocument>
  /**
   * Give a customer a coupon. For the charges of all subscriptions of the customer, after the coupon of the
   * subscription. It is counted now. Without a coupon the customer has none from then on.
   */
  readonly giveCoupon: (id: string, request: CouponUseRequest, options?: CallOptions) => Promise<AccountDocument>
}

/**
 * What takes something off the charges of subscriptions.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Coupons {
  /**
   * Create a coupon. A coupon takes a part or an amount off the charges of a subscription. The same request again
   * answers the coupon that it made; another coupon with the same code is refused.
   */
  readonly create: (request: CouponRequest, options?: CallOptions) => Promise<CouponDocument>
  /** List coupons. Newest first. */
  readonly list: (page?: Page) => Promise<ReadonlyArray<CouponDocument>>
  /** Get a coupon. Answers the coupon, with how often it was used. */
  readonly find: (id: string) => Promise<CouponDocument>
}

/**
 * Customers that are charged again and again.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Subscriptions {
  /**
   * Create a subscription. With a card it is charged at once; without one the customer pays on the page at redirectUrl.
   * A declined first charge is no error but a subscription that failed.
   */
  readonly create: (request: SubscriptionRequest, options?: CallOptions) => Promise<Subscription>
  /** List subscriptions. Newest first. */
  readonly list: (page?: Page) => Promise<ReadonlyArray<Subscription>>
  /**
   * Get a subscription. Answers the subscription as it stands: its state, its card, its cycles and when it is charged
   * next.
   */
  readonly find: (id: string) => Promise<Subscription>
  /**
   * Cancel a subscription. Nothing is charged from then on. What is cancelled cannot be resumed. With atPeriodEnd it
   * stays in force until the end of the period that is paid, which can be taken back; where no period is paid it ends
   * now.
   */
  readonly cancel: (id: string, request: CancelRequest, options?: CallOptions) => Promise<Subscription>
  /**
   * Take back that a subscription ends. It goes on after the period with which it was to end, and is charged as before.
   */
  readonly uncancel: (id: string, options?: CallOptions) => Promise<Subscription>
  /**
   * Change what a subscription consists of. Other items, another quantity or another plan. What costs more begins now,
   * and the difference for what is left of the period is charged at once; what costs less begins with the next renewal.
   * A charge that is declined changes nothing. While a charge is in doubt the change waits for it. With preview it says
   * what would happen, and nothing changes.
   */
  readonly change: (id: string, request: ChangeRequest, options?: CallOptions) => Promise<Subscription>
  /**
   * Take back a change of a subscription. Takes back a change that has not taken effect: one that begins with the next
   * renewal, or waits for a charge.
   */
  readonly undoChange: (id: string, options?: CallOptions) => Promise<Subscription>
  /**
   * Use a coupon for a subscription. Takes something off from its next charge on, which counts it. Without a coupon it
   * has none from then on.
   */
  readonly useCoupon: (id: string, request: CouponUseRequest, options?: CallOptions) => Promise<Subscription>
  /**
   * Charge something once. A line of the shop's own: with the next charge, or charged now by the subscription's card. An
   * amount below 0 takes something off the next charge; now, it goes to the customer's balance.
   */
  readonly addLine: (id: string, request: LineRequest, options?: CallOptions) => Promise<Subscription>
  /**
   * Pause a subscription. Nothing is charged until it is resumed; cycles that go by meanwhile are not charged
   * afterwards.
   */
  readonly pause: (id: string, options?: CallOptions) => Promise<Subscription>
  /**
   * Resume a subscription. It is charged when it would have been, or else with the next cycle; a failed charge is
   * retried. Cycles that went by while it was paused are not charged.
   */
  readonly resume: (id: string, options?: CallOptions) => Promise<Subscription>
  /**
   * Change the card. Checks the card with an amount of 0, through 3-D Secure where it is needed, and charges it from
   * then on.
   */
  readonly changeCard: (id: string, request: CardChangeRequest, options?: CallOptions) => Promise<Subscription>
  /** Change the plan. Charges by another plan from the next cycle on. */
  readonly changePlan: (id: string, request: PlanChangeRequest, options?: CallOptions) => Promise<Subscription>
  /** Charge now. After a failed charge: tries again now, without waiting for the retry. */
  readonly charge: (id: string, options?: CallOptions) => Promise<Subscription>
  /**
   * What lies ahead of a subscription. Lists the charges that lie ahead, by the rules that charge, and what a decline or
   * an error would change. Of one that waits for its card, as if the customer paid now.
   */
  readonly preview: (id: string, options?: PreviewOptions) => Promise<ReadonlyArray<UpcomingCharge>>
  /**
   * What a new subscription would be charged. Lists what a customer who subscribes to this plan, stored or whole, with
   * these items and this coupon would be charged, by the rules that charge. Nothing is stored, and no coupon is counted.
   */
  readonly previewNew: (request: NewPreviewRequest) => Promise<ReadonlyArray<UpcomingCharge>>
  /**
   * Count usage. What was used of metered items, one event or several: each counts once by its key, however often it is
   * sent. The renewal that ends the cycle charges it; what comes later belongs to the next one.
   */
  readonly recordUsage: (id: string, request: UsageRequest, options?: CallOptions) => Promise<UsageDocument>
  /** What is used. What is used of each metered item in the present cycle, and what it would cost now. */
  readonly usage: (id: string) => Promise<ReadonlyArray<ItemUsageDocument>>
}

/**
 * What customers buy by a link, a piece at a time.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface Products {
  /**
   * Create a product. A product has a link, payUrl, by which any number of customers buy a piece each. The form of that
   * page makes a checkout for the customer. Pieces are reserved when a payment begins, and never oversold.
   */
  readonly create: (request: ProductRequest, options?: CallOptions) => Promise<Product>
  /** List products. Newest first. */
  readonly list: (page?: Page) => Promise<ReadonlyArray<Product>>
  /** Get a product. Answers the product, with how many pieces are left. */
  readonly find: (id: string) => Promise<Product>
  /**
   * Change a product. Changes the price, or how many pieces can be bought. What attempts under way hold stays reserved.
   */
  readonly update: (id: string, request: ProductChangeRequest, options?: CallOptions) => Promise<Product>
}

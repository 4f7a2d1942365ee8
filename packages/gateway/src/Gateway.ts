/** Everything wired, with good defaults. */

import * as Coupons from "@florin/core/billing/Coupons"
import * as Customers from "@florin/core/billing/Customers"
import * as Plans from "@florin/core/billing/Plans"
import * as Portals from "@florin/core/billing/Portals"
import * as Renewals from "@florin/core/billing/Renewals"
import * as SubscriptionHook from "@florin/core/billing/SubscriptionHook"
import * as Subscriptions from "@florin/core/billing/Subscriptions"
import * as Usages from "@florin/core/billing/Usages"
import * as AcquirerReports from "@florin/core/card-operations/AcquirerReports"
import * as CardKinds from "@florin/core/card-operations/CardKinds"
import * as Cards from "@florin/core/card-operations/Cards"
import * as Charges from "@florin/core/card-operations/Charges"
import * as GuestCards from "@florin/core/card-operations/GuestCards"
import type { Acquirers } from "@florin/core/cards/Acquirer"
import type { CardStore } from "@florin/core/cards/CardStore"
import { type CardVault, SecurityCodes } from "@florin/core/cards/CardVault"
import * as CheckoutHook from "@florin/core/checkout-operations/CheckoutHook"
import * as Checkouts from "@florin/core/checkout-operations/Checkouts"
import type { CheckoutDocuments, CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import type { CommitStore } from "@florin/core/commits/Commit"
import type { CustomerStore } from "@florin/core/customers/CustomerStore"
import { JobHandlers } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import * as Sweep from "@florin/core/due-work/Sweep"
import * as Worker from "@florin/core/due-work/Worker"
import type { EntitlementDocuments } from "@florin/core/entitlements/EntitlementDocuments"
import type { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import type { JobStore } from "@florin/core/jobs/Job"
import * as MoneyMails from "@florin/core/money-mails/MoneyMails"
import type { NotificationStore } from "@florin/core/notifications/Notification"
import * as Operations from "@florin/core/operations/Operations"
import * as Recovery from "@florin/core/operations/Recovery"
import { TransactionHook } from "@florin/core/operations/TransactionHook"
import type { TransactionKind } from "@florin/core/operations/TransactionKind"
import { VerificationRequests } from "@florin/core/operations/VerificationRequests"
import * as Operator from "@florin/core/operator/Operator"
import type { OperatorStore } from "@florin/core/operator/OperatorStore"
import type { ApprovalStore, AuditStore, PersonStore } from "@florin/core/people/PersonStore"
import type { SignInSecrets } from "@florin/core/people/SignInSecrets"
import * as Approvals from "@florin/core/people-operations/Approvals"
import * as Audit from "@florin/core/people-operations/Audit"
import * as People from "@florin/core/people-operations/People"
import * as SignIn from "@florin/core/people-operations/SignIn"
import type { PlanStore } from "@florin/core/plans/PlanStore"
import * as Products from "@florin/core/product-operations/Products"
import type { ProductStore } from "@florin/core/products/ProductStore"
import * as Calls from "@florin/core/providers/Calls"
import * as Notifications from "@florin/core/queries/Notifications"
import * as Transactions from "@florin/core/queries/Transactions"
import * as ReceiptMails from "@florin/core/receipts/ReceiptMails"
import * as DailyReconciliation from "@florin/core/reconciliation/DailyReconciliation"
import * as Reconciliation from "@florin/core/reconciliation/Reconciliation"
import * as AcquirerHealth from "@florin/core/routing/AcquirerHealth"
import * as SavedCards from "@florin/core/saved-cards/SavedCards"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { SubscriptionDocuments, SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import { isTransfer } from "@florin/core/transactions/Transaction"
import type { TransactionDocuments, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as TransferKinds from "@florin/core/transfer-operations/TransferKinds"
import * as TransferReports from "@florin/core/transfer-operations/TransferReports"
import * as Transfers from "@florin/core/transfer-operations/Transfers"
import type { DocumentStore } from "@florin/core/transfers/DocumentStore"
import type { DocumentVault } from "@florin/core/transfers/DocumentVault"
import * as Scheduler from "@florin/scheduler/Scheduler"
import { DueWork } from "@florin/settings/OneDatabase"
import * as Codes from "@florin/vault/SecurityCodes"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as Verification from "@florin/webhook-dispatcher/Verification"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as BillingDocuments from "@florin/wire/BillingDocuments"
import * as CardPages from "@florin/wire/CardPages"
import * as CheckoutEncoders from "@florin/wire/CheckoutDocuments"
import * as Documents from "@florin/wire/Documents"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Handlers from "./Handlers.js"
import * as MoneyMailLinks from "./internal/moneyMailLinks.js"
import { made, together } from "./Wiring.js"

/** `baseUrl` is the prefix of the URLs in answers; `framed` says that pages may be framed. */
export interface Options extends Pick<Documents.Options, "baseUrl" | "framed"> {
  readonly webhooks?: Partial<WebhookSettings.Settings>
  /** How notifications are posted. Default: over HTTP, as `webhooks` says. */
  readonly sender?: Layer.Layer<Sender.Sender>
  /**
   * Whether the books are compared every night, or only when asked. Default: `daily`. A simulated year has 365 nights:
   * a test of a host that does without them is faster.
   */
  readonly reconciliation?: "daily" | "on-request"
  /** What the loop of due work waits for before its first round. Default: nothing. */
  readonly beforeDueWork?: Effect.Effect<void>
}

/** The ports that the host provides: a store, the shops, the acquirers, the vault. */
export type Ports =
  | CommitStore
  | UnitOfWork
  | TransactionStore
  | CardStore
  | PlanStore
  | CustomerStore
  | EntitlementStore
  | SubscriptionStore
  | CheckoutStore
  | ProductStore
  | JobStore
  | NotificationStore
  | DocumentStore
  | OperatorStore
  | PersonStore
  | AuditStore
  | ApprovalStore
  | ShopDirectory
  | Acquirers
  | CardVault
  | DocumentVault
  | SignInSecrets

export type Services =
  | Cards.Cards
  | Transactions.Transactions
  | Transfers.Transfers
  | TransferReports.TransferReports
  | AcquirerReports.AcquirerReports
  | Operator.Operator
  | Notifications.Notifications
  | Plans.Plans
  | Customers.Customers
  | Coupons.Coupons
  | Usages.Usages
  | Subscriptions.Subscriptions
  | Portals.Portals
  | Checkouts.Checkouts
  | SavedCards.SavedCards
  | Products.Products
  | Reconciliation.Reconciliation
  | Audit.Audit
  | Approvals.Approvals
  | People.People
  | SignIn.SignIn
  | Scheduler.Scheduler
  | AcquirerHealth.AcquirerHealth
  | TransactionDocuments
  | Documents.Documents
  | SubscriptionDocuments
  | CheckoutDocuments
  | CheckoutEncoders.CheckoutOptions
  | BillingDocuments.BillingDocuments
  | CardPages.CardPages
  | EntitlementDocuments

/** Due work finishes every transaction by the rules of its kind. A proof is decided by an operator. */
const kinds = made(
  Recovery.TransactionKinds,
  Effect.map(
    Effect.all([CardKinds.CardKinds, TransferKinds.TransferKinds]),
    ([cards, { transfer }]) =>
      (transaction): TransactionKind | undefined => {
        if (!isTransfer(transaction)) return CardKinds.kindOf(cards, transaction) as TransactionKind
        return transaction.type === "proof" ? undefined : (transfer as TransactionKind)
      }
  )
)

/** A transaction belongs to one room at most. */
const hook = Effect.map(
  Effect.all([SubscriptionHook.make, CheckoutHook.make]),
  ([ofSubscription, ofCheckout]): TransactionHook["Type"] =>
    GuestCards.withErasure((...change) => ofSubscription(...change) ?? ofCheckout(...change))
)

// Most gateways mail nothing: what writes mails is loaded, and made, with the first of them.
const pages = Effect.flatMap(
  Effect.promise(() => import("@florin/pages/Pages")),
  ({ Pages }) => Pages
)

const composer = (options: Options) =>
  Effect.map(Effect.context<never>(), (context) => (model: ReceiptMails.Receipt) => {
    const receiptUrl = Documents.receiptUrl(options, model.transaction)
    const written = Effect.map(pages, ({ receiptMail }) => receiptMail({ ...model, receiptUrl }))
    return Effect.provide(written, context)
  })

const moneyComposer = ({ baseUrl }: Options) =>
  Effect.map(
    CardPages.CardPages,
    ({ urlOf }) =>
      (mail: MoneyMails.MoneyMail) =>
        Effect.flatMap(pages, (pages) => MoneyMailLinks.written(pages, { baseUrl, cardUrlOf: urlOf }, mail))
  )

const recurringWork =
  ({ reconciliation }: Options): Lease.StartupJobs =>
  (now) => [Sweep.enqueued(now), ...(reconciliation === "on-request" ? [] : [DailyReconciliation.enqueued(now)])]

const wired = <E, R, E2, R2>(
  options: Options,
  scheduler: Effect.Effect<Scheduler.Scheduler["Type"], E, R>,
  lease: Effect.Effect<Lease.Lease["Type"], E2, R2>
) =>
  together(
    Documents.make(options),
    BillingDocuments.context(options),
    CheckoutEncoders.context(options),
    made(CardPages.CardPages, CardPages.make(options)),
    made(Worker.Worker, Worker.make),
    made(Lease.Lease, lease),
    Context.make(WebhookSettings.WebhookSettings, WebhookSettings.make(options.webhooks ?? {})),
    options.sender ?? made(Sender.Sender, Sender.make),
    made(VerificationRequests, Verification.make),
    // Subscriptions and checkouts follow their transactions in the commits that change them.
    made(TransactionHook, hook),
    // Calls in flight at shutdown still hold their jobs, so the lease must end after them.
    made(Calls.Calls, Calls.make),
    made(AcquirerHealth.AcquirerHealth, AcquirerHealth.make),
    made(Notifications.Notifications, Notifications.make),
    made(Operations.Operations, Operations.make),
    made(CardKinds.CardKinds, CardKinds.make),
    made(TransferKinds.TransferKinds, TransferKinds.make),
    kinds,
    made(Recovery.Recovery, Recovery.make),
    made(SecurityCodes, Codes.makeLive),
    made(Charges.Charges, Charges.make),
    made(Renewals.Renewals, Renewals.make),
    made(Cards.Cards, Cards.make),
    made(Transactions.Transactions, Transactions.make),
    made(Plans.Plans, Plans.make),
    made(Customers.Customers, Customers.make),
    made(Coupons.Coupons, Coupons.make),
    made(Usages.Usages, Usages.make),
    made(Subscriptions.Subscriptions, Subscriptions.make),
    made(Portals.Portals, Portals.make),
    made(SavedCards.SavedCards, SavedCards.make),
    made(Transfers.Transfers, Transfers.make),
    made(Checkouts.Checkouts, Checkouts.make),
    made(Products.Products, Products.make),
    made(TransferReports.TransferReports, TransferReports.make),
    made(AcquirerReports.AcquirerReports, AcquirerReports.make),
    made(Operator.Operator, Operator.make),
    made(Reconciliation.Reconciliation, Reconciliation.make()),
    made(Audit.Audit, Audit.make),
    made(Approvals.Approvals, Approvals.make),
    made(People.People, People.make),
    made(SignIn.SignIn, SignIn.make),
    made(ReceiptMails.ReceiptComposer, composer(options)),
    made(MoneyMails.MoneyMailComposer, moneyComposer(options)),
    made(JobHandlers, Handlers.make),
    made(Scheduler.Scheduler, scheduler)
  )

/** The gateway with its due-work loop running until the scope closes, if it is to do due work (`OneDatabase.DueWork`). */
export const make = (options: Options) =>
  wired(
    options,
    Effect.flatMap(DueWork, (isWorker) => (isWorker ? Scheduler.makeLive(options.beforeDueWork) : Scheduler.make)),
    Lease.makeLive(recurringWork(options))
  )

/** `make` as a layer. */
export const layer = (options: Options) => Layer.scopedContext(make(options))

/**
 * The gateway without the loop: the host runs due work through `Scheduler`. For tests, and for hosts with their own
 * loop.
 */
export const makeOnDemand = (options: Options) => wired(options, Scheduler.make, Lease.make(recurringWork(options)))

/** `makeOnDemand` as a layer. */
export const layerOnDemand = (options: Options) => Layer.scopedContext(makeOnDemand(options))

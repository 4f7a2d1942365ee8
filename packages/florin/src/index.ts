/** Florin for any Node app. */
export type {
  CancelRequest,
  CardChangeRequest,
  Customer,
  CustomerRequest,
  Customers,
  Page,
  Plan,
  PlanChangeRequest,
  PlanRequest,
  Plans,
  ShopBilling,
  Subscription,
  SubscriptionRequest,
  Subscriptions,
  UpcomingCharge
} from "./faces/billing.js"
export type {
  Authorization,
  CallOptions,
  Capture,
  CardCall,
  CardTransaction,
  ChargeRequest,
  ChildRequest,
  Credit,
  CreditRequest,
  Payment,
  Payout,
  PayoutRequest,
  Refund,
  RefundRequest,
  ShopCards,
  Tokenization,
  TokenizationRequest,
  Void
} from "./faces/cards.js"
export type { ErrorCode, ErrorFields } from "./faces/errorCodes.js"
export type { InProcessShop } from "./faces/inProcessShop.js"
export type { Notification, NotificationPage, Notifications } from "./faces/notifications.js"
export type {
  Correction,
  Doubt,
  Operator,
  ProofApproval,
  ProofDocument,
  ProofRefusal,
  ReconciliationReport,
  ReconciliationRequest,
  ReportedTransfer,
  WaitingProof
} from "./faces/operator.js"
export { FlorinClosed, FlorinFailed, KeyRefused, RecordMissing, RequestRefused } from "./faces/refusals.js"
export type {
  BankControls,
  Distance,
  Move,
  Movement,
  Outcome,
  SandboxControls,
  TransferControls,
  TransferDocument
} from "./faces/sandboxControls.js"
export type {
  AdministeredShop,
  NewShop,
  SecretRotation,
  ShopAdministration,
  ShopChange,
  ShopSecrets,
  ShopSettings
} from "./faces/shopAdministration.js"
export type {
  Explanation,
  MovementPage,
  ShopMovement,
  Transaction,
  TransactionPage,
  Transactions
} from "./faces/transactions.js"
export type {
  Confirmation,
  ConfirmRequest,
  ProofRequest,
  Transfer,
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest,
  Transfers
} from "./faces/transfers.js"
export { createFlorin, type Florin, type SimulatedFlorin } from "./host/createFlorin.js"
export { DriverNotBuilt } from "./host/driverNotBuilt.js"
export type { LogEntry, LogLevel, LogOption } from "./host/hostLog.js"
export type { HostOptions } from "./host/hostOptions.js"
export type { CommitTransaction, OnCommit } from "./host/onCommit.js"
export type { OpenTelemetry } from "./host/openTelemetry.js"
export {
  type OperatorOptions,
  OptionRefused,
  type Options,
  type PagesOptions,
  type Real,
  type RoutingRule,
  type ShopOptions,
  type Simulated
} from "./host/options.js"
export { PackageMissing } from "./host/packageMissing.js"
export type { KeptShop, ShopPort } from "./host/shopPort.js"
export type { Ports, PortsModule } from "./ports.js"
export type { WebhookEvent } from "./receiver/events.js"
export type { ReceiveWebhooks, Webhook, WebhookHandler, WebhookOptions } from "./receiver/webhook.js"

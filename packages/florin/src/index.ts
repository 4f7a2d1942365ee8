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
} from "./billing.js"
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
} from "./cards.js"
export { createFlorin, type Florin, type SimulatedFlorin } from "./createFlorin.js"
export { DriverNotBuilt } from "./driverNotBuilt.js"
export type { ErrorCode, ErrorFields } from "./errorCodes.js"
export type { LogEntry, LogLevel, LogOption } from "./hostLog.js"
export type { HostOptions } from "./hostOptions.js"
export type { InProcessShop } from "./inProcessShop.js"
export type { WebhookEvent } from "./internal/receiver/events.js"
export type { Notification, NotificationPage, Notifications } from "./notifications.js"
export type { CommitTransaction, OnCommit } from "./onCommit.js"
export type { OpenTelemetry } from "./openTelemetry.js"
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
} from "./operator.js"
export {
  type OperatorOptions,
  OptionRefused,
  type Options,
  type PagesOptions,
  type Real,
  type RoutingRule,
  type ShopOptions,
  type Simulated
} from "./options.js"
export { PackageMissing } from "./packageMissing.js"
export type { Ports, PortsModule } from "./ports.js"
export { FlorinClosed, FlorinFailed, KeyRefused, RecordMissing, RequestRefused } from "./refusals.js"
export type {
  BankControls,
  Distance,
  Move,
  Movement,
  Outcome,
  SandboxControls,
  TransferControls,
  TransferDocument
} from "./sandboxControls.js"
export type {
  AdministeredShop,
  NewShop,
  SecretRotation,
  ShopAdministration,
  ShopChange,
  ShopSecrets,
  ShopSettings
} from "./shopAdministration.js"
export type { KeptShop, ShopPort } from "./shopPort.js"
export type {
  Explanation,
  MovementPage,
  ShopMovement,
  Transaction,
  TransactionPage,
  Transactions
} from "./transactions.js"
export type {
  Confirmation,
  ConfirmRequest,
  ProofRequest,
  Transfer,
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest,
  Transfers
} from "./transfers.js"
export type { ReceiveWebhooks, Webhook, WebhookHandler, WebhookOptions } from "./webhook.js"

/** Florin for any Node app. */
export type { AcquirerNotification, AcquirerReply, Acquirers } from "./faces/acquirers.js"
export type { CallOptions, CardCall } from "./faces/cards.js"
export type { ErrorCode, ErrorFields } from "./faces/errorCodes.js"
export type * from "./faces/generated/billingDocuments.js"
export type * from "./faces/generated/billingRequestSections.js"
export type * from "./faces/generated/billingRequests.js"
export type * from "./faces/generated/cardDocuments.js"
export type * from "./faces/generated/cardRequestSections.js"
export type * from "./faces/generated/cardRequests.js"
export type * from "./faces/generated/cardSections.js"
export type * from "./faces/generated/checkoutDocuments.js"
export type * from "./faces/generated/checkoutRequests.js"
export type * from "./faces/generated/faces.js"
export type * from "./faces/generated/operatorDocuments.js"
export type * from "./faces/generated/operatorFaces.js"
export type * from "./faces/generated/operatorRequests.js"
export type * from "./faces/generated/operatorSections.js"
export type * from "./faces/generated/productDocuments.js"
export type * from "./faces/generated/productRequests.js"
export type * from "./faces/generated/queryDocuments.js"
export type * from "./faces/generated/queryRequests.js"
export type * from "./faces/generated/sandboxRequests.js"
export type * from "./faces/generated/savedCardDocuments.js"
export type * from "./faces/generated/savedCardRequests.js"
export type * from "./faces/generated/shopDocuments.js"
export type * from "./faces/generated/shopRequests.js"
export type * from "./faces/generated/transferDocuments.js"
export type * from "./faces/generated/transferRequests.js"
export type { InProcessShop, ShopBilling, ShopEntitlements } from "./faces/inProcessShop.js"
export type { Operator, ProofDocument } from "./faces/operator.js"
export { FlorinClosed, FlorinFailed, KeyRefused, RecordMissing, RequestRefused } from "./faces/refusals.js"
export type {
  BankControls,
  Distance,
  Move,
  Movement,
  Outcome,
  SandboxControls,
  TransferDocument
} from "./faces/sandboxControls.js"
export type { ProofFile, ProofRequest } from "./faces/transfers.js"
export { createFlorin, type Florin, type SimulatedFlorin } from "./host/createFlorin.js"
export { DriverNotBuilt } from "./host/driverNotBuilt.js"
export type { LogEntry, LogLevel, LogOption } from "./host/hostLog.js"
export type { HostOptions } from "./host/hostOptions.js"
export type {
  CommitTransaction,
  OnCheckoutCommit,
  OnCommit,
  OnCommits,
  OnEntitlementsCommit,
  OnSubscriptionCommit
} from "./host/onCommit.js"
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
export { acquirerFrom, type Ports, type PortsModule, threeDSecureServerFrom, transferProviderFrom } from "./ports.js"
export type { WebhookEvent } from "./receiver/events.js"
export type { ReceiveWebhooks, Webhook, WebhookHandler, WebhookOptions } from "./receiver/webhook.js"

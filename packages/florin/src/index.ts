/** Florin for any Node app. */
export type {
  Customer,
  CustomerRequest,
  Customers,
  Page,
  Plan,
  PlanRequest,
  Plans,
  ShopBilling,
  Subscription,
  SubscriptionRequest,
  Subscriptions,
  UpcomingCharge
} from "./billing.js"
export { createFlorin, type Florin, type HostOptions, type SimulatedFlorin } from "./createFlorin.js"
export type { CommitTransaction, OnCommit } from "./onCommit.js"
export {
  OptionRefused,
  type Options,
  type PagesOptions,
  type Real,
  type RoutingRule,
  type ShopOptions,
  type Simulated
} from "./options.js"
export { PackageMissing } from "./packageMissing.js"
export type { ReconciliationPeriod, ReconciliationReport } from "./reconciliation.js"
export { RecordMissing, RequestRefused } from "./refusals.js"
export type { Distance, Move, Movement, SandboxControls } from "./sandboxControls.js"

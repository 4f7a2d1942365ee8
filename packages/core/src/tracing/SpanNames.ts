/** The names of spans, which are stable: `docs/reference/metrics.md` lists them. */
import type { AcquirerRequest } from "../cards/Acquirer.js"
import type { JobKind } from "../jobs/Job.js"
import type { CommitName } from "../store/FaultPoints.js"
import type { TransferRequest } from "../transfers/TransferProvider.js"

/** Operations, as a merchant or an operator orders them. */
export const operations = [
  "Cards.authorization",
  "Cards.payment",
  "Cards.tokenization",
  "Cards.capture",
  "Cards.void",
  "Cards.refund",
  "Cards.credit",
  "Cards.payOut",
  "Cards.returned",
  "Transactions.history",
  "Transactions.note",
  "Transactions.renotify",
  "Transactions.recover",
  "Transfers.pay",
  "Transfers.refund",
  "Transfers.payOut",
  "Transfers.prove",
  "Transfers.confirm",
  "TransferReports.report",
  "AcquirerReports.receive",
  "Plans.create",
  "Customers.create",
  "Subscriptions.create",
  "Subscriptions.pay",
  "Subscriptions.cancel",
  "Subscriptions.pause",
  "Subscriptions.uncancel",
  "Subscriptions.resume",
  "Subscriptions.changePlan",
  "Subscriptions.change",
  "Subscriptions.addLine",
  "Subscriptions.useCoupon",
  "Coupons.create",
  "Coupons.give",
  "Usages.record",
  "Subscriptions.undoChange",
  "Subscriptions.changeCard",
  "Subscriptions.charge",
  "Subscriptions.preview",
  "Subscriptions.previewPlan",
  "Portals.open",
  "Portals.entries",
  "Notifications.resend",
  "Notifications.resendExhausted",
  "Operator.approve",
  "Operator.decline",
  "Operator.correct",
  "Checkouts.create",
  "Checkouts.cancel",
  "Checkouts.pay",
  "SavedCards.create",
  "SavedCards.update",
  "SavedCards.delete",
  "People.add",
  "People.grant",
  "People.remove",
  "People.link",
  "Products.create",
  "Products.update",
  "Products.buy",
  "Reconciliation.run"
] as const

export type OperationName = (typeof operations)[number]

export type SpanName =
  | OperationName
  /** A request: its method and the pattern of its route. Source: OpenTelemetry's conventions for HTTP. */
  | `${"HTTP" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH"}${"" | ` ${string}`}`
  | `commit ${CommitName}`
  | `job ${JobKind}`
  | `acquirer ${Lowercase<AcquirerRequest["_tag"]> | "status"}`
  | `provider ${Lowercase<TransferRequest["_tag"]> | "status"}`
  | `3-d-secure ${"begin" | "continue"}`

// The generated types of hosts and the schemas that they are made of are one thing: the compiler is the test.
import type * as CardRequests from "@florin/core/cards/CardRequest"
import type * as ChildRequests from "@florin/core/cards/ChildRequest"
import type { CustomerRequest } from "@florin/core/customers/CustomerRequest"
import type { PlanRequest } from "@florin/core/plans/PlanRequest"
import type * as SubscriptionRequests from "@florin/core/subscriptions/SubscriptionRequest"
import type * as TransferRequests from "@florin/core/transfers/TransferRequest"
import type * as BillingSchemas from "@florin/wire/BillingSchemas"
import type * as ExplanationSchema from "@florin/wire/ExplanationSchema"
import type * as OperatorRequests from "@florin/wire/OperatorRequests"
import type * as OperatorSchemas from "@florin/wire/OperatorSchemas"
import type * as Schemas from "@florin/wire/Schemas"
import type * as TransferSchemas from "@florin/wire/TransferSchemas"
import type * as Florin from "florin"
import { assert, describe, it } from "vitest"
import type { CamelCased } from "../src/faces/camelCase.js"

type OnWire<Schema extends { readonly Encoded: unknown }> = CamelCased<Schema["Encoded"]>

type Cards = typeof Schemas.transactions
type Decided = { readonly by: string }

/** With all that may be left out, in its depth: an optional member that only one has does not keep it from the other. */
type Complete<Type> =
  Type extends ReadonlyArray<infer One>
    ? ReadonlyArray<Complete<One>>
    : Type extends object
      ? { [Name in keyof Type]-?: Complete<Type[Name]> }
      : Type

type Assignable<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

/** `true` where either can stand for the other. */
type Same<One, Other> = Assignable<One, Other> & Assignable<Complete<One>, Complete<Other>>

const same = <One, Other>(isSame: Same<One, Other>): void => assert.isTrue(isSame)

describe("what hosts read is what the schemas say", () => {
  it("of requests about cards", () => {
    same<Florin.ChargeRequest, OnWire<typeof CardRequests.ChargeRequest>>(true)
    same<Florin.TokenizationRequest, OnWire<typeof CardRequests.TokenizationRequest>>(true)
    same<Florin.CreditRequest, OnWire<typeof CardRequests.CreditRequest>>(true)
    same<Florin.PayoutRequest, OnWire<typeof CardRequests.CardPayoutRequest>>(true)
    same<Florin.ChildRequest, OnWire<typeof ChildRequests.CaptureOrVoidRequest>>(true)
    same<Florin.RefundRequest, OnWire<typeof ChildRequests.RefundRequest>>(true)
  })

  it("of transactions of cards", () => {
    same<Florin.Authorization, OnWire<Cards["authorization"]>>(true)
    same<Florin.Payment, OnWire<Cards["payment"]>>(true)
    same<Florin.Tokenization, OnWire<Cards["tokenization"]>>(true)
    same<Florin.Credit, OnWire<Cards["credit"]>>(true)
    same<Florin.Payout, OnWire<Cards["payout"]>>(true)
    same<Florin.Capture, OnWire<Cards["capture"]>>(true)
    same<Florin.Void, OnWire<Cards["void"]>>(true)
    same<Florin.Refund, OnWire<Cards["refund"]>>(true)
    same<Florin.Transaction, OnWire<typeof Schemas.FoundDocument>["transaction"]>(true)
  })

  it("of plans, customers and subscriptions", () => {
    same<Florin.PlanRequest, OnWire<typeof PlanRequest>>(true)
    same<Florin.CustomerRequest, OnWire<typeof CustomerRequest>>(true)
    same<Florin.SubscriptionRequest, OnWire<typeof SubscriptionRequests.SubscriptionContract>>(true)
    same<Florin.NewPreviewRequest, OnWire<typeof SubscriptionRequests.NewPreviewContract>>(true)
    same<Florin.CancelRequest, OnWire<typeof SubscriptionRequests.CancelRequest>>(true)
    same<Florin.CardChangeRequest, OnWire<typeof SubscriptionRequests.CardChangeRequest>>(true)
    same<Florin.PlanChangeRequest, OnWire<typeof SubscriptionRequests.PlanChangeRequest>>(true)
    same<Florin.Plan, OnWire<typeof BillingSchemas.PlanDocument>>(true)
    same<Florin.Customer, OnWire<typeof BillingSchemas.CustomerDocument>>(true)
    same<Florin.Subscription, OnWire<typeof BillingSchemas.SubscriptionDocument>>(true)
    same<Florin.UpcomingCharge, OnWire<typeof BillingSchemas.PreviewDocument>["charges"][number]>(true)
  })

  it("of transfers", () => {
    same<Florin.TransferPaymentRequest, OnWire<typeof TransferRequests.TransferPaymentRequest>>(true)
    same<Florin.TransferRefundRequest, OnWire<typeof TransferRequests.TransferRefundRequest>>(true)
    same<Florin.TransferPayoutRequest, OnWire<typeof TransferRequests.TransferPayoutRequest>>(true)
    same<Florin.ConfirmRequest, OnWire<typeof TransferRequests.ConfirmRequest>>(true)
    same<Florin.Transfer, OnWire<typeof TransferSchemas.TransferDocument>["transaction"]>(true)
    same<Florin.Confirmation, OnWire<typeof TransferSchemas.ConfirmationDocument>["response"]>(true)
  })

  it("of queries", () => {
    same<Florin.Explanation, OnWire<typeof ExplanationSchema.ExplanationDocument>["explanation"]>(true)
    same<Florin.ShopMovement, OnWire<typeof Schemas.MovementListDocument>["movements"][number]>(true)
    same<Florin.Notification, OnWire<typeof Schemas.NotificationListDocument>["notifications"][number]>(true)
  })

  it("of operators", () => {
    same<Florin.ProofApproval, OnWire<typeof OperatorRequests.Approval> & Decided>(true)
    same<Florin.ProofRefusal, OnWire<typeof OperatorRequests.Refusal> & Decided>(true)
    same<Florin.Correction, OnWire<typeof OperatorRequests.Correction> & Decided>(true)
    same<Florin.ReconciliationRequest, OnWire<typeof OperatorRequests.Reconciling>>(true)
    same<Florin.WaitingProof, OnWire<typeof OperatorSchemas.ProofsDocument>["proofs"][number]>(true)
    same<Florin.ReportedTransfer, OnWire<typeof OperatorSchemas.EvidenceDocument>["transfers"][number]>(true)
    same<Florin.AcquirerState, OnWire<typeof OperatorSchemas.AcquirersDocument>["acquirers"][number]>(true)
    same<Florin.FoundTransaction, OnWire<typeof OperatorSchemas.FoundTransactionsDocument>["transactions"][number]>(
      true
    )
    same<Florin.Doubt, OnWire<typeof OperatorSchemas.DoubtsDocument>["doubts"][number]>(true)
    same<Florin.ReconciliationReport, OnWire<typeof OperatorSchemas.ReconciliationDocument>>(true)
  })
})

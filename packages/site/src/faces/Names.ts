/** What hosts call the types that are generated. */

/** Schemas whose name in the contract is taken, or means something else, where hosts read it. */
export const names: Readonly<Record<string, string>> = {
  CaptureOrVoidRequest: "ChildRequest",
  CardDataChoice: "CardData",
  CardTokenChoice: "CardToken",
  CardProviderTokenChoice: "CardProviderToken",
  CardData: "CardDataOnly",
  CardToken: "CardTokenOnly",
  CardProviderToken: "CardProviderTokenOnly",
  ProviderTokenInput: "ProviderToken",
  Customer: "TransactionCustomer",
  Transaction: "CardTransaction",
  SavedCardDocument: "SavedCard",
  PlanDocument: "Plan",
  ProductDocument: "Product",
  CustomerDocument: "Customer",
  EntitlementsDocument: "Entitlements",
  SubscriptionDocument: "Subscription",
  ReconciliationDocument: "ReconciliationReport",
  ApprovalDocument: "Approval",
  StoryDocument: "Story",
  TallyDocument: "Tally",
  PulseDocument: "Pulse",
  ShopDocument: "AdministeredShop",
  ShopSecretsDocument: "ShopSecrets"
}

/** Types without a name in the contract, by the object and the member that have them first. */
export const places: Readonly<Record<string, string>> = {
  "ChargeRequest.card": "Card",
  "TokenizationRequest.card": "CardToTokenize",
  "CreatedCheckoutDocument.checkout": "CreatedCheckout",
  "CheckoutDocument.checkout": "Checkout",
  "CheckoutListDocument.checkout": "Checkout",
  "PreviewDocument.charge": "UpcomingCharge",
  "ExplanationDocument.explanation": "Explanation",
  "ConfirmationDocument.response": "Confirmation",
  "ProofsDocument.proof": "WaitingProof",
  "EvidenceDocument.transfer": "ReportedTransfer",
  "DoubtsDocument.doubt": "Doubt",
  "AcquirersDocument.acquirer": "AcquirerState",
  "FoundTransactionsDocument.transaction": "FoundTransaction",
  "AuditDocument.entry": "AuditEntry",
  "Story.remains": "StoryRemains",
  "Transfer.payment": "TransferOutcome",
  "Subscription.lastTransaction": "SubscriptionTransaction",
  "UpcomingCharge.ifDeclined": "StateAfterCharge",
  "AvsCvcResult.avsVerification": "CheckResult",
  "PlanRequestPlan.visibleField": "RequestedField",
  "Authorization.gateway": "PageGateway",
  "Authorization.status": "TransactionStatus",
  "Authorization.code": "CardCode",
  "Transfer.code": "TransferCode",
  "ShopsDocument.shop": "AdministeredShop",
  "FoundDocument.transaction": "Transaction",
  "TransactionListDocument.transaction": "Transaction"
}

/** Files of what lies in the objects of another file. */
export const sections: Readonly<Record<string, string>> = {
  "./cardDocuments.js": "./cardSections.js",
  "./operatorDocuments.js": "./operatorSections.js",
  "./cardRequests.js": "./cardRequestSections.js",
  "./billingRequests.js": "./billingRequestSections.js"
}

/** What several types have in common. */
export const bases: Readonly<Record<string, { readonly doc: string; readonly of: ReadonlyArray<string> }>> = {
  CardTransactionMembers: {
    doc: "What every transaction of a card has.",
    of: ["Authorization", "Payment", "ServiceCharge", "Tokenization", "Credit", "Payout", "Capture", "Void", "Refund"]
  },
  ChargeMembers: {
    doc: "What transactions with a card of their own have.",
    of: ["Authorization", "Payment", "ServiceCharge", "Tokenization", "Credit", "Payout"]
  },
  ChildMembers: { doc: "What transactions about another one have.", of: ["Capture", "Void", "Refund"] }
}

/** The queries of lists and previews, by the id of the operation. */
export const queries: Readonly<Record<string, string>> = {
  listCards: "SavedCardOptions",
  listPlans: "PlanPage",
  listProducts: "Page",
  listCustomers: "Page",
  listCoupons: "Page",
  listSubscriptions: "Page",
  previewPlan: "PlanPreviewOptions",
  previewSubscription: "PreviewOptions",
  listTransactions: "TransactionPage",
  listCheckouts: "CheckoutsPage",
  listMovements: "MovementPage",
  listNotifications: "NotificationPage",
  listProofs: "OperatorPage",
  listEvidence: "OperatorPage",
  listDoubts: "OperatorPage",
  searchTransactions: "OperatorSearch",
  listWebhooks: "ShopsWebhookPage",
  tallyTransactions: "TallyPeriod",
  feelPulse: "PulseOptions",
  listApprovals: "OperatorPage",
  listAudit: "AuditPage",
  listShops: "ShopPage"
}

/** Requests that differ from those of HTTP, and where they are written by hand. */
export const written: Readonly<Record<string, string>> = { ProofRequest: "../transfers.js", CallOptions: "../cards.js" }

/** Calls that hosts have otherwise than their row says. */
export const byHand: ReadonlySet<string> = new Set(["ledger"])

const shorter: Readonly<Record<string, string>> = { credit_card: "card", recipient_credit_card: "recipientCard" }

/** A member's name as hosts spell it. */
export const camelCase = (name: string): string =>
  shorter[name] ?? name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())

export const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

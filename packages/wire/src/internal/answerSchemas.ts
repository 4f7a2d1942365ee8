/** The schemas of what is answered, by the names that the rows of operations have for them. */
import * as Schema from "effect/Schema"
import { CustomerDocument, PlanDocument, SubscriptionDocument } from "../BillingSchemas.js"
import { ProductDocument } from "../ProductSchemas.js"
import { CouponDocument } from "./termsSchemas.js"

export { BillingErrorDocument, EntitlementsDocument, PortalDocument, PreviewDocument } from "../BillingSchemas.js"
export {
  CheckoutDocument,
  CheckoutErrorDocument,
  CheckoutListDocument,
  CheckoutPaymentDocument,
  CreatedCheckoutDocument
} from "../CheckoutSchemas.js"
export { ExplanationDocument } from "../ExplanationSchema.js"
export {
  AcquirersDocument,
  DoubtsDocument,
  EvidenceDocument,
  FoundTransactionsDocument,
  ProofsDocument,
  ReconciliationDocument
} from "../OperatorSchemas.js"
export { PulseDocument, StoryDocument, TallyDocument, WebhooksDocument } from "../OverviewSchemas.js"
export { ApprovalDocument, ApprovalsDocument, AuditDocument } from "../PeopleSchemas.js"
export { ClockDocument, ClockMovedDocument, LedgerDocument } from "../SandboxSchemas.js"
export { SavedCardDocument, SavedCardListDocument } from "../SavedCardSchemas.js"
export {
  AuthorizationDocument,
  CaptureDocument,
  CreditDocument,
  DoneDocument,
  ErrorDocument,
  FoundDocument,
  MovementListDocument,
  NoteDocument,
  Notice,
  NotificationListDocument,
  PaymentDocument,
  PayoutDocument,
  RefundDocument,
  ResentDocument,
  ServiceChargeDocument,
  TokenizationDocument,
  TransactionListDocument,
  VoidDocument
} from "../Schemas.js"
export { ShopDocument, ShopSecretsDocument, ShopsDocument } from "../ShopSchemas.js"
export { ConfirmationDocument, TransferDocument, TransferListDocument } from "../TransferSchemas.js"
export { AccountDocument, CouponDocument, UsageDocument } from "./termsSchemas.js"
export { CustomerDocument, PlanDocument, ProductDocument, SubscriptionDocument }

export const PlanList: Schema.Array$<typeof PlanDocument> = Schema.Array(PlanDocument)

export const ProductList: Schema.Array$<typeof ProductDocument> = Schema.Array(ProductDocument)

export const CouponList: Schema.Array$<typeof CouponDocument> = Schema.Array(CouponDocument)

export const CustomerList: Schema.Array$<typeof CustomerDocument> = Schema.Array(CustomerDocument)

export const SubscriptionList: Schema.Array$<typeof SubscriptionDocument> = Schema.Array(SubscriptionDocument)

export const Nothing = Schema.Null

export const Count = Schema.Int

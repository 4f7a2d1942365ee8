/** The requests about instant bank transfers, with every field of the interface. */
import * as Schema from "effect/Schema"
import { TransactionUid } from "../ids/Ids.js"
import { PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { BillingAddress, Customer } from "../party/Buyer.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { methodOf, payoutMethods } from "./methods/Methods.js"
import { TransferMethod } from "./methods/TransferMethod.js"

const texts = FieldDescriptions.transfer

/** How the customer pays. Source: interface, "Payment request additions for method `sbp_data` | channel"; D27. */
const PaymentMethod = Fields.object({
  type: Fields.required(TransferMethod, texts.type),
  channel: Fields.optional(Fields.text(255), texts.channel)
}).pipe(
  Schema.filter(({ channel, type }) => {
    const wanted = methodOf({ method: type }).channel
    if (wanted === undefined || channel === wanted) return true
    return { path: ["channel"], message: channel === undefined ? "can't be blank" : `must be ${wanted}` }
  })
)

const order = {
  amount: Fields.required(Fields.orDigits(PositiveAmount), FieldDescriptions.order.amount),
  currency: Fields.required(Currency, texts.currency),
  description: Fields.required(Fields.requiredText(255), FieldDescriptions.order.description),
  trackingId: Fields.optional(
    Fields.orInteger(Fields.text(255), { maxLength: 255 }),
    FieldDescriptions.order.trackingId
  ),
  ip: Fields.optional(Fields.ipAddress, FieldDescriptions.customer.ip),
  language: Fields.optional(Language, FieldDescriptions.order.language),
  test: Fields.optional(Fields.flag, texts.test),
  notificationUrl: Fields.optional(Fields.url, FieldDescriptions.circumstances.notificationUrl),
  returnUrl: Fields.optional(Fields.url, texts.returnUrl),
  customer: Fields.optional(Customer, FieldDescriptions.circumstances.customer),
  billingAddress: Fields.optional(BillingAddress, FieldDescriptions.circumstances.billingAddress)
}

/** A payment. Source: shapes, "Transfer"; D27. */
export const TransferPaymentRequest = Fields.named(
  "TransferPaymentRequest",
  Fields.object({
    ...order,
    expiredAt: Fields.optional(Fields.instant, FieldDescriptions.circumstances.expiredAt),
    verificationUrl: Fields.optional(Fields.url, texts.verificationUrl),
    method: Fields.required(PaymentMethod, texts.method)
  })
)

export type TransferPaymentRequest = typeof TransferPaymentRequest.Type

const parentUid = Fields.matching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  "the UID of a transaction",
  "Parent transaction is not found"
).pipe(Schema.compose(TransactionUid))

/** A refund. Source: D32, D33a. */
export const TransferRefundRequest = Fields.named(
  "TransferRefundRequest",
  Fields.object({
    parentUid: Fields.required(parentUid, FieldDescriptions.child.parentUid),
    reason: Fields.required(Fields.requiredText(255), FieldDescriptions.child.reason),
    amount: Fields.optional(Fields.orDigits(PositiveAmount), texts.refundAmount),
    duplicateCheck: Fields.optional(Fields.flag, FieldDescriptions.circumstances.duplicateCheck),
    trackingId: Fields.optional(
      Fields.orInteger(Fields.text(255), { maxLength: 255 }),
      FieldDescriptions.child.trackingId
    ),
    notificationUrl: Fields.optional(Fields.url, FieldDescriptions.child.notificationUrl)
  })
)

export type TransferRefundRequest = typeof TransferRefundRequest.Type

const PayoutMethod = Fields.object({
  type: Fields.required(Schema.Literal(...payoutMethods).annotations(expected(payoutMethods.join(" or "))), texts.type),
  accountNumber: Fields.required(Fields.orInteger(Fields.text(64), { maxLength: 64 }), texts.accountNumber),
  bankCode: Fields.required(Fields.orInteger(Fields.requiredText(64), { maxLength: 64 }), texts.bankCode)
})

/** A payout. Source: interface, "Payout request". */
export const TransferPayoutRequest = Fields.named(
  "TransferPayoutRequest",
  Fields.object({ ...order, method: Fields.required(PayoutMethod, texts.method) })
)

export type TransferPayoutRequest = typeof TransferPayoutRequest.Type

const skipDuplicateCheck = Fields.optional(Fields.flag, texts.skipDuplicateCheck)

/** Asks the bank now. Source: interface, "Confirm request". */
export const ConfirmRequest = Fields.named("ConfirmRequest", Fields.object({ skipDuplicateCheck }))

export type ConfirmRequest = typeof ConfirmRequest.Type

const documentMembers = {
  contentType: Fields.required(Schema.String, texts.contentType),
  fileName: Fields.required(Fields.requiredText(255), texts.fileName),
  fileSize: Fields.required(Fields.orDigits(Schema.Int), texts.fileSize),
  checksum: Fields.required(Schema.String, texts.checksum)
}

const proofMembers = {
  skipDuplicateCheck,
  amount: Fields.required(Fields.orDigits(PositiveAmount), texts.proofAmount),
  currency: Fields.required(Currency, texts.currency)
}

/** The proof of a payment as it is sent: the file is base64. Source: interface, "Payment proof request"; D29. */
export const SentProof = Fields.named(
  "ProofRequest",
  Fields.object({
    ...proofMembers,
    document: Fields.required(
      Fields.object({ ...documentMembers, content: Fields.required(Schema.String, texts.content) }),
      texts.document
    )
  })
)

export type SentProof = typeof SentProof.Type

/** The document of a proof. `content`: the bytes of the file. */
export interface ProofDocument extends Omit<SentProof["document"], "content"> {
  readonly content: Uint8Array
}

/** The proof of a payment. */
export interface ProofRequest extends Omit<SentProof, "document"> {
  readonly document: ProofDocument
}

/** Instant bank transfers in the contract. Source: D1, D27 to D32. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ConfirmationDocument, requests, TransferDocument, TransferListDocument } from "@florin/wire/TransferSchemas"
import * as Schema from "effect/Schema"
import { billingRefusal, byUid, getting, posting, refusals } from "./contractParts.js"

const malformed = billingRefusal(400)
const unauthorized = billingRefusal(401)
const notFound = billingRefusal(404)
const invalid = billingRefusal(422)

const post = posting(malformed, invalid)
const query = getting(unauthorized)

const payment = <const Name extends string>(name: Name, path: `/${string}`) =>
  post(
    name,
    path,
    TransferDocument,
    "Payment by bank transfer",
    "Opens a payment: sbp with a QR code on the page at form.action, sbp_data with a phone number and 15 minutes to pay."
  )
    .setPayload(requests.payment)
    .addError(unauthorized)

const payout = <const Name extends string>(name: Name, path: `/${string}`) =>
  post(
    name,
    path,
    TransferDocument,
    "Payout by bank transfer",
    "Pays out to a phone number. The amount of the answer, of the status query and of the webhook is what was really paid."
  )
    .setPayload(requests.payout)
    .addError(unauthorized)

const refund = <const Name extends string>(name: Name, path: `/${string}`) =>
  post(
    name,
    path,
    TransferDocument,
    "Refund of a payment by bank transfer",
    "Returns a payment, wholly or in part. It is pending until the bank reports."
  )
    .setPayload(requests.refund)
    .addError(unauthorized)

const base = "/beyag/transactions"

export const transfers = HttpApiGroup.make("transfers")
  .add(payment("payByTransfer", `${base}/payments`))
  .add(payout("payOutByTransfer", `${base}/payouts`))
  .add(refund("refundTransfer", `${base}/refunds`))
  // Older clients use the singular.
  .add(payment("payByTransferSingular", `${base}/payment`).annotate(OpenApi.Exclude, true))
  .add(payout("payOutByTransferSingular", `${base}/payout`).annotate(OpenApi.Exclude, true))
  .add(refund("refundTransferSingular", `${base}/refund`).annotate(OpenApi.Exclude, true))
  .add(
    query(
      "findTransfer",
      `${base}/:uid`,
      TransferDocument,
      "Get a transfer",
      "Answers the transfer as it stands, with its last proof."
    )
      .setPath(byUid)
      .addError(notFound)
  )
  .add(
    query(
      "findTransfersByTrackingId",
      `${base}/tracking_id/:id`,
      TransferListDocument,
      "Find transfers by tracking id",
      "Newest first, at most 10. Any single value of the id matches."
    )
      .setPath(Schema.Struct({ id: Schema.String.annotations({ description: "Tracking id, or one value of it." }) }))
      // Readers of OpenAPI hold its path for ambiguous beside `/{uid}/proof`.
      .annotate(OpenApi.Exclude, true)
  )
  .add(
    post(
      "proveTransfer",
      `${base}/:uid/proof`,
      TransferDocument,
      "Prove a failed payment",
      "Sends a document that proves an sbp_data payment which failed. An operator decides; the webhook of the payment says how."
    )
      .setPath(byUid)
      .setPayload(requests.proof)
      .addError(unauthorized)
      .addError(notFound)
  )
  .add(
    post(
      "confirmTransfer",
      `${base}/:uid/confirm`,
      ConfirmationDocument,
      "Confirm a payment",
      "Asks the bank now whether the customer has paid. Optional: the payment is found to be paid without it."
    )
      .setPath(byUid)
      .setPayload(requests.confirm)
      .addError(unauthorized)
      .addError(refusals.notFound)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Instant bank transfers",
      description: "Payments, refunds and payouts through a bank, in roubles; proof and confirmation of payments."
    })
  )

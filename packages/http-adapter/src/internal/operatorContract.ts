/** The operators' routes in the contract. They exist only where there are operators. Source: D7, D28, D29, D40. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as OperatorRequests from "@florin/wire/OperatorRequests"
import { DoubtsDocument, EvidenceDocument, ProofsDocument, ReconciliationDocument } from "@florin/wire/OperatorSchemas"
import { TransferDocument } from "@florin/wire/TransferSchemas"
import { billingRefusal, byUid, commanding, OperatorCredentials, pageOf, querying } from "./contractParts.js"

/** The query of the lists. */
export const pageQuery = pageOf(100)

const malformed = billingRefusal(400)
const unauthorized = billingRefusal(401)
const notFound = billingRefusal(404)
const invalid = billingRefusal(422)

const query = querying(unauthorized)
const post = commanding(malformed, invalid)

const pdf = HttpApiSchema.Uint8Array({ contentType: "application/pdf" }).annotations({ description: "The document" })

const base = "/operator"

export const operators = HttpApiGroup.make("operators")
  .add(
    query(
      "listProofs",
      `${base}/proofs`,
      ProofsDocument,
      "List proofs that wait",
      "Proofs of all shops that wait for a decision, oldest first. Link leads to the next page."
    )
      .setUrlParams(pageQuery)
      .addError(invalid)
  )
  .add(
    query(
      "proofDocument",
      `${base}/proofs/:uid/document`,
      pdf,
      "Get the document of a proof",
      "Answers the file as the merchant sent it, to save and not to show. It is not checked for anything but its first bytes."
    )
      .setPath(byUid)
      .addError(notFound)
  )
  .add(
    post(
      "approveWaitingProof",
      `${base}/proofs/:uid/approve`,
      TransferDocument,
      "Approve a proof",
      "Makes the proof and its payment successful, in one commit with the webhook. uid: of the proof, or of its payment."
    )
      .setPath(byUid)
      .setPayload(OperatorRequests.Approval)
      .addError(unauthorized)
      .addError(notFound)
  )
  .add(
    post(
      "declineWaitingProof",
      `${base}/proofs/:uid/decline`,
      TransferDocument,
      "Decline a proof",
      "Leaves the payment failed and tells the merchant. uid: of the proof, or of its payment."
    )
      .setPath(byUid)
      .setPayload(OperatorRequests.Refusal)
      .addError(unauthorized)
      .addError(notFound)
  )
  .add(
    query(
      "listEvidence",
      `${base}/evidence`,
      EvidenceDocument,
      "List late and contradictory reports",
      "Transfers of all shops about which a bank has reported what changed nothing, oldest report first."
    )
      .setUrlParams(pageQuery)
      .addError(invalid)
  )
  .add(
    post(
      "correctTransfer",
      `${base}/transactions/:uid/correct`,
      TransferDocument,
      "Correct a transfer",
      "Replaces its state, also a final one, and tells the merchant. The reason and the operator are kept in its history."
    )
      .setPath(byUid)
      .setPayload(OperatorRequests.Correction)
      .addError(unauthorized)
      .addError(notFound)
  )
  .add(
    query(
      "listDoubts",
      `${base}/doubts`,
      DoubtsDocument,
      "List what is in doubt",
      "Transactions of all shops whose outcome or reversal is not known, oldest first, with how long that has been so."
    )
      .setUrlParams(pageQuery)
      .addError(invalid)
  )
  .add(
    post(
      "reconcile",
      `${base}/reconciliation`,
      ReconciliationDocument,
      "Compare the books",
      "Compares the movements of acquirers and providers with ours and lists what differs. Changes nothing."
    )
      .setPayload(OperatorRequests.Reconciling)
      .addError(unauthorized)
  )
  .middleware(OperatorCredentials)
  .annotateContext(
    OpenApi.annotations({
      title: "Operators",
      description: "For the people who run the gateway, with credentials of their own: what waits for a decision."
    })
  )

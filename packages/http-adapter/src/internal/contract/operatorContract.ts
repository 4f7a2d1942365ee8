/** The operators' group in the contract. It exists only where there are operators. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { ofOperators } from "@florin/wire/operations/RefusalForm"
import { billingRefusal, byUid, OperatorCredentials, route } from "./contractParts.js"
import { groupOf } from "./operationContract.js"

/** The row of what is no document of the wire. */
export const ofProofs = { id: "proofDocument", key: "none", form: ofOperators } as const

const pdf = HttpApiSchema.Uint8Array({ contentType: "application/pdf" }).annotations({ description: "The document" })

export const operators = groupOf("operators").add(
  route(ofProofs.id, "GET /operator/proofs/:uid/document", {
    path: byUid,
    answers: [pdf],
    refused: [billingRefusal(401), billingRefusal(404)],
    says: [
      "Get the document of a proof",
      "Answers the file as the merchant sent it, to save and not to show. It is not checked for anything but its first bytes."
    ]
  }).middleware(OperatorCredentials)
)

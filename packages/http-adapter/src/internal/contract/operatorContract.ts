/** The operators' group in the contract. It exists only where there are operators. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { billingRefusal, byUid, OperatorCredentials, querying } from "./contractParts.js"
import { groupOf } from "./operationContract.js"

const pdf = HttpApiSchema.Uint8Array({ contentType: "application/pdf" }).annotations({ description: "The document" })

export const operators = groupOf("operators").add(
  querying(billingRefusal(401))(
    "proofDocument",
    "/operator/proofs/:uid/document",
    pdf,
    "Get the document of a proof",
    "Answers the file as the merchant sent it, to save and not to show. It is not checked for anything but its first bytes."
  )
    .setPath(byUid)
    .addError(billingRefusal(404))
    .middleware(OperatorCredentials)
)

/** The documents of the audit and of approvals as schemas, for OpenAPI. */
import { ApprovalState } from "@florin/core/people/Approval"
import { AuditEntry, AuditKind } from "@florin/core/people/AuditEntry"
import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import * as Schema from "effect/Schema"
import * as Sections from "./internal/sectionSchemas.js"

const { integer, members, required, text, timestamp } = Sections

const { order } = FieldDescriptions

const entry = Schema.Struct({
  id: required(Schema.String, "Id of the entry."),
  at: required(timestamp, "When."),
  kind: required(
    AuditKind,
    "action: something was done; look: personal data were shown; denied: a role was too low; sign-in: signed in or out, or failed to."
  ),
  actor: required(Schema.String, "Id of the person or operator. unknown: nobody has the id that was tried."),
  entrance: required(AuditEntry.fields.entrance, "How they got in."),
  address: required(text, "Address of the network they came from. null: it is not known."),
  operation: required(Schema.String, "Id of the operation, as in this document, or what was done to sign in."),
  shop: required(text, "Id of the shop. null: it is about none, or about several."),
  subject: required(text, "Id of the record. null: of a list."),
  detail: required(text, "More about it, such as the role that was given.")
})

/** Source: D75. */
export const AuditDocument = Schema.Struct({
  entries: required(Schema.Array(entry), "Newest first.")
}).annotations({ identifier: "AuditDocument" })

/** Source: D74. */
export const ApprovalDocument = Schema.Struct({
  id: required(Schema.String, "Id of the request that waits."),
  operation: required(Schema.String, "Id of the operation."),
  shop: required(Schema.String, "Id of the shop."),
  subject: required(text, "Id of the record in the path. null: there is none."),
  request: required(
    members,
    "The body. Of a card its brand and last four digits, of an account its last four: nothing that pays."
  ),
  amount: required(integer, order.amount),
  currency: required(Schema.String, order.currency),
  state: required(ApprovalState, "used: the request that was approved has been carried out."),
  requested_by: required(Schema.String, "Who asked."),
  requested_at: required(timestamp, "When."),
  until: required(timestamp, "Not approved and not carried out later than this."),
  decided_by: required(text, "Who approved or declined it."),
  decided_at: required(timestamp, "When.")
}).annotations({ identifier: "ApprovalDocument" })

export const ApprovalsDocument = Schema.Struct({
  approvals: required(Schema.Array(ApprovalDocument), "Oldest first.")
}).annotations({ identifier: "ApprovalsDocument" })

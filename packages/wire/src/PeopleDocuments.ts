/** What is answered of the audit and of approvals. Timestamps are in UTC with milliseconds. */
import type { AuditEntry } from "@florin/core/people/AuditEntry"
import type { ApprovalDetails } from "@florin/core/people-operations/Approvals"
import { requestedBody } from "./internal/requestedBody.js"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type * as Schemas from "./PeopleSchemas.js"

type Audited = Written<typeof Schemas.AuditDocument.Encoded>

type Waiting = Written<typeof Schemas.ApprovalDocument.Encoded>

/** One entry of the audit. */
export const entryOf = ({ at, ...entry }: AuditEntry): Audited["entries"][number] => ({ ...entry, at: timestamp(at) })

/** Entries of the audit: `{"entries":[…]}`. Source: D75. */
export const auditOf = (entries: ReadonlyArray<AuditEntry>): Audited => ({ entries: entries.map(entryOf) })

/** A request that waits for a second person, or did. Its card and account are masked. Source: D74. */
export const approvalOf = ({ approval: _, card }: ApprovalDetails): Waiting => ({
  id: _.id,
  operation: _.operation,
  shop: _.shop,
  subject: _.subject,
  request: requestedBody(_.request, card),
  amount: _.amount,
  currency: _.currency,
  state: _.state,
  requested_by: _.requestedBy,
  requested_at: timestamp(_.requestedAt),
  until: timestamp(_.until),
  decided_by: _.decidedBy,
  decided_at: timestamp(_.decidedAt)
})

/** What people have done, and what waits for a second one of them. Source: D74, D75. */

import { ShopId } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import { PersonId } from "@florin/core/people/Actor"
import { type Approval, ApprovalId } from "@florin/core/people/Approval"
import { type AuditEntry, AuditId, AuditKind } from "@florin/core/people/AuditEntry"
import { visibleAmong } from "@florin/core/people/Role"
import { Approvals } from "@florin/core/people-operations/Approvals"
import { Audit } from "@florin/core/people-operations/Audit"
import { invalid } from "@florin/core/request/InvalidRequest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at, openedAt, rubles, unpaid } from "../internal/transferSamples.js"
import * as PeopleDocuments from "../PeopleDocuments.js"
import { command, read, type Subject } from "./Operation.js"
import { instantIf, lastOf, limit, ofShop, pages } from "./Parts.js"
import { ofOperators } from "./RefusalForm.js"

const operators = { group: "operators", permission: "operator", form: ofOperators, isKeyless: true } as const

const filter = <A extends string, I extends string>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optional(schema.annotations({ message: () => "is invalid", description }))

const text = Schema.String.pipe(Schema.maxLength(128))

const entry: AuditEntry = {
  id: AuditId.make("01a1fc89-9b75-7a68-8f56-82a3be6d7179"),
  at: at(60),
  kind: "action",
  actor: "anna",
  entrance: "key",
  address: "192.0.2.7",
  operation: "correctTransfer",
  shop: ShopId.make("demo"),
  subject: unpaid.uid,
  detail: null
}

const waiting: Approval = {
  id: ApprovalId.make("01a1fc89-8a64-7f57-8e45-7192ad5c6068"),
  operation: "refund",
  shop: ShopId.make("demo"),
  subject: null,
  request: `{"parentUid":"${unpaid.uid}","amount":250000,"reason":"Returned goods"}`,
  amount: rubles(2500),
  currency: Currency.make("RUB"),
  state: "waiting",
  requestedBy: PersonId.make("anna"),
  requestedAt: openedAt,
  until: at(24 * 60),
  decidedBy: null,
  decidedAt: null,
  version: 1
}

const byApproval: Subject<ApprovalId> = { name: "id", schema: ApprovalId, description: "Id of the request." }

const decision = (state: "approved" | "declined") => ({
  ...operators,
  record: "approval" as const,
  subject: byApproval,
  answer: "ApprovalDocument" as const,
  uses: Approvals,
  example: () => ({
    answer: PeopleDocuments.approvalOf({
      approval: { ...waiting, state, decidedBy: PersonId.make("boris"), decidedAt: at(30) },
      card: undefined
    })
  }),
  run: ({ decide }: Approvals["Type"], { id, operator, sight = "all" }: Deciding) =>
    Schema.is(PersonId)(operator)
      ? Effect.map(decide(id, state, operator, sight), PeopleDocuments.approvalOf)
      : invalid("by", "must be 1 to 64 letters, digits, _ or -"),
  done: ({ decided }: Approvals["Type"], { id, sight = "all" }: Deciding) =>
    Effect.map(decided(id, sight), PeopleDocuments.approvalOf)
})

type Deciding = Pick<Parameters<Parameters<typeof command>[0]["run"]>[1], "operator" | "sight"> & {
  readonly id: ApprovalId
}

export const peopleOperations = {
  listAudit: read({
    ...operators,
    record: "transaction",
    role: "administer",
    name: "audit",
    id: "listAudit",
    at: "GET /operator/audit",
    command: "audit",
    title: "List what was done",
    description:
      "Who has done or seen what, when and from where, newest first; of the shops that the operator administers. Entries are never changed or removed.",
    query: {
      limit: limit(pages.most, pages.usual),
      after: lastOf(AuditId, "entry"),
      from: instantIf("Entries from then on."),
      to: instantIf("Entries before then."),
      actor: filter(text, "Only of this person or operator."),
      kind: filter(AuditKind, "Only of this kind."),
      operation: filter(text, "Only of this operation, by its id."),
      shop: filter(ShopId, "Only about this shop."),
      subject: filter(text, "Only about this record, by its id.")
    },
    page: pages,
    answer: "AuditDocument",
    member: "entries",
    idsOn: ({ entries }) => entries.map(({ id }) => id),
    example: () => ({ answer: PeopleDocuments.auditOf([entry]) }),
    uses: Audit,
    run: ({ list }, { query, sight = "all" }) => Effect.map(list({ ...query, sight }), PeopleDocuments.auditOf)
  }),
  listApprovals: read({
    ...operators,
    record: "approval",
    name: "approvals",
    id: "listApprovals",
    at: "GET /operator/approvals",
    title: "List requests for a second person",
    description:
      "Requests above a limit that can still be approved, and approved ones that whoever asked has not carried out; oldest first.",
    query: { shop: ofShop, limit: limit(pages.most, pages.usual), after: lastOf(ApprovalId, "request") },
    page: pages,
    answer: "ApprovalsDocument",
    member: "approvals",
    idsOn: ({ approvals }) => approvals.map(({ id }) => id),
    example: () => ({ answer: { approvals: [PeopleDocuments.approvalOf({ approval: waiting, card: undefined })] } }),
    uses: Approvals,
    run: (services, { query: { shop, ...query }, sight = "all" }) =>
      Effect.map(services.open({ ...query, sight: visibleAmong(sight, shop) }), (found) => ({
        approvals: found.map(PeopleDocuments.approvalOf)
      }))
  }),
  approveRequest: command({
    ...decision("approved"),
    name: "approveRequest",
    id: "approveRequest",
    at: "POST /operator/approvals/:id/approve",
    title: "Approve a request",
    description: "Lets the person who asked carry it out, once. Nobody approves a request of their own."
  }),
  declineRequest: command({
    ...decision("declined"),
    name: "declineRequest",
    id: "declineRequest",
    at: "POST /operator/approvals/:id/decline",
    title: "Decline a request",
    description: "It is not carried out."
  })
}

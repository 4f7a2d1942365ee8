/** Approvals and the audit, by the rows of the table. */
import { operatorTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import { type DocumentOf, Refused } from "../Desk.js"
import type { Outcome, Shown } from "../Outcome.js"
import { link, type View } from "../View.js"
import * as Oversight from "./screens/oversight.js"
import type { Handle, Routes, Visit } from "./visit.js"
import { withDocument } from "./withDocument.js"

const pageSize = 50

/** As many as the row answers at a time. */
const exportSize = 1000

const shown = (title: string, content: Shown["content"]): Shown => ({ _tag: "Shown", title, content })

const pageOf = ({ query }: View, limit: number): Record<string, string> => ({
  limit: String(limit),
  ...(query.after === undefined ? {} : { after: query.after })
})

/** An empty filter is none. */
const auditQuery = (view: View, limit: number): Record<string, string> => ({
  ...pageOf(view, limit),
  ...Object.fromEntries(
    Oversight.auditFilters.flatMap((name) => {
      const text = view.query[name]?.trim() ?? ""
      return text === "" ? [] : [[name, text]]
    })
  )
})

const audited = (
  { desk, view }: Visit,
  limit: number,
  next: (entries: DocumentOf<typeof operatorTable.listAudit>["entries"]) => Outcome
): Effect.Effect<Outcome> =>
  withDocument<typeof operatorTable.listAudit>(
    desk.call(operatorTable.listAudit, { query: auditQuery(view, limit) }),
    ({ entries }) => next(entries)
  )

const deciding =
  (what: "approve" | "decline"): Handle =>
  ({ desk, params: { id = "" }, view }) => {
    const row = what === "approve" ? operatorTable.approveRequest : operatorTable.declineRequest
    return Effect.map(desk.call(row, { id }), (made): Outcome => {
      if (made._tag === "Answered") return { _tag: "SeeOther", to: link(view, "approvals", { done: what }) }
      return made._tag === "Waits" ? new Refused(422, []) : made
    })
  }

export const oversightRoutes: Routes = {
  "GET approvals": ({ desk, view }) =>
    withDocument<typeof operatorTable.listApprovals>(
      desk.call(operatorTable.listApprovals, { query: pageOf(view, pageSize) }),
      ({ approvals }) =>
        shown(view.words.approvalList.title, Oversight.approvals(approvals, approvals.length >= pageSize, view))
    ),
  "POST approvals/:id/approve": deciding("approve"),
  "POST approvals/:id/decline": deciding("decline"),
  "GET audit": (visit) =>
    audited(visit, pageSize, (entries) =>
      shown(visit.view.words.auditList.title, Oversight.audit(entries, entries.length >= pageSize, visit.view))
    ),
  "GET audit/export": (visit) =>
    audited(visit, exportSize, (entries) => ({ _tag: "File", name: "audit.csv", body: Oversight.csv(entries) }))
}

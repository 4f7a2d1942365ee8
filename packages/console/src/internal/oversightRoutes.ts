/** Approvals and the audit, by the rows of the table. */

import { given } from "@florin/core/request/Given"
import { operatorTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import { type Desk, type DocumentOf, Refused } from "../Desk.js"
import type { Outcome, Shown } from "../Outcome.js"
import * as Search from "../Search.js"
import { link, type View } from "../View.js"
import * as Oversight from "./screens/oversight.js"
import type { Handle, Routes, Visit } from "./visit.js"
import { withDocument } from "./withDocument.js"

const pageSize = 50

/** As many as the row answers at a time. */
const exportSize = 1000

const shown = (title: string, content: Shown["content"]): Shown => ({ _tag: "Shown", title, content })

const missing = new Refused(404, [])

const pageOf = ({ query }: View, limit: number): Record<string, string> => ({
  limit: String(limit),
  ...(query.after === undefined ? {} : { after: query.after })
})

/** Days of the zone as the row wants them: instants. What is no day is refused by the row, by its name. */
const auditFilter = (name: string, text: string, view: View): string =>
  name === "from" || name === "to" ? (Search.boundsOf(text, view.zone)?.from ?? text) : text

/** An empty filter is none. */
const auditQuery = (view: View): Record<string, string> =>
  Object.fromEntries(
    Oversight.auditFilters.flatMap((name) => {
      const text = view.query[name]?.trim() ?? ""
      return text === "" ? [] : [[name, auditFilter(name, text, view)]]
    })
  )

type Entries = DocumentOf<typeof operatorTable.listAudit>["entries"]

const audited = (
  { desk, view }: Visit,
  page: Record<string, string>,
  next: (entries: Entries) => Outcome | Effect.Effect<Outcome>
) =>
  withDocument<typeof operatorTable.listAudit>(
    desk.call(operatorTable.listAudit, { query: { ...page, ...auditQuery(view) } }),
    ({ entries }) => next(entries)
  )

/** Page after page, until there is none, or the file has as many as it may. */
const exported = (visit: Visit, before: Entries = []): Effect.Effect<Outcome> => {
  const after = before.at(-1)?.id
  const page = { limit: String(exportSize), ...(after === undefined ? {} : { after }) }
  return audited(visit, page, (entries) => {
    const all = [...before, ...entries]
    const isLast = entries.length < exportSize
    if (!isLast && all.length < Oversight.mostExported) return exported(visit, all)
    const name = isLast ? "audit.csv" : `audit-newest-${all.length}.csv`
    return { _tag: "File", name, body: Oversight.csv(all) }
  })
}

const isDecision = (what: string): what is Oversight.Decision => what === "approve" || what === "decline"

/** An open request, by its id. */
const approvalOf = (desk: Desk, id: string): Effect.Effect<Oversight.Approval | Refused> =>
  Effect.map(desk.call(operatorTable.listApprovals, { query: { limit: String(exportSize) } }), (answer) => {
    if (answer._tag !== "Answered") return answer._tag === "Refused" ? answer : missing
    return answer.document.approvals.find((one) => one.id === id) ?? missing
  })

/** What is decided on is shown first: nobody approves what they have not read. */
const deciding =
  (sentences: ReadonlyArray<string> = []): Handle =>
  ({ desk, params: { id = "", what = "" }, view }) => {
    if (!isDecision(what)) return Effect.succeed(missing)
    const status = sentences.length === 0 ? 200 : 422
    return Effect.map(approvalOf(desk, id), (one): Outcome => {
      if (one instanceof Refused) return one
      const content = Oversight.decision(one, what, sentences, view)
      return { ...shown(view.words.approvalList.sure[what], content), status }
    })
  }

const decided: Handle = (visit) => {
  const { desk, params, view } = visit
  const { id = "", what = "" } = params
  if (!isDecision(what)) return Effect.succeed(missing)
  const row = what === "approve" ? operatorTable.approveRequest : operatorTable.declineRequest
  return Effect.flatMap(desk.call(row, { id }), (made): Effect.Effect<Outcome> => {
    if (made._tag === "Answered")
      return Effect.succeed({ _tag: "SeeOther", to: link(view, "approvals", { done: what }) })
    if (made._tag === "Refused" && made.status === 422) return deciding(made.sentences)(visit)
    return Effect.succeed(made)
  })
}

export const oversightRoutes: Routes = {
  "GET approvals": ({ desk, view }) =>
    withDocument<typeof operatorTable.listApprovals>(
      desk.call(operatorTable.listApprovals, {
        query: { ...pageOf(view, pageSize), ...given({ shop: view.query.shop || undefined }) }
      }),
      ({ approvals }) =>
        shown(view.words.approvalList.title, Oversight.approvals(approvals, approvals.length >= pageSize, view))
    ),
  "GET approvals/:id/:what": deciding(),
  "POST approvals/:id/:what": decided,
  "GET audit": (visit) =>
    audited(visit, pageOf(visit.view, pageSize), (entries) =>
      shown(visit.view.words.auditList.title, Oversight.audit(entries, entries.length >= pageSize, visit.view))
    ),
  "GET audit/export": (visit) => exported(visit)
}

/** People, what waits for approval, and the audit, in SQL. */
import { leastUidAt } from "@florin/core/ids/Ids"
import {
  ApprovalStore,
  type AuditPageRequest,
  AuditStore,
  PersonStore,
  type ShopPageRequest
} from "@florin/core/people/PersonStore"
import type { VisibleShops } from "@florin/core/people/Role"
import type { SqlValue } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Database, type DatabaseService } from "./Database.js"
import { finding, listing, pageLimit } from "./internal/queries.js"
import { approvalOf, auditEntryOf, personOf } from "./internal/records.js"

/** A condition, and its value. Absent: everything is listed. */
type Where = readonly [condition: string, values: ReadonlyArray<SqlValue>] | undefined

const inSight = (sight: VisibleShops): Where => {
  if (sight === "all") return undefined
  return [sight.length === 0 ? "1 = 0" : `shop_id IN (${sight.map(() => "?").join(", ")})`, sight]
}

const is = (column: string, value: string | undefined): Where =>
  value === undefined ? undefined : [`${column} = ?`, [value]]

/** Ids begin with their instant. */
const bound = (comparison: string, instant: DateTime.Utc | undefined): Where =>
  instant === undefined ? undefined : [`id ${comparison} ?`, [leastUidAt(DateTime.toEpochMillis(instant))]]

const where = (all: ReadonlyArray<Where>): readonly [text: string, values: ReadonlyArray<SqlValue>] => {
  const given = all.filter((one) => one !== undefined)
  const text = given.map(([condition]) => condition).join(" AND ")
  return [text === "" ? "" : ` WHERE ${text}`, given.flatMap(([, values]) => values)]
}

const people = (database: DatabaseService) => {
  const all = "SELECT document FROM {people}"
  const [list, find] = [listing(database), finding(database)]
  const firstPage = list("people.list", `${all} ORDER BY id ${pageLimit}`, personOf)
  const nextPage = list("people.list", `${all} WHERE id > ? ORDER BY id ${pageLimit}`, personOf)
  return PersonStore.of({
    find: find("people.find", `${all} WHERE id = ?`, personOf),
    list: ({ after, limit }) => (after === undefined ? firstPage(limit) : nextPage(after, limit))
  })
}

const entries = "SELECT id, at, kind, actor, entrance, address, operation, shop_id, subject, detail FROM {audit}"

const audit = (database: DatabaseService) =>
  AuditStore.of({
    list: ({ actor, after, from, kind, limit, operation, shop, sight, subject, to }: AuditPageRequest) => {
      const [text, values] = where([
        inSight(sight),
        is("shop_id", shop),
        is("actor", actor),
        is("kind", kind),
        is("operation", operation),
        is("subject", subject),
        bound(">=", from),
        bound("<", to),
        after === undefined ? undefined : ["id < ?", [after]]
      ])
      const list = listing(database)("audit.list", `${entries}${text} ORDER BY id DESC ${pageLimit}`, auditEntryOf)
      return list(...values, limit)
    }
  })

const approvals = (database: DatabaseService) =>
  ApprovalStore.of({
    find: finding(database)("approvals.find", "SELECT document FROM {approvals} WHERE id = ?", approvalOf),
    open: ({ after, limit, sight }: ShopPageRequest) => {
      const [text, values] = where([
        ["state IN ('waiting', 'approved')", []],
        inSight(sight),
        after === undefined ? undefined : ["id > ?", [after]]
      ])
      const list = listing(database)(
        "approvals.list",
        `SELECT document FROM {approvals}${text} ORDER BY id ${pageLimit}`,
        approvalOf
      )
      return list(...values, limit)
    }
  })

export const make = Effect.map(Database, (database) =>
  Context.make(PersonStore, people(database)).pipe(
    Context.add(AuditStore, audit(database)),
    Context.add(ApprovalStore, approvals(database))
  )
)

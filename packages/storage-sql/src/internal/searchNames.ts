/** Transactions by the names that others have for them, which stand in tables of their own. */
import type { TransactionFilter } from "@florin/core/transactions/TransactionFilter"
import type { NewestPageRequest } from "@florin/core/transactions/TransactionStore"
import { type Condition, directionOf, type Range, within } from "./searchWays.js"

/** The most that are read of a list. One reference is that of a few. */
const longest = 10_000

/** Those that are called so. */
export interface List {
  readonly counting: Condition
  /** Their uids, in the order of the page. */
  readonly uids: Condition
  /** Whether the row `t` is one of them. Absent: they are never many. */
  readonly exists?: Condition
}

interface Bounds {
  /** To how many it is counted. */
  readonly most: number
  readonly direction: "ASC" | "DESC"
}

/** Goes from one value of a column to the next by its index, and not through the rows of each. */
const each = (table: string, column: string): string =>
  `WITH RECURSIVE each_one(id) AS (
    SELECT MIN(${column}) FROM ${table}
    UNION ALL
    SELECT (SELECT MIN(${column}) FROM ${table} WHERE ${column} > each_one.id) FROM each_one WHERE each_one.id IS NOT NULL
  )`

const listed = (
  beginning: string,
  { text, values }: Condition,
  { most, direction }: Bounds
): Pick<List, "counting" | "uids"> => ({
  counting: {
    text: `${beginning} SELECT COUNT(*) AS found FROM (SELECT 1 AS one ${text} LIMIT ${most}) counted`,
    values
  },
  uids: { text: `${beginning} SELECT DISTINCT t.uid ${text} ORDER BY t.uid ${direction} LIMIT ${longest}`, values }
})

const byReference = (reference: string, { trackingId }: TransactionFilter, range: Range, bounds: Bounds): List => {
  const { text, values } = within(range)
  const found = `FROM each_one CROSS JOIN {acquirer_references} t
    WHERE t.gateway_id = each_one.id AND t.reference = ? AND ${text}`
  const tracked = `AND EXISTS (SELECT 1 FROM {tracking_ids} i
    WHERE i.shop_id = t.shop_id AND i.tracking_id = ? AND i.uid = t.uid)`
  return listed(
    each("{acquirer_references}", "gateway_id"),
    trackingId === undefined
      ? { text: found, values: [reference, ...values] }
      : { text: `${found} ${tracked}`, values: [reference, ...values, trackingId] },
    bounds
  )
}

const byTrackingId = (trackingId: string, range: Range, bounds: Bounds): List => {
  const { text, values } = within(range)
  const exists: Condition = {
    text: `EXISTS (SELECT 1 FROM {tracking_ids} i WHERE i.shop_id = t.shop_id AND i.tracking_id = ?
      AND i.created_at = t.created_at AND i.uid = t.uid)`,
    values: [trackingId]
  }
  const [beginning, from] =
    range.shop === null
      ? [each("{tracking_ids}", "shop_id"), "each_one CROSS JOIN {tracking_ids} t WHERE t.shop_id = each_one.id AND"]
      : ["", "{tracking_ids} t WHERE"]
  const found = { text: `FROM ${from} t.tracking_id = ? AND ${text}`, values: [trackingId, ...values] }
  return { ...listed(beginning, found, bounds), exists }
}

/** The list that the filter names, if any. `most`: to how many it is counted. */
export const listOf = (page: NewestPageRequest, range: Range, most: number): List | undefined => {
  const { reference, trackingId } = page
  const bounds = { most, direction: directionOf(page) }
  if (reference !== undefined) return byReference(reference, page, range, bounds)
  return trackingId === undefined ? undefined : byTrackingId(trackingId, range, bounds)
}

/** The condition that a job is of a shop that is served. */
import { gatewayShop, type Served } from "@florin/core/jobs/ServedShops"
import type { SqlValue } from "@florin/core/store/UnitOfWork"

export interface Condition {
  /** Empty, or begins with `AND`. */
  readonly text: string
  readonly values: ReadonlyArray<SqlValue>
}

// An expression, so that no plan goes through all jobs of a shop instead of those that are due.
const shop = "(shop_id || '')"

export const ofShops = (shops: Served): Condition => {
  if (shops === "any") return { text: "", values: [] }
  if (shops === "stored") {
    return { text: ` AND (${shop} = ? OR ${shop} IN (SELECT id FROM {shops}))`, values: [gatewayShop] }
  }
  const values = [gatewayShop, ...shops]
  return { text: ` AND ${shop} IN (${values.map(() => "?").join(", ")})`, values }
}

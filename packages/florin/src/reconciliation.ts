/** A reconciliation for hosts without Effect: its report as plain values. Instants are ISO 8601 texts. */
import type { ReportDocument } from "@florin/wire/Reports"
import type { CamelCased } from "./internal/camelCase.js"

/** Which movements are compared. Each is an ISO 8601 instant with a time-zone offset. */
export interface ReconciliationPeriod {
  /** Default: the beginning of yesterday in UTC. */
  readonly from?: string
  /** Not included. Default: a day after `from`. */
  readonly to?: string
}

/** What differs between our books and those of acquirers and providers. Without differences they agree. */
export type ReconciliationReport = CamelCased<ReportDocument>

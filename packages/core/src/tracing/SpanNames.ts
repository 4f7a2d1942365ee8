/** The names of spans, which are stable: `docs/reference/metrics.md` lists them. */
import type { AcquirerRequest } from "../cards/Acquirer.js"
import type { JobKind } from "../jobs/Job.js"
import type { CommitName } from "../store/FaultPoints.js"
import type { TransferRequest } from "../transfers/TransferProvider.js"

export type SpanName =
  /** An operation of the table: whose it is, and its name as hosts call it. */
  | `${"shop" | "operator" | "sandbox"}.${string}`
  /** A request: its method and the pattern of its route. Source: OpenTelemetry's conventions for HTTP. */
  | `${"HTTP" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH"}${"" | ` ${string}`}`
  | `commit ${CommitName}`
  | `job ${JobKind}`
  | `acquirer ${Lowercase<AcquirerRequest["_tag"]> | "status"}`
  | `provider ${Lowercase<TransferRequest["_tag"]> | "status"}`
  | `3-d-secure ${"begin" | "continue"}`
  | "wallet save"

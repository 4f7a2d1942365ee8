/** What hosts without Effect say beside the options of the layer. */
import type { LogOption } from "./hostLog.js"
import type { OnCommit, OnCommits } from "./onCommit.js"
import type { OpenTelemetry } from "./openTelemetry.js"

/** Options of hosts without Effect. */
export interface HostOptions {
  readonly onCommit?: OnCommit | OnCommits
  /**
   * The module `@opentelemetry/api`: `import * as openTelemetry from "@opentelemetry/api"`. Default: nothing is traced.
   */
  readonly openTelemetry?: OpenTelemetry
  /** Counts requests and attempts at webhooks, for `metrics()`. Default: `false`. */
  readonly metrics?: boolean
  /** How long `close` waits for requests in flight. Unit: milliseconds. Default: 10,000. */
  readonly drainFor?: number
  /** The least important level that is printed, or a function that takes the entries. Default: prints from `info` on. */
  readonly log?: LogOption
}

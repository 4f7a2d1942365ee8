/** What hosts without Effect say beside the options of the layer. */
import type { LogOption } from "./hostLog.js"
import type { OnCommit, OnCommits } from "./onCommit.js"
import type { OpenTelemetry } from "./openTelemetry.js"

/** Somebody who is signed in at the host. */
export interface SignedInOperator {
  /** As the audit names them, for ever: 1 to 64 letters, digits, `_` or `-`. */
  readonly id: string
  /** `view` looks, `operate` acts, `administer` says who may do what and reads the audit. */
  readonly role: "view" | "operate" | "administer"
  /** Ids of the shops in which they have it. Default: all. */
  readonly shops?: ReadonlyArray<string>
}

/** Options of hosts without Effect. */
export interface HostOptions {
  /** Called in the commit of each change of a transaction; or of each kind of change, by its name. Default: nothing is called. */
  readonly onCommit?: OnCommit | OnCommits
  /**
   * Who is signed in at the host, for the console and the operators' routes: asked for requests without a key and without a
   * session of Florin's. `request` is that of the server: Node's `IncomingMessage`, with what the host's middleware has put
   * there, or the web's `Request`. `undefined`: nobody is. An answer that is no operator lets nobody in and is logged.
   *
   * Default: operators have keys, and people sign in to the console.
   */
  readonly authenticate?: (request: never) => SignedInOperator | undefined | Promise<SignedInOperator | undefined>
  /**
   * The module `@opentelemetry/api`: `import * as openTelemetry from "@opentelemetry/api"`. Default: nothing is traced.
   */
  readonly openTelemetry?: OpenTelemetry
  /** Counts requests and attempts at webhooks, for `metrics()`. Default: `false`. */
  readonly metrics?: boolean
  /** How long `close` waits for requests in flight. Unit: milliseconds. Default: 10,000. */
  readonly drainFor?: number
  /**
   * The least important level that is printed, or a function that takes the entries. Default: prints from `info` on, one line
   * an entry, on stderr.
   */
  readonly log?: LogOption
}

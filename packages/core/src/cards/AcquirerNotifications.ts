/** The part of an acquirer's port that is told about outcomes. Source: D53. */
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { AcquirerKey } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { AcquirerStatus } from "./AcquirerAnswer.js"

/** A request to `POST /acquirers/{gatewayId}/notifications`, as it came. */
export interface IncomingNotification {
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

/** What a provider says of one operation, which is found by its key, else by the provider's reference. */
export interface ReportedOutcome {
  readonly key?: AcquirerKey
  readonly reference?: string
  readonly status: AcquirerStatus
  /** What the operation moves, where the provider says it: an outcome of another amount or currency is not believed. */
  readonly amount?: Amount
  readonly currency?: Currency
  /**
   * What a payment has taken failed after all, such as the capture that the provider makes by itself. It decides nothing
   * that is open, and is about no other kind of operation: an operator looks at a payment that counts as paid.
   */
  readonly hasFailedSince?: true
}

/**
 * What came.
 *
 * - `Genuine`: the provider sent it; `outcomes` is empty where it is about nothing that concerns payments. `reply`: what
 *   the provider wants to read, as plain text, once everything is recorded
 * - `NotGenuine`: its signature is missing, wrong or too old
 * - `Unreadable`: genuine, but not what the provider documents
 */
export type AcquirerNotification = Data.TaggedEnum<{
  Genuine: { readonly outcomes: ReadonlyArray<ReportedOutcome>; readonly reply?: string }
  NotGenuine: {}
  Unreadable: {}
}>

export const AcquirerNotification: Data.TaggedEnum.Constructor<AcquirerNotification> =
  Data.taggedEnum<AcquirerNotification>()

/**
 * Verifies and reads what the provider sends by itself. What it says is evidence, not an order: twice, late, early, out of
 * order or about nothing known, the machine decides what it changes. Must not call the provider.
 */
export interface AcquirerNotifications {
  /** The address at which earlier versions were told beside `/acquirers/{gatewayId}/notifications`. */
  readonly formerPath?: "/upstream/notifications"
  readonly receive: (incoming: IncomingNotification) => Effect.Effect<AcquirerNotification>
}

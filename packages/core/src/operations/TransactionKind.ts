/**
 * What each kind of transaction adds to the shared lifecycle: its rule, its provider, and the meaning of an unknown
 * outcome.
 */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Refused } from "../machine/Machine.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { Change } from "./Change.js"
import type { Projection } from "./TransactionHook.js"
import type * as TransactionWriter from "./TransactionWriter.js"

/** The context of an answer that comes late. */
export interface LateContext extends TransactionWriter.WriteContext {
  readonly now: DateTime.Utc
  /** What else follows, in the room that the transaction belongs to. */
  readonly projection?: Projection | undefined
}

/** The context of a record. `parentNotification` is for the parent that the record may close. */
export interface RecordContext extends LateContext {
  readonly parentNotification: TransactionWriter.WriteContext["notification"]
}

/** What else the commit of an outcome reads and writes. Pure. */
export interface ExtraWrites {
  readonly load: Reads.Reads<Readonly<Record<string, unknown>>>
  write(
    facts: object,
    change: Change,
    context: RecordContext
  ): { readonly writes: ReadonlyArray<Write>; readonly change?: Change }
}

/**
 * The provider's knowledge of a transaction's key.
 *
 * - an event: its decision, or how far it is
 * - `waiting`: it has not decided, and nothing is new
 * - `never-seen`: it does not know the key, which alone decides nothing
 * - `unknown`: it gave no answer
 */
export type ProviderStatus<Event extends TransactionEvent = TransactionEvent> =
  | Event
  | "waiting"
  | "never-seen"
  | "unknown"

/**
 * The provider does not know the key, and another port says what follows once it can arrive no more, such as a 3-D Secure
 * server that refuses. What another port says is never a decision about the money.
 */
export interface NeverSeen {
  readonly _tag: "NeverSeen"
  readonly then: TransactionEvent
}

/**
 * A kind of transaction.
 *
 * `unknownOutcome`: a kind that *rolls forward* is resent under the same key until there is a decision. A kind that
 * *rolls back* is never resent; it counts as not done once no process can be sending it and `inFlightWindow` has passed
 * without the provider seeing it. Source: D40.
 */
export interface TransactionKind<Kind extends Transaction = Transaction> {
  readonly unknownOutcome: "rolls-forward" | "rolls-back"
  decide(transaction: Kind, event: TransactionEvent, now: DateTime.Utc): Either.Either<Change<Kind>, Refused>
  /** The writes of the effects of its machines. */
  readonly writesOf: TransactionWriter.WriteContext["writesOf"]
  /** What an outcome means for others. Absent, undefined: nothing. */
  consequencesOf?(transaction: Kind, event: TransactionEvent): ExtraWrites | undefined
  /** Queries the provider for the transaction's key. Never fails. */
  status(transaction: Kind): Effect.Effect<ProviderStatus | NeverSeen>
  /**
   * How long after it was sent a key may still arrive at the provider. Of what rolls forward: 0 where it then has no
   * further effect, so that it is sent again at once.
   */
  inFlightWindow(transaction: Kind): Duration.Duration
  /** When the provider is asked next, after `attempts` queries; undefined: an operator has to resolve it. */
  nextQueryAt(transaction: Kind, now: DateTime.Utc, attempts: number): DateTime.Utc | undefined
  /**
   * Resends the request under the same key, while this process is certain of its lease under the given name; otherwise
   * returns `NoAnswer`. Never fails. Absent if the provider does not guarantee that one key is one operation, or its key
   * is too old for that: an operator then has to decide. Source: D40, D53.
   */
  sendAgain(transaction: Kind, now: DateTime.Utc): ((owner: string) => Effect.Effect<TransactionEvent>) | undefined
  /**
   * What an answer of the provider still changes that comes after another writer was faster. Absent: nothing, because
   * the transaction is decided already, or will be asked about.
   */
  answeredLate?(current: Kind, event: TransactionEvent, context: LateContext): TransactionWriter.Written | undefined
}

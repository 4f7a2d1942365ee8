/**
 * A shop's transactions, of cards and of transfers, for hosts without Effect: the queries and commands of the HTTP
 * interface in process, with its documents as plain values whose names are in camelCase. Instants are ISO 8601 texts,
 * amounts minor units.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, or an error of the storage or the vault.
 */
import type * as ExplanationSchema from "@florin/wire/ExplanationSchema"
import type * as Schemas from "@florin/wire/Schemas"
import type { Page } from "./billing.js"
import type { CamelCased } from "./camelCase.js"
import type { CardTransaction } from "./cards.js"
import type { Transfer } from "./transfers.js"

/** A transaction. One with a `methodType` is a transfer, one without is of a card. */
export type Transaction = CardTransaction | Transfer

/** Why a charge went where it went: the facts, the rules that fired, the acquirers that were asked. Source: D17. */
export type Explanation = CamelCased<(typeof ExplanationSchema.ExplanationDocument.Encoded)["explanation"]>

/** What a transaction has moved, in the gateway's own books. */
export type ShopMovement = CamelCased<(typeof Schemas.MovementListDocument.Encoded)["movements"][number]>

export interface TransactionPage extends Page {
  /** Default: any. */
  readonly status?: Transaction["status"]
}

/** A page of movements, oldest first. Instants with a time-zone offset. */
export interface MovementPage extends Page {
  readonly from: string
  /** Not included. */
  readonly to: string
}

/** The transactions of one shop. */
export interface Transactions {
  /** A transaction as it stands now, of cards or of transfers; asks no acquirer. */
  readonly find: (uid: string) => Promise<Transaction>
  /** The newest ten that have the tracking id, or that hold it as one of several; newest first. */
  readonly findByTrackingId: (trackingId: string) => Promise<ReadonlyArray<Transaction>>
  /** Newest first. Pages of 100 unless `limit` says another number, up to 1000. */
  readonly list: (page?: TransactionPage) => Promise<ReadonlyArray<Transaction>>
  /** What was moved by transactions that were accepted in a period, for reconciliation. Pages as those of `list`. */
  readonly movements: (page: MovementPage) => Promise<ReadonlyArray<ShopMovement>>
  /** Charges of cards have an explanation. Errors: `RecordMissing` for others, too. */
  readonly explain: (uid: string) => Promise<Explanation>
  /**
   * Asks the acquirer now what became of a `pending` transaction. Answers with it as it then stands. Safe to repeat
   * without a key: what is sent again is sent under its own, so money moves once.
   */
  readonly recover: (uid: string) => Promise<Transaction>
  /**
   * Sends the newest notification about the transaction again, as an event of its own. Each call sends one, on which a
   * receiver acts once more; it moves no money, and takes no key.
   */
  readonly renotify: (uid: string) => Promise<void>
}

/** What the rows and the pages of the sandbox run on, where the sandbox is on. */
import type { TransactionUid } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schemas from "../SandboxSchemas.js"

/** A challenge at the simulated issuer. */
export interface Challenge {
  /** The shop's id. */
  readonly shop: string
  /** Unit: minor units. */
  readonly amount: Amount
  readonly currency: Currency
  /** Tag of the transaction's language. */
  readonly language: string
  /** Last four digits of the card. */
  readonly last4: string
  /** Where the customer goes afterwards, with the form fields of a choice. */
  readonly returnUrl: string
  /** The form fields of each choice. */
  readonly choices: Readonly<Record<"approve" | "decline" | "cancel", Readonly<Record<string, string>>>>
  /** The fields that bring the customer here again. */
  readonly again: Readonly<Record<string, string>>
  /** A wrong code was entered before. */
  readonly isWrong: boolean
}

/** What waits for its customer at the simulated acquirer. */
export interface Action extends Pick<Challenge, "shop" | "amount" | "currency" | "language" | "last4" | "again"> {}

/** Where a customer goes from there. */
export interface Left {
  /** Where the browser is redirected. */
  readonly returnUrl: string
  /** Whether it takes the form along that was sent there. */
  readonly posts: boolean
}

/** The end of a method step at the simulated issuer. */
export interface Identified {
  /** Tag of the transaction's language. */
  readonly language: string
  /** Where the step's frame goes. */
  readonly returnUrl: string
  /** The form fields that the frame takes along. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * What happens to a transfer outside the gateway.
 *
 * - `payTransfer`: the customer pays
 * - `approveProof`, `declineProof`: an operator decides the proof of a payment
 * - `completePayout`, `failPayout`, `completeRefund`, `failRefund`: a bank decides
 */
export type TransferAction =
  | "payTransfer"
  | "approveProof"
  | "declineProof"
  | "completePayout"
  | "failPayout"
  | "completeRefund"
  | "failRefund"

/** The sandbox's clock, ledger, issuer and bank. Values are ready for JSON. Source: D38. */
export class SandboxRoutes extends Context.Tag("@florin/http-adapter/SandboxRoutes")<
  SandboxRoutes,
  {
    /** Where the clock stands, and whether it follows real time. */
    readonly readClock: Effect.Effect<typeof Schemas.ClockDocument.Type, StorageError>
    /** Takes the parsed body. */
    readonly moveClock: (
      body: unknown
    ) => Effect.Effect<typeof Schemas.ClockMovedDocument.Type, InvalidRequest | StorageError>
    /** What was moved, oldest first. */
    readonly ledger: Effect.Effect<typeof Schemas.LedgerDocument.Type, StorageError>
    /**
     * Lets it happen to a transfer of the shop, and answers it as it stands then. Takes the parsed body.
     *
     * Errors: `NotFound` also for a transaction that the action is not about.
     */
    readonly transfer: (
      action: TransferAction,
      shop: Shop,
      uid: TransactionUid,
      body: unknown
    ) => Effect.Effect<Transfer, InvalidRequest | NotFound | NotInsideTransaction | StorageError>
    /** The transfer of a command that has had its effect, as it stands. */
    readonly happened: (
      action: TransferAction,
      shop: Shop,
      uid: TransactionUid
    ) => Effect.Effect<Transfer, NotFound | StorageError>
    /** The end of a method step for the form fields of its frame; none when there is no such step. */
    readonly identify: (fields: Readonly<Record<string, string>>) => Effect.Effect<Identified | undefined, StorageError>
    /** The page of the acquirer for the members that a customer brings; none when nothing waits for them. */
    readonly action: (fields: Readonly<Record<string, string>>) => Effect.Effect<Action | undefined, StorageError>
    /** Takes a choice made there: `pay` or `decline`; any other decides nothing. */
    readonly choose: (
      fields: Readonly<Record<string, string>>,
      choice: string
    ) => Effect.Effect<Left | undefined, StorageError>
    /** The challenge for the form fields that a customer brings; none when there is no such challenge. */
    readonly challenge: (fields: Readonly<Record<string, string>>) => Effect.Effect<Challenge | undefined, StorageError>
  }
>() {}

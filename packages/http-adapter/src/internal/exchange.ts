/**
 * One request on its way through the adapter.
 */
import type { VaultError } from "@florin/core/cards/CardVault"
import type { NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { ErrorReply } from "@florin/wire/Errors"
import type * as Effect from "effect/Effect"
import type { Incoming } from "../Incoming.js"
import type { Stay } from "./admission.js"

/** What a route answers: JSON, unless its headers say something else. */
export interface Reply extends ErrorReply {
  /** What is left of the request is not read. */
  readonly close?: boolean
}

/** Ends a route early with an answer. */
export class Refused {
  readonly _tag = "Refused"
  constructor(readonly reply: Reply) {}
}

/** What can end a route; all but `Refused` are put into words by the wire. */
export type Failure = Refused | NotFound | VaultError | StorageError

export interface Exchange {
  readonly incoming: Incoming
  readonly method: string
  /** Without prefix, and without a slash at its end. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly requestId: string
  /** The place that the request takes up. It is given back when there is an answer. */
  readonly stay: Stay
}

/** A request whose shop is known. */
export interface Visit extends Exchange {
  readonly shop: Shop
}

export type Handler = (exchange: Exchange) => Effect.Effect<Reply, Failure>

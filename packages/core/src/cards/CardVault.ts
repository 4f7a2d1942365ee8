/** The vault operations that cards need: seal a number, open it for one call, compare numbers without reading them. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { CardStamp, CardToken, ShopId, TransactionUid } from "../ids/Ids.js"
import type { VaultError } from "../store/VaultError.js"
import type { CardNumber } from "./CardNumber.js"
import type { ProviderToken } from "./ProviderToken.js"

/** A sealed number as stored: the id of the wrapping key, and an opaque text. */
export const SealedNumber = Schema.Struct({ keyId: Schema.String, sealed: Schema.String })

export interface SealedNumber extends Schema.Schema.Type<typeof SealedNumber> {}

export class CardVault extends Context.Tag("@florin/core/CardVault")<
  CardVault,
  {
    /** Equal numbers have equal stamps within one deployment. Source: D14. */
    readonly stamp: (number: CardNumber) => Effect.Effect<CardStamp, VaultError>
    /** The same of a token by its provider and value; never the stamp of a number. Source: D53. */
    readonly stampOfToken: (token: ProviderToken) => Effect.Effect<CardStamp, VaultError>
    /** Bound to this shop and token; opening it for any other fails. */
    readonly seal: (shop: ShopId, token: CardToken, number: CardNumber) => Effect.Effect<SealedNumber, VaultError>
    readonly open: (
      shop: ShopId,
      token: CardToken,
      sealed: SealedNumber
    ) => Effect.Effect<Redacted.Redacted<string>, VaultError>
    /** Wraps under the ring's current key; returns the same value if it already is. */
    readonly rewrap: (shop: ShopId, token: CardToken, sealed: SealedNumber) => Effect.Effect<SealedNumber, VaultError>
    /**
     * Opens fields of a card that a browser encrypted under the shop's public key, with its private key in PEM. What can't
     * be opened is some text, which nothing tells from an opened one. Source: D51.
     */
    readonly openFields: (
      privateKey: Redacted.Redacted<string> | undefined,
      fields: Readonly<Record<string, unknown>>
    ) => Readonly<Record<string, string>>
    /** The id of the key that seals new cards. */
    readonly currentKey: Effect.Effect<string, VaultError>
  }
>() {}

/** A security code that is held while its customer is away. */
export interface KeptCode {
  readonly code: Redacted.Redacted<string>
  /** Since when, on a clock of the keeper's own. Default: now. What was taken and is kept again is held no longer for it. */
  readonly since?: number
}

/**
 * Security codes between `incomplete` and the return from 3-D Secure: in memory, for at most 15 minutes, read once.
 * However many one shop has kept, another shop's stay. A restart loses them.
 *
 * Source: D15, D42.
 */
export class SecurityCodes extends Context.Tag("@florin/core/SecurityCodes")<
  SecurityCodes,
  {
    readonly keep: (shop: ShopId, uid: TransactionUid, code: KeptCode) => void
    readonly take: (uid: TransactionUid) => KeptCode | undefined
  }
>() {}

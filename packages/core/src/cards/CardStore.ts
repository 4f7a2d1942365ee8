/** Saved cards. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CardStamp, CardToken, ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import { CardFacts } from "./CardNumber.js"
import { Contract } from "./CardRequest.js"
import { SealedNumber } from "./CardVault.js"
import { ProviderToken } from "./ProviderToken.js"

/** A card of one shop as stored: a sealed number, or a provider's token in its place. */
export const SavedCard = Schema.Struct({
  shop: ShopId,
  token: CardToken,
  stamp: CardStamp,
  /** Absent: a provider's token stands for the card. */
  number: Schema.optional(SealedNumber),
  /** In the clear: without its provider's secret key it is worth nothing. Source: D53. */
  providerToken: Schema.optional(ProviderToken),
  /** The card network's id of the first charge, where it was reported. */
  networkTransactionId: Schema.optional(Schema.String),
  facts: CardFacts,
  holder: Schema.NullOr(Schema.String),
  /** Null: not known. */
  expMonth: Schema.NullOr(Schema.Int),
  expYear: Schema.NullOr(Schema.Int),
  contracts: Schema.Array(Contract),
  /** The customer whose card it is: the `external_id` that came with it. */
  customer: Schema.optional(Schema.String),
  /** It was sent to be kept, without a charge that sets up a contract. Source: D51. */
  isKept: Schema.optional(Schema.Boolean),
  createdAt: Schema.DateTimeUtcFromNumber
})

export interface SavedCard extends Schema.Schema.Type<typeof SavedCard> {}

/** What a key has sealed of a card that has a number. */
export interface SealedCard extends Pick<SavedCard, "shop" | "token"> {
  readonly number: SealedNumber
}

export class CardStore extends Context.Tag("@florin/core/CardStore")<
  CardStore,
  {
    readonly find: (shop: ShopId, token: CardToken) => Effect.Effect<Option.Option<SavedCard>, StorageError>
    /**
     * The one that a repeated request has made before, by the 16 hex digits that its token begins with. Source: D13.
     */
    readonly findByReference: (shop: ShopId, reference: string) => Effect.Effect<Option.Option<SavedCard>, StorageError>
    /** All cards of a customer, newest first: also those that came with a charge and that nobody asked to keep. */
    readonly ofCustomer: (shop: ShopId, customer: string) => Effect.Effect<ReadonlyArray<SavedCard>, StorageError>
    /** Up to `limit` cards of any shop with a number that is wrapped under a key other than `keyId`. For rotation. */
    readonly notSealedWith: (
      keyId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SealedCard>, StorageError, UnitOfWorkContext>
    /** How many of them there are. */
    readonly countNotSealedWith: (keyId: string) => Effect.Effect<number, StorageError>
    readonly replaceSealed: (
      shop: ShopId,
      token: CardToken,
      number: SealedNumber
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
  }
>() {}

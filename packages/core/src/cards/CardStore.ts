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

/** A card of one shop as stored. */
export const SavedCard = Schema.Struct({
  shop: ShopId,
  token: CardToken,
  stamp: CardStamp,
  number: SealedNumber,
  facts: CardFacts,
  holder: Schema.NullOr(Schema.String),
  expMonth: Schema.Int,
  expYear: Schema.Int,
  contracts: Schema.Array(Contract),
  createdAt: Schema.DateTimeUtcFromNumber
})

export type SavedCard = typeof SavedCard.Type

export class CardStore extends Context.Tag("@florin/core/CardStore")<
  CardStore,
  {
    readonly find: (shop: ShopId, token: CardToken) => Effect.Effect<Option.Option<SavedCard>, StorageError>
    /** Up to `limit` cards of any shop wrapped under a key other than `keyId`. For rotation. */
    readonly notSealedWith: (
      keyId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Pick<SavedCard, "shop" | "token" | "number">>, StorageError, UnitOfWorkContext>
    /** How many of them there are. */
    readonly countNotSealedWith: (keyId: string) => Effect.Effect<number, StorageError>
    readonly replaceSealed: (
      shop: ShopId,
      token: CardToken,
      number: SealedNumber
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
  }
>() {}

/** The card of a form, by how its page takes one: what else the form has is never read. Source: D58. */
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { CardInput } from "@florin/core/cards/CardInput"
import type { CardEntry } from "@florin/core/cards/ProviderFields"
import type { CardFault } from "@florin/pages/Language"
import * as Either from "effect/Either"
import * as CardForm from "./cardForm.js"
import * as ProviderTokenForm from "./providerTokenForm.js"

type Fields = Readonly<Record<string, string>>

/** `excluded`: brands that the shop does not take; nobody knows that of a card behind a token. */
export const read = (
  fields: Fields,
  entry: CardEntry,
  excluded: ReadonlyArray<CardBrand> = []
): Either.Either<CardInput, ReadonlyArray<CardFault>> => {
  switch (entry._tag) {
    case "Numbers":
      return CardForm.read(fields, excluded)
    case "Fields":
      return ProviderTokenForm.read(fields, entry.provider)
    case "Nothing":
      return Either.left(["refused"])
  }
}

/** Shops as the people keep them who run the gateway: made, given new secrets, shut, and opened again. Source: D73. */
import type { ShopId } from "@florin/core/ids/Ids"
import { type InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import type { StorageError } from "@florin/core/store/StorageError"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Given, Settings } from "../ShopSettings.js"

/** Until when the secret before a new one is let in: not at all, up to an instant, or until it is ended. */
export type Overlap = "none" | "until-retired" | DateTime.Utc

/** A shop without its secrets. */
export interface KeptShop {
  readonly id: ShopId
  readonly name: string
  /** `settings`: it is one of the host's file or options, and is changed there. */
  readonly from: "database" | "settings"
  /** All but its name and its secrets. */
  readonly settings: Omit<Settings, "name" | "webhookSecret" | "notificationPrivateKey">
  /** Of the key that signs its webhooks: one line of base64, SPKI in DER. */
  readonly publicKey: string | undefined
  /** Absent of a shop of the settings. */
  readonly createdAt: DateTime.Utc | undefined
  /** Its secrets let nobody in, and its pages take no payment. */
  readonly isDisabled: boolean
  /** The secret before its present one is let in: until then, if an instant is given. */
  readonly former: { readonly until?: DateTime.Utc } | undefined
}

/** A shop with its secrets, which are available only here. */
export interface ShopWithSecrets extends KeptShop {
  readonly secretKey: Redacted.Redacted<string>
  readonly webhookSecret: Redacted.Redacted<string>
}

type Changed<A> = Effect.Effect<A, InvalidRequest | NotFound | StorageError | VaultError>

export interface ShopKeeping {
  /** Those of the settings first, then those of the database, oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<KeptShop>, StorageError>
  readonly find: (id: ShopId) => Effect.Effect<KeptShop, NotFound | StorageError>
  /** Errors: the id is that of another shop. */
  readonly add: (id: ShopId, given: Given) => Changed<ShopWithSecrets>
  /** Changes settings; the secret stays. Errors: what a setting needs. */
  readonly update: (id: ShopId, given: Given) => Changed<KeptShop>
  /** Gives a new secret; the one before it is let in as `overlap` says, one before that no longer. */
  readonly rotate: (id: ShopId, overlap: Overlap, given: Given) => Changed<ShopWithSecrets>
  /** Ends the secret before the present one at once. */
  readonly retire: (id: ShopId) => Changed<KeptShop>
  /** Shuts a shop, or opens it again. */
  readonly disable: (id: ShopId, isDisabled: boolean) => Changed<KeptShop>
}

/** Why a shop that the host keeps is not changed here. */
export const elsewhere =
  "The shop is kept by the host: change it in the file or the option shops, or where the host keeps it"

const refused = () => invalid([], elsewhere)

/** Of a host that keeps its shops itself. */
const nobody: ShopKeeping = {
  list: Effect.succeed([]),
  find: () => new NotFound(),
  add: refused,
  update: refused,
  rotate: refused,
  retire: refused,
  disable: refused
}

/** Default: the shops are the host's, and none is listed or changed here. */
export class ShopKeeper extends Context.Reference<ShopKeeper>()("@florin/wire/ShopKeeper", {
  defaultValue: () => nobody
}) {}

/**
 * The shops of the database, for hosts without Effect: added and changed while Florin runs. Each request reads its shop,
 * so a change is in force with the next one in every process. Shops of the option `shops` stand beside them: they are changed
 * there, and their ids are taken here.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing` or `FlorinFailed`.
 */
import type { ShopOptions } from "../host/options.js"

/** The settings of a shop, as in the option `shops`. */
export type ShopSettings = Omit<ShopOptions, "id" | "secretKey" | "formerSecretKey">

interface SignatureKey {
  /** `true` makes a key pair for `Content-Signature`, in place of `notificationPrivateKey`. Source: D33. */
  readonly signatureKey?: boolean
}

export interface NewShop extends ShopSettings, SignatureKey {
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly id: string
  /** At least 16 characters, made by machine, for a shop that has one elsewhere already. Default: a new one. */
  readonly secretKey?: string
}

/** What is changed; `null` takes a setting away. */
export type ShopChange = SignatureKey & {
  readonly [Name in keyof ShopSettings]?: ShopSettings[Name] | null
}

export interface SecretRotation extends ShopChange {
  /** The new secret. Default: a new one. */
  readonly secretKey?: string
  /**
   * How long the secret before it is let in: `none` ends it at once, an instant then, `until-retired` with `retire`. One
   * before that is let in no longer. Default: `until-retired`.
   */
  readonly formerSecret?: string
}

/** Told this once. */
export interface ShopSecrets {
  readonly id: string
  /** Opens the HTTP interface, beside the id. */
  readonly secretKey: string
  /** Verifies its webhooks. Shape: `whsec_` and base64. */
  readonly webhookSecret: string
  /** Of the key that signs its webhooks, as plugins want it: one line of base64, SPKI in DER. */
  readonly publicKey?: string
}

/** A shop of the database, without its secrets. */
export interface AdministeredShop
  extends Omit<ShopSettings, "name" | "webhookSecret" | "notificationPrivateKey">,
    Pick<ShopSecrets, "id" | "publicKey"> {
  /** Stands on receipts and pages. */
  readonly name: string
  /** As ISO 8601. */
  readonly createdAt: string
  /** Its secrets let nobody in, and its pages take no payment. */
  readonly disabled: boolean
  /** The secret before its present one is still let in: until this instant, or `until-retired`. */
  readonly formerSecret?: string
}

export interface ShopAdministration {
  /** Adds a shop, and tells its secrets, this once. */
  readonly add: (shop: NewShop) => Promise<ShopSecrets>
  /**
   * Changes settings. `notificationBasic` is switched on with `rotate`, because only a hash of the present secret is kept.
   */
  readonly update: (id: string, change: ShopChange) => Promise<AdministeredShop>
  /**
   * Gives it a new secret, and tells it, this once; the one before it stays valid beside it, as `formerSecret` says. Webhooks
   * with HTTP Basic carry the new one from now on.
   */
  readonly rotate: (id: string, rotation?: SecretRotation) => Promise<ShopSecrets>
  /** Ends the secret before the present one at once. Safe to repeat. */
  readonly retire: (id: string) => Promise<void>
  /**
   * Shuts it: its secrets and its public key let nobody in, and its pages take no payment. What has begun goes on; subscriptions
   * are charged. Safe to repeat.
   */
  readonly disable: (id: string) => Promise<AdministeredShop>
  /** Opens it again. Safe to repeat. */
  readonly enable: (id: string) => Promise<AdministeredShop>
  /** One of them, without its secrets. */
  readonly find: (id: string) => Promise<AdministeredShop>
  /** All of them, oldest first. */
  readonly list: () => Promise<ReadonlyArray<AdministeredShop>>
}

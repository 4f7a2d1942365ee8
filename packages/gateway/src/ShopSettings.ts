/** Shops as a host writes them down: an array of JSON objects. */
import { createPrivateKey } from "node:crypto"
import { ShopId } from "@florin/core/ids/Ids"
import * as Fields from "@florin/core/request/Fields"
import { defaultHoldPeriod, Shop } from "@florin/core/shops/Shop"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa"
  } catch {
    return false
  }
}

const secretText = (sentence: string, accepts: (text: string) => boolean) =>
  Schema.Redacted(Schema.String.pipe(Schema.filter((text) => accepts(text) || sentence)))

/** What a shop's settings may say besides its id and secret; all of it may be absent. */
export const settings = {
  name: Fields.optional(Fields.text(255)),
  threeDSecure: Fields.optional(Schema.Boolean),
  allowSkipThreeDSecure: Fields.optional(Schema.Boolean),
  allowForceThreeDSecure: Fields.optional(Schema.Boolean),
  strictContracts: Fields.optional(Schema.Boolean),
  timeZone: Fields.optional(
    Schema.String.pipe(
      Schema.filter((zone) => Option.isSome(DateTime.zoneMakeNamed(zone)) || "must be an IANA time zone")
    )
  ),
  /** Unit: days. */
  holdDays: Fields.optional(
    Schema.Int.pipe(Schema.filter((days) => (days >= 1 && days <= 365) || "must be between 1 and 365"))
  ),
  notificationUrl: Fields.optional(Fields.url),
  notificationBasic: Fields.optional(Schema.Boolean),
  webhookSecret: Fields.optional(
    secretText("must be whsec_ and base64 of 24 to 64 bytes", (text) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text))
  ),
  notificationPrivateKey: Fields.optional(secretText("must be an RSA private key in PEM", isPrivateKey))
}

/** One shop of a settings file. */
export const ShopSettings = Fields.object({
  id: ShopId.annotations({ message: () => "must be 1 to 64 letters, digits, _ or -" }),
  secretKey: secretText("must be at least 16 characters", (text) => text.length >= 16),
  ...settings
})

export type ShopSettings = typeof ShopSettings.Type

/** A whole settings file. */
export const ShopFile = Schema.Array(ShopSettings)

const decode = FieldErrors.decoder(ShopFile)

/** Reads a settings file. Errors: the first fault, as one sentence that names its place and not what stands there. */
export const fromJson = (document: unknown): Either.Either<ReadonlyArray<ShopSettings>, string> =>
  decode(document).pipe(
    Either.mapLeft(([fault]) => [...(fault?.path ?? []), fault?.sentence ?? "is invalid"].join(" ")),
    Either.filterOrLeft(
      (shops) => new Set(shops.map(({ id }) => id)).size === shops.length,
      () => "lists one id twice"
    )
  )

/** The shop that the settings describe. */
export const toShop = ({ secretKey, ...given }: ShopSettings): Shop =>
  Shop.make({
    id: given.id,
    name: given.name ?? given.id,
    threeDSecure: given.threeDSecure ?? false,
    allowSkipThreeDSecure: given.allowSkipThreeDSecure ?? false,
    allowForceThreeDSecure: given.allowForceThreeDSecure ?? false,
    strictContracts: given.strictContracts ?? false,
    holdPeriod: given.holdDays === undefined ? defaultHoldPeriod : Duration.days(given.holdDays),
    timeZone: given.timeZone,
    notificationUrl: given.notificationUrl,
    notificationBasic: given.notificationBasic === true ? secretKey : undefined,
    webhookSecret: given.webhookSecret,
    notificationPrivateKey: given.notificationPrivateKey
  })

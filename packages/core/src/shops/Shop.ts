/** A merchant's shop and its permissions. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ShopId } from "../ids/Ids.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"

/**
 * How long an authorization holds its amount unless the shop sets another period. Counted from the approval.
 *
 * Source: D10.
 */
export const defaultHoldPeriod = Duration.days(7)

/** The most days that a mail comes before its charge: the mark that it was sent outlasts them. Source: D65. */
export const mostMailDays = 28

/**
 * Which mails about money customers get. Absent: all, with the notice that `MoneyMailFacts` has.
 *
 * Source: D65.
 */
export const MoneyMailSettings = Schema.Struct({
  /** Days before a yearly charge; 0: none. */
  yearlyDays: Schema.optional(Schema.Int),
  /** Days before the charge that ends a trial; 0: none. */
  trialDays: Schema.optional(Schema.Int),
  /** Days before a charge that the card does not live to see; 0: none. */
  cardDays: Schema.optional(Schema.Int),
  /** A charge failed. */
  failed: Schema.optional(Schema.Boolean),
  /** A subscription ended. */
  ended: Schema.optional(Schema.Boolean),
  /** Money was given back. */
  refunded: Schema.optional(Schema.Boolean),
  /** Of test plans and test payments too. Default: `false`. */
  tests: Schema.optional(Schema.Boolean)
})

export interface MoneyMailSettings extends Schema.Schema.Type<typeof MoneyMailSettings> {}

const RetryTimesOfShop = Schema.Struct({
  declineDays: Schema.optional(Schema.Array(Schema.Int)),
  errorHours: Schema.optional(Schema.Array(Schema.Int))
})

/** A shop, without its secret key: directories store and compare a hash. */
export class Shop extends Schema.Class<Shop>("@florin/core/Shop")({
  id: ShopId,
  name: Schema.String,
  /** Its secrets let nobody in, and its pages take no payment; what has begun goes on. Source: D73. */
  isDisabled: Schema.optional(Schema.Boolean),
  /** The address at which customers know it. */
  site: Schema.optional(Schema.String),
  /** 3-D Secure is enabled for the merchant account. */
  threeDSecure: Schema.Boolean,
  /** The merchant may send `skip_three_d_secure_verification`. */
  allowSkipThreeDSecure: Schema.Boolean,
  /** The merchant may send `force_three_d_secure_verification`. */
  allowForceThreeDSecure: Schema.Boolean,
  /** A token may only be used as its contracts allow. Source: D14. */
  strictContracts: Schema.Boolean,
  /** The number of a guest's card is erased when its charge has ended, unless a contract was asked for. Source: D51a. */
  forgetGuestCards: Schema.optional(Schema.Boolean),
  /** IANA name. Default: the gateway's time zone. Source: D24. */
  timeZone: Schema.optional(Schema.String),
  /**
   * For how many days from the end of the paid period a customer whose charge has failed stays entitled. Absent: for as
   * long as the charge is retried. Source: D66.
   */
  graceDays: Schema.optional(Schema.Int),
  holdPeriod: Schema.DurationFromMillis,
  moneyMails: Schema.optional(MoneyMailSettings),
  /** When charges of subscriptions that failed are tried again. Absent: as D25 says. Source: D65. */
  retryTimes: Schema.optional(RetryTimesOfShop),
  /** Receives webhooks if the request names no URL. */
  notificationUrl: Schema.optional(Schema.String),
  /** Webhooks carry HTTP Basic credentials: the shop's id and secret. */
  notificationBasic: Schema.optional(Schema.Redacted(Schema.String)),
  /** `whsec_` and base64. Source: D33, Standard Webhooks. */
  webhookSecret: Schema.optional(Schema.Redacted(Schema.String)),
  /** PEM of an RSA private key for `Content-Signature`. Source: D33. */
  notificationPrivateKey: Schema.optional(Schema.Redacted(Schema.String))
}) {}

/** Why a shop takes no new payment of a customer; undefined: it does. Source: D73. */
export const closedRefusal = ({ isDisabled }: Pick<Shop, "isDisabled">): InvalidRequest | undefined =>
  isDisabled === true ? invalid([], "The shop takes no payments now") : undefined

/** The credentials do not match a shop. Does not reveal which part was wrong. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("@florin/core/Unauthorized")("Unauthorized", {}) {
  readonly code = "unauthorized"
}

/** The source of shops: a file, a database, or the host. */
export class ShopDirectory extends Context.Tag("@florin/core/ShopDirectory")<
  ShopDirectory,
  {
    readonly find: (id: ShopId) => Effect.Effect<Option.Option<Shop>, StorageError>
    /** Compares in constant time; an unknown shop takes as long as a wrong secret. Source: D2. */
    readonly authenticate: (
      id: string,
      secret: Redacted.Redacted<string>
    ) => Effect.Effect<Shop, Unauthorized | StorageError>
    /**
     * The shop that lets everyone in who has its public key: one line of base64, SPKI in DER. Absent: no shop does.
     * Source: D45.
     */
    readonly findByPublicKey?: (publicKey: string) => Effect.Effect<Option.Option<Shop>, StorageError>
  }
>() {}

/** The shops file of a host: an array of JSON objects. */
import { createPrivateKey } from "node:crypto"
import { ShopId } from "@florin/core/ids/Ids"
import * as Fields from "@florin/core/request/Fields"
import { type FieldError, InvalidRequest } from "@florin/core/request/InvalidRequest"
import { defaultHoldPeriod, type MoneyMailSettings, mostMailDays, Shop } from "@florin/core/shops/Shop"
import { mostTimes, type RetryTable } from "@florin/core/time/RetryTimes"
import * as SignatureKey from "@florin/vault/SignatureKey"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
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

/** How long before a charge a mail comes. 0: it does not come. Unit: days. Source: D65. */
const noticeDays = Fields.optional(
  Schema.Int.pipe(
    Schema.filter((days) => (days >= 0 && days <= mostMailDays) || `must be between 0 and ${mostMailDays}`)
  )
)

/** Up to 15 numbers with commas between them. */
const isList = /^\d{1,2}(?: ?, ?\d{1,2}){0,14}$/

const numbersOf = (list: string): ReadonlyArray<number> => list.split(",").map(Number)

/** The times between attempts at a charge of a subscription, as a list: `1, 3, 5`. Source: D65. */
const timesOf = (most: number) =>
  Fields.optional(
    Schema.String.pipe(
      Schema.filter((list) => {
        const isGood = isList.test(list) && numbersOf(list).every((one) => one >= 1 && one <= most)
        return isGood || `must be 1 to ${mostTimes} numbers between 1 and ${most}, with commas between them`
      })
    )
  )

/** A shop's settings other than its id and secret; all optional. */
export const settings = {
  name: Fields.optional(Fields.text(255)),
  site: Fields.optional(Fields.url),
  threeDSecure: Fields.optional(Schema.Boolean),
  allowSkipThreeDSecure: Fields.optional(Schema.Boolean),
  allowForceThreeDSecure: Fields.optional(Schema.Boolean),
  strictContracts: Fields.optional(Schema.Boolean),
  forgetGuestCards: Fields.optional(Schema.Boolean),
  /** Unit: days. Default: for as long as a failed charge is retried. Source: D66. */
  graceDays: Fields.optional(
    Schema.Int.pipe(Schema.filter((days) => (days >= 0 && days <= 365) || "must be between 0 and 365"))
  ),
  timeZone: Fields.optional(
    Schema.String.pipe(
      Schema.filter((zone) => Option.isSome(DateTime.zoneMakeNamed(zone)) || "must be an IANA time zone")
    )
  ),
  /** Unit: days. */
  holdDays: Fields.optional(
    Schema.Int.pipe(Schema.filter((days) => (days >= 1 && days <= 365) || "must be between 1 and 365"))
  ),
  mailYearlyDays: noticeDays,
  mailTrialDays: noticeDays,
  mailCardDays: noticeDays,
  mailFailedCharges: Fields.optional(Schema.Boolean),
  mailEndedSubscriptions: Fields.optional(Schema.Boolean),
  mailRefunds: Fields.optional(Schema.Boolean),
  mailTests: Fields.optional(Schema.Boolean),
  declineRetryDays: timesOf(30),
  errorRetryHours: timesOf(72),
  notificationUrl: Fields.optional(Fields.url),
  notificationBasic: Fields.optional(Schema.Boolean),
  webhookSecret: Fields.optional(
    secretText("must be whsec_ and base64 of 24 to 64 bytes", (text) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text))
  ),
  notificationPrivateKey: Fields.optional(secretText("must be an RSA private key in PEM", isPrivateKey)),
  /** Whoever has the public key of the one above may create checkouts. Source: D45. */
  allowPublicKey: Fields.optional(Schema.Boolean)
}

const secretKey = secretText("must be at least 16 characters", (text) => text.length >= 16)

/** One shop of a settings file. */
export const ShopSettings = Fields.object({
  id: ShopId.annotations({ message: () => "must be 1 to 64 letters, digits, _ or -" }),
  secretKey,
  /** The secret before it, while both are to be let in. */
  formerSecretKey: Fields.optional(secretKey),
  ...settings
})

export type ShopSettings = typeof ShopSettings.Type

/** A whole settings file. */
export const ShopFile = Schema.Array(ShopSettings)

const decode = FieldErrors.decoder(ShopFile)

/** The members of a shop as written in the file, with their expected kind. */
const members: {
  readonly [Name in keyof Fields.SnakeKeys<ShopSettings>]-?: "a string" | "a number" | "true or false"
} = {
  id: "a string",
  secret_key: "a string",
  former_secret_key: "a string",
  name: "a string",
  site: "a string",
  three_d_secure: "true or false",
  allow_skip_three_d_secure: "true or false",
  allow_force_three_d_secure: "true or false",
  strict_contracts: "true or false",
  forget_guest_cards: "true or false",
  grace_days: "a number",
  time_zone: "a string",
  hold_days: "a number",
  mail_yearly_days: "a number",
  mail_trial_days: "a number",
  mail_card_days: "a number",
  mail_failed_charges: "true or false",
  mail_ended_subscriptions: "true or false",
  mail_refunds: "true or false",
  mail_tests: "true or false",
  decline_retry_days: "a string",
  error_retry_hours: "a string",
  notification_url: "a string",
  notification_basic: "true or false",
  webhook_secret: "a string",
  notification_private_key: "a string",
  allow_public_key: "true or false"
}

const kinds: Readonly<Record<string, string>> = members
const kindOf: Readonly<Record<string, string>> = { string: "a string", number: "a number", boolean: "true or false" }

// Only names are repeated in errors: a secret may be in the place of a name.
const repeatable = /^[A-Za-z_]{1,64}$/

const unknown = (place: string, name: string): string => {
  if (!repeatable.test(name)) return `${place} has a member that no shop has`
  const meant = FieldErrors.closest(name, Object.keys(members))
  const next = meant === undefined ? `a shop has ${Object.keys(members).join(", ")}` : `did you mean ${meant}?`
  return `${place}.${name} is unknown; ${next}`
}

/** The first fault. Refuses unknown members: a misspelled setting would silently have no effect. */
const faultOf = (shop: unknown, index: number): string | undefined => {
  const place = `shops[${index}]`
  if (typeof shop !== "object" || shop === null || Array.isArray(shop)) return `${place} must be an object`
  for (const [name, value] of Object.entries(shop)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined) return unknown(place, name)
    if (kindOf[typeof value] !== kind) return `${place}.${name} must be ${kind}`
  }
  return undefined
}

const placeOf = (path: ReadonlyArray<string>): string =>
  path.map((step, index) => (index === 0 ? `shops[${step}]` : `.${step}`)).join("")

const decoded = (document: unknown) =>
  Either.mapLeft(decode(document), ([fault]) =>
    fault === undefined ? "is invalid" : `${placeOf(fault.path)} ${fault.sentence}`
  )

const duplicateId = (shops: ReadonlyArray<ShopSettings>): string | undefined => {
  const index = shops.findIndex(({ id }, at) => shops.findIndex((other) => other.id === id) < at)
  return index === -1 ? undefined : `shops[${index}].id is the id of another shop of the list`
}

/** Why a shop cannot let in whoever has its public key. */
export const needsKey = "needs a key pair: notification_private_key"

/** Why it cannot with this key pair. */
export const needsOwnKey = "needs a key pair that no other shop has"

const openKeyOf = (shop: ShopSettings): string | undefined =>
  shop.allowPublicKey === true && shop.notificationPrivateKey !== undefined
    ? SignatureKey.publicKeyOf(shop.notificationPrivateKey)
    : undefined

/** Shops by the public keys that let everyone in. */
export const byPublicKey = (shops: ReadonlyArray<ShopSettings>): ReadonlyMap<string, ShopSettings> =>
  new Map(
    shops.flatMap((shop) => {
      const key = openKeyOf(shop)
      return key === undefined ? [] : [[key, shop] as const]
    })
  )

const keyFault = (shops: ReadonlyArray<ShopSettings>): string | undefined => {
  const open = shops.map(openKeyOf)
  const faults = shops.map(({ allowPublicKey }, at) => {
    if (allowPublicKey !== true) return undefined
    if (open[at] === undefined) return needsKey
    return open.indexOf(open[at]) < at ? needsOwnKey : undefined
  })
  const index = faults.findIndex((fault) => fault !== undefined)
  return index === -1 ? undefined : `shops[${index}].allow_public_key ${faults[index]}`
}

/** Decodes a shops file. Errors: the first fault, as one sentence that names its place, never the value. */
export const fromJson = (document: unknown): Either.Either<ReadonlyArray<ShopSettings>, string> => {
  if (!Array.isArray(document)) return Either.left('must be a list of shops: [{"id": …, "secret_key": …}]')
  const fault = document.map(faultOf).find((sentence) => sentence !== undefined)
  if (fault !== undefined) return Either.left(fault)
  return Either.flatMap(decoded(document), (shops) => {
    const sentence = duplicateId(shops) ?? keyFault(shops)
    return sentence === undefined ? Either.right(shops) : Either.left(sentence)
  })
}

const moneyMailsOf = (given: Pick<ShopSettings, keyof typeof settings>): MoneyMailSettings => ({
  yearlyDays: given.mailYearlyDays,
  trialDays: given.mailTrialDays,
  cardDays: given.mailCardDays,
  failed: given.mailFailedCharges,
  ended: given.mailEndedSubscriptions,
  refunded: given.mailRefunds,
  tests: given.mailTests
})

const retryTimesOf = ({
  declineRetryDays,
  errorRetryHours
}: Pick<ShopSettings, keyof typeof settings>): RetryTable => ({
  declineDays: declineRetryDays === undefined ? undefined : numbersOf(declineRetryDays),
  errorHours: errorRetryHours === undefined ? undefined : numbersOf(errorRetryHours)
})

/** What a shop is like, by its settings. Its secret is needed for HTTP Basic alone. */
export const shopOf = (
  given: Omit<ShopSettings, "secretKey" | "formerSecretKey">,
  secretKey: Redacted.Redacted<string> | undefined
): Shop =>
  Shop.make({
    id: given.id,
    name: given.name ?? given.id,
    site: given.site,
    threeDSecure: given.threeDSecure ?? false,
    allowSkipThreeDSecure: given.allowSkipThreeDSecure ?? false,
    allowForceThreeDSecure: given.allowForceThreeDSecure ?? false,
    strictContracts: given.strictContracts ?? false,
    forgetGuestCards: given.forgetGuestCards ?? false,
    holdPeriod: given.holdDays === undefined ? defaultHoldPeriod : Duration.days(given.holdDays),
    graceDays: given.graceDays,
    timeZone: given.timeZone,
    moneyMails: moneyMailsOf(given),
    retryTimes: retryTimesOf(given),
    notificationUrl: given.notificationUrl,
    notificationBasic: given.notificationBasic === true ? secretKey : undefined,
    webhookSecret: given.webhookSecret,
    notificationPrivateKey: given.notificationPrivateKey
  })

export const toShop = ({ formerSecretKey: _, secretKey, ...given }: ShopSettings): Shop => shopOf(given, secretKey)

/** What a change of a shop in the database says: settings that it gets, and those that go back to their default. */
export interface Change {
  readonly given: { readonly [Name in keyof Settings]?: Settings[Name] }
  readonly removed: ReadonlyArray<keyof Settings>
}

/** A change with the secret that the host chose, if it chose one. */
export interface Given extends Change {
  readonly secretKey?: Redacted.Redacted<string>
}

const Changed = Fields.object({ secretKey: Fields.optional(secretKey), ...settings })

type Settings = Omit<typeof Changed.Type, "secretKey">

const decodeChange = FieldErrors.decoder(Changed)

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const settingNames = Object.keys(settings) as ReadonlyArray<keyof typeof settings>

/** The settings of a shop as files and commands write them. */
export const written: ReadonlyArray<string> = settingNames.map(snakeCase)

/** How a program spells a name. */
type Spelling = (name: string) => string

const asWritten: Spelling = (name) => name

const memberFault = (name: string, value: unknown, spelled: Spelling): FieldError | undefined => {
  const isKnown = name === "secret_key" || written.includes(name)
  if (!isKnown) {
    if (!repeatable.test(name)) return { path: [], sentence: "a member is unknown" }
    const meant = FieldErrors.closest(name, written)
    const next =
      meant === undefined ? `a shop has ${written.map(spelled).join(", ")}` : `did you mean ${spelled(meant)}?`
    return { path: [name], sentence: `is unknown; ${next}` }
  }
  const isRemoved = value === null && name !== "secret_key"
  return isRemoved || kindOf[typeof value] === kinds[name]
    ? undefined
    : { path: [name], sentence: `must be ${kinds[name]}` }
}

/**
 * Decodes a change. `null` takes a setting away.
 *
 * Errors: all faults, by member, never a value; other names are spelled as the caller's program does.
 */
export const changeFrom = (
  document: Readonly<Record<string, unknown>>,
  spelled: Spelling = asWritten
): Either.Either<Given, InvalidRequest> => {
  const faults = Object.entries(document).flatMap(([name, value]) => memberFault(name, value, spelled) ?? [])
  const [first, ...others] = faults
  if (first !== undefined) return Either.left(new InvalidRequest({ errors: [first, ...others] }))
  const values = Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))
  return Either.mapBoth(decodeChange(values), {
    onLeft: ([fault = { path: [], sentence: "is invalid" }, ...more]) =>
      new InvalidRequest({ errors: [fault, ...more] }),
    onRight: ({ secretKey, ...given }) => ({
      given,
      removed: settingNames.filter((name) => document[snakeCase(name)] === null),
      ...(secretKey === undefined ? {} : { secretKey })
    })
  })
}

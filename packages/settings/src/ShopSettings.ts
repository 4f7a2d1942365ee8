/** The shops file of a host: an array of JSON objects. */
import { ShopId } from "@florin/core/ids/Ids"
import * as Fields from "@florin/core/request/Fields"
import { defaultHoldPeriod, type MoneyMailSettings, Shop } from "@florin/core/shops/Shop"
import type { RetryTable } from "@florin/core/time/RetryTimes"
import * as SignatureKey from "@florin/vault/SignatureKey"
import * as FieldErrors from "@florin/wire/FieldErrors"
import { kindFault, kindsOf, numbersOf, secretKey, settings, unknownName } from "@florin/wire/ShopSettings"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

export { type Change, changeFrom, type Given, settings, written } from "@florin/wire/ShopSettings"

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

const kinds = kindsOf(ShopSettings)

const known: ReadonlyArray<string> = [...kinds.keys()]

const unknown = (place: string, name: string): string => {
  const sentence = unknownName(name, known)
  return sentence === undefined ? `${place} has a member that no shop has` : `${place}.${name} ${sentence}`
}

/** The first fault. Refuses unknown members: a misspelled setting would silently have no effect. */
const faultOf = (shop: unknown, index: number): string | undefined => {
  const place = `shops[${index}]`
  if (typeof shop !== "object" || shop === null || Array.isArray(shop)) return `${place} must be an object`
  for (const [name, value] of Object.entries(shop)) {
    const kind = kinds.get(name)
    if (kind === undefined) return unknown(place, name)
    const sentence = kindFault(kind, value)
    if (sentence !== undefined) return `${place}.${name} ${sentence}`
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

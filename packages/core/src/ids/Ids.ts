/** Identifiers: their types, their generators, and the source of randomness. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Schema from "effect/Schema"
import { LastId } from "./LastId.js"

const poolSize = 8192

// The generator costs about as much for a page as for a few bytes. Bytes handed out are wiped from the page.
const pooled = (): ((bytes: number) => Uint8Array) => {
  let pool = new Uint8Array(0)
  let used = 0
  return (bytes) => {
    // biome-ignore lint/plugin/randomness: the default source, injected everywhere else
    if (bytes > poolSize) return crypto.getRandomValues(new Uint8Array(bytes))
    if (used + bytes > pool.length) {
      // biome-ignore lint/plugin/randomness: the default source, injected everywhere else
      pool = crypto.getRandomValues(new Uint8Array(poolSize))
      used = 0
    }
    const given = pool.slice(used, used + bytes)
    pool.fill(0, used, used + bytes)
    used += bytes
    return given
  }
}

/**
 * The source of randomness: a function from a number of bytes to that many random bytes.
 *
 * Default: the platform's cryptographic generator.
 */
export class Entropy extends Context.Reference<Entropy>()("@florin/core/Entropy", {
  defaultValue: pooled
}) {}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A merchant's shop. It is the user name of basic authentication and so contains no colon.
 *
 * Shape: 1 to 64 of `A-Z a-z 0-9 _ -`.
 */
export const ShopId = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/), Schema.brand("ShopId"))

export type ShopId = typeof ShopId.Type

/**
 * A transaction. Time-ordered, which keeps rows created together close together.
 *
 * Shape: UUID version 7, lower case.
 */
export const TransactionUid = Schema.String.pipe(Schema.pattern(uuid), Schema.brand("TransactionUid"))

export type TransactionUid = typeof TransactionUid.Type

/**
 * The key by which an acquirer identifies one intent. Fixed and committed before the first byte is sent; every retry
 * and every status query reuses it.
 */
export const AcquirerKey = Schema.NonEmptyString.pipe(Schema.brand("AcquirerKey"))

export type AcquirerKey = typeof AcquirerKey.Type

/**
 * A saved card of one shop.
 *
 * Shape: 256 random bits as 64 lower-case hex digits. Source: D14.
 */
export const CardToken = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("CardToken"))

export type CardToken = typeof CardToken.Type

/**
 * A card's fingerprint: equal for equal numbers, regardless of holder and expiry.
 *
 * Shape: HMAC-SHA256 as 64 lower-case hex digits. Source: D14.
 */
export const CardStamp = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("CardStamp"))

export type CardStamp = typeof CardStamp.Type

/**
 * One message to a receiver; every delivery attempt carries the same id.
 *
 * Shape: `msg_` and a UUID version 7, `_` and the sequence of its subject. Ids of 0.1 end without the sequence.
 */
export const NotificationId = Schema.String.pipe(
  Schema.pattern(new RegExp(`^msg_${uuid.source.slice(1, -1)}(_\\d{1,16})?$`)),
  Schema.brand("NotificationId")
)

export type NotificationId = typeof NotificationId.Type

/**
 * The id of a notification about a version of its subject. Receivers sign the id with the body, so a replayed message
 * can't claim a newer version.
 *
 * Source: D33a.
 */
export const withSequence = (id: NotificationId, sequence: number): NotificationId =>
  `${id}_${sequence}` as NotificationId

const prefixed = (prefix: string) => new RegExp(`^${prefix}_[0-9a-f]{16}$`)

/**
 * A subscription plan. Random: whoever knows it may open its payment page.
 *
 * Shape: `pln_` and 16 lower-case hex digits. Source: D21.
 */
export const PlanId = Schema.String.pipe(Schema.pattern(prefixed("pln")), Schema.brand("PlanId"))

export type PlanId = typeof PlanId.Type

/**
 * A customer of a shop.
 *
 * Shape: `cst_` and 16 lower-case hex digits. Source: shapes, "Plan, customer, subscription".
 */
export const CustomerId = Schema.String.pipe(Schema.pattern(prefixed("cst")), Schema.brand("CustomerId"))

export type CustomerId = typeof CustomerId.Type

/**
 * A subscription. Random: whoever knows it may pay for it.
 *
 * Shape: `sbs_` and 16 lower-case hex digits. Source: D23.
 */
export const SubscriptionId = Schema.String.pipe(Schema.pattern(prefixed("sbs")), Schema.brand("SubscriptionId"))

export type SubscriptionId = typeof SubscriptionId.Type

/**
 * A product that is paid by a link. Random: whoever knows it may buy it.
 *
 * Shape: `prd_` and 16 lower-case hex digits. Source: D51.
 */
export const ProductId = Schema.String.pipe(Schema.pattern(prefixed("prd")), Schema.brand("ProductId"))

export type ProductId = typeof ProductId.Type

/**
 * A checkout. Random: whoever knows it may pay the order.
 *
 * Shape: 256 random bits as 64 lower-case hex digits. Source: D45.
 */
export const CheckoutToken = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("CheckoutToken"))

export type CheckoutToken = typeof CheckoutToken.Type

// The 26 bits after the version count ids within a millisecond, from a random start in their lower half.
const startOf = (bytes: Uint8Array): number => ((bytes[6]! << 17) | (bytes[7]! << 9) | (bytes[8]! << 1)) & 0x1ffffff

const uuidV7 = (bytes: Uint8Array, last: LastId["Type"], now: number): string => {
  // A later id is always greater, even if the clock stops or goes back.
  last.count = now > last.millis ? startOf(bytes) : last.count + 1
  last.millis = Math.max(now, last.millis)
  let rest = last.millis
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = 0x70 | ((last.count >>> 22) & 0x0f)
  bytes[7] = (last.count >>> 14) & 0xff
  bytes[8] = 0x80 | ((last.count >>> 8) & 0x3f)
  bytes[9] = last.count & 0xff
  const hex = Encoding.encodeHex(bytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Neither an older nor a newer instant has a uid. Unit: milliseconds since 1970. */
const greatestInstant = 2 ** 48 - 1

/** The least uid that a transaction can have which is created at this instant. Unit: milliseconds since 1970. */
export const leastUidAt = (millis: number): TransactionUid => {
  const hex = Math.min(Math.max(Math.trunc(millis), 0), greatestInstant)
    .toString(16)
    .padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000` as TransactionUid
}

/** When a transaction with this uid was created. Unit: milliseconds since 1970. */
export const millisOf = (uid: TransactionUid): number => Number.parseInt(`${uid.slice(0, 8)}${uid.slice(9, 13)}`, 16)

// In one step, because a dozen services start with it.
const makeFrom = <Id>(of: (uuid: string) => Id): Effect.Effect<(now: number) => Id> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const entropy = Context.get(context, Entropy)
    const last = Context.get(context, LastId)
    return (now) => of(uuidV7(entropy(16), last, now))
  })

/** Generates notification ids; takes the current time in epoch milliseconds. */
export const makeNotificationId = makeFrom((uuid) => `msg_${uuid}` as NotificationId)

/** Generates transaction uids; takes the current time in epoch milliseconds. */
export const makeTransactionUid = makeFrom((uuid) => uuid as TransactionUid)

const current = <Id>(make: Effect.Effect<(now: number) => Id>): Effect.Effect<Id> =>
  Effect.zipWith(make, Clock.currentTimeMillis, (next, now) => next(now))

/** A new id, from the injected clock and entropy. */
export const newTransactionUid = current(makeTransactionUid)
export const newNotificationId = current(makeNotificationId)

export const makeCardToken = (entropy: Entropy["Type"]): CardToken => Encoding.encodeHex(entropy(32)) as CardToken

export const makeCheckoutToken = (entropy: Entropy["Type"]): CheckoutToken =>
  Encoding.encodeHex(entropy(32)) as CheckoutToken

/** The fence of a new job: 48 random bits, so that no two holders of a job that was made anew share one. */
export const makeFence = (entropy: Entropy["Type"]): number => entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)

/** A new card token, from the injected entropy. */
export const newCardToken: Effect.Effect<CardToken> = Effect.map(Entropy, makeCardToken)

const idOf =
  <Id extends string>(prefix: string) =>
  (subject: string): Id =>
    `${prefix}_${subject}` as Id

/** An id by its random part, 16 lower-case hex digits. */
export const planIdOf = idOf<PlanId>("pln")
export const customerIdOf = idOf<CustomerId>("cst")
export const subscriptionIdOf = idOf<SubscriptionId>("sbs")
export const productIdOf = idOf<ProductId>("prd")

const randomPart = (entropy: Entropy["Type"]): string => Encoding.encodeHex(entropy(8))

export const makePlanId = (entropy: Entropy["Type"]): PlanId => planIdOf(randomPart(entropy))
export const makeCustomerId = (entropy: Entropy["Type"]): CustomerId => customerIdOf(randomPart(entropy))
export const makeProductId = (entropy: Entropy["Type"]): ProductId => productIdOf(randomPart(entropy))
export const makeSubscriptionId = (entropy: Entropy["Type"]): SubscriptionId => subscriptionIdOf(randomPart(entropy))

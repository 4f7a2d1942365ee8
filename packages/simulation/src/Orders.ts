/** What merchants ask of gateways: each order is one intent, sent once or more often, to one gateway or several. */

import * as CardNumber from "@florin/core/cards/CardNumber"
import type { CardInput, CardPayoutRequest, ChargeRequest, CreditRequest } from "@florin/core/cards/CardRequest"
import { Cards, type CardsError } from "@florin/core/cards/Cards"
import type { CardToken, TransactionUid } from "@florin/core/ids/Ids"
import { Amount, PositiveAmount } from "@florin/core/money/Amount"
import type { Answer } from "@florin/core/operations/Answer"
import type { Shop } from "@florin/core/shops/Shop"
import type { RefundRequest } from "@florin/core/transactions/ChildRequest"
import type { TransactionType } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Mirror, TransactionRow } from "./Mirror.js"
import type { Random } from "./Random.js"

export interface Order {
  /** Stands as `tracking_id` in every transaction that comes of it. */
  readonly name: string
  readonly type: TransactionType
  readonly shop: Shop
  readonly amount: number
  /** Absent where the merchant sends none: then every repetition is an intent of its own. */
  readonly key: string | undefined
  readonly parent: string | undefined
  readonly perform: Effect.Effect<Answer, CardsError, Cards>
}

/** What a new order is drawn from. */
export interface Options {
  readonly random: Random
  readonly mirror: Mirror
  readonly shops: ReadonlyArray<Shop>
  readonly now: () => number
}

/** Few cards and few amounts, so that equal requests meet. */
const numbers = ["4200000000000000", "5555555555554444"].map((text) => Option.getOrThrow(CardNumber.parse(text)))
const amounts = [100, 2500, 99_999].map((amount) => PositiveAmount.make(Amount.make(amount)))

const cardData = (random: Random): CardInput => ({
  _tag: "CardData",
  number: random.pick(numbers),
  holder: "JANE DOE",
  expMonth: 12,
  expYear: 2099,
  securityCode: Redacted.make("123")
})

const keyOf = (order: Pick<Order, "key" | "name">) =>
  order.key === undefined ? undefined : { key: order.key, fingerprint: order.name }

/** What a merchant may or may not say besides the order. */
const circumstances = (random: Random, now: number): Partial<ChargeRequest> => ({
  ...(random.chance(0.1) ? { expiredAt: DateTime.unsafeMake(now + random.pick([1000, 20_000, 7_200_000])) } : {}),
  ...(random.chance(0.1) ? { verificationUrl: "https://merchant.example/verify" } : {}),
  ...(random.chance(0.2) ? { notificationUrl: "https://merchant.example/own" } : {}),
  ...(random.chance(0.15) ? { duplicateCheck: false } : {}),
  ...(random.chance(0.1) ? { test: true } : {}),
  ...(random.chance(0.15)
    ? { additionalData: { avsCvcVerification: { avsVerification: { rejectCodes: ["N"] } } } }
    : {})
})

type Common = Pick<Order, "name" | "shop" | "key">

const charge = (options: Options, common: Common): Order => {
  const { random } = options
  const amount = random.pick(amounts)
  const type = random.weighted({ authorization: 5, payment: 3, tokenization: 1 })
  const known = tokens(options.mirror, common.shop)
  const isToken = type !== "tokenization" && known.length > 0 && random.chance(0.3)
  const creditCard: CardInput = isToken ? { _tag: "CardToken", token: random.pick(known) } : cardData(random)
  const order = { amount, currency: "EUR", description: "An order", trackingId: common.name }
  const request = { ...order, ...circumstances(random, options.now()), creditCard } as ChargeRequest
  const operations = { authorization: "authorize", payment: "pay", tokenization: "tokenize" } as const
  const perform = Effect.flatMap(Cards, (cards) =>
    cards[operations[type]](common.shop, request as never, keyOf(common))
  )
  return { ...common, type, amount, parent: undefined, perform }
}

const payOut = (options: Options, common: Common): Order => {
  const { random } = options
  const [token] = tokens(options.mirror, common.shop)
  const amount = random.pick(amounts)
  const order = { amount, currency: "EUR", description: "A payout", trackingId: common.name }
  if (token === undefined) {
    const request = { ...order, recipientCreditCard: cardData(random) } as CardPayoutRequest
    const perform = Effect.flatMap(Cards, (cards) => cards.payOut(common.shop, request, keyOf(common)))
    return { ...common, type: "payout", amount, parent: undefined, perform }
  }
  const request = { ...order, creditCard: { _tag: "CardToken", token } } as CreditRequest
  const perform = Effect.flatMap(Cards, (cards) => cards.credit(common.shop, request, keyOf(common)))
  return { ...common, type: "credit", amount, parent: undefined, perform }
}

const tokens = (mirror: Mirror, shop: Shop): ReadonlyArray<CardToken> =>
  Array.from(mirror.transactions.values())
    .filter((row) => row.shop === shop.id && row.status === "successful" && row.document.card !== undefined)
    .map(({ document }) => document.card!.token as CardToken)

const kindsAfter = { authorization: ["capture", "void"], payment: ["refund"], capture: ["refund"] } as const

/** What can still be followed: the newest few, so that what follows meets. */
const parents = (mirror: Mirror): ReadonlyArray<TransactionRow> =>
  Array.from(mirror.transactions.values())
    .filter(({ document, status }) => status === "successful" && document.type in kindsAfter)
    .slice(-4)

const child = ({ random, shops }: Options, common: Common, parent: TransactionRow): Order => {
  const type = random.pick<"capture" | "void" | "refund">(kindsAfter[parent.document.type as keyof typeof kindsAfter])
  const shop = shops.find(({ id }) => id === parent.shop)!
  const whole = parent.document.amount
  const amount = random.pick([whole, whole, Math.ceil(whole / 2), Math.ceil(whole / 3), whole + 1])
  const request: RefundRequest = {
    parentUid: parent.uid as TransactionUid,
    amount: Amount.make(amount),
    reason: "Returned",
    trackingId: common.name,
    ...(random.chance(0.3) ? { duplicateCheck: false } : {})
  } as RefundRequest
  const own = { ...common, shop }
  const perform = Effect.flatMap(Cards, (cards) => cards[type](shop, request, keyOf(own)))
  return { ...own, type, amount, parent: parent.uid, perform }
}

/** A new order of some merchant. */
export const draw = (options: Options, count: number): Order => {
  const { mirror, random, shops } = options
  const name = `order-${count}`
  const common = { name, shop: random.pick(shops), key: random.chance(0.6) ? `key-of-${name}` : undefined }
  const kind = random.weighted({ charge: 5, child: 5, payOut: 1 })
  const followed = parents(mirror)
  if (kind === "child" && followed.length > 0) return child(options, common, random.pick(followed))
  return kind === "payOut" ? payOut(options, common) : charge(options, common)
}

/** Above which amounts a second person approves, as a host says it. */
import { ShopId } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import { ApprovalLimits, type Limits } from "@florin/core/people/ApprovalLimits"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

const isCurrency = Schema.is(Currency)

const isShop = Schema.is(ShopId)

const form = "must say amounts in minor units by currency, such as EUR:100000, or by shop and currency, books/EUR:5000"

interface Limit {
  readonly shop: ShopId | undefined
  readonly currency: Currency
  readonly amount: number
}

const limitOf = ([name, amount]: readonly [string, unknown]): Limit | undefined => {
  const [currency, shop, ...rest] = name.split("/").toReversed()
  if (rest.length > 0 || !isCurrency(currency) || !Number.isSafeInteger(amount) || (amount as number) < 0)
    return undefined
  if (shop !== undefined && !isShop(shop)) return undefined
  return { shop, currency, amount: amount as number }
}

const limitsOf = (all: ReadonlyArray<Limit>, shop: ShopId | undefined): Limits =>
  Object.fromEntries(all.filter((one) => one.shop === shop).map(({ amount, currency }) => [currency, amount]))

/** Amounts by `EUR`, or by `books/EUR` of a shop of its own. Errors: a sentence that does not repeat what was given. */
export const fromEntries = (
  entries: ReadonlyArray<readonly [string, unknown]>
): Either.Either<ApprovalLimits["Type"], string> => {
  const all = entries.map(limitOf)
  const limits = all.filter((one) => one !== undefined)
  const isTwice = new Set(entries.map(([name]) => name)).size < entries.length
  if (limits.length < all.length || limits.length === 0 || isTwice) return Either.left(form)
  const shops = [...new Set(limits.flatMap(({ shop }) => shop ?? []))]
  const everywhere = limits.some(({ shop }) => shop === undefined) ? limitsOf(limits, undefined) : undefined
  return Either.right({ everywhere, shops: Object.fromEntries(shops.map((shop) => [shop, limitsOf(limits, shop)])) })
}

/** The same as one text: `EUR:100000,books/EUR:5000`. */
export const fromText = (text: string): Either.Either<ApprovalLimits["Type"], string> =>
  fromEntries(
    text.split(",").map((part) => {
      const [name = "", amount = "", ...rest] = part.trim().split(":")
      return [name, rest.length === 0 && /^\d{1,15}$/.test(amount) ? Number(amount) : undefined] as const
    })
  )

export const layer = (limits: ApprovalLimits["Type"]): Layer.Layer<never> => Layer.succeed(ApprovalLimits, limits)

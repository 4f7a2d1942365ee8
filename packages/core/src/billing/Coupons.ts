/** Creates, finds and lists coupons, and gives them to customers. Source: D61. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { CommitStore, commitUnguarded, decided, refuse, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { CustomerStore } from "../customers/CustomerStore.js"
import type { CustomerId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { type InvalidRequest, invalid, type NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { isTaken } from "../store/FindOrCreate.js"
import { existing, type List, pageLimit } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { BillStore, type CustomerAccount } from "../subscriptions/BillStore.js"
import * as Coupon from "../terms/Coupon.js"
import { type CouponRequest, type CouponUseRequest, couponOf } from "../terms/CouponRequest.js"

type Failure = NotInsideTransaction | StorageError

export class Coupons extends Context.Tag("@florin/core/Coupons")<
  Coupons,
  {
    /** A code is given once in a shop; the same request again answers the coupon that it made. */
    readonly create: (shop: Shop, request: CouponRequest) => Effect.Effect<Coupon.Coupon, InvalidRequest | Failure>
    readonly find: (shop: Shop, code: Coupon.CouponCode) => Effect.Effect<Coupon.Coupon, NotFound | StorageError>
    readonly list: List<Coupon.Coupon, Coupon.CouponCode>
    /** What a customer has: balances, and a coupon. */
    readonly account: (shop: Shop, customer: CustomerId) => Effect.Effect<CustomerAccount, NotFound | StorageError>
    /**
     * Gives a customer a coupon, for the charges of all subscriptions, in place of the one before. It is counted now: the
     * customer is certain of it.
     */
    readonly give: (
      shop: Shop,
      customer: CustomerId,
      request: CouponUseRequest
    ) => Effect.Effect<CustomerAccount, InvalidRequest | NotFound | Failure>
  }
>() {}

const isSame = (one: Coupon.Coupon, other: Coupon.Coupon): boolean => {
  const comparable = ({ createdAt: _, redemptions: __, ...terms }: Coupon.Coupon) => JSON.stringify(terms)
  return comparable(one) === comparable(other)
}

const taken = invalid(["code"], "is that of another coupon")

const notFound = invalid(["coupon"], "is not found")

interface Facts {
  readonly coupon: Coupon.Coupon | undefined
  readonly hasPaid: boolean
}

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* BillStore
  const customers = yield* CustomerStore

  const create = Effect.fnUntraced(function* (shop: Shop, request: CouponRequest) {
    const coupon = couponOf(shop.id, request, yield* DateTime.now)
    const inserted = write(writing("coupon-create", [{ _tag: "InsertCoupon", coupon }], coupon))
    return yield* Effect.catchIf(inserted, isTaken, (error) =>
      Effect.flatMap(
        store.coupon(shop.id, coupon.code),
        (found): Effect.Effect<Coupon.Coupon, InvalidRequest | StorageError> => {
          if (Option.isNone(found)) return Effect.fail(error)
          return isSame(found.value, coupon) ? Effect.succeed(found.value) : taken
        }
      )
    )
  })

  const account = (shop: Shop, customer: CustomerId) =>
    Effect.zipRight(existing(customers.find(shop.id, customer)), store.account(shop.id, customer))

  const give = Effect.fnUntraced(function* (shop: Shop, customer: CustomerId, { coupon: sent }: CouponUseRequest) {
    yield* existing(customers.find(shop.id, customer))
    const now = yield* DateTime.now
    const code = sent === undefined ? undefined : Coupon.CouponCode.make(sent, { disableValidation: true })
    yield* write({
      name: "coupon-give",
      load: (code === undefined
        ? {}
        : { coupon: Reads.coupon(shop.id, code), hasPaid: Reads.hasPaid(shop.id, customer) }) as Reads.Reads<Facts>,
      decide: ({ coupon, hasPaid }) => {
        const none: ReadonlyArray<Write> = [{ _tag: "GiveCoupon", shop: shop.id, customer, coupon: null }]
        if (code === undefined) return decided(none, undefined)
        if (coupon === undefined) return refuse(notFound)
        const applied = Coupon.redeemForCustomer(coupon, { now, hasPaid })
        if (Either.isLeft(applied)) return refuse(Coupon.asInvalid(applied.left))
        const given: ReadonlyArray<Write> = [
          { _tag: "CountRedemption", shop: shop.id, code, by: 1 },
          { _tag: "GiveCoupon", shop: shop.id, customer, coupon: applied.right }
        ]
        return decided(given, undefined)
      }
    })
    return yield* store.account(shop.id, customer)
  })

  return Coupons.of({
    create: (shop, request) => outsideUnitOfWork("Coupons.create", create(shop, request)),
    find: (shop, code) => existing(store.coupon(shop.id, code)),
    list: (shop, { after, limit = pageLimit } = {}) =>
      store.coupons(shop.id, { limit: Math.min(limit, pageLimit), ...(after === undefined ? {} : { after }) }),
    account,
    give: (shop, customer, request) => outsideUnitOfWork("Coupons.give", give(shop, customer, request))
  })
})

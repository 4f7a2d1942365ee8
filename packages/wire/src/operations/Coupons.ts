/** Coupons, and what customers have. Source: D60, D61. */
import { Coupons } from "@florin/core/billing/Coupons"
import { CustomerId } from "@florin/core/ids/Ids"
import { pageLimit } from "@florin/core/store/Records"
import { CouponCode } from "@florin/core/terms/Coupon"
import { CouponRequest, CouponUseRequest } from "@florin/core/terms/CouponRequest"
import * as Effect from "effect/Effect"
import * as BillingRequests from "../BillingRequests.js"
import * as Samples from "../internal/billingSamples.js"
import { account, coupon } from "../internal/termsSections.js"
import { command, read } from "./Operation.js"
import { byId, paged, pageQuery } from "./Parts.js"
import { ofBilling } from "./RefusalForm.js"

const shared = { group: "coupons", permission: "shop", record: "coupon", form: ofBilling, uses: Coupons } as const

const ofCustomer = {
  ...({ group: "customers", permission: "shop", record: "customer", form: ofBilling, uses: Coupons } as const),
  subject: byId(CustomerId, "customer"),
  answer: "AccountDocument"
} as const

export const couponOperations = {
  createCoupon: command({
    ...shared,
    name: "coupons.create",
    id: "createCoupon",
    at: "POST /coupons",
    title: "Create a coupon",
    description:
      "A coupon takes a part or an amount off the charges of a subscription. The same request again answers the coupon that it made; another coupon with the same code is refused.",
    body: { schema: CouponRequest, decode: BillingRequests.coupon },
    answer: "CouponDocument",
    status: 201,
    example: () => ({ request: Samples.requests.coupon, answer: Samples.coupon() }),
    run: ({ create }, { request, shop }) => Effect.map(create(shop, request), coupon)
  }),
  listCoupons: read({
    ...shared,
    isImpersonal: true,
    name: "coupons.list",
    id: "listCoupons",
    at: "GET /coupons",
    title: "List coupons",
    description: "Newest first. Link leads to the next page.",
    query: pageQuery(pageLimit),
    page: { usual: pageLimit, most: pageLimit },
    idsOn: (document) => document.map(({ id }) => id),
    answer: "CouponList",
    example: () => ({ answer: [Samples.coupon()] }),
    run: ({ list }, { query, shop }) =>
      Effect.map(paged(CouponCode, (page) => list(shop, page))(query), (all) => all.map(coupon))
  }),
  findCoupon: read({
    ...shared,
    isImpersonal: true,
    subject: byId(CouponCode, "coupon: its code"),
    name: "coupons.find",
    id: "findCoupon",
    at: "GET /coupons/:id",
    title: "Get a coupon",
    description: "Answers the coupon, with how often it was used.",
    answer: "CouponDocument",
    example: () => ({ answer: Samples.coupon() }),
    run: ({ find }, { id, shop }) => Effect.map(find(shop, id), coupon)
  }),
  findAccount: read({
    ...ofCustomer,
    name: "customers.account",
    id: "findAccount",
    at: "GET /customers/:id/account",
    title: "What a customer has",
    description: "Balances, which pay for the next charges, and the customer's own coupon.",
    example: () => ({ answer: Samples.account() }),
    run: ({ account: find }, { id, shop }) => Effect.map(find(shop, id), account)
  }),
  giveCoupon: command({
    ...ofCustomer,
    name: "customers.giveCoupon",
    id: "giveCoupon",
    at: "POST /customers/:id/coupon",
    title: "Give a customer a coupon",
    description:
      "For the charges of all subscriptions of the customer, after the coupon of the subscription. It is counted now. Without a coupon the customer has none from then on.",
    body: { schema: CouponUseRequest, decode: BillingRequests.couponUse },
    example: () => ({ request: Samples.requests.couponUse, answer: Samples.account() }),
    run: ({ give }, { id, request, shop }) => Effect.map(give(shop, id, request), account),
    // Given again, it would be counted again.
    done: ({ account: find }, { id, shop }) => Effect.map(find(shop, id), account)
  })
}

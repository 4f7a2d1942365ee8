/**
 * The page of a product under its two addresses, of which plans share one. A `GET` makes nothing: the form of the page
 * makes the customer's order, and leads to its page. Source: D47, D51.
 */
import { Plans } from "@florin/core/billing/Plans"
import { PlanId } from "@florin/core/ids/Ids"
import { Products } from "@florin/core/product-operations/Products"
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import * as Merchant from "../routes/merchant.js"
import {
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  type Reply,
  rootFrom,
  seeOther
} from "../transport/exchange.js"
import type * as PlanPageRoutes from "./planPageRoutes.js"
import * as ProblemPages from "./problemPages.js"
import * as ProductPages from "./productPages.js"

type PlanRoutes = Pick<Effect.Effect.Success<typeof PlanPageRoutes.make>, "planPage" | "payForPlan">

const isPlanId = Schema.is(PlanId)

/** The shop in the address is that of the record: another one is an address that nobody was given. */
const isOf = ({ params }: Exchange, shop: string): boolean => params.shop === undefined || params.shop === shop

export const make = ({ payForPlan, planPage }: PlanRoutes) =>
  Effect.gen(function* () {
    const { current, found } = yield* ProductPages.make
    const { buy } = yield* Products
    const { findPublic: findPlan } = yield* Plans
    const { bodyLimit } = yield* HttpSettings
    const { orMissing } = yield* ProblemPages.make

    const offered = (exchange: Exchange) =>
      Effect.filterOrFail(
        found(exchange.params.id),
        ({ shop }) => isOf(exchange, shop.id),
        () => new NotFound()
      )

    const productPage: Handler = (exchange) =>
      Effect.flatMap(offered(exchange), (one) => current(exchange, one)).pipe(orMissing(exchange))

    /** In the shop's share of the places, like the shop's own requests. Source: D42. */
    const bought = (exchange: Exchange, one: ProductPages.Offered): Effect.Effect<Reply, Failure> =>
      Merchant.working({ ...exchange, shop: one.shop }, () =>
        Effect.matchEffect(buy(one.shop, one.product), {
          onSuccess: ({ token }) => Effect.succeed(seeOther(`${rootFrom(exchange)}/checkout?token=${token}`)),
          // It is sold out, or its time is over: the page says so.
          onFailure: (error) => (error._tag === "InvalidRequest" ? current(exchange, one) : Effect.fail(error))
        })
      )

    const buyProduct: Handler = (exchange) =>
      Effect.gen(function* () {
        const one = yield* offered(exchange)
        yield* formFields(exchange, bodyLimit)
        return yield* bought(exchange, one)
      }).pipe(orMissing(exchange))

    const shared =
      (ofPlan: Handler, ofProduct: Handler): Handler =>
      (exchange) => {
        const { id } = exchange.params
        if (!isPlanId(id)) return ofProduct(exchange)
        const plan = Effect.filterOrFail(
          findPlan(id),
          ({ shop }) => isOf(exchange, shop),
          () => new NotFound()
        )
        return Effect.zipRight(plan, ofPlan(exchange)).pipe(orMissing(exchange))
      }

    return {
      productPage,
      buyProduct,
      confirmOrderPage: shared(planPage, productPage),
      confirmOrder: shared(payForPlan, buyProduct)
    }
  })

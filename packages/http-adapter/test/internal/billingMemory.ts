/** Plans, customers and subscriptions of the adapter's tests: plans are kept in memory, and nobody subscribes. */
import { Coupons } from "@florin/core/billing/Coupons"
import { Customers, customerOf } from "@florin/core/billing/Customers"
import { Plans } from "@florin/core/billing/Plans"
import { Portals } from "@florin/core/billing/Portals"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Usages } from "@florin/core/billing/Usages"
import { CustomerId, PlanId } from "@florin/core/ids/Ids"
import type { Plan } from "@florin/core/plans/Plan"
import { planOf } from "@florin/core/plans/PlanRules"
import { invalid, NotFound } from "@florin/core/request/InvalidRequest"
import * as BillingDocuments from "@florin/wire/BillingDocuments"
import { CardPages } from "@florin/wire/CardPages"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const digits = (count: number) => count.toString(16).padStart(16, "0")

const plansOf = (kept: Map<string, Plan>): Plans["Type"] => {
  const found = (plan: Plan | undefined) => (plan === undefined ? new NotFound() : Effect.succeed(plan))
  const create: Plans["Type"]["create"] = (shop, request) =>
    Effect.map(DateTime.now, (now) => {
      const plan = planOf(shop.id, PlanId.make(`pln_${digits(kept.size + 1)}`), request, now)
      kept.set(plan.id, plan)
      return plan
    })
  return {
    create,
    keep: (shop, request) => Effect.map(create(shop, request), (plan) => ({ plan, isNew: true })),
    findByLookupKey: () => Effect.succeed(Option.none()),
    find: (shop, id) => {
      const plan = kept.get(id)
      return found(plan?.shop === shop.id ? plan : undefined)
    },
    findPublic: (id) => found(kept.get(id)),
    list: (shop) => Effect.sync(() => [...kept.values()].filter((plan) => plan.shop === shop.id).reverse())
  }
}

const customers: Customers["Type"] = {
  create: (shop, request) =>
    Effect.map(DateTime.now, (now) => customerOf(shop.id, CustomerId.make(`cst_${digits(1)}`), request, now)),
  find: () => new NotFound(),
  list: () => Effect.succeed([]),
  entitlements: () => new NotFound()
}

const unknown = () => new NotFound()

const nobody = () => invalid(["plan", "base"], "is not found")

const subscriptions: Subscriptions["Type"] = {
  create: nobody,
  pay: nobody,
  cardEntry: () => ({ _tag: "Numbers" }),
  find: unknown,
  findPublic: unknown,
  list: () => Effect.succeed([]),
  cancel: unknown,
  pause: unknown,
  uncancel: unknown,
  resume: unknown,
  changeCard: unknown,
  done: unknown,
  changePlan: unknown,
  change: unknown,
  undoChange: unknown,
  addLine: unknown,
  useCoupon: unknown,
  charge: unknown,
  preview: unknown,
  outlook: () => Effect.succeed({ then: [], isMetered: false }),
  previewNew: () => invalid(["plan", "base"], "is not found"),
  previewPlan: unknown
}

const coupons: Coupons["Type"] = {
  create: () => invalid(["code"], "is that of another coupon"),
  find: unknown,
  list: () => Effect.succeed([]),
  account: unknown,
  give: unknown
}

const portals: Portals["Type"] = {
  open: unknown,
  find: unknown,
  entries: unknown,
  entry: unknown,
  payments: () => Effect.succeed(undefined),
  cancel: unknown,
  uncancel: unknown,
  changePlan: unknown,
  changeCard: unknown
}

export const layer = () =>
  Layer.merge(
    Layer.succeedContext(
      Context.make(Plans, plansOf(new Map())).pipe(
        Context.add(Customers, customers),
        Context.add(Coupons, coupons),
        Context.add(Usages, { record: unknown, find: unknown }),
        Context.add(Subscriptions, subscriptions),
        Context.add(Portals, portals),
        Context.add(CardPages, {
          urlOf: () => Effect.succeed("https://pay.example"),
          fullUrl: () => "https://pay.example",
          check: () => Effect.succeed("unknown" as const)
        })
      )
    ),
    BillingDocuments.layer({ baseUrl: "https://pay.example" })
  )

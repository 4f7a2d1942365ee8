/** The rule that makes a plan of a request. */
import type * as DateTime from "effect/DateTime"
import type { PlanId, ShopId } from "../ids/Ids.js"
import { given } from "../request/Given.js"
import type { Plan, Trial } from "./Plan.js"
import type { PlanRequest } from "./PlanRequest.js"

/** Source: interface, "Create-plan request body | number_payment_attempts". */
export const defaultPaymentAttempts = 3

const trialOf = ({ trial }: PlanRequest): Trial | null => {
  if (trial?.amount === undefined || trial.interval === undefined) return null
  const { amount, asFirstPayment = false, interval, intervalUnit = "hour" } = trial
  return { amount, interval: { length: interval, unit: intervalUnit }, asFirstPayment }
}

/** The plan of a request, with every default of the interface. `billing_cycles` is ignored when it is infinite. */
export const planOf = (shop: ShopId, id: PlanId, request: PlanRequest, now: DateTime.Utc): Plan => {
  const { amount, interval, intervalUnit } = request.plan
  const { features, lookupKey, visibleFields = request.plan.visibleFields } = request
  return {
    shop,
    id,
    title: request.title,
    currency: request.currency,
    language: request.language ?? "en",
    amount,
    interval: { length: interval, unit: intervalUnit },
    trial: trialOf(request),
    billingCycles: request.infinite === false ? (request.billingCycles ?? null) : null,
    numberPaymentAttempts: request.numberPaymentAttempts ?? defaultPaymentAttempts,
    preventPaymentsAtNight: request.preventPaymentsAtNight ?? false,
    test: request.test ?? false,
    ...given({ visibleFields, lookupKey, features }),
    createdAt: now
  }
}

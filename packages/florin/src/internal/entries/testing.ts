import * as Optional from "../optional.js"

export const {
  Billing,
  BillingCalendar,
  ChargeMachine,
  HoldRules,
  Machine,
  RetryTimes,
  RoutingRules,
  SubscriptionMachine,
  cards,
  requests,
  testFlorin
} = await Optional.load(Optional.testing, () => import("../../testing.js"))

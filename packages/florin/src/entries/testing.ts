import * as Optional from "../host/optional.js"

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
  testFlorin,
  tokens
} = await Optional.load(Optional.testing, async () => {
  const { warmed } = await import("../testing/warmUp.js")
  await warmed()
  return import("../testing.js")
})

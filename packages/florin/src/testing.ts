/** For the tests of a host, in any runner: Florin in memory, arbitrary requests, and the rules as functions. */

export * as HoldRules from "@florin/core/card-operations/HoldRules"
export * as ChargeMachine from "@florin/core/cards/ChargeMachine"
export * as RoutingRules from "@florin/core/cards/RoutingRules"
export * as Machine from "@florin/core/machine/Machine"
export * as Billing from "@florin/core/subscriptions/Billing"
export * as SubscriptionMachine from "@florin/core/subscriptions/SubscriptionMachine"
export * as BillingCalendar from "@florin/core/time/BillingCalendar"
export * as RetryTimes from "@florin/core/time/RetryTimes"
export { cards } from "./testing/cards.js"
export type { CheckoutCustomer, CustomersCard, Visit, VisitedCheckout } from "./testing/checkoutCustomer.js"
export * as requests from "./testing/requests.js"
export { testFlorin } from "./testing/testFlorin.js"
export type {
  AttemptOutcome,
  Receive,
  TestClock,
  TestControls,
  TestFlorin,
  TestLedger,
  TestOptions
} from "./testing/testKit.js"
export { tokens } from "./testing/tokens.js"

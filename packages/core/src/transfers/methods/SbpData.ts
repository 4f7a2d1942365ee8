import * as Duration from "effect/Duration"
import * as PaymentMachine from "../PaymentMachine.js"
import type { Method } from "./Method.js"
import { roubles } from "./Roubles.js"

/**
 * The customer transfers to a phone number.
 *
 * Source: interface, "Payment request additions for method `sbp_data`", "Limits"; D27, D28, D29.
 */
export const sbpData = {
  currencies: ["RUB"],
  whole: roubles,
  limits: { least: 50_000, greatest: 15_000_000 },
  timeToPay: Duration.minutes(15),
  machine: PaymentMachine.provable("sbp_data payment"),
  isProvable: true,
  channel: "SBP",
  needsReturnUrl: true,
  step: "account",
  paidBy: "account"
} as const satisfies Method

import * as PaymentMachine from "../PaymentMachine.js"
import type { Method } from "./Method.js"
import { roubles } from "./Roubles.js"

/** The customer scans a code. Source: interface, "Limits | Payout minimum"; D27, D31. */
export const sbp = {
  currencies: ["RUB"],
  whole: roubles,
  leastPayout: 500_000,
  machine: PaymentMachine.make("sbp payment"),
  isProvable: false,
  needsReturnUrl: false,
  step: "code",
  paidBy: "payload"
} as const satisfies Method

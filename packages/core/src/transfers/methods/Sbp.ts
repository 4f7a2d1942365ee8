import * as PaymentMachine from "../PaymentMachine.js"
import type { Method } from "./Method.js"

/** The customer scans a code. Source: D27. */
export const sbp = {
  currencies: ["RUB"],
  machine: PaymentMachine.make("sbp payment"),
  isProvable: false,
  needsReturnUrl: false,
  step: "code",
  paidBy: "payload"
} as const satisfies Method

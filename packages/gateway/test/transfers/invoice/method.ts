// The method itself, as `core/src/transfers/methods` would hold it.
import type { Method } from "@florin/core/transfers/methods/Method"
import { methods } from "@florin/core/transfers/methods/Methods"
import * as PaymentMachine from "@florin/core/transfers/PaymentMachine"
import * as Duration from "effect/Duration"

export const invoice = {
  currencies: ["EUR"],
  limits: { least: 100, greatest: 1_000_000 },
  timeToPay: Duration.days(14),
  machine: PaymentMachine.make("invoice payment"),
  isProvable: false,
  needsReturnUrl: false,
  step: "post",
  paidBy: "mark"
} as const satisfies Method

Object.assign(methods, { invoice })

/** Wallets, which apps of this family ask for: they are told plainly that there are none. Source: D51. */
import { ofCheckoutPayments } from "@florin/wire/operations/RefusalForm"
import * as Effect from "effect/Effect"
import type { Handler } from "../transport/exchange.js"

const unavailable: Handler = () =>
  Effect.succeed(ofCheckoutPayments.invalid([{ path: ["payment_method"], sentence: "is not available" }]))

export const handlers = { applePay: unavailable, googlePay: unavailable }

/**
 * By what an operation is found again at the vendor: a charge by its payment (`pay_…`), what follows one by the payment and
 * the action (`pay_…/act_…`), because an action alone cannot be asked about.
 */

import * as Schema from "effect/Schema"
import { Id } from "./documents.js"

const isId = Schema.is(Id)

export const ofAction = (paymentId: string, actionId: string): string => `${paymentId}/${actionId}`

/** The payment in a reference; undefined where it is none of ours. */
export const paymentIn = (reference: string | null | undefined): string | undefined => {
  const [payment = ""] = (reference ?? "").split("/")
  return isId(payment) ? payment : undefined
}

/** The action in a reference, where there is one. */
export const actionIn = (reference: string | null | undefined): string | undefined => {
  const [, action = ""] = (reference ?? "").split("/")
  return isId(action) ? action : undefined
}

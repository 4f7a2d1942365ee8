/** Captures, voids and refunds in Adyen's words. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { toAdyen } from "./amounts.js"
import { type ModificationKind, paymentIn, sentReference } from "./references.js"
import type { Settings } from "./settings.js"
import type { ModificationBody } from "./vendor.js"

export type Child = Extract<AcquirerRequest, { readonly _tag: "Capture" | "Void" | "Refund" }>

/** What is sent. `isOfCapture`: what is reported names the payment too. */
export interface Modification {
  readonly path: string
  readonly body: ModificationBody
  readonly isCapture: boolean
}

const kinds: Readonly<Record<Child["_tag"], ModificationKind>> = { Capture: "capture", Refund: "refund", Void: "void" }

/**
 * Absent where Adyen cannot be asked: it finds a capture's or a refund's payment by its own reference only, and has no
 * fractions of some currencies.
 *
 * - A void of an authorization cancels all of it, by Adyen's reference or, where none was reported, by ours: that closes
 *   what must not arrive any more
 * - A void of a payment reverses it: Adyen cancels or refunds, whichever is possible
 * - A void of a capture refunds what it took
 */
export const modificationOf = (child: Child, { merchantAccount }: Settings): Modification | undefined => {
  const { _tag, amount, currency, key, parent, parentKind, parentReference } = child
  const reference = sentReference(key, kinds[_tag])
  const common = { merchantAccount, reference }
  const payment = paymentIn(parentReference)
  if (payment === undefined) {
    const isClosing = _tag === "Void" && parentKind !== "capture"
    return isClosing ? { path: "/cancels", body: { ...common, paymentReference: parent }, isCapture: false } : undefined
  }
  const to = (action: string) => `/payments/${payment}/${action}`
  if (_tag === "Void" && parentKind !== "capture") {
    const action = parentKind === "authorization" ? "cancels" : "reversals"
    return { path: to(action), body: common, isCapture: false }
  }
  const theirs = toAdyen(amount, currency)
  if (theirs === undefined) return undefined
  const isCapture = _tag === "Capture"
  return { path: to(isCapture ? "captures" : "refunds"), body: { ...common, amount: theirs }, isCapture }
}

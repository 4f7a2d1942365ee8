/** The ways to pay by bank transfer. */
import * as Struct from "effect/Struct"
import type { Method } from "./Method.js"
import { sbp } from "./Sbp.js"
import { sbpData } from "./SbpData.js"

/** By the names that requests and documents call them. Source: interface, "Payment request additions for method `sbp` | type". */
export const methods = { sbp, sbp_data: sbpData } as const satisfies Readonly<Record<string, Method>>

/** Those whose failed payments can be proven, and those that pay out. */
export const provableMethods: ReadonlyArray<Method> = Object.values<Method>(methods).filter(
  ({ isProvable }) => isProvable
)

export type PayoutMethod = {
  [Name in keyof typeof methods]: (typeof methods)[Name] extends { readonly leastPayout: number } ? Name : never
}[keyof typeof methods]

export const payoutMethods = Struct.keys(methods).filter(
  (name): name is PayoutMethod => "leastPayout" in methods[name]
) as [PayoutMethod, ...Array<PayoutMethod>]

/** The method that takes a currency, else the first one, whose refusal names what is taken. */
export const methodForCurrency = (among: ReadonlyArray<Method>, currency: string): Method =>
  among.find(({ currencies }) => currencies.includes(currency)) ?? among[0]!

/** What customers do to pay, by any method. */
export type CustomerStep = (typeof methods)[keyof typeof methods]["step"]

export const methodOf = ({
  method
}: {
  readonly method: keyof typeof methods
}): Method & { readonly step: CustomerStep } => methods[method]

/** The ways to pay by bank transfer. */
import type { Method } from "./Method.js"
import { sbp } from "./Sbp.js"
import { sbpData } from "./SbpData.js"

/** By the names that requests and documents call them. Source: interface, "Payment request additions for method `sbp` | type". */
export const methods = { sbp, sbp_data: sbpData } as const satisfies Readonly<Record<string, Method>>

/** What customers do to pay, by any method. */
export type CustomerStep = (typeof methods)[keyof typeof methods]["step"]

export const methodOf = ({
  method
}: {
  readonly method: keyof typeof methods
}): Method & { readonly step: CustomerStep } => methods[method]

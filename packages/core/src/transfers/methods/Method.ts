import type * as Duration from "effect/Duration"
import type { PaymentMachine } from "../PaymentMachine.js"

/** A way to pay by bank transfer: all that core, documents, pages and providers must know of it. */
export interface Method {
  /** ISO 4217 alpha-3 codes. */
  readonly currencies: ReadonlyArray<string>
  /** The least and the greatest payment, both included. Unit: minor units. Absent: any. */
  readonly limits?: { readonly least: number; readonly greatest: number }
  /** Proofs and payouts are of amounts without coins: multiples of `unit` minor units, which `name` names. Source: D29, D31. */
  readonly whole?: { readonly unit: number; readonly name: string }
  /** The least payout. Unit: minor units. Absent: it pays out to nobody. */
  readonly leastPayout?: number
  /** How long a customer may pay; the last instant counts. Absent: the bank decides. Source: D28. */
  readonly timeToPay?: Duration.Duration
  readonly machine: PaymentMachine
  /** A failed payment can be proven with a document. Source: D29. */
  readonly isProvable: boolean
  /** What a request must name as its `channel`. Absent: anything. */
  readonly channel?: string
  /** A request must name a `return_url`. */
  readonly needsReturnUrl: boolean
  /** What the customer does to pay. Documents and pages have a row for each. */
  readonly step: string
  /** The member of the order that the customer pays by. As long as the provider has not named it, the order is not open. */
  readonly paidBy: "payload" | "account" | "mark" | "bank"
}

/** What the fake knows: payments with their actions, instruments, tokens, kept answers, movements. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Currency } from "@florin/core/money/Currency"
import type { Movement } from "@florin/core/money/Movement"
import * as DateTime from "effect/DateTime"
import { fromVendor } from "../../internal/currencies.js"

/** A step of a payment. Undecided while `approved` is absent. Unit of `amount`: the vendor's. */
export interface FakeAction {
  readonly id: string
  readonly type: "Authorization" | "Card Verification" | "Capture" | "Void" | "Refund"
  readonly reference: string | undefined
  readonly amount: number
  /** Unit: milliseconds since 1970. */
  readonly at: number
  approved: boolean | undefined
  code: string
  summary: string
}

/** A card behind a payment, as the vendor keeps it. */
export interface FakeInstrument {
  readonly id: string
  readonly number: string
  readonly scheme: string
  readonly expMonth: number
  readonly expYear: number
  readonly name: string | undefined
}

export interface FakePayment {
  readonly id: string
  readonly reference: string | undefined
  readonly amount: number
  readonly currency: Currency
  readonly isCaptured: boolean
  /** Unit: milliseconds since 1970. */
  readonly at: number
  readonly instrument: FakeInstrument
  readonly customer: string
  readonly schemeId: string
  /** What 3-D Secure has come to; absent: it was not used. */
  authentication?: { readonly response: "Y" | "N" | "C"; readonly enrolled: "Y" | "N" }
  /** The customer is wanted there; absent once decided. */
  session?: { readonly id: string; readonly successUrl: string; readonly failureUrl: string }
  readonly actions: Array<FakeAction>
}

/** An answer that is kept under a key. Unit of `at`: milliseconds since 1970. */
interface Kept {
  readonly at: number
  readonly answer: Answer
}

/** An answer of the fake. Without a body: empty. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Books {
  readonly payments: Map<string, FakePayment>
  /** Oldest first. */
  readonly byReference: Map<string, Array<FakePayment>>
  /** Those that wait for their customers. */
  readonly waiting: Set<FakePayment>
  readonly instruments: Map<string, FakeInstrument>
  readonly tokens: Map<string, { readonly instrument: FakeInstrument; readonly until: number; isUsed: boolean }>
  readonly kept: Map<string, Kept>
  readonly inFlight: Set<string>
  /** How often something was sent under a key. */
  readonly sends: Map<string, number>
  readonly movements: Array<Movement>
  /** How often something was sent under a key whose life was over. */
  sentPastLife: number
  /** Which actions stay undecided: those that are asked for, or the captures of payments by themselves, too. */
  held: "none" | "asked" | "all"
}

export const empty = (): Books => ({
  payments: new Map(),
  byReference: new Map(),
  waiting: new Set(),
  instruments: new Map(),
  tokens: new Map(),
  kept: new Map(),
  inFlight: new Set(),
  sends: new Map(),
  movements: [],
  sentPastLife: 0,
  held: "none"
})

/** Adds a payment to the books. */
export const add = ({ byReference, payments }: Books, payment: FakePayment): void => {
  payments.set(payment.id, payment)
  const { reference = "" } = payment
  byReference.set(reference, [...(byReference.get(reference) ?? []), payment])
}

const sum = (payment: FakePayment, type: FakeAction["type"], counts: (action: FakeAction) => boolean): number =>
  payment.actions.reduce((all, action) => (action.type === type && counts(action) ? all + action.amount : all), 0)

const isDone = ({ approved }: FakeAction): boolean => approved === true

/** An action that is not decided yet has its amount reserved. */
const isTaken = ({ approved }: FakeAction): boolean => approved !== false

export const authorizationOf = ({ actions }: FakePayment): FakeAction | undefined =>
  actions.find(({ type }) => type === "Authorization" || type === "Card Verification")

/** What was authorized, moved, and is left. Unit: the vendor's. */
export const balancesOf = (payment: FakePayment) => {
  const authorized = sum(payment, "Authorization", isDone)
  const left = authorized - sum(payment, "Capture", isTaken) - sum(payment, "Void", isTaken)
  const captured = sum(payment, "Capture", isDone)
  return {
    total_authorized: authorized,
    total_voided: sum(payment, "Void", isDone),
    available_to_void: left,
    total_captured: captured,
    available_to_capture: left,
    total_refunded: sum(payment, "Refund", isDone),
    available_to_refund: captured - sum(payment, "Refund", isTaken)
  }
}

const movementKind = (payment: FakePayment, action: FakeAction): Movement["kind"] | undefined => {
  switch (action.type) {
    case "Authorization":
      return payment.isCaptured ? "payment" : "authorization"
    case "Capture":
      // What was captured by itself is the payment, which is booked already.
      return payment.isCaptured ? undefined : "capture"
    case "Void":
      return "void"
    case "Refund":
      return "refund"
    case "Card Verification":
      return undefined
  }
}

/** Writes down what an approved action has moved. */
export const book = (books: Books, payment: FakePayment, action: FakeAction): void => {
  const kind = movementKind(payment, action)
  const amount = fromVendor(action.amount, payment.currency)
  if (action.approved !== true || kind === undefined || amount === undefined) return
  const key = AcquirerKey.make(action.reference ?? payment.reference ?? action.id)
  books.movements.push({ key, kind, amount, currency: payment.currency, at: DateTime.unsafeMake(action.at) })
}

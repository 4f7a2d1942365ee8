/** The books of a bank: orders, refunds and payouts by key, from its own view and by rules of its own. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { Movement, Period } from "@florin/core/money/Movement"
import * as TimeToPay from "@florin/core/transfers/TimeToPay"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type { TransferProgress, TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"

/** What a bank is asked for: plain data, which may travel over a wire. */
export interface BankRequest {
  /** The key that makes it idempotent. */
  readonly key: string
  readonly kind: "payment" | "refund" | "payout"
  /** Unit: minor units. */
  readonly amount: number
  readonly currency: string
  /** The key of the payment that a refund returns. */
  readonly parent?: string | undefined
  /** The merchant's `tracking_id`, where the request carries one. */
  readonly intent?: string | undefined
  /** The last instant at which a payment is in time, whatever the rest. Unit: milliseconds since 1970. */
  readonly payBy?: number | undefined
}

/** Money that has moved. `at`: in milliseconds since 1970. */
export interface Moved {
  readonly amount: number
  readonly at: number
}

export type Rejection = Extract<TransferProgress, { readonly _tag: "Rejected" }>["reason"]

/** What was asked under a key, and what has become of it. */
export interface Account extends BankRequest {
  /** Each time that a customer paid an order, oldest first; what a refund or a payout has moved, at most once. */
  readonly moved: ReadonlyArray<Moved>
  /** Why it will never be paid. */
  readonly rejected: Rejection | undefined
  /** It was rejected because less than its amount was left of the payment. */
  readonly excessive: boolean
}

export interface BankLedger {
  readonly accounts: ReadonlyMap<string, Account>
  /** Opens an account; a key that is known changes nothing. */
  readonly open: (request: BankRequest) => Account
  /**
   * Moves the money of an account. A customer may pay an order again, which is dated no earlier than the time before.
   * Undefined: the books don't allow it, or a refund or payout has moved already.
   */
  readonly pay: (key: string, moved: Moved) => Account | undefined
  /** Rejects what has not moved. Undefined: it has, or it is rejected already. */
  readonly reject: (key: string, why: Rejection) => Account | undefined
}

const lastInTime = (transfer: Transfer): number | undefined => {
  const end = TimeToPay.expiresFrom(transfer)
  return end === null ? undefined : end.epochMillis - 1
}

export const requestOf = (request: TransferRequest): BankRequest => {
  const { amount, currency, key, transfer } = request
  const about = { key, amount, currency, intent: transfer.trackingId }
  switch (request._tag) {
    case "Payment":
      return { ...about, kind: "payment", payBy: lastInTime(transfer) }
    case "Refund":
      return { ...about, kind: "refund", parent: request.parent }
    case "Payout":
      return { ...about, kind: "payout" }
  }
}

/** Whether a request asks for what stands under its key. */
export const asksFor = (request: BankRequest, account: BankRequest): boolean =>
  (["kind", "amount", "currency", "parent"] as const).every((name) => request[name] === account[name])

export const isWaiting = ({ moved, rejected }: Account): boolean => moved.length === 0 && rejected === undefined

const kinds = { payment: "transfer", refund: "refund", payout: "payout" } as const

/** The money that accounts have moved in a period, oldest first. */
export const movedIn = (accounts: Iterable<Account>, { from, to }: Period): ReadonlyArray<Movement> =>
  Array.from(accounts)
    .flatMap(({ currency, key, kind, moved }) =>
      moved.map(({ amount, at }) => ({
        key: AcquirerKey.make(key),
        kind: kinds[kind],
        amount: Amount.make(amount),
        currency: currency as Currency,
        at: DateTime.unsafeMake(at)
      }))
    )
    .filter(({ at }) => DateTime.greaterThanOrEqualTo(at, from) && DateTime.lessThan(at, to))
    .sort((one, other) => one.at.epochMillis - other.at.epochMillis)

/** Empty books. */
export const make = (): BankLedger => {
  const accounts = new Map<string, Account>()

  const refunded = (key: string): number => {
    let sum = 0
    for (const { amount, kind, moved, parent, rejected } of accounts.values()) {
      if (kind === "refund" && parent === key && rejected === undefined) sum += moved[0]?.amount ?? amount
    }
    return sum
  }

  const judged = ({ amount, kind, parent = "" }: BankRequest): Pick<Account, "rejected" | "excessive"> => {
    if (kind !== "refund") return { rejected: undefined, excessive: false }
    const moved = accounts.get(parent)?.moved ?? []
    if (moved.length === 0) return { rejected: "provider", excessive: false }
    // Of a customer who paid twice the gateway may have heard of either payment: the greater is what it may return.
    const paid = Math.max(...moved.map(({ amount }) => amount))
    const excessive = amount > paid - refunded(parent)
    return { rejected: excessive ? "provider" : undefined, excessive }
  }

  const changed = (account: Account, change: Partial<Account>): Account => {
    const next = { ...account, ...change }
    accounts.set(account.key, next)
    return next
  }

  return {
    accounts,
    open: (request) => {
      const known = accounts.get(request.key)
      return known ?? changed({ ...request, moved: [], ...judged(request) }, {})
    },
    pay: (key, moved) => {
      const account = accounts.get(key)
      if (account === undefined || account.rejected !== undefined) return undefined
      const isDone = account.kind !== "payment" && account.moved.length > 0
      if (isDone) return undefined
      const at = Math.max(moved.at, account.moved.at(-1)?.at ?? moved.at)
      return changed(account, { moved: [...account.moved, { ...moved, at }] })
    },
    reject: (key, rejected) => {
      const account = accounts.get(key)
      return account !== undefined && isWaiting(account) ? changed(account, { rejected }) : undefined
    }
  }
}

/** The books of a provider of transfers: what it did, from its own view and by rules of its own. */
import type { TransferMethod } from "@florin/core/transfers/Transfer"
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"

/** What a provider is asked for: plain data, which may travel over a wire. */
export interface Asked {
  /** The key that makes it idempotent. */
  readonly key: string
  readonly kind: "payment" | "refund" | "payout"
  /** Unit: kopecks. */
  readonly amount: number
  readonly currency: string
  /** Of a payment. */
  readonly method?: TransferMethod | undefined
  /** The key of the payment that a refund follows. */
  readonly parent?: string | undefined
  /** The merchant's `tracking_id`, where the request carries one. */
  readonly intent?: string | undefined
}

export type Refusal = "account-funds" | "provider"

/** How a transfer stands. Unit of `at`: milliseconds since 1970. */
export type State =
  | { readonly is: "waiting" }
  | { readonly is: "paid"; readonly amount: number; readonly at: number }
  | { readonly is: "rejected"; readonly reason: Refusal }

/** What was asked under a key, and how it stands. */
export interface Entry extends Asked {
  readonly state: State
  /** It was refused because less than its amount was left. */
  readonly excessive: boolean
}

/** A movement of money. A customer who pays twice moves it twice. */
export interface Moved extends Pick<Asked, "key" | "kind" | "amount" | "currency" | "parent"> {
  readonly at: number
}

/** What the provider makes of a request that its own rules allow. `pay`: the money moves at once. */
export type Verdict = "wait" | "pay" | Refusal

/** What happens later: a customer pays, a bank completes or refuses. Default: the amount that was asked for. */
export type Event =
  | { readonly happens: "paid"; readonly at: number; readonly amount?: number | undefined }
  | { readonly happens: "refused"; readonly reason: Refusal }

/** What an event has changed. `payments`: how often the money of this key has moved. */
export interface Settled {
  readonly before: Entry
  readonly now: Entry
  readonly payments: number
}

export interface TransferBooks {
  readonly entries: ReadonlyMap<string, Entry>
  /** In the order in which it moved. */
  readonly moved: ReadonlyArray<Moved>
  /** Enters what is asked for and answers its entry; a key that is known changes nothing. */
  readonly enter: (asked: Asked, verdict: Verdict, at: number) => Entry
  /**
   * Enters what happens to a key and answers how its transfer stood before and stands now. A second payment of an order
   * moves money and changes no standing; anything else about a decided transfer changes nothing. Undefined: an unknown
   * key.
   */
  readonly settle: (key: string, event: Event) => Settled | undefined
  /** How much refunds take of the payment under this key: those that wait, and what was paid back. */
  readonly refunded: (key: string) => number
}

export const askedOf = (request: TransferRequest): Asked => {
  const { amount, currency, key, transfer } = request
  const asked = { key, amount, currency, intent: transfer.trackingId }
  switch (request._tag) {
    case "Payment":
      return { ...asked, kind: "payment", method: request.method }
    case "Refund":
      return { ...asked, kind: "refund", parent: request.parent }
    case "Payout":
      return { ...asked, kind: "payout" }
  }
}

/** Whether it asks for what stands under its key. */
export const asksFor = (asked: Asked, entry: Asked): boolean =>
  (["kind", "amount", "currency", "method", "parent"] as const).every((name) => asked[name] === entry[name])

const taken = ({ amount, state }: Entry): number => {
  switch (state.is) {
    case "waiting":
      return amount
    case "paid":
      return state.amount
    case "rejected":
      return 0
  }
}

const rejected = (reason: Refusal): State => ({ is: "rejected", reason })

/** Empty books. */
export const make = (): TransferBooks => {
  const entries = new Map<string, Entry>()
  const moved: Array<Moved> = []

  const refunded = (key: string): number => {
    let sum = 0
    for (const entry of entries.values()) if (entry.parent === key) sum += taken(entry)
    return sum
  }

  const judge = ({ amount, parent }: Asked, verdict: Verdict, at: number): Pick<Entry, "excessive" | "state"> => {
    const payment = parent === undefined ? undefined : entries.get(parent)
    if (parent !== undefined && payment?.state.is !== "paid") return { state: rejected("provider"), excessive: false }
    if (payment?.state.is === "paid" && amount > payment.state.amount - refunded(payment.key)) {
      return { state: rejected("provider"), excessive: true }
    }
    switch (verdict) {
      case "wait":
        return { state: { is: "waiting" }, excessive: false }
      case "pay":
        return { state: { is: "paid", amount, at }, excessive: false }
      case "account-funds":
      case "provider":
        return { state: rejected(verdict), excessive: false }
    }
  }

  const move = ({ currency, key, kind, parent }: Asked, amount: number, at: number): void =>
    void moved.push({ key, kind, amount, currency, parent, at })

  const set = (entry: Entry): Entry => {
    entries.set(entry.key, entry)
    if (entry.state.is === "paid") move(entry, entry.state.amount, entry.state.at)
    return entry
  }

  const settled = (before: Entry, event: Event): Entry => {
    if (before.state.is === "waiting") {
      if (event.happens === "refused") return set({ ...before, state: rejected(event.reason) })
      return set({ ...before, state: { is: "paid", amount: event.amount ?? before.amount, at: event.at } })
    }
    const isSecond = before.kind === "payment" && before.state.is === "paid" && event.happens === "paid"
    if (isSecond) move(before, event.amount ?? before.amount, event.at)
    return before
  }

  return {
    entries,
    moved,
    enter: (asked, verdict, at) => entries.get(asked.key) ?? set({ ...asked, ...judge(asked, verdict, at) }),
    settle: (key, event) => {
      const before = entries.get(key)
      if (before === undefined) return undefined
      const now = settled(before, event)
      return { before, now, payments: moved.filter((one) => one.key === key).length }
    },
    refunded
  }
}

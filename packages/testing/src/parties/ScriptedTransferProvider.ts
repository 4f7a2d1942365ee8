/**
 * A bank that does what a script says: it opens orders, pays out and refunds, at once or later, rejects, loses requests or
 * answers, repeats them, or contradicts itself. What it did stands in books of its own.
 */
import { Amount } from "@florin/core/money/Amount"
import type { TransferReport } from "@florin/core/transfers/ProviderReport"
import {
  type TransferAnswer,
  TransferProgress,
  type TransferProvider,
  type TransferStatus
} from "@florin/core/transfers/TransferProvider"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as BankLedger from "./BankLedger.js"
import * as Travel from "./Travel.js"

/**
 * What becomes of a request on its way there and back, and what the bank makes of it.
 *
 * `verdict`: it `waits`, for its customer or for another bank; its money moves at once (`pays`); or why it is rejected
 */
export interface Manner extends Travel.Way {
  readonly verdict: "waits" | "pays" | BankLedger.Rejection
}

/** Opens orders and works on the others; answers at once. */
export const prompt: Manner = { ...Travel.straight, verdict: "waits" }

/** A request that arrived. `isKnown`: one had arrived under its key before. */
export interface Arrival {
  readonly request: BankLedger.BankRequest
  readonly account: BankLedger.Account
  readonly isKnown: boolean
}

export interface ScriptedTransferProvider {
  readonly ledger: BankLedger.BankLedger
  /** Once begun, a request arrives whether or not its sender still waits. */
  readonly perform: (request: BankLedger.BankRequest, manner: Manner) => Effect.Effect<TransferAnswer>
  readonly status: (key: string, manner: Travel.StatusManner) => Effect.Effect<TransferStatus>
}

export interface Options {
  /** How long a request may be on its way. Unit: milliseconds. Default: 0. */
  readonly inFlightWindow?: number
  /** The bank's clock. Unit: milliseconds since 1970. Default: that of the program. */
  readonly now?: Effect.Effect<number>
  /** Its answers carry its time. Default: `true`. */
  readonly tellsTime?: boolean
  /** Called with each request that arrives, before it is answered. */
  readonly arrived?: (arrival: Arrival) => void
}

// Two payments of one order have two ids.
const reportOf = (key: string, number = 0): TransferReport => ({ refId: `${key}/${number}`, message: null })

/** An order as a customer is shown it. */
const orderOf = (key: string) => ({
  payload: `https://bank.example/${key}`,
  account: "+79005553535",
  mark: key.slice(-8),
  bank: "A bank"
})

/** A payment of an order, by its number, or what a refund or payout has moved; undefined if there is none. */
export const paymentOf = ({ key, moved }: BankLedger.Account, number = 0): TransferProgress | undefined => {
  const paid = moved[number]
  if (paid === undefined) return undefined
  const { amount, at } = paid
  return TransferProgress.Paid({
    report: reportOf(key, number),
    amount: Amount.make(amount),
    paidAt: DateTime.unsafeMake(at)
  })
}

/** How an account stands, and at which instant of the bank's clock. Unit: milliseconds since 1970. */
export const progressOf = (account: BankLedger.Account, at?: number): TransferProgress => {
  const { key, kind, rejected } = account
  const paid = paymentOf(account)
  if (paid !== undefined) return paid
  const report = reportOf(key)
  if (rejected !== undefined) return TransferProgress.Rejected({ report, reason: rejected })
  return TransferProgress.Waiting({
    report,
    order: kind === "payment" ? orderOf(key) : null,
    ...(at === undefined ? {} : { asOf: DateTime.unsafeMake(at) })
  })
}

/** The contrary of what is so; of what is not decided too, at that instant. */
export const contraryOf = (
  { amount, key }: BankLedger.BankRequest,
  reply: { readonly _tag: string },
  at: number
): TransferProgress =>
  reply._tag === "Paid"
    ? TransferProgress.Rejected({ report: reportOf(key), reason: "provider" })
    : TransferProgress.Paid({ report: reportOf(key), amount: Amount.make(amount), paidAt: DateTime.unsafeMake(at) })

/** The key belongs to another request. */
const anotherRequest = (key: string) => TransferProgress.Rejected({ report: reportOf(key), reason: "provider" })

export const make = (options: Options = {}): ScriptedTransferProvider => {
  const { arrived = () => undefined, inFlightWindow = 0, now = Clock.currentTimeMillis, tellsTime = true } = options
  const ledger = BankLedger.make()
  const reply = (account: BankLedger.Account, at: number): TransferProgress =>
    tellsTime ? progressOf(account, at) : progressOf(account)

  const judge = (account: BankLedger.Account, verdict: Manner["verdict"], at: number): BankLedger.Account => {
    const { amount, key } = account
    if (verdict === "waits") return account
    return (verdict === "pays" ? ledger.pay(key, { amount, at }) : ledger.reject(key, verdict)) ?? account
  }

  const arrive = (request: BankLedger.BankRequest, { verdict }: Manner) =>
    Effect.map(now, (at) => {
      const isKnown = ledger.accounts.has(request.key)
      const opened = ledger.open(request)
      const account = isKnown ? opened : judge(opened, verdict, at)
      arrived({ request, account, isKnown })
      return BankLedger.asksFor(request, account) ? reply(account, at) : anotherRequest(request.key)
    })

  return {
    ledger,
    perform: (request, manner) =>
      Effect.flatMap(now, (at) => {
        const contrary = (reply: TransferAnswer) => contraryOf(request, reply, at)
        return Travel.send<TransferAnswer>({ arrive: arrive(request, manner), contrary, inFlightWindow }, manner)
      }),
    status: (key, manner) =>
      Effect.flatMap(now, (at) =>
        Travel.tell<TransferStatus>(manner, () => {
          const account = ledger.accounts.get(key)
          return account === undefined ? { _tag: "NotFound" } : reply(account, at)
        })
      )
  }
}

/** How a gateway reaches it: the script is asked anew for each request and each question. */
export const service = (
  bank: ScriptedTransferProvider,
  {
    gatewayId = 1,
    manner = () => prompt,
    name = "scripted bank",
    simulated = false,
    statusManner = () => Travel.truthful
  }: {
    readonly gatewayId?: number
    readonly name?: string
    readonly simulated?: boolean
    readonly manner?: (request: BankLedger.BankRequest) => Manner
    readonly statusManner?: (key: string) => Travel.StatusManner
  } = {}
): TransferProvider => ({
  gatewayId,
  name,
  simulated,
  perform: (request) =>
    Effect.suspend(() => {
      const requested = BankLedger.requestOf(request)
      return bank.perform(requested, manner(requested))
    }),
  status: (key) => Effect.suspend(() => bank.status(key, statusManner(key))),
  movements: (period) => Effect.sync(() => BankLedger.movedIn(bank.ledger.accounts.values(), period))
})

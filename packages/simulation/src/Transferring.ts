/** What customers, other banks and the operator do about bank transfers, and what the bank tells of it. */
import type { AcquirerKey, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Operator } from "@florin/core/operator/Operator"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import type { TransferProgress } from "@florin/core/transfers/TransferProvider"
import { type Account, isWaiting } from "@florin/testing/parties/BankLedger"
import type { Random } from "@florin/testing/parties/Random"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { asking } from "./Asking.js"
import { type TransferRow, transfersOf } from "./Mirror.js"
import type { Simulation } from "./Simulation.js"

const [second, minute, hour] = [1000, 60_000, 3_600_000] as const

/** How the bank tells of what has happened. */
const tellings = { once: 5, twice: 2, later: 2, never: 2 }

/** How long customers and other banks take. Unit: milliseconds. */
const delays = [0, 5, 700, 5000, 40_000]

/** Before, at and after the last instant in time. Unit: milliseconds. */
const besides = [-1, 0, 1, 2]

/** What the bank tells of its accounts. */
const telling = (simulation: Simulation, random: Random) => {
  const { bank, labelOf, mirror, timeline } = simulation
  const ask = asking(simulation, random)
  const progressOf = (account: Account) => ScriptedTransferProvider.progressOf(account, timeline.now())

  /** Has a process hear of a standing, again and again until one has taken it. One that dies has taken it, for the bank. */
  const report = (key: string, progress: TransferProgress): void => {
    const reported = Effect.flatMap(TransferReports, (_) => _.report(bank.gatewayId, key as AcquirerKey, progress))
    ask(bank.name, `reports ${labelOf(key)} as ${progress._tag}`, reported, (exit) => {
      if (Exit.isFailure(exit)) timeline.at(timeline.now() + 10 * second, () => report(key, progress))
    })
  }

  return {
    /** Tells of what has happened: at once, to two processes, later, or not at all. */
    tell: (account: Account): void => {
      const { key, moved } = account
      const progress = ScriptedTransferProvider.paymentOf(account, moved.length - 1) ?? progressOf(account)
      const how = random.weighted(tellings)
      if (how === "once" || how === "twice") report(key, progress)
      if (how === "twice") report(key, progress)
      if (how === "later")
        timeline.at(timeline.now() + random.pick([second, minute, hour]), () => report(key, progress))
    },
    /** Tells once more how a transfer stands, or stood; of what is final also the contrary. */
    repeat: (account: Account): void => {
      const { key, moved } = account
      const isReported = mirror.transactions.get(key)?.status === "successful" && moved.length > 0
      const now = progressOf(account)
      const says = random.weighted({ stands: 3, stood: 1, contrary: isReported ? 1 : 0 })
      const standings = {
        stands: () => now,
        stood: () => progressOf({ ...account, moved: [], rejected: undefined }),
        contrary: () => ScriptedTransferProvider.contraryOf(account, now, timeline.now())
      }
      report(key, standings[says]())
    },
    /** The bank's statement: what was rejected and every movement is told once more. */
    state: (): void => {
      for (const account of bank.ledger.accounts.values()) {
        if (account.rejected !== undefined) report(account.key, progressOf(account))
        for (const number of account.moved.keys())
          report(account.key, ScriptedTransferProvider.paymentOf(account, number)!)
      }
    }
  }
}

/** What merchants and the operator ask about transfers that are there. */
const deciding = (simulation: Simulation, random: Random) => {
  const { bank, fail, labelOf, mirror, plan } = simulation
  const ask = asking(simulation, random)
  return {
    confirm: ({ shop, uid }: TransferRow): void => {
      const own = plan.shops.find(({ id }) => id === shop)!
      const request = { skipDuplicateCheck: random.chance(0.5) }
      const confirmed = Effect.flatMap(Transfers, (_) => _.confirm(own, uid as TransactionUid, request))
      ask("merchant", `confirms ${labelOf(uid)}`, confirmed, (exit) => {
        const isPaid = Exit.isSuccess(exit) && exit.value.status === "successful"
        if (isPaid && mirror.transactions.get(uid)?.status !== "successful")
          fail(7, `${labelOf(uid)} was confirmed, and is not successful`)
      })
    },
    /** An operator goes by the bank's books. */
    correct: ({ uid }: TransferRow): void => {
      const correction = {
        ...{ status: "successful" as const, amount: Amount.make(bank.ledger.accounts.get(uid)!.moved[0]!.amount) },
        ...{ by: "operator", reason: "The bank has it" }
      }
      const corrected = Effect.flatMap(Operator, (_) => _.correct(uid as TransactionUid, correction))
      ask("operator", `corrects ${labelOf(uid)}`, corrected)
    }
  }
}

export const make = (simulation: Simulation, random: Random) => {
  const { bank, labelOf, mirror, timeline, trace } = simulation
  const { accounts, pay, reject } = bank.ledger
  const { repeat, state, tell } = telling(simulation, random)
  const { confirm, correct } = deciding(simulation, random)
  /** Whether something is to happen to an account. */
  const planned = new Map<string, boolean>()
  let isClosed = false

  const one = <A>(all: ReadonlyArray<A>, act: (one: A) => void): void => {
    if (all.length > 0) act(random.pick(all))
  }

  /** Customers pay what they have been shown, and nobody pays what an operator has decided. */
  const isOpen = ({ key, kind }: Account): boolean => {
    const row = transfersOf(mirror).find(({ uid }) => uid === key)
    return kind !== "payment" || (row?.document.order != null && row.document.manuallyCorrectedAt === null)
  }

  /** The money of an account moves, or never will. A payment may be dated later, and be the second one. */
  const happen = (key: string): void => {
    const account = accounts.get(key)!
    if (isClosed || !isOpen(account)) return
    const { amount, kind } = account
    const moves = random.chance(0.85)
    const less = kind !== "refund" && random.chance(0.2) ? 100 : 0
    const at = timeline.now() + (kind === "payment" && random.chance(0.1) ? 20 * minute : 0)
    const next = moves ? pay(key, { amount: amount - less, at }) : reject(key, "account-funds")
    if (next === undefined) return
    trace.add(bank.name, `${moves ? "moves" : "refuses"} ${labelOf(key)}`)
    tell(next)
  }

  const hasMoved = ({ status, uid }: TransferRow): boolean =>
    status !== "successful" && (accounts.get(uid)?.moved.length ?? 0) > 0

  return {
    bank: () => one(Array.from(accounts.values()).slice(-6), random.chance(0.3) ? ({ key }) => happen(key) : repeat),
    confirm: () =>
      one(
        transfersOf(mirror)
          .filter(({ document }) => document.type === "payment")
          .slice(-6),
        confirm
      ),
    operator: () => one(transfersOf(mirror).filter(hasMoved), correct),
    /** What waits at the bank has its time: soon, or about when the time to pay is over. Some wait for ever. */
    plan: (): void => {
      for (const { key, payBy } of accounts.values()) {
        if (planned.has(key)) continue
        const isComing = random.chance(0.85)
        planned.set(key, isComing)
        if (!isComing) continue
        const isLast = payBy !== undefined && random.chance(0.3)
        const at = isLast ? payBy + random.pick(besides) : timeline.now() + random.pick(delays)
        timeline.at(Math.max(timeline.now(), at), () => {
          planned.set(key, false)
          happen(key)
        })
      }
    },
    /** What waits for ever has its end. */
    settle: (): void => {
      for (const account of accounts.values()) {
        if (!isWaiting(account) || planned.get(account.key) === true) continue
        if (account.kind === "payment") reject(account.key, "provider")
        else pay(account.key, { amount: account.amount, at: timeline.now() })
      }
    },
    state,
    /** The last statement: what moved after it would be told to nobody before the books are compared. */
    close: (): void => {
      isClosed = true
      state()
    }
  }
}

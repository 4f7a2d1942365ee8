// Providers of transfers that each break one promise of the contract.
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Movement, Period } from "@florin/core/money/Movement"
import { noReport, type Order } from "@florin/core/transfers/ProviderReport"
import {
  type TransferAnswer,
  TransferProgress,
  type TransferProvider,
  type TransferRequest,
  type TransferStatus
} from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

export type Sabotage = (provider: TransferProvider) => TransferProvider

/** Each with checks that notice it. */
export type Saboteurs = ReadonlyArray<{
  readonly name: string
  readonly of: Sabotage
  readonly noticed: ReadonlyArray<string>
}>

type Perform = TransferProvider["perform"]

const says =
  (other: (answer: TransferAnswer, request: TransferRequest) => TransferAnswer): Sabotage =>
  (provider) => ({
    ...provider,
    perform: (request) => Effect.map(provider.perform(request), (answer) => other(answer, request))
  })

const does =
  (make: () => (perform: Perform, request: TransferRequest) => ReturnType<Perform>): Sabotage =>
  (provider) => {
    const perform = make()
    return { ...provider, perform: (request) => Effect.suspend(() => perform(provider.perform, request)) }
  }

const knows =
  (other: (status: TransferStatus, key: AcquirerKey) => TransferStatus): Sabotage =>
  (provider) => ({
    ...provider,
    status: (key) => Effect.map(provider.status(key), (status) => other(status, key))
  })

/** What is said of standings, in answers and by key. */
const tells = (other: (progress: TransferAnswer | TransferStatus) => TransferProgress): Sabotage => {
  const reported = <Reply extends TransferAnswer | TransferStatus>(reply: Reply) =>
    reply._tag === "Waiting" || reply._tag === "Paid" || reply._tag === "Rejected" ? other(reply) : reply
  return (provider) => knows(reported as never)(says(reported as never)(provider))
}

const lists =
  (
    other: (listed: (period: Period) => Effect.Effect<ReadonlyArray<Movement>, unknown>, period: Period) => unknown
  ): Sabotage =>
  (provider) => ({
    ...provider,
    movements: (period) => other((requested) => provider.movements!(requested), period) as never
  })

const withOrder = (change: (order: Order) => Order): Sabotage =>
  tells((reply) =>
    reply._tag === "Waiting" && reply.order !== null
      ? { ...reply, order: change(reply.order) }
      : (reply as TransferProgress)
  )

const waiting = TransferProgress.Waiting({ report: noReport, order: null })
const rejected = TransferProgress.Rejected({ report: noReport, reason: "provider" })
const as = (request: TransferRequest, key: string): TransferRequest => ({ ...request, key: key as AcquirerKey })

const once = "answers the same to the same key, says so by key and moves money once"
const refusedOnce = "refuses the same key again for the same reason, says so by key and moves nothing"
const atOnce = "gives twenty equal requests at once one answer, and does it once"
const afterwards = "answers what is repeated after it was paid as at first or as it stands, and moves nothing"
const another = "does not do another request under a key it knows"
const intents = "does two equal requests under two keys twice, one right after the other and both at once"
const again = [0, 3, 15].map(
  (wait) => `does once what is sent again after its answer was not awaited for longer than ${wait} ms`
)
const lost = "gives no answer to a request that was lost, has not found it, and does it when it is sent again"
const late = "gives no answer to a request that was answered too late, and the truth by key and when it is sent again"
const neverSeen = "has not found a key it has never seen"

const keys: Saboteurs = [
  {
    name: "sends a new key with each attempt",
    of: does(() => {
      let times = 0
      return (perform, request) => perform(as(request, `${request.key}-${++times}`))
    }),
    noticed: [once, atOnce, afterwards, refusedOnce]
  },
  {
    name: "takes a known key for a refusal",
    of: does(() => {
      const known = new Set<AcquirerKey>()
      return (perform, request) => {
        if (known.has(request.key)) return Effect.succeed(rejected)
        known.add(request.key)
        return perform(request)
      }
    }),
    noticed: [once, refusedOnce, atOnce, lost, late]
  },
  {
    name: "takes equal requests for one",
    of: does(() => {
      const known = new Map<string, AcquirerKey>()
      return (perform, request) => {
        const like = `${request._tag} ${request.amount} ${request._tag === "Refund" ? request.parent : ""}`
        if (!known.has(like)) known.set(like, request.key)
        return perform(as(request, known.get(like) ?? request.key))
      }
    }),
    noticed: [intents]
  },
  {
    name: "does another request under a known key",
    of: does(() => {
      const known = new Map<AcquirerKey, number>()
      return (perform, request) => {
        const { amount, key } = request
        if (!known.has(key)) known.set(key, amount)
        return perform(known.get(key) === amount ? request : as(request, `${key}-${amount}`))
      }
    }),
    noticed: [another]
  },
  {
    name: "takes another request under a known key for the first one",
    of: does(() => {
      const known = new Map<AcquirerKey, TransferRequest>()
      return (perform, request) => {
        if (!known.has(request.key)) known.set(request.key, request)
        return perform(known.get(request.key) ?? request)
      }
    }),
    noticed: [another]
  },
  {
    name: "holds a key whose caller has gone",
    of: does(() => {
      const held = new Set<AcquirerKey>()
      return (perform, request) => {
        if (held.has(request.key)) return Effect.succeed({ _tag: "NoAnswer" } as const)
        held.add(request.key)
        return Effect.sleep(50).pipe(
          Effect.zipRight(perform(request)),
          Effect.tap(() => held.delete(request.key))
        )
      }
    }),
    noticed: again
  }
]

const unknown: Saboteurs = [
  {
    name: "takes a missing answer for a refusal",
    of: says((answer) => (answer._tag === "NoAnswer" ? rejected : answer)),
    noticed: [lost, late]
  },
  {
    name: "takes a missing answer for not sent",
    of: says((answer) => (answer._tag === "NoAnswer" ? { _tag: "NotSent" } : answer)),
    noticed: [lost, late]
  },
  {
    name: "takes an unreadable status for never seen",
    of: knows(() => ({ _tag: "NotFound" })),
    noticed: [once, refusedOnce, late]
  },
  {
    name: "takes never seen for a refusal",
    of: knows((status) => (status._tag === "NotFound" ? rejected : status)),
    noticed: [neverSeen, lost]
  },
  {
    name: "takes never seen for waiting",
    of: knows((status) => (status._tag === "NotFound" ? waiting : status)),
    noticed: [neverSeen, lost]
  }
]

const link = "opens an sbp order with a link, and every order with another one"
const phone = "opens an sbp_data order with a phone number, and every order with another one or another mark"
const waits = "waits with its order until the customer pays, and is paid from then on"
const paidAmount = "says what the customer has paid, not what was asked for"
const asOf = "dates what it says of a waiting order, if at all, by its present time"
const dated = "dates a payment once, near the time at which it was made"
const paidOut = "pays out what the bank says, not what was asked for"
const bankRefused = "says that a bank has refused a payout or a refund, from then on"

const standings: Saboteurs = [
  {
    name: "opens orders that nobody can pay",
    of: withOrder(() => ({ payload: null, account: null, mark: null, bank: null })),
    noticed: [link, phone]
  },
  {
    name: "opens all orders with one link and one account",
    of: withOrder((order) =>
      order.payload === null
        ? { ...order, account: "+70000000000", mark: null }
        : { ...order, payload: "https://qr.example/1" }
    ),
    noticed: [link, phone]
  },
  {
    name: "forgets the order once it has been opened",
    of: knows((status) => (status._tag === "Waiting" ? { ...status, order: null } : status)),
    noticed: [waits, once]
  },
  {
    name: "says that an order is paid once it is opened",
    of: knows((status) =>
      status._tag === "Waiting"
        ? TransferProgress.Paid({
            report: noReport,
            amount: 100_000 as Amount,
            paidAt: DateTime.unsafeMake(Date.now())
          })
        : status
    ),
    noticed: [waits, once]
  },
  {
    name: "says what was asked for, not what has moved",
    of: (provider) => {
      const requested = new Map<AcquirerKey, Amount>()
      return {
        ...provider,
        perform: (request) => {
          requested.set(request.key, request.amount)
          return provider.perform(request)
        },
        status: (key) =>
          Effect.map(provider.status(key), (status) =>
            status._tag === "Paid" ? { ...status, amount: requested.get(key) ?? status.amount } : status
          )
      }
    },
    noticed: [paidAmount, paidOut]
  },
  {
    name: "dates a payment by the time at which it is asked",
    of: (provider) => ({
      ...provider,
      status: (key) =>
        Effect.zipWith(provider.status(key), DateTime.now, (status, now) =>
          status._tag === "Paid" ? { ...status, paidAt: now } : status
        )
    }),
    noticed: [dated]
  },
  {
    name: "takes seconds of a date for milliseconds",
    of: tells((reply) =>
      reply._tag === "Paid"
        ? { ...reply, paidAt: DateTime.unsafeMake(Math.floor(reply.paidAt.epochMillis / 1000)) }
        : (reply as TransferProgress)
    ),
    noticed: [dated]
  },
  {
    name: "dates what it says by a clock that is an hour ahead",
    of: knows((status) =>
      status._tag === "Waiting" && status.asOf !== undefined
        ? { ...status, asOf: DateTime.add(status.asOf, { hours: 1 }) }
        : status
    ),
    noticed: [asOf]
  },
  {
    name: "takes a bank's refusal for waiting",
    of: knows((status) => (status._tag === "Rejected" ? waiting : status)),
    noticed: [bankRefused, refusedOnce]
  }
]

const all = "refunds all that was paid"
const most = "refunds no more than was paid"
const parts = "refunds in parts up to what was paid"
const lessPaid = "refunds no more than the customer has paid of an order"
const twenty = "lets twenty different refunds at once take no more than was paid"
const anew = "refunds anew what a bank has not refunded"
const unpaid = ["does not refund what is not paid yet", "does not refund what it has refused"]
const unknownParent = "does not refund what it does not know"

const isRefund = ({ _tag }: TransferRequest) => _tag === "Refund"

/** Decides about refunds by a sum of its own. */
const summing = (judge: (taken: number, amount: number) => boolean) =>
  does(() => {
    const taken = new Map<AcquirerKey, number>()
    return (perform, request) => {
      if (request._tag !== "Refund") return perform(request)
      const before = taken.get(request.parent) ?? 0
      if (!judge(before, request.amount)) return Effect.succeed(rejected)
      taken.set(request.parent, before + request.amount)
      return perform(request)
    }
  })

const money: Saboteurs = [
  {
    name: "accepts every refund",
    of: says((answer, request) => (isRefund(request) ? waiting : answer)),
    noticed: [most, parts, lessPaid, twenty, ...unpaid, unknownParent]
  },
  {
    name: "refuses every refund",
    of: says((answer, request) => (isRefund(request) ? rejected : answer)),
    noticed: [all, parts, lessPaid, twenty, anew, once, intents]
  },
  {
    name: "counts refunds that were refused",
    of: summing((taken, amount) => taken + amount <= 100_000),
    noticed: [anew]
  },
  {
    name: "looks at what is left, and takes it later",
    of: does(() => {
      const left = new Map<AcquirerKey, number>()
      return (perform, request) => {
        if (request._tag !== "Refund") return perform(request)
        const before = left.get(request.parent) ?? 100_000
        if (before < request.amount) return Effect.succeed(rejected)
        return Effect.yieldNow().pipe(
          Effect.zipRight(Effect.sync(() => left.set(request.parent, before - request.amount))),
          Effect.as(waiting)
        )
      }
    }),
    noticed: [twenty]
  }
]

const accepted = "says only what the gateway accepts"
const identified = "has a gateway id and a name"
const banks = "knows the bank that it pays out to, and pays out to none that it does not know"
const listed = "lists what has moved as its status says, oldest first, and nothing else"
const bounds = "lists a period from its first instant on, without its last"

const day = { days: 1 }

const manners: Saboteurs = [
  { name: "has no name", of: (provider) => ({ ...provider, name: "" }), noticed: [identified] },
  { name: "has no id", of: (provider) => ({ ...provider, gatewayId: 0 }), noticed: [identified] },
  {
    name: "says more in an order than fits",
    of: withOrder((order) => ({ ...order, mark: "a".repeat(2049) })),
    noticed: [accepted]
  },
  {
    name: "says control characters in an order",
    of: withOrder((order) => ({ ...order, bank: "Bank\n" })),
    noticed: [accepted]
  },
  {
    name: "leaves a member out",
    of: tells((reply) => ({ ...(reply as TransferProgress), report: { refId: "1" } as never })),
    noticed: [accepted]
  },
  {
    name: "knows every bank",
    of: (provider) => ({ ...provider, knowsBank: () => true }),
    noticed: [banks]
  },
  {
    name: "knows no bank",
    of: (provider) => ({ ...provider, knowsBank: () => false }),
    noticed: [banks]
  },
  {
    name: "pays out to any bank",
    of: does(
      () => (perform, request) =>
        perform(request._tag === "Payout" ? { ...request, bankCode: "100000000004" } : request)
    ),
    noticed: [banks]
  },
  { name: "lists nothing", of: lists(() => Effect.succeed([])), noticed: [listed, bounds, once] },
  {
    name: "lists what moved twice",
    of: lists((real, period) => Effect.map(real(period), (found) => [...found, ...found])),
    noticed: [listed, bounds, once, ...again]
  },
  {
    name: "lists the newest first",
    of: lists((real, period) => Effect.map(real(period), (found) => [...found].reverse())),
    noticed: [listed]
  },
  {
    name: "lists its last instant too",
    of: lists((real, { from, to }) => real({ from, to: DateTime.add(to, { millis: 1 }) })),
    noticed: [bounds]
  },
  {
    name: "lists from the instant after its first",
    of: lists((real, { from, to }) => real({ from: DateTime.add(from, { millis: 1 }), to })),
    noticed: [bounds]
  },
  {
    name: "lists whole days",
    of: lists((real, { from, to }) => real({ from: DateTime.subtract(from, day), to: DateTime.add(to, day) })),
    noticed: [bounds]
  },
  {
    name: "lists requests before they are paid",
    of: (provider) => {
      const seen: Array<Movement> = []
      return {
        ...provider,
        perform: (request) =>
          Effect.tap(provider.perform(request), () =>
            Effect.map(DateTime.now, (at) => seen.push({ ...request, kind: "transfer", at }))
          ),
        movements: (period) =>
          Effect.map(provider.movements!(period), (found) => [
            ...found,
            ...seen.filter(({ key }) => !found.some((one) => one.key === key))
          ])
      }
    },
    noticed: [listed, refusedOnce, lost, unknownParent]
  }
]

const isOdd: Readonly<Record<string, (request: TransferRequest) => boolean>> = {
  "with a description in another script": ({ transfer }) => /[^ -~]/.test(transfer.description ?? ""),
  "with the largest amount": ({ amount }) => amount === (Number.MAX_SAFE_INTEGER as Amount),
  "with the smallest amount": ({ _tag, amount }) => _tag === "Payment" && amount === (1 as Amount),
  "to pay out to an account that is none": (request) => request._tag === "Payout" && request.account === "0",
  "to pay out to a bank that is none": (request) => request._tag === "Payout" && request.bankCode === "no such bank",
  "to refund what it does not know": (request) => request._tag === "Refund"
}

const deaths: Saboteurs = Object.entries(isOdd).map(([name, isIt]) => ({
  name: `dies when asked ${name}`,
  of: does(() => (perform, request) => (isIt(request) ? Effect.die(name) : perform(request))),
  noticed: [`neither fails nor dies when asked ${name}`]
}))

export const saboteurs: Saboteurs = [...keys, ...unknown, ...standings, ...money, ...manners, ...deaths]

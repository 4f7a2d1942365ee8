/**
 * A provider of transfers that does what a script says: it accepts, refuses, loses requests or answers, repeats them,
 * contradicts itself, and tells by itself what happens: late, twice, out of order, or after all was decided. What it did
 * stands in books of its own.
 */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { ListMovements, MovementKind } from "@florin/core/reconciliation/Movement"
import type { Order } from "@florin/core/transfers/Transfer"
import {
  type TransferAnswer,
  type TransferProvider,
  TransferStanding,
  type TransferStatus
} from "@florin/core/transfers/TransferProvider"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { broken, send, silence } from "./internal/ways.js"
import * as TransferBooks from "./TransferBooks.js"

/**
 * What becomes of a request on its way there and back. Times are in milliseconds.
 *
 * - `way`: the connector knows that nothing was sent (`never-sent`); it was sent and never arrives (`lost`); it arrives
 *   `once`, or `twice`, the second time at the end of the window
 * - `before`: from sending until it arrives, `after`: from then until the answer
 * - `answer`: it `comes`; none does, which is known then (`no-answer`) or as soon as the request is sent (`cut`); nothing
 *   is ever heard (`hangs`); the connector throws (`breaks`); the answer is the contrary of what the books say (`lies`),
 *   or none that the port knows (`garbage`)
 */
export interface Manner {
  readonly way: "never-sent" | "lost" | "once" | "twice"
  readonly before: number
  readonly verdict: TransferBooks.Verdict
  readonly answer: "comes" | "no-answer" | "cut" | "hangs" | "breaks" | "lies" | "garbage"
  readonly after: number
}

/** How a question about a key is answered, after so many milliseconds. It is decided when the question comes. */
export interface StatusManner {
  readonly answer: "truth" | "unknown" | "hangs" | "breaks" | "lies" | "garbage"
  readonly after: number
}

/**
 * What is told of an event without being asked, after so many milliseconds: the `truth` at the event, how it stood
 * `before`, the `contrary`, or something that is no standing (`garbage`).
 */
export interface Telling {
  readonly says: "truth" | "before" | "contrary" | "garbage"
  readonly after: number
}

/** Accepts and answers at once. */
export const prompt: Manner = { way: "once", before: 0, verdict: "wait", answer: "comes", after: 0 }

/** Tells the truth at once. */
export const truthful: StatusManner = { answer: "truth", after: 0 }

/** Tells the truth of an event once and at once. */
export const told: ReadonlyArray<Telling> = [{ says: "truth", after: 0 }]

/** A request that arrived. `isKnown`: one had arrived under its key before. */
export interface Arrival {
  readonly asked: TransferBooks.Asked
  readonly entry: TransferBooks.Entry
  readonly isKnown: boolean
}

/** A report of the provider. `after`: milliseconds after the event. */
export interface Report {
  readonly key: AcquirerKey
  readonly standing: TransferStanding
  readonly after: number
}

export interface ScriptedTransferProvider {
  readonly books: TransferBooks.TransferBooks
  /** Once begun, a request arrives whether or not its sender still waits. */
  readonly perform: (asked: TransferBooks.Asked, manner: Manner) => Effect.Effect<TransferAnswer>
  readonly status: (key: string, manner: StatusManner) => Effect.Effect<TransferStatus>
  /** Lets something happen to a key, and answers the reports of it as they are told; none of a key it does not know. */
  readonly happen: (key: string, event: TransferBooks.Event, telling?: ReadonlyArray<Telling>) => ReadonlyArray<Report>
}

export interface Options {
  /** How long a request may be on its way. Unit: milliseconds. Default: 0. */
  readonly inFlightWindow?: number
  /** Called with each request that arrives, before it is answered. */
  readonly arrived?: (arrival: Arrival) => void
}

const report = (key: string) => ({ refId: `ref-${key}`, message: null })

const orderOf = ({ amount, currency, key, method }: TransferBooks.Entry): Order =>
  method === "sbp_data"
    ? { payload: null, account: "+70000000000", mark: key.slice(-6), bank: "Scripted Bank" }
    : { payload: `https://qr.bank.example/${key}?sum=${amount}&cur=${currency}`, account: null, mark: null, bank: null }

/** How the transfer of an entry stands, as the port says it. */
export const standingOf = (entry: TransferBooks.Entry): TransferStanding => {
  const { key, kind, state } = entry
  switch (state.is) {
    case "waiting":
      return TransferStanding.Waiting({ report: report(key), order: kind === "payment" ? orderOf(entry) : null })
    case "paid": {
      const paidAt = DateTime.unsafeMake(state.at)
      return TransferStanding.Paid({ report: report(key), amount: state.amount as Amount, paidAt })
    }
    case "rejected":
      return TransferStanding.Rejected({ report: report(key), reason: state.reason })
  }
}

const contrary = ({ amount, key, state }: TransferBooks.Entry, now: number): TransferStanding =>
  state.is === "rejected"
    ? TransferStanding.Paid({ report: report(key), amount: amount as Amount, paidAt: DateTime.unsafeMake(now) })
    : TransferStanding.Rejected({ report: report(key), reason: "provider" })

/** The key belongs to another request. */
const anotherRequest = (key: string): TransferStanding =>
  TransferStanding.Rejected({ report: report(key), reason: "provider" })

/** What is no standing: of the wrong form, or with a value that no bank has. */
export const garbage: ReadonlyArray<unknown> = [
  undefined,
  "paid",
  { _tag: "Done" },
  { _tag: "Waiting" },
  { _tag: "Paid", report: report("x"), amount: -1, paidAt: DateTime.unsafeMake(0) },
  { _tag: "Paid", report: report("x"), amount: 1, paidAt: "today" },
  { _tag: "Rejected", report: { refId: 1, message: "x".repeat(300) }, reason: "provider" },
  { _tag: "Rejected", report: report("x"), reason: "unpaid" }
]

/** A key always gets the same piece. */
const garbageOf = (key: string): never =>
  garbage[Array.from(key).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % garbage.length] as never

const noAnswer = { _tag: "NoAnswer" } as const
const notFound = { _tag: "NotFound" } as const

/** What the caller hears; `said` is undefined where the request was lost. */
const heard = (
  { answer: how }: Manner,
  said: TransferAnswer | undefined,
  { entry, key }: { readonly key: string; readonly entry: TransferBooks.Entry | undefined }
): Effect.Effect<TransferAnswer> => {
  switch (how) {
    case "breaks":
      return broken
    case "hangs":
      return silence
    case "no-answer":
    case "cut":
      return Effect.succeed(noAnswer)
    case "garbage":
      return Effect.succeed(garbageOf(key))
    case "comes":
      return said === undefined ? silence : Effect.succeed(said)
    case "lies":
      return entry === undefined ? silence : Effect.map(Clock.currentTimeMillis, (now) => contrary(entry, now))
  }
}

const answered = (
  { answer }: StatusManner,
  key: string,
  entry: TransferBooks.Entry | undefined
): Effect.Effect<TransferStatus> => {
  switch (answer) {
    case "breaks":
      return broken
    case "hangs":
      return silence
    case "unknown":
      return Effect.succeed({ _tag: "Unknown" } as const)
    case "garbage":
      return Effect.succeed(garbageOf(key))
    case "truth":
      return Effect.succeed(entry === undefined ? notFound : standingOf(entry))
    case "lies":
      return Effect.map(Clock.currentTimeMillis, (now) => (entry === undefined ? notFound : contrary(entry, now)))
  }
}

/** A second payment is told as it was made, with an id of its own, though the first one stands. */
const truthOf = ({ before, now, payments }: TransferBooks.Settled, event: TransferBooks.Event): TransferStanding => {
  const isSecond = event.happens === "paid" && now.kind === "payment" && before.state.is === "paid"
  if (!isSecond) return standingOf(now)
  return TransferStanding.Paid({
    report: report(`${now.key}-${payments}`),
    amount: (event.amount ?? now.amount) as Amount,
    paidAt: DateTime.unsafeMake(event.at)
  })
}

const tellingOf = ({ says }: Telling, settled: TransferBooks.Settled, event: TransferBooks.Event): TransferStanding => {
  const { before, now } = settled
  switch (says) {
    case "truth":
      return truthOf(settled, event)
    case "before":
      return standingOf(before)
    case "contrary":
      return contrary(now, event.happens === "paid" ? event.at : 0)
    case "garbage":
      return garbageOf(now.key)
  }
}

export const make = ({ arrived = () => undefined, inFlightWindow = 0 }: Options = {}): ScriptedTransferProvider => {
  const books = TransferBooks.make()

  const arrive = (asked: TransferBooks.Asked, { verdict }: Manner): Effect.Effect<TransferAnswer> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const isKnown = books.entries.has(asked.key)
      const entry = books.enter(asked, verdict, now)
      arrived({ asked, entry, isKnown })
      return TransferBooks.asksFor(asked, entry) ? standingOf(entry) : anotherRequest(asked.key)
    })

  return {
    books,
    perform: (asked, manner) =>
      send(
        manner,
        {
          arrive: arrive(asked, manner),
          notSent: { _tag: "NotSent" },
          heard: (said) => heard(manner, said, { key: asked.key, entry: books.entries.get(asked.key) })
        },
        inFlightWindow
      ),
    status: (key, manner) =>
      Effect.suspend(() => Effect.delay(answered(manner, key, books.entries.get(key)), manner.after)),
    happen: (key, event, telling = told) => {
      const settled = books.settle(key, event)
      if (settled === undefined) return []
      return telling.map((one) => ({
        key: key as AcquirerKey,
        standing: tellingOf(one, settled, event),
        after: one.after
      }))
    }
  }
}

/** Delivers reports, each at its time; a receiver that fails stops none of the others. */
export const tell = <E, R>(
  reports: ReadonlyArray<Report>,
  receive: (key: AcquirerKey, standing: TransferStanding) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> =>
  Effect.forEach(
    reports,
    ({ after, key, standing }) => Effect.ignoreLogged(Effect.delay(receive(key, standing), after)),
    { concurrency: "unbounded", discard: true }
  )

const kinds: Readonly<Record<TransferBooks.Asked["kind"], MovementKind>> = {
  payment: "transfer",
  refund: "refund",
  payout: "payout"
}

const listing =
  ({ moved }: TransferBooks.TransferBooks): ListMovements =>
  ({ from, to }) =>
    Effect.sync(() =>
      moved
        .filter(({ at }) => at >= from.epochMillis && at < to.epochMillis)
        .sort((left, right) => left.at - right.at)
        .map(({ amount, at, currency, key, kind }) => ({
          key: key as AcquirerKey,
          kind: kinds[kind],
          amount: amount as Amount,
          currency: currency as Currency,
          at: DateTime.unsafeMake(at)
        }))
    )

/** How a gateway reaches it: the script is asked anew for each request and each question. */
export const service = (
  provider: ScriptedTransferProvider,
  {
    gatewayId = 2,
    manner = () => prompt,
    name = "scripted",
    simulated = false,
    statusManner = () => truthful
  }: {
    readonly gatewayId?: number
    readonly name?: string
    readonly simulated?: boolean
    readonly manner?: (asked: TransferBooks.Asked) => Manner
    readonly statusManner?: (key: string) => StatusManner
  } = {}
): TransferProvider & { readonly movements: ListMovements } => ({
  gatewayId,
  name,
  simulated,
  perform: (request) =>
    Effect.suspend(() => {
      const asked = TransferBooks.askedOf(request)
      return provider.perform(asked, manner(asked))
    }),
  status: (key) => Effect.suspend(() => provider.status(key, statusManner(key))),
  movements: listing(provider.books)
})

/** Everything around the processes that are killed: a store, an acquirer, a receiver, a merchant. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { type Entry, type Movement, movedIn } from "@florin/testing/parties/AcquirerLedger"
import { uidOf } from "@florin/testing/parties/Auditor"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Merchant from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import * as Receiver from "@florin/testing/parties/Receiver"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Travel from "@florin/testing/parties/Travel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Bank from "./Bank.js"
import * as Compiled from "./Compiled.js"
import * as Desk from "./Desk.js"
import * as Fakes from "./Fakes.js"
import { credentialsOf, shop } from "./Host.js"
import * as Process from "./Process.js"
import type { Settings, Store } from "./Protocol.js"
import { asker, inFlightWindow, notification, requested } from "./RemoteAcquirer.js"
import type { Visit } from "./Visit.js"
import * as WallClock from "./WallClock.js"

/** How the acquirer treats what it is asked for. */
export type Script = (movement: Movement) => Effect.Effect<ScriptedAcquirer.Manner>

/**
 * When the acquirer tells what became of a request, beside its answer: after so many milliseconds each, perhaps before the
 * answer, perhaps never.
 */
export type Telling = (movement: Movement) => ReadonlyArray<number>

interface AcquirerOptions {
  readonly script: Script
  readonly telling: Telling
  /** Where it tells. */
  readonly host: Effect.Effect<string, unknown>
}

/**
 * The acquirer as a server: it answers for every key it has seen, and may be slow, lose answers or lose requests. What it
 * tells is lost where no process listens.
 */
const acquirerServer = Effect.fnUntraced(function* ({ host, script, telling }: AcquirerOptions) {
  const { ledger, perform, status } = ScriptedAcquirer.make({ inFlightWindow: Duration.toMillis(inFlightWindow) })
  const visits: Array<Visit> = []
  const tellings = yield* FiberSet.make<unknown, unknown>()
  /** Which of the acquirers was asked for a key first. */
  const gateways = new Map<string, string>()
  /** What one of the acquirers has moved in a period, as in `/movements/<from>-<to>`. */
  const moved = (gateway: string, path: string) => {
    const [from = "0", to = "0"] = path.slice("/movements/".length).split("-")
    const period = { from: DateTime.unsafeMake(Number(from)), to: DateTime.unsafeMake(Number(to)) }
    return movedIn(
      [...ledger.entries.values()].filter(({ key }) => gateways.get(key) === gateway),
      period
    )
  }
  /** What it would tell of a key, at the address of its own gateway. */
  const noticeOf = ({ declined, key }: Entry) => {
    const status: AcquirerStatus =
      declined === undefined
        ? { _tag: "Approved", report: noReport }
        : { _tag: "Declined", reason: declined, report: noReport }
    return notification(Number(gateways.get(key) ?? 1), { key: key as AcquirerKey, status })
  }
  const tell = (key: string) =>
    Effect.suspend(() => {
      const entry = ledger.entries.get(key)
      if (entry === undefined) return Effect.void
      const { path, question } = noticeOf(entry)
      const posted = Effect.flatMap(host, (url) => Loopback.ask(`${url}${path}`, question))
      return Effect.ignore(Effect.timeout(posted, "5 seconds"))
    })
  const { url } = yield* Loopback.serve(
    Effect.fnUntraced(function* ({ headers, method, path, ...incoming }) {
      const gateway = String(headers[requested])
      if (path.startsWith("/movements/")) return { status: 200, body: moved(gateway, path) }
      const movement = method === "POST" ? (JSON.parse(incoming.body) as Movement) : undefined
      const key = movement?.key ?? path.slice("/entries/".length)
      const visit: Visit = { key, pid: Number(headers[asker]), at: yield* Clock.currentTimeMillis, until: undefined }
      visits.push(visit)
      if (movement !== undefined && !gateways.has(key)) gateways.set(key, gateway)
      for (const delay of movement === undefined ? [] : telling(movement)) {
        yield* FiberSet.run(tellings, Effect.delay(tell(key), delay))
      }
      const body =
        movement === undefined ? yield* status(key, Travel.truthful) : yield* perform(movement, yield* script(movement))
      visit.until = yield* Clock.currentTimeMillis
      return body._tag === "NoAnswer" ? undefined : { status: 200, body }
    })
  )
  const entries = () => [...ledger.entries.values()]
  return { url, entries, visits: () => visits, tellable: () => entries().map(noticeOf), calm: Effect.void }
})

/**
 * The merchant's receiver of webhooks, which have to be signed, and of verification requests, which all pass. Beside it
 * the mail server: it keeps the ids of mails.
 */
const receiverServer = Effect.gen(function* () {
  const { deliveries, receive } = Receiver.make({ secret: shop.webhookSecret })
  const mails: Array<string> = []
  const { url } = yield* Loopback.serve((incoming) => {
    if (incoming.path === "/mails") {
      mails.push(incoming.body)
      return Effect.succeed({ status: 204 })
    }
    if (incoming.path === "/verification") return Effect.succeed({ status: 200, body: { code: 0 } })
    return incoming.path === "/webhooks" ? receive(incoming) : Effect.succeed({ status: 204 })
  })
  return {
    webhooks: `${url}/webhooks`,
    verification: `${url}/verification`,
    /** Takes webhooks and keeps none of them. */
    elsewhere: `${url}/elsewhere`,
    deliveries,
    mails: () => mails
  }
})

export interface Options {
  /** The file of the program under test. */
  readonly program: string
  /** Default: a SQLite file of its own. */
  readonly store?: Store | undefined
  /** Default: everything is approved and answered at once. */
  readonly script?: Script
  /** Default: it tells nothing by itself. */
  readonly telling?: Telling
  /** Default: it opens orders, pays out and refunds at once. */
  readonly bankScript?: Bank.Script
  /** Another gateway stands between the processes and the acquirer. Default: `false`. */
  readonly isUpstream?: boolean | undefined
  /** A provider stands in the place of the acquirer, and requests to it and what it tells fare like this. */
  readonly provider?: Omit<Fakes.Options, "host"> | undefined
  /** The clocks of all processes leap, and are so many times as fast as time. Default: they run as time does. */
  readonly times?: number | undefined
}

/** In that time every process hears that its clock slows down, or it would be set back. Unit: milliseconds. */
const slowsDownAfter = 3000

export type Environment = Effect.Effect.Success<ReturnType<typeof make>>

/** A directory that goes with the scope. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-crash-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Asks the process that answers at an address; waits for one to be there. */
export const via =
  (host: Effect.Effect<string>): Merchant.Send =>
  (question) =>
    Effect.flatMap(host, (url) => Loopback.ask(`${url}${question.path}`, question))

export const merchantOf = (id: string, host: Effect.Effect<string>, options: Partial<Merchant.Options> = {}) =>
  Merchant.make({ credentials: credentialsOf(id), name: "order", send: via(host), ...options })

/**
 * The ledger behind another gateway, under the keys that its caller gave: those stand before the semicolon of its tracking
 * ids, and what the other gateway took back by itself is a reversal of that.
 */
const translated = (reader: Merchant.Merchant) => {
  const keyOf = Effect.fnUntraced(function* (key: string) {
    const found = yield* reader.read(`/transactions/${uidOf(key)}`)
    const { transaction } = found as { readonly transaction: { readonly tracking_id: string } }
    return `${transaction.tracking_id.split(";", 1)[0]}${key.slice(uidOf(key).length)}`
  })
  return Effect.forEach(
    Effect.fnUntraced(function* ({ intent: _, ...entry }: Entry) {
      const parent = entry.parent === undefined ? undefined : yield* keyOf(entry.parent)
      return { ...entry, key: yield* keyOf(entry.key), parent }
    }),
    { concurrency: 8 }
  )
}

/** The other gateway: one process on a store of its own, which asks the acquirer. */
const otherGateway = Effect.fnUntraced(function* (program: string, settings: Settings) {
  const process = yield* Process.start(program, settings)
  const url = yield* Effect.orDie(process.url)
  return {
    upstream: url.replace("//", `//${credentialsOf(shop.id)}@`),
    translate: translated(merchantOf(shop.id, Effect.succeed(url)))
  }
})

/** Orders wait for their customers; what is refunded or paid out has moved. */
const promptly: Bank.Script = ({ kind }) =>
  Effect.succeed({ ...ScriptedTransferProvider.prompt, verdict: kind === "payment" ? "waits" : "pays" })

export const make = Effect.fnUntraced(function* (options: Options) {
  const { bankScript = promptly, isUpstream = false, program, provider, times } = options
  const { script = () => Effect.succeed(ScriptedAcquirer.prompt), telling = () => [] } = options
  const directory = yield* temporaryDirectory
  const from = yield* Clock.currentTimeMillis
  let pace: WallClock.Pace | undefined = times === undefined ? undefined : { from, times }
  const shown = Effect.map(Clock.currentTimeMillis, (now) => (pace === undefined ? now : WallClock.shown(pace, now)))
  const processes: Array<Process.Process> = []
  // Of those that were started last, one that is gone hears nothing.
  const host = Effect.suspend(() => processes.at(-1)?.url ?? Effect.never)
  const fake = provider && (yield* Fakes.acquirer({ ...provider, host }))
  const acquirer = fake ?? (yield* acquirerServer({ script, telling, host }))
  const bank = yield* Bank.make(bankScript, shown)
  const receiver = yield* receiverServer
  const settingsOf = (name: string, webhooks: string): Settings => ({
    store: { _tag: "Sqlite", filename: join(directory, `${name}.db`) },
    ...{ keys: join(directory, `${name}.json`), acquirers: [acquirer.url, acquirer.url], bank: bank.url, webhooks }
  })
  const other = isUpstream ? yield* otherGateway(program, settingsOf("other", receiver.elsewhere)) : undefined
  const own = settingsOf("florin", receiver.webhooks)
  const store = options.store ?? own.store
  const stands = fake ? { connection: fake.connection } : other && { upstream: other.upstream }
  const settings: Settings = { ...own, store, ...stands }
  return {
    ...{ acquirer, bank, receiver, settings, store, startedAt: from },
    /** From now on nothing goes wrong at a provider, which tells what it has not told. */
    calm: acquirer.calm,
    /** How many requests came under a key that the provider had forgotten. */
    sentPastLife: fake?.sentPastLife ?? Effect.succeed(0),
    /** Whether anything has arrived at a provider under a key, as far as nobody can ask it. */
    hasArrived: fake?.hasArrived ?? (() => Effect.succeed(true)),
    /** What the clocks of the processes and of the bank show. Unit: milliseconds since 1970. */
    shown,
    /** What the operator decides. */
    desk: Desk.make(),
    /** All that were started. */
    processes,
    /** The acquirer's ledger under the keys of the processes. */
    ledger: Effect.suspend(() => other?.translate(acquirer.entries()) ?? Effect.succeed(acquirer.entries())),
    start: (changes: Partial<Settings> = {}, limits?: ReadonlyArray<string>) =>
      Effect.tap(
        Effect.suspend(() => Process.start(program, { ...settings, ...(pace && { pace }), ...changes }, limits)),
        (process) => void processes.push(process)
      ),
    /** Lets the clocks run as time does, from a moment on that comes when all processes there know of it. */
    slowDown: Effect.gen(function* () {
      if (pace === undefined) return
      const slower = { ...pace, until: (yield* Clock.currentTimeMillis) + slowsDownAfter }
      pace = slower
      const reported = Effect.forEach(processes, (_) => Effect.ignore(_.tell({ _tag: "Follow", pace: slower })), {
        concurrency: "unbounded"
      })
      yield* Effect.all([reported, Effect.sleep(slowsDownAfter)], { concurrency: "unbounded" })
    }),
    merchant: (host: Effect.Effect<string>, more?: Partial<Merchant.Options>) => merchantOf(shop.id, host, more)
  }
})

/** Serves one order from its request to its webhook: what Node compiled for that is kept for all later processes. */
const rehearse = Effect.fnUntraced(function* (program: string) {
  const { merchant, receiver, start } = yield* make({ program })
  const process = yield* start()
  yield* merchant(Effect.orDie(process.url)).order("/transactions/payments", Orders.charge(1000))
  yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => receiver.deliveries().length > 0 })
  yield* process.stop
}, Effect.scoped)

/** Compiles the program under test: its file. */
export const program = Compiled.make(Compiled.host, (made) => Effect.orDie(rehearse(made)))

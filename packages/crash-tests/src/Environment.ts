/** Everything around the processes that are killed: a store, an acquirer, a receiver, a merchant. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Entry, Movement } from "@florin/testing/parties/AcquirerLedger"
import { uidOf } from "@florin/testing/parties/Auditor"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Merchant from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import * as Receiver from "@florin/testing/parties/Receiver"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Compiled from "./Compiled.js"
import { credentialsOf, shop } from "./Host.js"
import * as Process from "./Process.js"
import type { Settings, Store } from "./Protocol.js"
import { asker, inFlightWindow } from "./RemoteAcquirer.js"

/** A process asked for a key, or about it. Instants are in milliseconds since 1970. */
export interface Visit {
  readonly key: string
  readonly pid: number
  readonly at: number
  /** When it was answered, or not answered any more. */
  until: number | undefined
}

/** How the acquirer treats what it is asked for. */
export type Script = (movement: Movement) => Effect.Effect<ScriptedAcquirer.Manner>

/** The acquirer as a server: it answers for every key it has seen, and may be slow, lose answers or lose requests. */
const acquirerServer = Effect.fnUntraced(function* (script: Script) {
  const { ledger, perform, status } = ScriptedAcquirer.make({ inFlightWindow: Duration.toMillis(inFlightWindow) })
  const visits: Array<Visit> = []
  const { url } = yield* Loopback.serve(
    Effect.fnUntraced(function* ({ headers, method, path, ...incoming }) {
      const movement = method === "POST" ? (JSON.parse(incoming.body) as Movement) : undefined
      const key = movement?.key ?? path.slice("/entries/".length)
      const visit: Visit = { key, pid: Number(headers[asker]), at: yield* Clock.currentTimeMillis, until: undefined }
      visits.push(visit)
      const body =
        movement === undefined
          ? yield* status(key, ScriptedAcquirer.truthful)
          : yield* perform(movement, yield* script(movement))
      visit.until = yield* Clock.currentTimeMillis
      return body._tag === "NoAnswer" ? undefined : { status: 200, body }
    })
  )
  return { url, entries: () => [...ledger.entries.values()], visits: () => visits }
})

/** The merchant's receiver of webhooks, which have to be signed, and of verification requests, which all pass. */
const receiverServer = Effect.gen(function* () {
  const { deliveries, receive } = Receiver.make({ secret: shop.webhookSecret })
  const { url } = yield* Loopback.serve((incoming) => {
    if (incoming.path === "/verification") return Effect.succeed({ status: 200, body: { code: 0 } })
    return incoming.path === "/webhooks" ? receive(incoming) : Effect.succeed({ status: 204 })
  })
  return {
    webhooks: `${url}/webhooks`,
    verification: `${url}/verification`,
    /** Takes webhooks and keeps none of them. */
    elsewhere: `${url}/elsewhere`,
    deliveries
  }
})

export interface Options {
  readonly program: Process.Program
  /** Default: a SQLite file of its own. */
  readonly store?: Store | undefined
  /** Default: everything is approved and answered at once. */
  readonly script?: Script
  /** Another gateway stands between the processes and the acquirer. Default: `false`. */
  readonly isUpstream?: boolean
}

/** What every campaign is given. The same seed does the same; what is under way then is up to the machine. */
export interface Campaign extends Omit<Options, "script"> {
  readonly seed: string
  /** How many kills, stops or rounds. */
  readonly count: number
  /** How long everything may take to have its outcome in the end. Unit: milliseconds. Default: what is promised. */
  readonly restsWithin?: number
}

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
const otherGateway = Effect.fnUntraced(function* (program: Process.Program, settings: Settings, directory: string) {
  const store = { _tag: "Sqlite", filename: join(directory, "other.db") } as const
  const process = yield* program.start({ ...settings, store, keys: join(directory, "other.json") })
  const url = yield* Effect.orDie(process.url)
  return {
    upstream: url.replace("//", `//${credentialsOf(shop.id)}@`),
    translate: translated(merchantOf(shop.id, Effect.succeed(url)))
  }
})

export const make = Effect.fnUntraced(function* (options: Options) {
  const { isUpstream = false, program, script = () => Effect.succeed(ScriptedAcquirer.prompt) } = options
  const directory = yield* temporaryDirectory
  const acquirer = yield* acquirerServer(script)
  const receiver = yield* receiverServer
  const direct: Settings = {
    store: options.store ?? { _tag: "Sqlite", filename: join(directory, "florin.db") },
    ...{ keys: join(directory, "keys.json"), acquirers: [acquirer.url], webhooks: receiver.webhooks }
  }
  const elsewhere = { ...direct, webhooks: receiver.elsewhere }
  const other = isUpstream ? yield* otherGateway(program, elsewhere, directory) : undefined
  const settings: Settings = other === undefined ? direct : { ...direct, upstream: other.upstream }
  const processes: Array<Process.Process> = []
  return {
    ...{ acquirer, receiver, settings, store: settings.store },
    /** The acquirer's ledger under the keys of the processes. */
    ledger: Effect.suspend(() => other?.translate(acquirer.entries()) ?? Effect.succeed(acquirer.entries())),
    /** When processes had no processor, by their own account. */
    absences: () => processes.flatMap(({ said }) => said.away),
    start: (changes: Partial<Settings> = {}, limits?: ReadonlyArray<string>) =>
      Effect.tap(program.start({ ...settings, ...changes }, limits), (process) => void processes.push(process)),
    merchant: (host: Effect.Effect<string>, more?: Partial<Merchant.Options>) => merchantOf(shop.id, host, more)
  }
})

/** Serves one order from its request to its webhook: what Node compiled for that is kept for all later processes. */
const rehearse = Effect.fnUntraced(function* (file: string) {
  const child = yield* Process.spawned(file)
  const { merchant, receiver, start } = yield* make({ program: { start: child.serve } })
  const process = yield* start()
  yield* merchant(Effect.orDie(process.url)).order("/transactions/payments", Orders.charge(1000))
  yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => receiver.deliveries().length > 0 })
  yield* process.stop
  yield* child.leave
}, Effect.scoped)

/** The program under test, compiled; its processes end with the scope. */
export const program = Compiled.host.pipe(Effect.tap(rehearse), Effect.flatMap(Process.reusing))

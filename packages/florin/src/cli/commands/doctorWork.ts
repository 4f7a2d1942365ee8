/** The work of `florin doctor`: looks at everything that a server with these settings needs. Changes nothing. */
import { existsSync, statfsSync } from "node:fs"
import { dirname } from "node:path"
import { CardStore } from "@florin/core/cards/CardStore"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import * as KeyFile from "@florin/vault/KeyFile"
import { KeyProvider } from "@florin/vault/KeyProvider"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Database } from "../../host/database.js"
import { Found } from "../found.js"
import * as Invocation from "../invocation.js"
import { ahead } from "../server/databaseClock.js"
import * as Parts from "../server/parts.js"
import * as Peers from "../server/peers.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import * as UnknownSettings from "../unknownSettings.js"
import * as Acquirers from "./doctorAcquirers.js"
import * as Fits from "./doctorFits.js"
import * as Rules from "./doctorRules.js"

const unknown = (providers: ReadonlyArray<UnknownSettings.Provider>) =>
  Effect.map(UnknownSettings.lines(providers), Rules.unknown)

/** Settings that can be used are all that is needed to ask the acquirers that they name. */
const settings = Effect.matchEffect(Settings.read, {
  onFailure: ({ lines }) => Effect.map(unknown([]), (more) => [...Rules.settings(lines), ...more]),
  onSuccess: (settings) =>
    Effect.zipWith(unknown(settings.providers), Acquirers.checks(settings), (more, lines) => [
      ...Rules.settings([]),
      ...more,
      ...lines
    ])
})

const nameOf = (database: Database): string =>
  database._tag === "Sqlite" ? `SQLite file ${database.path}` : "PostgreSQL"

/** Farther than any clock is wrong. */
const century = { years: 100 }

/** `key`: the current one of a ring that can be read. */
interface Compared extends Fits.Compared {
  readonly database: Database
  readonly key: string | undefined
}

const books = ({ database, key, ...compared }: Compared) =>
  Effect.gen(function* () {
    const soon = DateTime.add(yield* DateTime.now, { millis: Rules.tolerated.warning })
    const period = { from: soon, to: DateTime.add(soon, century) }
    const later = yield* (yield* TransactionStore).created(period, { limit: 1 })
    const isBehindBooks = later.length > 0
    const misfits = yield* Fits.misfits(compared)
    if (key === undefined) return { isBehindBooks, misfits, wrapped: undefined }
    const cards = yield* (yield* CardStore).countNotSealedWith(key)
    const documents = yield* (yield* DocumentStore).countNotSealedWith(key)
    return { isBehindBooks, misfits, wrapped: cards + documents }
  }).pipe(Effect.provide(StoreAsIs.layer(database)))

const unread = { isBehindBooks: false, misfits: [], wrapped: undefined, ahead: undefined }

/** What the database says: its line, its clock, and its books if they can be read. */
const store = (compared: Compared) =>
  Effect.gen(function* () {
    const { database } = compared
    const found = yield* StoreAsIs.versions(database)
    const check = Rules.schema(nameOf(database), found)
    const read = found.from === found.to ? yield* books(compared) : unread
    return { ...read, check, ahead: yield* ahead(database), isReached: true }
  }).pipe(
    Effect.catchAll(({ message }) => Effect.succeed({ ...unread, check: Rules.unreachable(message), isReached: false }))
  )

const nameOfRing = (source: Settings.KeySource): string =>
  source._tag === "File" ? source.path : "the key ring in FLORIN_KEYS"

/** A missing ring is not made. */
const ringOf = (source: Settings.KeySource) => {
  const asItIs: Settings.KeySource = source._tag === "File" ? { ...source, make: false } : source
  return Effect.flatMap(KeyProvider, ({ ring }) => ring).pipe(Effect.provide(Parts.keys(asItIs)), Effect.either)
}

const isMade = (source: Settings.KeySource): boolean =>
  source._tag === "File" && source.make && !existsSync(source.path)

const keysLine =
  (source: Settings.KeySource, found: Effect.Effect.Success<ReturnType<typeof ringOf>>) =>
  (wrapped: number | undefined): Rules.Check =>
    Either.match(found, {
      onLeft: ({ message }) => Rules.noRing(message, isMade(source)),
      onRight: ({ current }) => Rules.ring(nameOfRing(source), current, wrapped)
    })

const disk = (database: Database): ReadonlyArray<Rules.Check> => {
  const folder = database._tag === "Sqlite" ? dirname(database.path) : undefined
  if (folder === undefined || !existsSync(folder)) return []
  const { bavail, bsize } = statfsSync(folder)
  return [Rules.disk(folder, bavail * bsize)]
}

const versions = (database: Database | undefined, isMailed: boolean): ReadonlyArray<Rules.Check> => {
  const needs = [
    ...(database === undefined ? [] : [database._tag === "Sqlite" ? ("sqlite" as const) : ("postgres" as const)]),
    ...(isMailed ? (["mail"] as const) : [])
  ]
  const program = process.argv[1] ?? "."
  const driver = database?._tag === "Sqlite" ? Peers.sqliteDriver(program) : undefined
  return [...Rules.versions(Peers.installed(program, needs)), ...Rules.driver(process.versions.node, driver)]
}

/** A setting that can't be used is a line of the settings; what depends on it is not looked at. */
const optional = <A>(config: Config.Config<A>) =>
  Effect.map(Effect.option(Settings.load(config)), Option.getOrUndefined)

const usable = Config.all({
  database: Settings.database,
  keys: Settings.keys,
  sandbox: Settings.sandbox,
  accept: Settings.accept
})

const time = Effect.map(Effect.all([Clock.currentTimeMillis, MonotonicClock]), ([wall, { unsafeNow }]) => ({
  wall,
  monotonic: unsafeNow()
}))

/** The sandbox's clock is moved on purpose: its books may be ahead of this machine. */
const stored = Effect.gen(function* () {
  const given = yield* optional(usable)
  if (given === undefined) return []
  const { accept, database, keys, sandbox } = given
  const began = yield* time
  const read = yield* ringOf(keys)
  const held = Option.getOrUndefined(Either.getRight(read))
  const ring = held ?? (isMade(keys) ? yield* KeyFile.fresh : undefined)
  const found = yield* store({ accept, database, key: held?.current, ring, sandbox })
  const ended = yield* time
  const clocks = Rules.clocks({
    ahead: found.ahead,
    wall: ended.wall - began.wall,
    monotonic: ended.monotonic - began.monotonic,
    isBehindBooks: found.isBehindBooks && !sandbox
  })
  const misfit = (name: string) => found.misfits.find((one) => one.name === name)
  const isLost = held === undefined && misfit("keys") !== undefined
  return [
    misfit("database") ?? found.check,
    ...(found.isReached ? clocks : []),
    (isLost ? Rules.lost(nameOfRing(keys)) : misfit("keys")) ?? keysLine(keys, read)(found.wrapped),
    ...disk(database)
  ]
})

const isBad = ({ verdict }: Rules.Check) => verdict === "failure"

/** All lines, in their order. */
export const checks = Effect.gen(function* () {
  const database = yield* optional(Settings.database)
  const mail = yield* optional(Settings.mail)
  return [...(yield* settings), ...(yield* stored), ...versions(database, mail !== undefined)]
})

export const doctor = (json: boolean) =>
  Effect.gen(function* () {
    const all = yield* checks
    const failures = all.filter(isBad).length
    const document = { healthy: failures === 0, checks: all }
    yield* Console.log(json ? JSON.stringify(document) : yield* Invocation.worded(Rules.text(all)))
    if (failures > 0) yield* new Found({ code: "unhealthy", message: `${failures} of ${all.length} checks failed` })
  })

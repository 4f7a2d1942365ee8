/** The acquirer ledger: the simulated acquirer's movements and its answer for each key; beside them the bank's movements. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { type ListMovements, MovementsUnavailable } from "@florin/core/money/Movement"
import { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Decide } from "./internal/together.js"
import { type Books, type Entry, Movement, type ParentState } from "./Movement.js"
import type { Booking, Found } from "./Records.js"
import * as SandboxDatabase from "./SandboxDatabase.js"
import { type Canceled, due, isUnderway, KeptAnswer, type LedgerAnswer, type Underway } from "./Underway.js"

/**
 * How the answer to a first request is sent: at once, delayed, or too late for the caller. A repeated request with the
 * same key is always answered at once.
 */
export type Manner = "prompt" | "slow" | "late"

/**
 * The decision on a request without an earlier answer. `Lost`: the first request never arrives; `answer` goes to the
 * second one. `Kept`: it is not decided yet. `Freed`: it is answered, and moves nothing.
 */
export type Verdict = Data.TaggedEnum<{
  Booked: { readonly answer: LedgerAnswer; readonly manner: Manner }
  Lost: { readonly answer: LedgerAnswer }
  Kept: { readonly underway: Underway }
  Freed: { readonly answer: LedgerAnswer }
}>

export const Verdict: Data.TaggedEnum.Constructor<Verdict> = Data.taggedEnum<Verdict>()

/** The outcome of a request. `Conflict`: its key belongs to another request. */
export type Recorded = Verdict | { readonly _tag: "Conflict" }

export class Ledger extends Context.Tag("@florin/sandbox/Ledger")<
  Ledger,
  {
    /**
     * Returns the stored answer of a known key. For a new key, runs `decide` with the approved parent movement, and
     * stores the answer together with the movement. Only the first request with a key can be lost or lose its answer
     * (D37).
     */
    readonly record: (
      entry: Entry,
      decide: (parent: Option.Option<ParentState>) => Verdict
    ) => Effect.Effect<Recorded, StorageError>
    /** What is kept under a key; what is due by now is decided. */
    readonly find: (key: AcquirerKey) => Effect.Effect<Option.Option<KeptAnswer>, StorageError>
    /** Decides what is underway under a key, once; undefined leaves it. Returns what is kept then. */
    readonly decide: (
      key: AcquirerKey,
      rule: (underway: Underway) => LedgerAnswer | Canceled | undefined
    ) => Effect.Effect<Option.Option<KeptAnswer>, StorageError>
    /** All movements, the simulated bank's too, in the order in which they were booked. */
    readonly movements: Effect.Effect<ReadonlyArray<Movement>, StorageError>
    /** Those of one party, as its port lists them. */
    readonly listed: (books: Books) => ListMovements
  }
>() {}

const decodeMovements = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ ...Movement.fields, at: Schema.DateTimeUtcFromNumber }))
)
const answerJson = Schema.parseJson(KeptAnswer)
const decodeAnswer = Schema.decode(answerJson)
const readAnswer = Schema.decodeOption(answerJson)
const encodeAnswer = Schema.encodeSync(answerJson)

type Moving = Entry & { readonly kind: Exclude<Entry["kind"], "tokenization"> }

const isMoving = (entry: Entry, answer: KeptAnswer): entry is Moving =>
  answer._tag === "Approved" && entry.kind !== "tokenization"

/** Equal for equal requests. */
const requestOf = ({ amount, card, currency, kind, parent }: Entry): string =>
  JSON.stringify([kind, amount, currency, parent ?? null, card ?? null])

const lost: Booking = { kept: { request: null, answer: null } }

const bookingOf = (entry: Entry, answer: KeptAnswer, parent: ParentState | undefined, at: DateTime.Utc): Booking => ({
  kept: { request: requestOf(entry), answer: encodeAnswer(answer) },
  ...(isMoving(entry, answer)
    ? // A child goes to the parent's card.
      { movement: { ...entry, books: "acquirer", card: entry.card ?? parent?.card ?? null, at: at.epochMillis } }
    : {})
})

interface Answered {
  readonly _tag: "Answered"
  readonly text: string
}

/** The outcome of a request and its booking. */
const settle =
  (
    entry: Entry,
    decide: (parent: Option.Option<ParentState>) => Verdict,
    at: DateTime.Utc
  ): Decide<Found, Booking, Recorded | Answered> =>
  ({ kept, parent }) => {
    if (kept !== undefined && kept.answer !== null) {
      const isSame = kept.request === requestOf(entry)
      return { result: isSame ? { _tag: "Answered", text: kept.answer } : { _tag: "Conflict" } }
    }
    const verdict = decide(Option.fromNullable(parent))
    if (verdict._tag === "Kept") return { result: verdict, booking: bookingOf(entry, verdict.underway, parent, at) }
    if (verdict._tag === "Freed") {
      return { result: verdict, booking: { kept: { request: requestOf(entry), answer: encodeAnswer(verdict.answer) } } }
    }
    const isFirst = kept === undefined
    if (isFirst && verdict._tag === "Lost") return { result: verdict, booking: lost }
    const result =
      isFirst && verdict._tag === "Booked" ? verdict : Verdict.Booked({ answer: verdict.answer, manner: "prompt" })
    return { result, booking: bookingOf(entry, verdict.answer, parent, at) }
  }

/** The decision on what is underway under a key, with its movement. */
const deciding =
  (rule: (underway: Underway) => LedgerAnswer | Canceled | undefined, at: DateTime.Utc): Decide<Found, Booking, void> =>
  ({ kept, parent }) => {
    const known = kept?.answer == null ? undefined : Option.getOrUndefined(readAnswer(kept.answer))
    const answer = known !== undefined && isUnderway(known) ? (due(known, at) ?? rule(known)) : undefined
    if (answer === undefined || known === undefined || !isUnderway(known)) return { result: undefined }
    return { result: undefined, booking: bookingOf(known.entry, answer, parent, at) }
  }

const unreadable = (operation: string) => () => new StorageError({ reason: "corrupt", operation })

export const make = Effect.gen(function* () {
  const database = yield* SandboxDatabase.SandboxDatabase
  const read = (operation: string, text: string) => Effect.mapError(decodeAnswer(text), unreadable(operation))

  const decoded = (rows: ReadonlyArray<object>) =>
    Effect.mapError(decodeMovements(rows), unreadable("ledger.movements"))

  const kept = Effect.fnUntraced(function* (key: AcquirerKey) {
    const text = (yield* database.kept(key))?.answer ?? null
    return text === null ? Option.none<KeptAnswer>() : Option.some(yield* read("ledger.find", text))
  })

  const decided = Effect.fnUntraced(function* (
    key: AcquirerKey,
    rule: (underway: Underway) => LedgerAnswer | Canceled | undefined
  ) {
    const known = yield* kept(key)
    if (Option.isNone(known) || !isUnderway(known.value)) return known
    const { parent } = known.value.entry
    const about = { key, ...(parent === undefined ? {} : { parent }) }
    yield* database.record(about, deciding(rule, yield* DateTime.now))
    return yield* kept(key)
  })

  const find = Effect.fnUntraced(function* (key: AcquirerKey) {
    const known = yield* kept(key)
    const isDue = Option.isSome(known) && due(known.value, yield* DateTime.now) !== undefined
    return isDue ? yield* decided(key, () => undefined) : known
  })

  return Ledger.of({
    record: Effect.fnUntraced(function* (entry, decide) {
      const at = yield* DateTime.now
      const result = yield* database.record(entry, settle(entry, decide, at))
      if (result._tag !== "Answered") return result
      const answer = yield* read("ledger.record", result.text)
      if (answer._tag === "Canceled") return Verdict.Booked({ answer: answer.answer, manner: "prompt" })
      if (!isUnderway(answer)) return Verdict.Booked({ answer, manner: "prompt" })
      const now = Option.getOrUndefined(yield* find(entry.key))
      return now === undefined || isUnderway(now) || now._tag === "Canceled"
        ? Verdict.Kept({ underway: answer })
        : Verdict.Booked({ answer: now, manner: "prompt" })
    }),
    find,
    decide: decided,
    movements: Effect.flatMap(database.movements, decoded),
    listed: (books) => (period) =>
      database.movementsOf(books, period).pipe(
        Effect.flatMap(decoded),
        Effect.map((all) => all.map(({ reference: key, ...movement }) => ({ ...movement, key }))),
        Effect.tapError((error) => Effect.logError("The ledger is unavailable", error.message)),
        Effect.mapError(() => new MovementsUnavailable())
      )
  })
})

/** The ledger in the sandbox's database. */
export const layer: Layer.Layer<Ledger, never, SandboxDatabase.SandboxDatabase> = Layer.effect(Ledger, make)

/** A ledger in memory, discarded when the scope closes. For tests. */
export const layerMemory: Layer.Layer<Ledger> = Layer.provide(layer, SandboxDatabase.layerMemory)

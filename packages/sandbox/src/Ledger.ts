/**
 * The simulated acquirer's own books: what it moved, and what it answered to which key.
 *
 * @since 0.1.0
 */
import { AcquirerReport } from "@florin/core/cards/AcquirerReport"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { statements } from "./internal/statements.js"
import { type Entry, Movement, type Standing } from "./Movement.js"
import * as SandboxDatabase from "./SandboxDatabase.js"

/**
 * What was answered to a key, for good.
 *
 * @since 0.1.0
 * @category models
 */
export const LedgerAnswer = Schema.Union(
  Schema.TaggedStruct("Approved", { report: AcquirerReport }),
  Schema.TaggedStruct("Declined", { reason: DeclineReason, report: AcquirerReport })
)

/**
 * @since 0.1.0
 * @category models
 */
export type LedgerAnswer = typeof LedgerAnswer.Type

/**
 * How the answer goes out: at once, after a while, or too late for anyone to hear it.
 *
 * @since 0.1.0
 * @category models
 */
export const Manner = Schema.Literal("prompt", "slow", "late")

/**
 * @since 0.1.0
 * @category models
 */
export type Manner = typeof Manner.Type

/**
 * What is decided about a request that was not seen before. `Lost`: it never arrived, nothing is written.
 *
 * @since 0.1.0
 * @category models
 */
export type Verdict = Data.TaggedEnum<{
  Booked: { readonly answer: LedgerAnswer; readonly manner: Manner }
  Lost: {}
}>

/**
 * @since 0.1.0
 * @category constructors
 */
export const Verdict = Data.taggedEnum<Verdict>()

/**
 * What the books hold about a request. `Conflict`: its key belongs to another request.
 *
 * @since 0.1.0
 * @category models
 */
export type Recorded = Verdict | { readonly _tag: "Conflict" }

/**
 * @since 0.1.0
 * @category services
 */
export class Ledger extends Context.Tag("@florin/sandbox/Ledger")<
  Ledger,
  {
    /**
     * Answers what was answered to this key before; a new one is decided with `decide`, which gets the approved
     * movement it follows, and is written together with its movement.
     */
    readonly record: (
      entry: Entry,
      decide: (parent: Option.Option<Standing>) => Verdict
    ) => Effect.Effect<Recorded, StorageError>
    readonly find: (key: AcquirerKey) => Effect.Effect<Option.Option<LedgerAnswer>, StorageError>
    /** All movements, oldest first. */
    readonly movements: Effect.Effect<ReadonlyArray<Movement>, StorageError>
  }
>() {}

const Movements = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ ...Movement.fields, at: Schema.DateTimeUtcFromNumber }))
)
const answerJson = Schema.parseJson(LedgerAnswer)
const decodeAnswer = Schema.decodeUnknownSync(answerJson)
const encodeAnswer = Schema.encodeSync(answerJson)
const decodeManner = Schema.decodeUnknownSync(Manner)

const movesMoney = (entry: Entry, answer: LedgerAnswer): boolean =>
  answer._tag === "Approved" && entry.kind !== "tokenization"

/** Equal for equal requests. */
const requestOf = ({ amount, card, currency, kind, parent }: Entry): string =>
  JSON.stringify([kind, amount, currency, parent ?? null, card ?? null])

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const database = yield* SandboxDatabase.SandboxDatabase
  const rows = statements(database.connection)

  const write = (entry: Entry, card: string | null, verdict: Verdict, at: DateTime.Utc): void => {
    if (verdict._tag === "Lost") return
    const { answer, manner } = verdict
    rows.addKey(entry.key, requestOf(entry), manner, encodeAnswer(answer))
    if (movesMoney(entry, answer)) rows.addMovement({ ...entry, card, at: at.epochMillis })
  }

  const settle = (entry: Entry, decide: (parent: Option.Option<Standing>) => Verdict, at: DateTime.Utc): Recorded => {
    const parent = entry.parent === undefined ? Option.none() : rows.standing(entry.parent)
    const seen = rows.findKey(entry.key)
    if (seen === undefined) {
      const verdict = decide(parent)
      // What follows a charge goes to the same card.
      write(entry, entry.card ?? Option.getOrNull(Option.map(parent, ({ card }) => card)), verdict, at)
      return verdict
    }
    if (seen.request !== requestOf(entry)) return { _tag: "Conflict" }
    return Verdict.Booked({ answer: decodeAnswer(seen.answer), manner: decodeManner(seen.manner) })
  }

  return Ledger.of({
    record: Effect.fnUntraced(function* (entry, decide) {
      const at = yield* DateTime.now
      return yield* database.write("ledger.record", () => settle(entry, decide, at))
    }),
    find: (key) =>
      database.read("ledger.find", () => {
        const seen = rows.findKey(key)
        return seen === undefined ? Option.none() : Option.some(decodeAnswer(seen.answer))
      }),
    movements: database.read("ledger.movements", () => Movements(rows.movements()))
  })
})

/**
 * The ledger in a file that others of the sandbox share.
 *
 * @since 0.1.0
 * @category layers
 */
export const layerShared: Layer.Layer<Ledger, never, SandboxDatabase.SandboxDatabase> = Layer.effect(Ledger, make)

/**
 * The ledger in a file of its own.
 *
 * @since 0.1.0
 * @category layers
 */
export const layer = (filename: string): Layer.Layer<Ledger, StorageError> =>
  Layer.provide(layerShared, SandboxDatabase.layer(filename))

/**
 * A ledger that is gone when the scope closes. For tests.
 *
 * @since 0.1.0
 * @category layers
 */
export const layerMemory: Layer.Layer<Ledger, StorageError> = Layer.provide(layerShared, SandboxDatabase.layerMemory)

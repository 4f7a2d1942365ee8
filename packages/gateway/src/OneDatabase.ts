/** One database, one purpose: a start that does not fit what a database knows of itself is refused, and says which. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { CardVault } from "@florin/core/cards/CardVault"
import type { CardToken, ShopId } from "@florin/core/ids/Ids"
import { CommitListeners } from "@florin/core/transactions/CommitListeners"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import { DatabaseFacts, type Facts } from "@florin/storage-sql/DatabaseFacts"
import * as Fingerprints from "@florin/vault/Fingerprints"
import { KeyProvider } from "@florin/vault/KeyProvider"
import { KeyRingError } from "@florin/vault/KeyRingError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * A start that does not fit, which is meant:
 *
 * - `other-purpose`: with the sandbox on a database that was without it, or the other way round
 * - `other-keys`: a key is another one than before under its name; what the old one sealed cannot be opened
 * - `other-workers`: due work is from now on done as this process does it
 */
export const Accepted = Schema.Literal("other-purpose", "other-keys", "other-workers")

export type Accepted = typeof Accepted.Type

export interface Options {
  readonly sandbox: boolean
  readonly accept?: ReadonlyArray<Accepted>
}

/** The database is for the other purpose. Source: D43a. */
export class PurposeRefused extends Schema.TaggedError<PurposeRefused>("@florin/gateway/PurposeRefused")(
  "PurposeRefused",
  { was: Schema.Literal("sandbox", "real") }
) {
  readonly code = "database-purpose"

  override get message(): string {
    return this.was === "sandbox"
      ? "The database was made with the sandbox: what it holds was never paid"
      : "The database is one in which money moves, and the sandbox would renew its subscriptions without any"
  }
}

const purposeFact = "purpose"
const workersFact = "workers"
const stampFact = "stamp-key"
const keyFact = (name: string): string => `key ${name}`

const nothing: Facts = new Map()

/** Refuses the other purpose; marks a database that has none yet. */
export const purpose = ({ accept = [], sandbox }: Options) =>
  Effect.flatMap(DatabaseFacts, ({ settle }) => {
    const is = sandbox ? "sandbox" : "real"
    return settle((facts) => {
      const was = facts.get(purposeFact)
      if (was === is) return Effect.succeed(nothing)
      if (was !== undefined && !accept.includes("other-purpose")) {
        return new PurposeRefused({ was: was === "sandbox" ? "sandbox" : "real" })
      }
      return Effect.succeed(new Map([[purposeFact, is]]))
    })
  })

const changed = (member: "keys" | "stamp", name?: string) =>
  new KeyRingError({ reason: "key-changed", member, ...(name === undefined ? {} : { keyName: name }) })

/** Whether a key that the database does not know yet opens what was sealed under its name. */
const opens = Effect.fnUntraced(function* (keyId: string) {
  const { sealedWith } = yield* DatabaseFacts
  const { open } = yield* CardVault
  const example = yield* sealedWith(keyId)
  if (example === undefined) return true
  const { keyId: id, sealed, shop, token } = example
  const opened = yield* Effect.option(open(shop as ShopId, token as CardToken, { keyId: id, sealed }))
  return Option.isSome(opened)
})

/**
 * Refuses a ring that has another key under a name than the one that this database's cards were sealed with, and keeps the
 * fingerprints of keys that are new. Errors: `key-changed`, which names the key.
 */
export const keys = ({ accept = [] }: Pick<Options, "accept"> = {}) =>
  Effect.gen(function* () {
    const provider = yield* KeyProvider
    const facts = yield* DatabaseFacts
    // A source that has no ring refuses each card by itself.
    const ring = yield* Effect.option(provider.ring)
    if (Option.isNone(ring)) return
    const { keys, stamp } = Fingerprints.ofRing(ring.value)
    const isMeant = accept.includes("other-keys")
    const known = yield* facts.read
    for (const name of keys.keys()) {
      if (!isMeant && !known.has(keyFact(name)) && !(yield* opens(name))) return yield* changed("keys", name)
    }
    const wanted = [
      ...Array.from(keys, ([name, print]) => [keyFact(name), print, name] as const),
      [stampFact, stamp] as const
    ]
    yield* facts.settle((found) => {
      const other = wanted.find(([fact, print]) => found.has(fact) && found.get(fact) !== print)
      if (other !== undefined && !isMeant) return other[0] === stampFact ? changed("stamp") : changed("keys", other[2])
      return Effect.succeed(
        new Map(wanted.flatMap(([fact, print]) => (found.get(fact) === print ? [] : [[fact, print]])))
      )
    })
  })

/** Refuses what does not fit. For whatever runs work on a database, before it does. */
export const claim = (options: Options) => Effect.zipRight(purpose(options), keys(options))

/** What processes that do due work have; `shops` is absent where those in the database are meant. */
const Workers = Schema.parseJson(
  Schema.Struct({
    listener: Schema.Boolean,
    acquirers: Schema.Array(Schema.Int),
    transferProviders: Schema.Array(Schema.Int),
    shops: Schema.optional(Schema.Array(Schema.String))
  })
)

type Workers = typeof Workers.Type

/** Whether this process does due work. Default: yes. */
export class DueWork extends Context.Reference<DueWork>()("@florin/gateway/DueWork", { defaultValue: () => true }) {}

const missing = (kind: string, wanted: ReadonlyArray<number | string>, had: ReadonlyArray<number | string>) => {
  const lacking = wanted.filter((one) => !had.includes(one))
  return lacking.length === 0 ? [] : [`${kind} ${lacking.join(", ")}`]
}

const lackingOf = (wanted: Workers, had: Workers): ReadonlyArray<string> => [
  ...(wanted.listener && !had.listener ? ["onCommit"] : []),
  ...missing("acquirers", wanted.acquirers, had.acquirers),
  ...missing("transferProviders", wanted.transferProviders, had.transferProviders),
  ...(had.shops === undefined
    ? []
    : wanted.shops === undefined
      ? ["the shops in the database"]
      : missing("shops", wanted.shops, had.shops))
]

const own = (shops: ReadonlyArray<string> | undefined) =>
  Effect.gen(function* () {
    const ids = (ports: ReadonlyArray<{ readonly gatewayId: number }>) => ports.map(({ gatewayId }) => gatewayId)
    return {
      listener: (yield* CommitListeners).length > 0,
      acquirers: ids(yield* Acquirers),
      transferProviders: ids(yield* TransferProviders),
      ...(shops === undefined ? {} : { shops })
    } satisfies Workers
  })

interface WorkerOptions extends Pick<Options, "accept"> {
  readonly dueWork?: boolean | undefined
  /** Absent: the shops in the database. */
  readonly shops?: ReadonlyArray<string> | undefined
}

/**
 * Whether this process may do due work: it has whatever the database's workers have had. Without the app's listener, a
 * recovery would leave the app's rows as they were, for ever.
 */
export const dueWork = ({ accept = [], dueWork = true, shops }: WorkerOptions) =>
  Effect.gen(function* () {
    if (!dueWork) return false
    const facts = yield* DatabaseFacts
    const had = yield* own(shops)
    const text = Schema.encodeSync(Workers)(had)
    let lacking: ReadonlyArray<string> = []
    yield* facts.settle((found) => {
      const wanted = Option.flatMap(Option.fromNullable(found.get(workersFact)), Schema.decodeOption(Workers))
      lacking = Option.isNone(wanted) || accept.includes("other-workers") ? [] : lackingOf(wanted.value, had)
      return Effect.succeed(
        lacking.length > 0 || found.get(workersFact) === text ? nothing : new Map([[workersFact, text]])
      )
    })
    if (lacking.length === 0) return true
    yield* Effect.logWarning(
      `This process does no due work, because it lacks what the workers of this database have: ${lacking.join("; ")}. Give it that; or dueWork: false, if it is not a worker; or accept other-workers, if workers are to be like it from now on`
    )
    return false
  })

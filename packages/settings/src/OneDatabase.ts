/** One database, one purpose: a start that does not fit what a database knows of itself is refused, and says which. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { CardVault } from "@florin/core/cards/CardVault"
import { CheckoutListeners } from "@florin/core/checkouts/CheckoutListeners"
import { EntitlementListeners } from "@florin/core/entitlements/EntitlementListeners"
import type { CardToken, ShopId } from "@florin/core/ids/Ids"
import { listedOf, type Served, servesStored } from "@florin/core/jobs/ServedShops"
import { Mailer, MailsElsewhere } from "@florin/core/mail/Mailer"
import { SubscriptionListeners } from "@florin/core/subscriptions/SubscriptionListeners"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { CommitListeners } from "@florin/core/transactions/CommitListeners"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import { asIs, DatabaseFacts, type Facts } from "@florin/storage-sql/DatabaseFacts"
import { ShopRecords } from "@florin/storage-sql/ShopRecords"
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

const purposeTexts = {
  sandbox: "The database was made with the sandbox: what it holds was never paid",
  real: "The database is one in which money moves, and the sandbox would renew its subscriptions without any",
  unknown:
    "The database was filled by an older version, which did not note whether money moves in it, and the sandbox would renew its subscriptions without any"
}

/**
 * The database is for the other purpose. `unknown`: it was filled before databases knew theirs, and is to be a sandbox's.
 *
 * Source: D43a.
 */
export class PurposeRefused extends Schema.TaggedError<PurposeRefused>("@florin/gateway/PurposeRefused")(
  "PurposeRefused",
  { was: Schema.Literal("sandbox", "real", "unknown") }
) {
  readonly code = "database-purpose"

  override get message(): string {
    return purposeTexts[this.was]
  }
}

const purposeFact = "purpose"
const workersFact = "workers"
const stampFact = "stamp-key"
const keyFact = (name: string): string => `key ${name}`

const nothing: Facts = new Map()

/**
 * Refuses the other purpose by what the database knows. Succeeds with what it is to know from then on. `isUsed`: it has
 * transactions; with these and without a purpose, an older version has filled it, and it may be the one in which money moves.
 */
export const fits =
  ({ accept = [], sandbox }: Options, isUsed: boolean) =>
  (facts: Facts): Effect.Effect<Facts, PurposeRefused> => {
    const is = sandbox ? "sandbox" : "real"
    const was = facts.get(purposeFact) ?? (isUsed && sandbox ? "unknown" : undefined)
    if (was === is) return Effect.succeed(nothing)
    if (was !== undefined && !accept.includes("other-purpose")) {
      return new PurposeRefused({ was: was === "sandbox" || was === "unknown" ? was : "real" })
    }
    return Effect.succeed(new Map([[purposeFact, is]]))
  }

/** Refuses the other purpose; marks a database that has none yet. */
export const purpose = (options: Options) =>
  Effect.gen(function* () {
    const { isUsed, settle } = yield* DatabaseFacts
    yield* settle(fits(options, yield* isUsed))
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

/** Refuses what `refuses` would, of a database that stays as it is: for whoever asks beforehand. */
export const beforehand = <A, E, R>(refuses: Effect.Effect<A, E, R>) =>
  Effect.updateService(refuses, DatabaseFacts, asIs)

/** What processes that do due work have, all together: shops of their own, and those in the database. */
const Workers = Schema.parseJson(
  Schema.Struct({
    /** Those that are there, by their options' names. */
    listeners: Schema.Array(Schema.String),
    mail: Schema.Boolean,
    acquirers: Schema.Array(Schema.Int),
    transferProviders: Schema.Array(Schema.Int),
    /** By name. */
    threeDSecureServers: Schema.Array(Schema.String),
    shops: Schema.Array(Schema.String),
    storedShops: Schema.Boolean
  })
)

type Workers = typeof Workers.Type

/** Whether this process does due work. Default: yes. */
export class DueWork extends Context.Reference<DueWork>()("@florin/gateway/DueWork", { defaultValue: () => true }) {}

type Ids = ReadonlyArray<number | string>

const shownAtMost = 10

const missing = (kind: string, wanted: Ids, had: Ids): ReadonlyArray<string> => {
  const known = new Set(had)
  const lacking = wanted.filter((one) => !known.has(one))
  if (lacking.length === 0) return []
  const others = lacking.length - shownAtMost
  return [`${kind} ${lacking.slice(0, shownAtMost).join(", ")}${others > 0 ? ` and ${others} more` : ""}`]
}

const lackingOf = (wanted: Workers, had: Workers): ReadonlyArray<string> => [
  ...wanted.listeners.filter((option) => !had.listeners.includes(option)),
  ...missing("acquirers", wanted.acquirers, had.acquirers),
  ...missing("transferProviders", wanted.transferProviders, had.transferProviders),
  ...missing("threeDSecureServers", wanted.threeDSecureServers, had.threeDSecureServers)
]

/** Shops whose work other workers do, and which this process does not know. */
const foreignShops = (wanted: Workers, shops: Served, stored: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (shops === "any") return []
  const all = wanted.storedShops ? [...wanted.shops, ...stored] : wanted.shops
  return missing("shops", [...new Set(all)], [...listedOf(shops), ...(servesStored(shops) ? stored : [])])
}

const own = (shops: Served) =>
  Effect.gen(function* () {
    const ids = (ports: ReadonlyArray<{ readonly gatewayId: number }>) => ports.map(({ gatewayId }) => gatewayId)
    const listeners = {
      "onCommit.transaction": (yield* CommitListeners).length > 0,
      "onCommit.checkout": (yield* CheckoutListeners).length > 0,
      "onCommit.subscription": (yield* SubscriptionListeners).length > 0,
      "onCommit.entitlements": (yield* EntitlementListeners).length > 0
    }
    return {
      listeners: Object.entries(listeners).flatMap(([option, isThere]) => (isThere ? [option] : [])),
      mail: (yield* Mailer) !== undefined,
      acquirers: ids(yield* Acquirers),
      transferProviders: ids(yield* TransferProviders),
      threeDSecureServers: (yield* ThreeDSecureServers).map(({ name }) => name),
      shops: [...listedOf(shops)].sort(),
      storedShops: servesStored(shops)
    } satisfies Workers
  })

/** Workers with different shops share the work between them, and those without a mailer leave mails to those with one. */
const joined = (wanted: Workers, had: Workers): Workers => ({
  ...had,
  mail: wanted.mail || had.mail,
  shops: [...new Set([...wanted.shops, ...had.shops])].sort(),
  storedShops: wanted.storedShops || had.storedShops
})

interface WorkerOptions extends Pick<Options, "accept"> {
  readonly dueWork?: boolean | undefined
  /** Whose due work it does. */
  readonly shops: Served
}

const isNoWorker = (lacking: ReadonlyArray<string>): string =>
  `This process does no due work, because it lacks what the workers of this database have: ${lacking.join("; ")}. Give it that; or dueWork: false, if it is not a worker; or accept other-workers, if workers are to be like it from now on`

const leaves = (foreign: ReadonlyArray<string>): string =>
  `This process does the due work of its own shops, and leaves that of others to the workers of this database that have them: ${foreign.join()}. Give it these shops, if no other process has them; or accept other-workers, if there is no work of theirs any more`

const leavesMails =
  "This process leaves mails that are due to the workers of this database that have mail. Give it that, if no other process has it; or accept other-workers, if there are to be no mails any more"

const workOf = (works: boolean, mailsElsewhere: boolean) =>
  Context.add(Context.make(DueWork, works), MailsElsewhere, mailsElsewhere)

/**
 * Whether this process may do due work: it has whatever the database's workers have had, but for shops and a mailer. Without
 * the app's listener, a recovery would leave the app's rows as they were, for ever.
 */
export const dueWork = ({ accept = [], dueWork = true, shops }: WorkerOptions) =>
  Effect.gen(function* () {
    if (!dueWork) return workOf(false, false)
    const facts = yield* DatabaseFacts
    const stored = shops === "any" ? [] : (yield* (yield* ShopRecords).list).map(({ id }) => id)
    const had = yield* own(shops)
    let lacking: ReadonlyArray<string> = []
    let foreign: ReadonlyArray<string> = []
    let mailsElsewhere = false
    yield* facts.settle((found) => {
      const known = Option.flatMap(Option.fromNullable(found.get(workersFact)), Schema.decodeOption(Workers))
      const wanted = accept.includes("other-workers") ? had : Option.getOrElse(known, () => had)
      lacking = lackingOf(wanted, had)
      foreign = foreignShops(wanted, shops, stored)
      mailsElsewhere = wanted.mail && !had.mail
      const text = Schema.encodeSync(Workers)(joined(wanted, had))
      return Effect.succeed(
        lacking.length > 0 || found.get(workersFact) === text ? nothing : new Map([[workersFact, text]])
      )
    })
    const works = lacking.length === 0
    if (!works) yield* Effect.logWarning(isNoWorker(lacking))
    if (works && foreign.length > 0) yield* Effect.logWarning(leaves(foreign))
    if (works && mailsElsewhere) yield* Effect.logWarning(leavesMails)
    return workOf(works, mailsElsewhere)
  })

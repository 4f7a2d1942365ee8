/** Shop directories: shops listed by the host, and shops stored in the database. */

import { Entropy, ShopId } from "@florin/core/ids/Ids"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { committing } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import * as ShopRecords from "@florin/storage-sql/ShopRecords"
import { KeyProvider } from "@florin/vault/KeyProvider"
import * as SecretHash from "@florin/vault/SecretHash"
import * as SignatureKey from "@florin/vault/SignatureKey"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as ShopDocument from "./internal/shopDocument.js"
import { byPublicKey, type Change, type Given, needsOwnKey, type ShopSettings, shopOf, toShop } from "./ShopSettings.js"

interface Former {
  readonly hash: SecretHash.SecretHash
  /** Not included. Unit: milliseconds since 1970. Absent: until an operator ends it. */
  readonly until?: number
}

interface Entry {
  readonly shop: Shop
  readonly secretHash: SecretHash.SecretHash
  /** The secret before this one. */
  readonly former: Former | undefined
}

/** The secret before this one, while it is let in. */
const currentFormer = (entry: Option.Option<Entry>): Effect.Effect<Option.Option<SecretHash.SecretHash>> => {
  const former = Option.isSome(entry) ? entry.value.former : undefined
  if (former === undefined) return Effect.succeedNone
  const { hash, until = Number.POSITIVE_INFINITY } = former
  return Effect.map(Clock.currentTimeMillis, (now) => (now < until ? Option.some(hash) : Option.none()))
}

const hashOf = ({ secretHash }: Entry): SecretHash.SecretHash => secretHash

/** Two comparisons, whether there is such a shop or a former secret or not. */
const isLetIn = (
  secret: Redacted.Redacted<string>,
  entry: Option.Option<Entry>,
  former: Option.Option<SecretHash.SecretHash>
): boolean => {
  const isCurrent = SecretHash.verify(secret, Option.map(entry, hashOf))
  const isFormer = SecretHash.verify(secret, former)
  return isCurrent || isFormer
}

type Find<By> = (by: By) => Effect.Effect<Option.Option<Entry>, StorageError>

const shopIn: (entry: Option.Option<Entry>) => Option.Option<Shop> = Option.map(({ shop }) => shop)

const directory = (lookUp: Find<ShopId>, lookUpKey: Find<string>) => {
  const find = (id: string) => (Schema.is(ShopId)(id) ? lookUp(id) : Effect.succeed(Option.none<Entry>()))
  return ShopDirectory.of({
    find: (id) => Effect.map(find(id), shopIn),
    findByPublicKey: (publicKey) => Effect.map(lookUpKey(publicKey), shopIn),
    authenticate: (id, secret) =>
      Effect.flatMap(find(id), (entry) =>
        Effect.flatMap(currentFormer(entry), (former) =>
          isLetIn(secret, entry, former) && Option.isSome(entry) ? Effect.succeed(entry.value.shop) : new Unauthorized()
        )
      )
  })
}

/** The shop of a host's settings, with hashes of its secrets. */
const entryOf = Effect.fnUntraced(function* (settings: ShopSettings) {
  const { formerSecretKey, secretKey } = settings
  const former = formerSecretKey === undefined ? undefined : { hash: yield* SecretHash.hash(formerSecretKey) }
  return { shop: toShop(settings), secretHash: yield* SecretHash.hash(secretKey), former } satisfies Entry
})

/** The shops listed by the host. Keeps only hashes of their secrets. */
export const makeListed = Effect.fnUntraced(function* (shops: ReadonlyArray<ShopSettings>) {
  const entries = new Map<ShopId, Entry>()
  for (const settings of shops) entries.set(settings.id, yield* entryOf(settings))
  const open = byPublicKey(shops)
  const entry = (id: ShopId | undefined) =>
    Effect.succeed(id === undefined ? Option.none() : Option.fromNullable(entries.get(id)))
  return directory(entry, (publicKey) => entry(open.get(publicKey)?.id))
})

/** `makeListed` as a layer. */
export const layerListed = (shops: ReadonlyArray<ShopSettings>): Layer.Layer<ShopDirectory> =>
  Layer.effect(ShopDirectory, makeListed(shops))

const unreadable = () => new StorageError({ reason: "corrupt", operation: "shops.find" })

/** A shop that is known by its id, for tools that send nothing in its name. */
export const bare = (id: ShopId, name: string): Shop => shopOf({ id, name }, undefined)

const stored = Effect.fnUntraced(function* (id: ShopId, record: ShopRecords.ShopRecord) {
  const document = yield* ShopDocument.decode(record.document)
  const secretHash = yield* Schema.decode(SecretHash.SecretHash)(record.secretHash)
  return { shop: yield* ShopDocument.shopOf(id, document), secretHash, former: document.former } satisfies Entry
}, Effect.mapError(unreadable))

/**
 * The shops in the database: secrets stored as hashes, webhook secrets derived from the key ring. A shop is read for each
 * request, so a change is in force with the next one, in every process.
 */
export const makeStored = Effect.gen(function* () {
  const records = yield* ShopRecords.ShopRecords
  const keys = yield* KeyProvider
  const entryIn = (found: Option.Option<ShopRecords.ShopRecord & { readonly id: ShopId }>) =>
    Option.match(found, {
      onNone: () => Effect.succeedNone,
      onSome: (record) => Effect.provideService(Effect.asSome(stored(record.id, record)), KeyProvider, keys)
    })
  return directory(
    (id) => Effect.flatMap(records.find(id), (found) => entryIn(Option.map(found, (record) => ({ ...record, id })))),
    (publicKey) => Effect.flatMap(records.findByOpenKey(SignatureKey.fingerprintOf(publicKey)), entryIn)
  )
})

/** The shops in the database may be changed: the gateway has no others. */
export class Administration extends Context.Tag("@florin/gateway/ShopAdministration")<
  Administration,
  Context.Context<Stored>
>() {}

/** What `makeStored` gives, and that the shops may be changed while the gateway runs. */
export const makeAdministered = Effect.gen(function* () {
  const administration = yield* Effect.context<Stored>()
  return Context.make(ShopDirectory, yield* makeStored).pipe(Context.add(Administration, administration))
})

/** `makeAdministered` as a layer. */
export const layerStored: Layer.Layer<ShopDirectory | Administration, never, Stored> =
  Layer.effectContext(makeAdministered)

type Stored = ShopRecords.ShopRecords | KeyProvider | UnitOfWork

/** A shop's secrets. They are available only here. */
export interface NewShop {
  readonly id: ShopId
  readonly secretKey: Redacted.Redacted<string>
  readonly webhookSecret: Redacted.Redacted<string>
  /** Of the key that signs its webhooks: one line of base64, SPKI in DER. */
  readonly publicKey?: string
}

/** The id of the demo shop that `makeDemo` adds. */
export const demo = ShopId.make("demo")

/** Why a shop was not added or changed. */
export class ShopRefused extends Schema.TaggedError<ShopRefused>("@florin/gateway/ShopRefused")("ShopRefused", {
  reason: Schema.Literal("exists", "not-found")
}) {
  get code() {
    return this.reason === "exists" ? "shop-exists" : "no-such-shop"
  }

  override get message(): string {
    return this.reason === "exists" ? "there is a shop with this id already" : "there is no shop with this id"
  }
}

/** A shop in the database, without its secrets. */
export interface StoredShop {
  readonly id: ShopId
  readonly name: string
  readonly createdAt: DateTime.Utc
  readonly settings: Omit<ShopDocument.Document, "name" | "sealed" | "former" | "publicKey">
  readonly publicKey?: string
  /** Its former secret is let in, until then if an instant is given. */
  readonly former?: { readonly until?: DateTime.Utc }
}

type Refused = ShopRefused | InvalidRequest | StorageError | VaultError

const nothing: Given = { given: {}, removed: [] }

const newKey = Effect.map(Entropy, (entropy) => Redacted.make(Encoding.encodeHex(entropy(32))))

/** A new shop as it is stored, and with its secrets. */
const newShop = (id: ShopId, { secretKey: chosen, ...change }: Given) =>
  Effect.gen(function* () {
    const secretKey = chosen ?? (yield* newKey)
    const document = yield* ShopDocument.changed(id, { name: id }, change, secretKey)
    const secretHash = yield* SecretHash.hash(secretKey)
    return {
      record: recordOf(secretHash, document),
      shop: yield* shown(id, document, secretKey)
    }
  })

const shown = (id: ShopId, document: ShopDocument.Document, secretKey: Redacted.Redacted<string>) =>
  Effect.map(ShopDocument.shopOf(id, document), ({ webhookSecret }): NewShop => {
    const publicKey = document.publicKey === undefined ? {} : { publicKey: document.publicKey }
    return { id, secretKey, webhookSecret: webhookSecret!, ...publicKey }
  })

/** A shop as it is kept. */
const recordOf = (secretHash: SecretHash.SecretHash, document: ShopDocument.Document): ShopRecords.KeptShopRecord => ({
  secretHash,
  document: ShopDocument.encode(document),
  openKey: ShopDocument.openKeyOf(document)
})

const insert = (id: ShopId, record: ShopRecords.KeptShopRecord) =>
  Effect.gen(function* () {
    const records = yield* ShopRecords.ShopRecords
    yield* records.insert({ id, ...record, createdAt: yield* DateTime.now })
  })

const otherKey = invalid("allow_public_key", needsOwnKey)

/** Two shops with one id, or with one public key that lets everyone in. */
const taken = (id: ShopId, { openKey }: ShopRecords.KeptShopRecord) =>
  Effect.gen(function* () {
    const found = yield* (yield* ShopRecords.ShopRecords).find(id)
    if (Option.isNone(found) && openKey !== null) return yield* otherKey
    return yield* new ShopRefused({ reason: "exists" })
  })

/** Adds a shop to the database. Errors: `exists`. */
export const add = (id: ShopId, given: Given = nothing): Effect.Effect<NewShop, Refused, Stored> =>
  Effect.gen(function* () {
    const { run } = yield* UnitOfWork
    const { record, shop } = yield* newShop(id, given)
    yield* run(insert(id, record)).pipe(
      Effect.catchIf(
        (error) => error.reason === "constraint",
        () => taken(id, record)
      )
    )
    return shop
  })

/** Changes the record of a shop. Changes wait for each other. */
const changing = <A, E, R>(
  id: ShopId,
  change: (
    document: ShopDocument.Document,
    secretHash: SecretHash.SecretHash
  ) => Effect.Effect<readonly [A, ShopRecords.KeptShopRecord], E, R>
) =>
  Effect.gen(function* () {
    const { run } = yield* UnitOfWork
    const records = yield* ShopRecords.ShopRecords
    const work = Effect.gen(function* () {
      yield* Effect.flatMap(UnitOfWorkContext, ({ lock }) => lock(`florin.shop.${id}`))
      const found = yield* records.find(id)
      if (Option.isNone(found)) return yield* new ShopRefused({ reason: "not-found" })
      const document = yield* Effect.mapError(ShopDocument.decode(found.value.document), unreadable)
      const [answer, record] = yield* change(document, found.value.secretHash as SecretHash.SecretHash)
      yield* records.replace(id, record)
      return answer
    })
    return yield* Effect.catchIf(
      run(work),
      (error): error is StorageError => error instanceof StorageError && error.reason === "constraint",
      () => otherKey
    )
  })

/** Changes settings of a shop in the database; its secret stays. Errors: `not-found`; what a setting needs. */
export const update = (id: ShopId, change: Change): Effect.Effect<StoredShop["publicKey"], Refused, Stored> =>
  changing(id, (document, secretHash) =>
    Effect.map(ShopDocument.changed(id, document, change, undefined), (next) => [
      next.publicKey,
      recordOf(secretHash, next)
    ])
  )

/** Until when the secret before a new one is let in: not at all, up to an instant, or until `retire`. */
export type Overlap = "none" | "until-retired" | DateTime.Utc

const formerOf = (hash: SecretHash.SecretHash, overlap: Overlap): { readonly former?: Former } => {
  if (overlap === "none") return {}
  return { former: overlap === "until-retired" ? { hash } : { hash, until: overlap.epochMillis } }
}

/**
 * Gives a shop in the database a new secret. The old one is let in beside it, as `overlap` says; one before that no
 * longer. Webhooks with HTTP Basic carry the new one from now on; the webhook secret stays. Errors: `not-found`.
 */
export const rotate = (
  id: ShopId,
  overlap: Overlap = "until-retired",
  { secretKey: chosen, ...change }: Given = nothing
): Effect.Effect<NewShop, Refused, Stored> =>
  Effect.gen(function* () {
    const secretKey = chosen ?? (yield* newKey)
    const secretHash = yield* SecretHash.hash(secretKey)
    return yield* changing(id, (document, oldHash) =>
      Effect.gen(function* () {
        const { former: _, ...next } = yield* ShopDocument.changed(id, document, change, secretKey)
        const record = recordOf(secretHash, { ...next, ...formerOf(oldHash, overlap) })
        return [yield* shown(id, next, secretKey), record] as const
      })
    )
  })

/** Ends the former secret of a shop at once. Errors: `not-found`. */
export const retire = (id: ShopId): Effect.Effect<void, Refused, Stored> =>
  changing(id, ({ former: _, ...document }, secretHash) =>
    Effect.succeed([undefined, recordOf(secretHash, document)] as const)
  )

const listed = ({ createdAt, document, id }: ShopRecords.ListedShopRecord, now: DateTime.Utc) =>
  Effect.map(ShopDocument.decode(document), ({ former, name, publicKey, sealed: _, ...settings }): StoredShop => {
    const { until = Number.POSITIVE_INFINITY } = former ?? { until: 0 }
    const end = Number.isFinite(until) ? { until: DateTime.unsafeMake(until) } : {}
    return {
      id,
      name,
      createdAt,
      settings,
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(now.epochMillis < until ? { former: end } : {})
    }
  })

/** The shops in the database, oldest first. */
export const list: Effect.Effect<ReadonlyArray<StoredShop>, StorageError, ShopRecords.ShopRecords> = Effect.gen(
  function* () {
    const found = yield* (yield* ShopRecords.ShopRecords).list
    const now = yield* DateTime.now
    return yield* Effect.mapError(
      Effect.forEach(found, (record) => listed(record, now)),
      unreadable
    )
  }
)

/** One of them. Errors: `not-found`. */
export const find = (id: ShopId): Effect.Effect<StoredShop, ShopRefused | StorageError, ShopRecords.ShopRecords> =>
  Effect.flatMap(list, (all) => {
    const shop = all.find((one) => one.id === id)
    return shop === undefined ? new ShopRefused({ reason: "not-found" }) : Effect.succeed(shop)
  })

/** Adds the demo shop to a database without shops. None if there already is one. */
export const makeDemo = Effect.gen(function* () {
  const { record, shop } = yield* Effect.catchTag(
    newShop(demo, { given: { name: "Demo shop" }, removed: [] }),
    "InvalidRequest",
    Effect.die
  )
  // Several processes may start at once on the same empty database.
  yield* Effect.flatMap(UnitOfWorkContext, ({ lock }) => lock("florin.demo-shop"))
  if ((yield* (yield* ShopRecords.ShopRecords).count) > 0) return Option.none<NewShop>()
  yield* insert(demo, record)
  return Option.some(shop)
}).pipe((work) => Effect.flatMap(committing, (commit) => commit("demo-shop")(work)))

/** Shop directories: shops listed by the host, and shops stored in the database. */
import type { VaultError } from "@florin/core/cards/CardVault"
import { Entropy, ShopId } from "@florin/core/ids/Ids"
import { defaultHoldPeriod, Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { committing } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as ShopRecords from "@florin/storage-sql/ShopRecords"
import { KeyProvider } from "@florin/vault/KeyProvider"
import * as SecretHash from "@florin/vault/SecretHash"
import { webhookSecret } from "@florin/vault/ShopSecrets"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type ShopSettings, toShop } from "./ShopSettings.js"

interface Entry {
  readonly shop: Shop
  readonly secretHash: SecretHash.SecretHash
}

const directory = (lookUp: (id: ShopId) => Effect.Effect<Option.Option<Entry>, StorageError>) => {
  const find = (id: string) => (Schema.is(ShopId)(id) ? lookUp(id) : Effect.succeed(Option.none<Entry>()))
  return ShopDirectory.of({
    find: (id) =>
      Effect.map(
        find(id),
        Option.map(({ shop }) => shop)
      ),
    authenticate: (id, secret) =>
      Effect.flatMap(find(id), (entry) => {
        const isRight = SecretHash.verify(
          secret,
          Option.map(entry, ({ secretHash }) => secretHash)
        )
        return isRight && Option.isSome(entry) ? Effect.succeed(entry.value.shop) : new Unauthorized()
      })
  })
}

/** The shops listed by the host. Keeps only hashes of their secrets. */
export const makeListed = Effect.fnUntraced(function* (shops: ReadonlyArray<ShopSettings>) {
  const entries = new Map<ShopId, Entry>()
  for (const settings of shops) {
    entries.set(settings.id, { shop: toShop(settings), secretHash: yield* SecretHash.hash(settings.secretKey) })
  }
  return directory((id) => Effect.succeed(Option.fromNullable(entries.get(id))))
})

/** `makeListed` as a layer. */
export const layerListed = (shops: ReadonlyArray<ShopSettings>): Layer.Layer<ShopDirectory> =>
  Layer.effect(ShopDirectory, makeListed(shops))

const Document = Schema.parseJson(Schema.Struct({ name: Schema.String }))

const unreadable = () => new StorageError({ reason: "corrupt", operation: "shops.find" })

/** A shop of the database without its secrets, for tools that send nothing in its name. */
export const bare = (id: ShopId, name: string): Shop =>
  Shop.make({
    id,
    name,
    threeDSecure: false,
    allowSkipThreeDSecure: false,
    allowForceThreeDSecure: false,
    strictContracts: false,
    holdPeriod: defaultHoldPeriod
  })

const stored = Effect.fnUntraced(function* (id: ShopId, record: { secretHash: string; document: string }) {
  const { name } = yield* Schema.decode(Document)(record.document)
  const secretHash = yield* Schema.decode(SecretHash.SecretHash)(record.secretHash)
  const shop = Shop.make({ ...bare(id, name), webhookSecret: yield* webhookSecret(id) })
  return { shop, secretHash }
}, Effect.mapError(unreadable))

/** The shops in the database: secrets stored as hashes, webhook secrets derived from the key ring. */
export const makeStored = Effect.gen(function* () {
  const records = yield* ShopRecords.ShopRecords
  const keys = yield* KeyProvider
  return directory((id) =>
    Effect.flatMap(
      records.find(id),
      Option.match({
        onNone: () => Effect.succeedNone,
        onSome: (record) => Effect.provideService(Effect.asSome(stored(id, record)), KeyProvider, keys)
      })
    )
  )
})

/** `makeStored` as a layer. */
export const layerStored: Layer.Layer<ShopDirectory, never, ShopRecords.ShopRecords | KeyProvider> = Layer.effect(
  ShopDirectory,
  makeStored
)

/** A new shop. Its secret is available only here. */
export interface NewShop {
  readonly id: ShopId
  readonly secretKey: Redacted.Redacted<string>
  readonly webhookSecret: Redacted.Redacted<string>
}

/** The id of the demo shop that `makeDemo` adds. */
export const demo = ShopId.make("demo")

/** Why a shop was not added, or its secret not rotated. */
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
}

type Stored = ShopRecords.ShopRecords | KeyProvider | UnitOfWork

const newSecret = (id: ShopId) =>
  Effect.gen(function* () {
    const secretKey = Redacted.make(Encoding.encodeHex((yield* Entropy)(32)))
    const secretHash = yield* SecretHash.hash(secretKey)
    const shop: NewShop = { id, secretKey, webhookSecret: yield* webhookSecret(id) }
    return { shop, secretHash }
  })

const insert = (id: ShopId, name: string, secretHash: string) =>
  Effect.gen(function* () {
    const records = yield* ShopRecords.ShopRecords
    yield* records.insert({ id, secretHash, document: JSON.stringify({ name }), createdAt: yield* DateTime.now })
  })

/** Adds a shop to the database. Errors: `exists`. */
export const add = (
  id: ShopId,
  name: string
): Effect.Effect<NewShop, ShopRefused | StorageError | VaultError, Stored> =>
  Effect.gen(function* () {
    const { run } = yield* UnitOfWork
    const { secretHash, shop } = yield* newSecret(id)
    yield* run(insert(id, name, secretHash)).pipe(
      Effect.catchIf(
        ({ reason }) => reason === "constraint",
        () => new ShopRefused({ reason: "exists" })
      )
    )
    return shop
  })

/**
 * Gives a shop in the database a new secret, which invalidates the old one. The webhook secret, derived from the key
 * ring, stays the same. Errors: `not-found`.
 */
export const rotate = (id: ShopId): Effect.Effect<NewShop, ShopRefused | StorageError | VaultError, Stored> =>
  Effect.gen(function* () {
    const { run } = yield* UnitOfWork
    const records = yield* ShopRecords.ShopRecords
    const { secretHash, shop } = yield* newSecret(id)
    const isThere = yield* run(records.replaceSecret(id, secretHash))
    return isThere ? shop : yield* new ShopRefused({ reason: "not-found" })
  })

/** The shops in the database, oldest first. */
export const list: Effect.Effect<ReadonlyArray<StoredShop>, StorageError, ShopRecords.ShopRecords> = Effect.gen(
  function* () {
    const found = yield* (yield* ShopRecords.ShopRecords).list
    return yield* Effect.forEach(found, ({ createdAt, document, id }) =>
      Effect.map(Schema.decode(Document)(document), ({ name }) => ({ id, name, createdAt }))
    ).pipe(Effect.mapError(unreadable))
  }
)

/** Adds the demo shop to a database without shops. None if there already is one. */
export const makeDemo: Effect.Effect<Option.Option<NewShop>, StorageError | VaultError, Stored> = Effect.gen(
  function* () {
    const { secretHash, shop } = yield* newSecret(demo)
    // Several processes may start at once on the same empty database.
    yield* Effect.flatMap(UnitOfWorkContext, ({ lock }) => lock("florin.demo-shop"))
    if ((yield* (yield* ShopRecords.ShopRecords).count) > 0) return Option.none<NewShop>()
    yield* insert(demo, "Demo shop", secretHash)
    return Option.some(shop)
  }
).pipe((work) => Effect.flatMap(committing, (commit) => commit("demo-shop")(work)))

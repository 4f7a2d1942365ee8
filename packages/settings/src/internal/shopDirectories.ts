/** Where shops are looked up: in the host's list, in the database, or in the list and then in the database. */
import { ShopId } from "@florin/core/ids/Ids"
import { type Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { StorageError } from "@florin/core/store/StorageError"
import * as ShopRecords from "@florin/storage-sql/ShopRecords"
import { KeyProvider } from "@florin/vault/KeyProvider"
import * as SecretHash from "@florin/vault/SecretHash"
import * as SignatureKey from "@florin/vault/SignatureKey"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { byPublicKey, type ShopSettings, toShop } from "../ShopSettings.js"
import * as ShopDocument from "./shopDocument.js"

/** The secret before the present one. */
export interface Former {
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

const isOpen = ({ shop }: Entry): boolean => shop.isDisabled !== true

const shopIn: (entry: Option.Option<Entry>) => Option.Option<Shop> = Option.map(({ shop }) => shop)

/** Where entries are found. */
export interface Entries {
  readonly byId: (id: ShopId) => Effect.Effect<Option.Option<Entry>, StorageError>
  readonly byPublicKey: (publicKey: string) => Effect.Effect<Option.Option<Entry>, StorageError>
}

/** A shop that is disabled is found by what has begun, and lets nobody in. */
export const directory = ({ byId, byPublicKey }: Entries) => {
  const find = (id: string) => (Schema.is(ShopId)(id) ? byId(id) : Effect.succeed(Option.none<Entry>()))
  return ShopDirectory.of({
    find: (id) => Effect.map(find(id), shopIn),
    findByPublicKey: (publicKey) => Effect.map(byPublicKey(publicKey), (entry) => shopIn(Option.filter(entry, isOpen))),
    authenticate: (id, secret) =>
      Effect.flatMap(find(id), (entry) =>
        Effect.flatMap(currentFormer(entry), (former) =>
          isLetIn(secret, entry, former) && Option.isSome(entry) && isOpen(entry.value)
            ? Effect.succeed(entry.value.shop)
            : new Unauthorized()
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
export const listed = Effect.fnUntraced(function* (shops: ReadonlyArray<ShopSettings>) {
  const entries = new Map<ShopId, Entry>()
  for (const settings of shops) entries.set(settings.id, yield* entryOf(settings))
  const open = byPublicKey(shops)
  const entry = (id: ShopId | undefined) =>
    Effect.succeed(id === undefined ? Option.none<Entry>() : Option.fromNullable(entries.get(id)))
  return { byId: entry, byPublicKey: (publicKey) => entry(open.get(publicKey)?.id) } satisfies Entries
})

const unreadable = () => new StorageError({ reason: "corrupt", operation: "shops.find" })

const storedEntry = Effect.fnUntraced(function* (id: ShopId, record: ShopRecords.ShopRecord) {
  const document = yield* ShopDocument.decode(record.document)
  const secretHash = yield* Schema.decode(SecretHash.SecretHash)(record.secretHash)
  return { shop: yield* ShopDocument.shopOf(id, document), secretHash, former: document.former } satisfies Entry
}, Effect.mapError(unreadable))

/** The shops in the database. One is read for each request. */
export const stored = Effect.gen(function* () {
  const records = yield* ShopRecords.ShopRecords
  const keys = yield* KeyProvider
  const entryIn = (found: Option.Option<ShopRecords.ShopRecord & { readonly id: ShopId }>) =>
    Option.match(found, {
      onNone: () => Effect.succeedNone,
      onSome: (record) => Effect.provideService(Effect.asSome(storedEntry(record.id, record)), KeyProvider, keys)
    })
  return {
    byId: (id) =>
      Effect.flatMap(records.find(id), (found) => entryIn(Option.map(found, (record) => ({ ...record, id })))),
    byPublicKey: (publicKey) => Effect.flatMap(records.findByOpenKey(SignatureKey.fingerprintOf(publicKey)), entryIn)
  } satisfies Entries
})

/** Those of the first come first, and cost no look at the others. */
export const beside = (first: Entries, others: Entries): Entries => ({
  byId: (id) =>
    Effect.flatMap(first.byId(id), (found) => (Option.isSome(found) ? Effect.succeed(found) : others.byId(id))),
  byPublicKey: (publicKey) =>
    Effect.flatMap(first.byPublicKey(publicKey), (found) =>
      Option.isSome(found) ? Effect.succeed(found) : others.byPublicKey(publicKey)
    )
})

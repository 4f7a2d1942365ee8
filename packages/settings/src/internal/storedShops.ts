/** The shops of the database: added, changed, listed. Their secrets are stored as hashes. */
import { Entropy, ShopId } from "@florin/core/ids/Ids"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import { committing } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import * as ShopRecords from "@florin/storage-sql/ShopRecords"
import type { KeyProvider } from "@florin/vault/KeyProvider"
import * as SecretHash from "@florin/vault/SecretHash"
import * as SignatureKey from "@florin/vault/SignatureKey"
import type { Overlap } from "@florin/wire/operations/ShopKeeper"
import type { Change, Given } from "@florin/wire/ShopSettings"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { needsOwnKey, type ShopSettings } from "../ShopSettings.js"
import type { Former } from "./shopDirectories.js"
import * as ShopDocument from "./shopDocument.js"

/** The shops of the host's list, which are changed there and nowhere else. Their ids are taken. */
export class ListedShops extends Context.Reference<ListedShops>()("@florin/settings/ListedShops", {
  defaultValue: (): ReadonlyArray<ShopSettings> => []
}) {}

/** What changes of shops need. */
export type Stored = ShopRecords.ShopRecords | KeyProvider | UnitOfWork

const unreadable = () => new StorageError({ reason: "corrupt", operation: "shops.find" })

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
  reason: Schema.Literal("exists", "not-found", "listed")
}) {
  get code() {
    return codes[this.reason]
  }

  override get message(): string {
    return messages[this.reason]
  }
}

const codes = { exists: "shop-exists", "not-found": "no-such-shop", listed: "shop-listed" } as const

const messages = {
  exists: "there is a shop with this id already",
  "not-found": "there is no shop with this id",
  listed: "this shop is one of the host's list: it is changed there"
}

/** A shop in the database, without its secrets. */
export interface StoredShop {
  readonly id: ShopId
  readonly name: string
  readonly createdAt: DateTime.Utc
  readonly settings: Omit<ShopDocument.Document, "name" | "sealed" | "former" | "publicKey" | "isDisabled">
  readonly publicKey?: string
  /** Its former secret is let in, until then if an instant is given. */
  readonly former?: { readonly until?: DateTime.Utc }
  /** Its secrets let nobody in, and its pages take no payment. */
  readonly isDisabled?: true
}

/** Why a change was not made. */
export type Refused = ShopRefused | InvalidRequest | StorageError | VaultError

const nothing: Given = { given: {}, removed: [] }

const newKey = Effect.map(Entropy, (entropy) => Redacted.make(Encoding.encodeHex(entropy(32))))

/** A change with the key pair that it asks for. */
const withKeyPair = ({ given, removed, signatureKey }: Given): Effect.Effect<Change> =>
  signatureKey === true
    ? Effect.map(SignatureKey.make, (notificationPrivateKey) => ({
        given: { ...given, notificationPrivateKey },
        removed
      }))
    : Effect.succeed({ given, removed })

/** A new shop as it is stored, and with its secrets. */
const newShop = (id: ShopId, given: Given) =>
  Effect.gen(function* () {
    const { secretKey = yield* newKey } = given
    const change = yield* withKeyPair(given)
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
    if ((yield* ListedShops).some((listed) => listed.id === id)) return yield* new ShopRefused({ reason: "exists" })
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
    if ((yield* ListedShops).some((listed) => listed.id === id)) return yield* new ShopRefused({ reason: "listed" })
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
export const update = (id: ShopId, given: Given): Effect.Effect<void, Refused, Stored> =>
  Effect.flatMap(withKeyPair(given), (change) =>
    changing(id, (document, secretHash) =>
      Effect.map(ShopDocument.changed(id, document, change, undefined), (next) => [
        undefined,
        recordOf(secretHash, next)
      ])
    )
  )

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
  given: Given = nothing
): Effect.Effect<NewShop, Refused, Stored> =>
  Effect.gen(function* () {
    const { secretKey = yield* newKey } = given
    const change = yield* withKeyPair(given)
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

/** Shuts a shop, or opens it again. Its webhooks, due work and operators go on. Errors: `not-found`, `listed`. */
export const disable = (id: ShopId, isDisabled: boolean): Effect.Effect<void, Refused, Stored> =>
  changing(id, ({ isDisabled: _, ...document }, secretHash) =>
    Effect.succeed([undefined, recordOf(secretHash, isDisabled ? { ...document, isDisabled } : document)] as const)
  )

const listed = ({ createdAt, document, id }: ShopRecords.ListedShopRecord, now: DateTime.Utc) =>
  Effect.map(
    ShopDocument.decode(document),
    ({ former, isDisabled, name, publicKey, sealed: _, ...settings }): StoredShop => {
      const { until = Number.POSITIVE_INFINITY } = former ?? { until: 0 }
      const end = Number.isFinite(until) ? { until: DateTime.unsafeMake(until) } : {}
      return {
        id,
        name,
        createdAt,
        settings,
        ...(publicKey === undefined ? {} : { publicKey }),
        ...(now.epochMillis < until ? { former: end } : {}),
        ...(isDisabled === true ? { isDisabled } : {})
      }
    }
  )

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

/** Shop directories: shops listed by the host, and shops stored in the database. */

import type { ShopId } from "@florin/core/ids/Ids"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import { ShopKeeper } from "@florin/wire/operations/ShopKeeper"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ShopDirectories from "./internal/shopDirectories.js"
import * as ShopKeeping from "./internal/shopKeeping.js"
import { ListedShops, list, type Stored } from "./internal/storedShops.js"
import { type ShopSettings, shopOf } from "./ShopSettings.js"

export {
  add,
  demo,
  disable,
  find,
  ListedShops,
  list,
  makeDemo,
  type NewShop,
  type Refused,
  retire,
  rotate,
  ShopRefused,
  type StoredShop,
  update
} from "./internal/storedShops.js"

/** The shops listed by the host. Keeps only hashes of their secrets. */
export const makeListed = (shops: ReadonlyArray<ShopSettings>) =>
  Effect.map(ShopDirectories.listed(shops), ShopDirectories.directory)

/** `makeListed` as a layer. */
export const layerListed = (shops: ReadonlyArray<ShopSettings>): Layer.Layer<ShopDirectory> =>
  Layer.effect(ShopDirectory, makeListed(shops))

/** A shop that is known by its id, for tools that send nothing in its name. */
export const bare = (id: ShopId, name: string): Shop => shopOf({ id, name }, undefined)

/**
 * The shops in the database: secrets stored as hashes, webhook secrets derived from the key ring. A shop is read for each
 * request, so a change is in force with the next one, in every process.
 */
export const makeStored = Effect.map(ShopDirectories.stored, ShopDirectories.directory)

/**
 * The shops of a list, then those in the database, which may be changed while the gateway runs. One of the list costs no
 * look at the database, and stands before one with its id there.
 */
export const makeAdministered = (
  shops: ReadonlyArray<ShopSettings> = []
): Effect.Effect<Context.Context<ShopDirectory>, never, Stored> =>
  Effect.gen(function* () {
    const administration = Context.add(yield* Effect.context<Stored>(), ListedShops, shops)
    const entries = ShopDirectories.beside(yield* ShopDirectories.listed(shops), yield* ShopDirectories.stored)
    return Context.make(ShopDirectory, ShopDirectories.directory(entries)).pipe(
      Context.add(ShopKeeper, ShopKeeping.of(administration))
    )
  })

/** `makeAdministered` as a layer. */
export const layerStored: Layer.Layer<ShopDirectory, never, Stored> = Layer.effectContext(makeAdministered())

const shadowed = (ids: ReadonlyArray<ShopId>): string =>
  `The host's list and the database both have the shops ${ids.join(", ")}: those of the list are used, and those of the database let nobody in`

/** `makeAdministered` of a host's list. The log says which shops of the database have no effect, because the list has their ids. */
export const makeBeside = (
  shops: ReadonlyArray<ShopSettings>
): Effect.Effect<Context.Context<ShopDirectory>, StorageError, Stored> =>
  Effect.gen(function* () {
    const ids = new Set(shops.map(({ id }) => id))
    const both = (yield* list).map(({ id }) => id).filter((id) => ids.has(id))
    if (both.length > 0) yield* Effect.logWarning(shadowed(both))
    return yield* makeAdministered(shops)
  })

/** `makeBeside` as a layer. */
export const layerBeside = (shops: ReadonlyArray<ShopSettings>): Layer.Layer<ShopDirectory, StorageError, Stored> =>
  Layer.effectContext(makeBeside(shops))

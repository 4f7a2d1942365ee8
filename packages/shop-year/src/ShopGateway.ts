/** The gateway of a run: the product on SQLite, on a clock that stands until it is moved, with seeded identifiers. */
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Coupons } from "@florin/core/billing/Coupons"
import type { Subscriptions } from "@florin/core/billing/Subscriptions"
import type { Usages } from "@florin/core/billing/Usages"
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { Entropy, ShopId } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import type { Scheduler } from "@florin/scheduler/Scheduler"
import * as Shops from "@florin/settings/Shops"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import type * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as Random from "@florin/testing/parties/Random"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export const shopId = ShopId.make("simulated")

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const listed = { id: shopId, secretKey: Redacted.make("no-request-comes-over-http") }

const memory = "/dev/shm"

/** More than the longest run needs: containers often have less. Unit: bytes. */
const needed = 4 * 1024 ** 3

const hasRoom = (): boolean => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed
}

/** Where files stay in memory if there is such a place, or else the system's place for what is temporary. */
const place = (): string => (hasRoom() ? memory : tmpdir())

const store = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(place(), "florin-year-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
    ),
    (directory) => SqliteStore.layer({ filename: join(directory, "year.db") })
  )
)

export interface Surroundings {
  readonly clock: VirtualClock.VirtualClock
  readonly seed: number
  readonly acquirer: AcquirerService
}

/** Due work runs when the run asks for it. Nothing outlives the scope, not even the database. */
export const layer = ({
  acquirer,
  clock,
  seed
}: Surroundings): Layer.Layer<ShopDirectory | Subscriptions | Usages | Coupons | Scheduler> => {
  const random = Random.make(seed, "entropy")
  // The bank has no list of its movements for the gateway: the run compares them itself.
  return Gateway.layerOnDemand({ baseUrl: "https://pay.example", reconciliation: "on-request" }).pipe(
    Layer.provideMerge(Layer.mergeAll(Shops.layerListed([listed]), Vault.layer, Layer.succeed(Acquirers, [acquirer]))),
    Layer.provideMerge(Layer.merge(store, KeyProvider.layerText(Redacted.make(ring)))),
    Layer.provide(
      Layer.mergeAll(
        Layer.setClock(clock),
        Layer.succeed(Entropy, random.bytes),
        Layer.succeed(LastId, { millis: 0, count: 0 }),
        // The process itself takes no time: it is the only one, and its leases never end.
        Layer.succeed(MonotonicClock, { unsafeNow: () => 0 })
      )
    ),
    Layer.orDie
  )
}

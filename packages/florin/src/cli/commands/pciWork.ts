/** The work of `florin doctor --pci`. Changes nothing, and asks no provider. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { type Candidate, cardEntryOf } from "@florin/core/cards/ProviderFields"
import * as Design from "@florin/pages/Design"
import * as PageInventory from "@florin/pages/PageInventory"
import * as CardHoldings from "@florin/storage-sql/CardHoldings"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Database } from "../../host/database.js"
import * as RealServer from "../server/realServer.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import * as Rules from "./pciRules.js"

/** A younger card may belong to an order that is under way. */
const underWay = { days: 1 }

const holdings = (database: Database) =>
  Effect.gen(function* () {
    const before = DateTime.subtract(yield* DateTime.now, underWay)
    return yield* Effect.provide(CardHoldings.read(before), StoreAsIs.connection(database))
  }).pipe(Effect.zipLeft(StoreAsIs.existing(database)), Effect.option, Effect.map(Option.getOrUndefined))

/** The simulated acquirer takes numbers, of test cards. */
const charging = (settings: Settings.Settings): Effect.Effect<ReadonlyArray<Rules.Charging & Candidate>> =>
  settings.sandbox
    ? Effect.succeed([{ name: "the sandbox" }])
    : Effect.provide(Acquirers, RealServer.acquirers(settings))

export const pci = (json: boolean) =>
  Effect.gen(function* () {
    const settings = yield* Settings.read
    const design = Either.getOrThrow(Design.make({}))
    const { database, framedBy } = settings
    const acquirers = yield* charging(settings)
    const cardEntry = cardEntryOf(acquirers, acquirers)
    const report: Rules.PciReport = {
      acquirers,
      pages: PageInventory.inventory({ design, framedBy, cardEntry }),
      holdings: yield* holdings(database)
    }
    yield* Console.log(json ? JSON.stringify(Rules.documentOf(report)) : Rules.text(report))
  })

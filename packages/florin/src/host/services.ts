/** Florin as one effect: all of its services, in the order in which they are made. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { ShopId } from "@florin/core/ids/Ids"
import { ServedShops } from "@florin/core/jobs/ServedShops"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { nextTurn } from "@florin/core/time/Turn"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Gateway from "@florin/gateway/Gateway"
import { together } from "@florin/gateway/Wiring"
import * as OneDatabase from "@florin/settings/OneDatabase"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { faces } from "../faces/faces.js"
import { databaseOf, withPrefix } from "./database.js"
import { gatewayIds } from "./gatewayIds.js"
import * as HostLog from "./hostLog.js"
import type { HostOptions } from "./hostOptions.js"
import * as Metrics from "./metrics.js"
import * as OnCommit from "./onCommit.js"
import * as OpenTelemetry from "./openTelemetry.js"
import { approvals, operators, routing, zone } from "./optionLayers.js"
import { mistakeIn } from "./optionNames.js"
import { OptionRefused, type Options, type Real } from "./options.js"
import * as Pages from "./pages.js"
import * as Parts from "./parts.js"
import { portsFit } from "./portMembers.js"
import { isPort } from "./shops.js"

const checked = ({ baseUrl }: Options) =>
  /^https?:\/\/\S+$/.test(baseUrl) && URL.canParse(baseUrl)
    ? Effect.succeed({ baseUrl })
    : new OptionRefused({ option: "baseUrl", expected: "must be an http or https address" })

const isAccepted = Schema.is(Schema.Array(OneDatabase.Accepted))

const accepted = ({ accept, dueWork }: Options) => {
  if (dueWork !== undefined && typeof dueWork !== "boolean") {
    return new OptionRefused({ option: "dueWork", expected: "must be true or false" })
  }
  return accept === undefined || isAccepted(accept)
    ? Effect.void
    : new OptionRefused({
        option: "accept",
        expected: `must be a list of these words: ${OneDatabase.Accepted.literals.join(", ")}`
      })
}

// Without the options, a host may provide the servers and the providers to the layer.
const providers = ({ acquirers, threeDSecureServers, transferProviders }: Real): Context.Context<Acquirers> =>
  Context.mergeAll(
    Context.make(Acquirers, acquirers),
    threeDSecureServers === undefined ? Context.empty() : Context.make(ThreeDSecureServers, threeDSecureServers),
    transferProviders === undefined ? Context.empty() : Context.make(TransferProviders, transferProviders)
  )

const served = (shops: Options["shops"]) => {
  if (shops === undefined) return "stored"
  return isPort(shops) ? "any" : { listed: shops.map(({ id }) => ShopId.make(id)) }
}

/** The database fits, and it is known whether this process does its due work, and whose. Source: D43a. */
const claimed = ({ accept, dueWork, sandbox, shops }: Options) =>
  Effect.gen(function* () {
    const accepted = accept === undefined ? {} : { accept }
    yield* OneDatabase.claim({ sandbox: sandbox === true, ...accepted })
    const whose = served(shops)
    const work = yield* OneDatabase.dueWork({ ...accepted, dueWork, shops: whose })
    return Context.add(work, ServedShops, whose)
  })

type Log = (options: Partial<HostOptions>) => Layer.Layer<never>

const making = Effect.fnUntraced(function* (options: Options & Partial<HostOptions>, store: Parts.Store, log: Log) {
  yield* mistakeIn(options) ?? Effect.void
  const { baseUrl } = yield* checked(options)
  yield* portsFit(options)
  yield* gatewayIds(options)
  yield* accepted(options)
  const database = yield* withPrefix(yield* databaseOf(options.database), options.tablePrefix)
  if (options.sandbox === true) yield* Parts.sandboxFits(database, options.accept)
  const keys = yield* Parts.keys(options, database)
  const shops = yield* Parts.shops(options)
  const settings = [
    log(options),
    OnCommit.layer(options.onCommit),
    OpenTelemetry.layer(options.openTelemetry),
    options.metrics === true ? Metrics.layer : Layer.empty,
    Pages.layer(options),
    yield* routing(options),
    yield* zone(options),
    yield* approvals(options),
    yield* Parts.mailer(options),
    yield* operators(options)
  ] as const
  const base = [keys, yield* store(database), Vault.make, shops] as const
  // Whoever starts Florin has it before due work begins.
  const gateway = (own: Partial<Gateway.Options>) =>
    Effect.flatMap(Pages.framed, (framed) => Gateway.make({ baseUrl, framed, beforeDueWork: nextTurn, ...own }))
  if (options.sandbox !== true) {
    return yield* together(...settings, providers(options), ...base, claimed(options), gateway({}), ...faces)
  }
  const { routes, sandbox, webhooks } = yield* Parts.simulation(database)
  return yield* together(...settings, ...sandbox, ...base, claimed(options), gateway({ webhooks }), routes, ...faces)
})

/** Florin by its options, in a scope. A host without Effect has options of its own. */
export const make = (options: Options & Partial<HostOptions>) =>
  making(options, Parts.store, ({ log }) => HostLog.layer(log))

/** The same for a host with Effect: its clients join Florin's commits, one is lent, and it has loggers of its own. */
export const makeLending = (options: Options) => making(options, Parts.lendingStore, () => Layer.empty)

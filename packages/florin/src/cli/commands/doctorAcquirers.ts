/** What `florin doctor` sees of acquirers: what each can do, and whether its provider takes the credentials. */
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import * as Capabilities from "@florin/core/routing/Capabilities"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LoadedConnector } from "../server/connectors.js"
import * as RealServer from "../server/realServer.js"
import type * as Settings from "../settings.js"
import * as Rules from "./doctorRules.js"

/** A provider that does not answer holds up a command that somebody waits for. */
const askFor = Duration.seconds(10)

const silent = `did not answer within ${Duration.toSeconds(askFor)} seconds`

/** What is wrong with the credentials of a provider. Moves no money. */
const faultOf = ({ make }: LoadedConnector): Effect.Effect<string | undefined> => {
  const check = make._tag === "Real" ? make.configured.check : undefined
  if (check === undefined) return Effect.succeed(undefined)
  return Effect.map(Effect.timeoutOption(Effect.scoped(check), askFor), (answer) =>
    Option.getOrElse(answer, () => silent)
  )
}

const charging = (settings: Settings.Settings) =>
  Effect.gen(function* () {
    const all = yield* Acquirers
    const faults = yield* Effect.forEach(settings.providers, faultOf, { concurrency: "unbounded" })
    const faultAt = ({ gatewayId }: AcquirerService) =>
      faults[settings.providers.findIndex((one) => one.gatewayId === gatewayId)]
    return all.map((acquirer) =>
      Rules.acquirer({ ...acquirer, can: Capabilities.described(acquirer), fault: faultAt(acquirer) })
    )
  }).pipe(Effect.provide(RealServer.acquirers(settings)))

/** A line for each acquirer that charges for real, in their order. */
export const checks = (settings: Settings.Settings): Effect.Effect<ReadonlyArray<Rules.Check>> =>
  settings.sandbox ? Effect.succeed([]) : charging(settings)

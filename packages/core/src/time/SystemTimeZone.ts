/** The time zone in which subscriptions are billed. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { memoized } from "../memory/Memoized.js"

/**
 * The system time zone: days, months and the night of subscriptions are those of this zone, unless a shop has one of
 * its own.
 *
 * Default: UTC. Source: D24.
 */
export class SystemTimeZone extends Context.Reference<SystemTimeZone>()("@florin/core/SystemTimeZone", {
  defaultValue: (): DateTime.TimeZone => DateTime.zoneMakeOffset(0)
}) {}

/** The layer of a zone by its IANA name, such as `Europe/Berlin`; none if there is no such zone. */
export const layerNamed = (name: string): Option.Option<Layer.Layer<never>> =>
  Option.map(DateTime.zoneMakeNamed(name), (zone) => Layer.succeed(SystemTimeZone, zone))

// Naming a zone costs a hundred times a lookup, and every renewal asks for it.
const named = memoized((name: string) => DateTime.zoneMakeNamed(name), 1000)

/** The zone of a shop: its own, or the system's. An unknown name counts as none. */
export const zoneOf = (name: string | undefined, system: DateTime.TimeZone): DateTime.TimeZone =>
  name === undefined ? system : Option.getOrElse(named(name), () => system)

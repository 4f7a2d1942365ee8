/** Instants as customers read them. */
import * as InstantFormat from "@florin/core/language/InstantFormat"
import type { Plan } from "@florin/core/plans/Plan"
import * as DateTime from "effect/DateTime"
import type { Language } from "../Language.js"

const day = { year: "numeric", month: "long", day: "numeric" } as const
const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const

/** When something of a plan is charged, begins or ends. Days are enough where days are counted; hours need the time. */
export const instantOf = (
  at: DateTime.Utc,
  { interval }: Pick<Plan, "interval">,
  zone: DateTime.TimeZone,
  { locale }: Pick<Language, "locale">
): string =>
  InstantFormat.format(DateTime.setZone(at, zone), { locale, ...day, ...(interval.unit === "hour" ? time : {}) })

/** The day of an instant. */
export const dayOf = (at: DateTime.Utc, zone: DateTime.TimeZone, { locale }: Pick<Language, "locale">): string =>
  InstantFormat.format(DateTime.setZone(at, zone), { locale, ...day })

/** The time of the day. */
export const timeOf = (at: DateTime.Utc, zone: DateTime.TimeZone, { locale }: Pick<Language, "locale">): string =>
  InstantFormat.format(DateTime.setZone(at, zone), { locale, ...time })

/** The target of a clock move: a duration or an instant. */
import { instant } from "@florin/core/request/Fields"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A calendar duration. Months are calendar months in UTC: 31 January plus one month is the end of February. */
export interface CalendarDuration {
  readonly months: number
  readonly days: number
  readonly millis: number
}

/** Source: D38. */
export type ClockTarget = Data.TaggedEnum<{
  Advance: { readonly duration: CalendarDuration }
  To: { readonly instant: DateTime.Utc }
}>

export const ClockTarget: Data.TaggedEnum.Constructor<ClockTarget> = Data.taggedEnum<ClockTarget>()

/** The last instant the clock can be set to. */
export const latest: DateTime.Utc = DateTime.unsafeMake("9999-12-31T23:59:59.999Z")

const date = "(?:(\\d{1,5})Y)?(?:(\\d{1,5})M)?(?:(\\d{1,6})W)?(?:(\\d{1,6})D)?"
const time = "(?:(\\d{1,9})H)?(?:(\\d{1,9})M)?(?:(\\d{1,9})(?:[.,](\\d{1,3}))?S)?"
const iso = new RegExp(`^P(?=\\d|T\\d)${date}(?:T(?=\\d)${time})?$`)

/**
 * Parses an ISO 8601 duration.
 *
 * Shape: years, months, weeks, days, hours, minutes, seconds with up to three decimals, as in `P1M` or
 * `P1Y2W3DT4H5M6.5S`; not negative.
 */
export const parseDuration = (text: string): Option.Option<CalendarDuration> => {
  const parts = iso.exec(text)
  if (parts === null) return Option.none()
  const [years, months, weeks, days, hours, minutes, seconds] = parts.slice(1, 8).map((part) => Number(part ?? 0))
  const millis = Number((parts[8] ?? "").padEnd(3, "0"))
  return Option.some({
    months: years! * 12 + months!,
    days: weeks! * 7 + days!,
    millis: hours! * 3_600_000 + minutes! * 60_000 + seconds! * 1000 + millis
  })
}

/** What would be one without its signs is told apart: the clock never goes back. */
const durationSentence = (given: unknown): string =>
  typeof given === "string" && given.includes("-") && Option.isSome(parseDuration(given.replaceAll("-", "")))
    ? "must not be negative"
    : "is invalid. Format should be an ISO 8601 duration"

const readInstant = Schema.decodeUnknownOption(instant)

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {}

/**
 * Decodes `{"advance":"P1M"}` or `{"to":"2030-01-31T00:00:00Z"}`.
 *
 * Errors: neither or both given; not a duration; not an instant with an offset. Source: D3, D38.
 */
export const decode = (body: unknown): Effect.Effect<ClockTarget, InvalidRequest> => decodeUnless(body, "to")

/** `others`: what may be sent in the place of `advance`. */
const decodeUnless = (body: unknown, others: string): Effect.Effect<ClockTarget, InvalidRequest> => {
  const { advance, to } = membersOf(body)
  const [hasAdvance, hasTo] = [isGiven(advance), isGiven(to)]
  if (!hasAdvance && !hasTo) return invalid("advance", `can't be blank, unless ${others} is sent`)
  if (hasAdvance && hasTo) return invalid("to", "can't be sent together with advance")
  return hasAdvance
    ? (typeof advance === "string" ? parseDuration(advance) : Option.none()).pipe(
        Option.map((duration) => ClockTarget.Advance({ duration })),
        Effect.mapError(() => invalid("advance", durationSentence(advance)))
      )
    : readInstant(to).pipe(
        Option.map((instant) => ClockTarget.To({ instant })),
        Effect.mapError(() => invalid("to", "is invalid. Format should be ISO 8601 with a time-zone offset"))
      )
}

/** A target, or real time, which the clock follows again. Source: D38. */
export type ClockCommand = ClockTarget | { readonly _tag: "Follow" }

/**
 * Like `decode`, and `{"follow":true}`.
 *
 * Errors: those of `decode`; `follow` with one of the others, or not `true`. Source: D3, D38.
 */
export const decodeCommand = (body: unknown): Effect.Effect<ClockCommand, InvalidRequest> => {
  const { advance, follow, to } = membersOf(body)
  if (!isGiven(follow)) return decodeUnless(body, "to or follow")
  if (isGiven(advance) || isGiven(to)) return invalid("follow", "can't be sent together with advance or to")
  return follow === true ? Effect.succeed({ _tag: "Follow" }) : invalid("follow", "must be true")
}

const inRange = (millis: number): boolean => Number.isFinite(millis) && millis <= latest.epochMillis

const advanced = (now: DateTime.Utc, { days, millis, months }: CalendarDuration): Option.Option<DateTime.Utc> => {
  // Months first: one month and a day after 31 January is 1 March.
  const then = DateTime.add(now, { months }).epochMillis + days * 86_400_000 + millis
  return inRange(then) ? DateTime.make(then) : Option.none()
}

/** The instant of a target, relative to `now`; none when it is after `latest`. */
export const instantOf = (target: ClockTarget, now: DateTime.Utc): Option.Option<DateTime.Utc> => {
  switch (target._tag) {
    case "Advance":
      return advanced(now, target.duration)
    case "To":
      return Option.liftPredicate(target.instant, ({ epochMillis }) => inRange(epochMillis))
  }
}

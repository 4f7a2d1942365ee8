import * as InstantFormat from "@florin/core/language/InstantFormat"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const at = DateTime.unsafeMake(Date.UTC(2026, 2, 29, 0, 59, 58))

const zones: ReadonlyArray<DateTime.TimeZone> = [
  DateTime.zoneMakeOffset(0),
  DateTime.zoneMakeOffset(5.5 * 3_600_000),
  ...["UTC", "Europe/Berlin", "America/New_York"].map(DateTime.zoneUnsafeMakeNamed)
]

const shapes: ReadonlyArray<Intl.DateTimeFormatOptions> = [
  { dateStyle: "long" },
  { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  { hour: "2-digit", minute: "2-digit", timeZoneName: "short" }
]

describe("An instant in a language", () => {
  // The second time by a format that is known by then.
  it.each(["en-GB", "ru", "en-GB"])("is written in %s as the platform writes it", (locale) => {
    for (const shape of shapes) {
      const options = { locale, ...shape }
      assert.strictEqual(InstantFormat.format(at, options), DateTime.format(at, options))
      for (const zone of zones) {
        const here = DateTime.setZone(at, zone)
        assert.strictEqual(
          InstantFormat.format(here, options),
          DateTime.format(here, options),
          DateTime.zoneToString(zone)
        )
      }
    }
  })
})

/** Days and instants as options say them. */
import * as Fields from "@florin/core/request/Fields"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"

const readInstant = Schema.decodeUnknownOption(Fields.instant)

/** An option that may be left out. A day begins at midnight in UTC. */
export const instantOf = (name: string, given: Option.Option<string>) =>
  Option.match(given, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) =>
      Option.match(readInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text), {
        onNone: () => bad(name, "must be a day such as 2026-03-01, or an instant with an offset"),
        onSome: (instant) => Effect.succeed(instant)
      })
  })

import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Settings } from "../WebhookSettings.js"

/** The instant that a signature carries. */
export const dated = ({ signatureClock }: Settings): Effect.Effect<DateTime.Utc> =>
  Effect.map(signatureClock?.currentTimeMillis ?? Clock.currentTimeMillis, DateTime.unsafeMake)

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A wall clock that shows this. Unit: milliseconds. Sleeping takes as long as it takes. */
export const showing = (millis: () => number): Clock.Clock => {
  const real = Clock.make()
  const nanos = () => BigInt(Math.round(millis() * 1e6))
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration)
  }
}

/** The clock of a machine that is so many milliseconds ahead. */
export const ahead = (millis: number): Clock.Clock => {
  const real = Clock.make()
  return showing(() => real.unsafeCurrentTimeMillis() + millis)
}

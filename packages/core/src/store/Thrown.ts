/** What a host's listener has thrown, beside the error of the commit that it ended. */
import * as Option from "effect/Option"

/** Where an error keeps it. No log and no document of the error shows it. */
const thrown = Symbol("thrown")

/** The error, with what the host's listener has thrown. */
export const withThrown = <E extends Error>(error: E, value: unknown): E =>
  Object.defineProperty(error, thrown, { value })

/** What a host's listener has thrown, for the host alone; none where an error has another cause. */
export const thrownIn = (error: object): Option.Option<unknown> =>
  thrown in error ? Option.some(error[thrown]) : Option.none()

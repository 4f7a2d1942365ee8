/** Calls of a host's functions, which may throw, reject or hang. */
import * as Effect from "effect/Effect"

/** What a function of a port gets beside its request. */
export interface PortCall {
  /**
   * Aborts when the gateway does not wait any more: after its time limit, or when the process stops. Hand it to `fetch`.
   * The outcome is then unknown.
   */
  readonly signal: AbortSignal
}

/** Its own text may hold what it was asked with. */
const nameOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ""
  return /^\w{1,64}$/.test(name) ? name : "what is no Error"
}

/** Calls a function. A throw or a rejection is `otherwise`, and is logged without its text. */
export const calling = <A>(
  place: string,
  call: (context: PortCall) => PromiseLike<A> | A,
  otherwise: NoInfer<A>
): Effect.Effect<A> =>
  Effect.tryPromise({ try: async (signal) => call({ signal }), catch: nameOf }).pipe(
    Effect.catchAll((name) => Effect.as(Effect.logWarning(`${place} has thrown ${name}`), otherwise))
  )

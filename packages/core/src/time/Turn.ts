/** The turns of the event loop. */
import * as Effect from "effect/Effect"

/** Lets everything else have its turn, between two long steps. Not a sleep: whatever the clock, it ends. */
// biome-ignore lint/style/noRestrictedGlobals: not for time
export const nextTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/**
 * Lets the rest of the process have so many turns: where nothing else is to be done they pass at once, and where something
 * is, it gets as far as it would by itself.
 */
export const turns = (count: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    let left = count
    // biome-ignore lint/style/noRestrictedGlobals: not for time
    const next = (): void => void (left-- > 0 ? setImmediate(next) : resume(Effect.void))
    next()
  })

/** Long work that yields between two short steps. */
export type Steps<A> = Generator<void, A>

/** How much of a long text or document one step handles. Unit: bytes. */
export const bytesPerStep = 128 * 1024

/** The result, each step in a turn of its own. What the steps clean up they clean up when they are interrupted, too. */
export const inTurns = <A>(steps: () => Steps<A>): Effect.Effect<A> =>
  Effect.acquireUseRelease(
    Effect.sync(steps),
    (begun) => {
      const next: Effect.Effect<A> = Effect.suspend(() => {
        const step = begun.next()
        return step.done === true ? Effect.succeed(step.value) : Effect.zipRight(nextTurn, next)
      })
      return next
    },
    (begun) => Effect.sync(() => void begun.return(undefined as A))
  )

/** The result at once, for what is short. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

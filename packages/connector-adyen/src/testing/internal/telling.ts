/** What the fake does after an answer: it carries out what was only received, tells about it, and closes offers. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Manner } from "./dials.js"
import { type Outcome, type Untold, untold, type World } from "./world.js"

export interface Parts {
  readonly world: World
  readonly offerLife: Duration.DurationInput
  /** Records one, and answers how it is sent: until it is accepted, or, with `isOnce`, in one attempt. */
  readonly post: (untold: Untold, isOnce: boolean) => Effect.Effect<boolean>
  /** Does it beside the request. */
  readonly later: (effect: Effect.Effect<unknown>) => Effect.Effect<void>
}

export const make = ({ later, offerLife, post, world }: Parts) => {
  const jobs = new Set<Effect.Effect<unknown>>()

  /** Carries out what was only received, and tells about it. */
  const tell = (pending: () => Untold, { tells }: Required<Manner>) =>
    Effect.suspend(() => {
      const one = pending()
      if (tells === "never") return Effect.void
      if (tells === "before") return post(one, true)
      const sending = later(post(one, false))
      return tells === "twice" ? Effect.zipRight(sending, later(post(one, false))) : sending
    })

  /** Does it after its time, or when everything is settled, whichever is first. */
  const schedule = (job: Effect.Effect<unknown>, after: Duration.DurationInput) =>
    Effect.suspend(() => {
      const once: Effect.Effect<unknown> = Effect.suspend(() => (jobs.delete(once) ? job : Effect.void))
      jobs.add(once)
      return Duration.toMillis(after) > 0 ? later(Effect.delay(once, after)) : later(once)
    })

  /** The customer's page is closed when nobody has answered on it. */
  const close = ({ waits }: Outcome) => {
    if (waits === undefined) return Effect.void
    const closing = Effect.suspend(() => {
      if (waits.state !== "waiting") return Effect.void
      waits.state = "closed"
      const { amount, psp, reference } = waits
      const about = { amount, pspReference: psp, merchantReference: reference, success: "true" } as const
      return post(untold(world, reference, { ...about, eventCode: "OFFER_CLOSED" }), false)
    })
    return later(Effect.delay(closing, offerLife))
  }

  const settle = Effect.suspend(() => Effect.forEach([...jobs], (job) => job, { discard: true }))

  return { tell, schedule, close, settle }
}

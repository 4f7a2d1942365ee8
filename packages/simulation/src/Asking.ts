/** Requests that somebody sends to whichever process serves. */
import type { Services } from "@florin/gateway/Gateway"
import type { Random } from "@florin/testing/parties/Random"
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fleet } from "./Fleet.js"
import { errorOf, type Scene } from "./Invariants.js"
import type { Trace } from "./Trace.js"

export interface Around extends Pick<Scene, "fail"> {
  readonly fleet: Fleet
  readonly trace: Trace
}

/** Asks a process, and hears how that ended, if it ever does. A defect is noticed. */
export const asking =
  ({ fail, fleet, trace }: Around, random: Random) =>
  <A, E extends { readonly _tag: string }>(
    actor: string,
    what: string,
    request: Effect.Effect<A, E, Services>,
    done: (exit: Exit.Exit<A, E>) => void = () => undefined
  ): void => {
    const serving = fleet.serving()
    if (serving.length === 0) return
    const gateway = random.pick(serving)
    trace.add(actor, `${what} to ${gateway.process.name}`)
    gateway.request(request, (exit) => {
      const says = Exit.isSuccess(exit) ? "done" : (errorOf(exit)?._tag ?? "died")
      trace.add(gateway.process.name, `answers the ${actor}: ${says}`)
      if (Exit.isFailure(exit) && Cause.isDie(exit.cause)) fail(9, `${what} died: ${Cause.pretty(exit.cause)}`)
      done(exit)
    })
  }

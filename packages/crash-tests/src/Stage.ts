/** Where one crash is played. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Process } from "./Process.js"
import type { Settings, Trap } from "./Protocol.js"

/** An environment with one process in front, which the merchant asks. */
export type Stage = Effect.Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* (environment: Environment, trap: Trap) {
  const scope = yield* Effect.scope
  const crashed = yield* Deferred.make<void>()
  let front: Process | undefined
  let ahead = 0

  const url: Effect.Effect<string> = Effect.suspend(() => front?.url ?? Effect.never).pipe(
    Effect.catchAll(() => Effect.zipRight(Effect.sleep("20 millis"), url))
  )

  /** Starts one more process, which may not come up; from now on it is the one in front, and later ones share its clock. */
  const launch = Effect.fnUntraced(function* (changes: Partial<Settings> = {}) {
    ahead = changes.ahead ?? ahead
    const process = yield* Scope.extend(environment.start({ ...changes, ahead }), scope)
    front = process
    const watched = Effect.map(process.ended, () => process.said.reached.some(({ action }) => action === "kill"))
    yield* Effect.forkIn(Effect.whenEffect(Deferred.succeed(crashed, undefined), watched), scope)
    return process
  })

  return {
    ...{ environment, trap, merchant: environment.merchant(url), launch },
    start: Effect.tap(launch(), ({ url }) => url),
    front: () => front!,
    bringBack: (process: Process) => {
      front = process
    },
    /** Sets a trap in the process in front. Default: the one that the step is about. */
    set: (which: Trap = trap) => Effect.ignore(Effect.suspend(() => front!.tell({ _tag: "Set", trap: which }))),
    crashed: Deferred.await(crashed)
  }
})

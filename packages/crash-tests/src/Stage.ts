/** Where one crash is played. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Process } from "./Process.js"
import type { Settings, Trap } from "./Protocol.js"

/** An environment with one process in front, which the merchant asks. */
export type Stage = Effect.Effect.Success<ReturnType<typeof make>>

const isSame = (left: Trap, right: Trap): boolean =>
  left.point === right.point && left.moment === right.moment && left.action === right.action

export const make = Effect.fnUntraced(function* (environment: Environment, trap: Trap) {
  const scope = yield* Effect.scope
  const crashed = yield* Deferred.make<void>()
  let front: Process | undefined
  let ahead = 0

  const url: Effect.Effect<string> = Effect.suspend(() => front?.url ?? Effect.never).pipe(
    Effect.catchAll(() => Effect.zipRight(Effect.sleep("20 millis"), url))
  )

  const launch = Effect.fnUntraced(function* (changes: Partial<Settings>) {
    ahead = changes.ahead ?? ahead
    const process = yield* Scope.extend(environment.start({ ...changes, ahead }), scope)
    front = process
    const watched = Effect.flatMap(process.ended, ({ reached, signal }) =>
      Effect.when(
        Deferred.succeed(crashed, undefined),
        () => signal === "SIGKILL" && reached.some((other) => isSame(other, trap))
      )
    )
    yield* Effect.forkIn(watched, scope)
    return process
  })

  return {
    environment,
    /** The trap that this is about. */
    trap,
    merchant: environment.merchant(url),
    /** Starts one more process; from now on it is the one in front. */
    start: (changes: Partial<Settings> = {}) => Effect.tap(launch(changes), ({ url }) => url),
    /** Starts a process that is not expected to come up. */
    startInto: (changes: Partial<Settings>) => Effect.asVoid(launch(changes)),
    front: Effect.sync(() => front!),
    /** Puts it in front again. */
    bringBack: (process: Process) =>
      Effect.sync(() => {
        front = process
      }),
    /** Sets a trap in the process in front. Default: the one that this is about. */
    set: (which: Trap = trap) => Effect.ignore(Effect.suspend(() => front!.tell({ _tag: "Set", trap: which }))),
    /** Lets the process in front come to its end in peace. */
    stop: Effect.suspend(() => Effect.asVoid(front!.stop)),
    /** Ends when a process has run into the trap and is dead. */
    crashed: Deferred.await(crashed)
  }
})

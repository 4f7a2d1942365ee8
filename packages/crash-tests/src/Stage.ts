/** Where one crash is played. */
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Process, ProcessEnded } from "./Process.js"
import type { Settings, Trap } from "./Protocol.js"

/** An environment with one process in front, which the merchant asks. */
export interface Stage {
  readonly environment: Environment
  /** The trap that this is about. */
  readonly trap: Trap
  readonly merchant: Merchant
  /** Starts one more process; from now on it is the one in front. */
  readonly start: (changes?: Partial<Settings>) => Effect.Effect<Process, ProcessEnded>
  /** Starts a process that is not expected to come up. */
  readonly startInto: (changes: Partial<Settings>) => Effect.Effect<void>
  readonly front: Effect.Effect<Process>
  /** Puts it in front again. */
  readonly bringBack: (process: Process) => Effect.Effect<void>
  /** Sets a trap in the process in front. Default: the one that this is about. */
  readonly set: (trap?: Trap) => Effect.Effect<void>
  /** Lets the process in front come to its end in peace. */
  readonly stop: Effect.Effect<void>
  /** Ends when a process has run into the trap and is dead. */
  readonly crashed: Effect.Effect<void>
}

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

  const stage: Stage = {
    environment,
    trap,
    merchant: environment.merchant(url),
    start: (changes = {}) => Effect.tap(launch(changes), ({ url }) => url),
    startInto: (changes) => Effect.asVoid(launch(changes)),
    front: Effect.sync(() => front!),
    bringBack: (process) =>
      Effect.sync(() => {
        front = process
      }),
    set: (which = trap) => Effect.ignore(Effect.suspend(() => front!.tell({ _tag: "Set", trap: which }))),
    stop: Effect.suspend(() => Effect.asVoid(front!.stop)),
    crashed: Deferred.await(crashed)
  }
  return stage
})

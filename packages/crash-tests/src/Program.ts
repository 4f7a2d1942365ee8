/** The program under test, and the processes that it runs in. */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Acquirer from "./Acquirer.js"
import * as Compiled from "./Compiled.js"
import { credentials } from "./Host.js"
import type { HostSettings } from "./HostSettings.js"
import * as Load from "./Load.js"
import * as Merchant from "./Merchant.js"
import * as Process from "./Process.js"
import * as Receiver from "./Receiver.js"

export interface Program {
  /**
   * Starts it, under the limits of a command if there is one. It is ready when its `url` is there, which it may not
   * live to see.
   */
  readonly start: (
    settings: HostSettings,
    limits?: ReadonlyArray<string>
  ) => Effect.Effect<Process.Process, never, Scope.Scope>
}

const source = fileURLToPath(new URL("../bin/host.ts", import.meta.url))

/** Serves one order from its request to its webhook, and stops: what was compiled for that is kept for later processes. */
const rehearse = Effect.fnUntraced(function* (file: string) {
  const place = dirname(file)
  const acquirer = yield* Acquirer.make(() => Effect.succeed(Acquirer.prompt))
  const receiver = yield* Receiver.make
  const spawned = yield* Process.spawned(file)
  const rehearsal = yield* spawned.serve({
    store: { _tag: "Sqlite", filename: join(place, "rehearsal.db") },
    keys: join(place, "rehearsal.json"),
    acquirer: acquirer.url,
    webhooks: receiver.webhooks,
    ahead: 0,
    traps: []
  })
  const host = Effect.orDie(rehearsal.url)
  const merchant = Merchant.make({ credentials, name: "rehearsal", host, patience: "15 seconds" })
  yield* merchant.order("/transactions/payments", { ...Load.charge, amount: 1000 })
  yield* Effect.repeat(Effect.delay(Effect.sync(receiver.deliveries), "20 millis"), {
    until: (deliveries) => deliveries.length > 0
  })
  yield* rehearsal.stop
  yield* spawned.close
}, Effect.scoped)

const compiled = Effect.tap(Compiled.make(source), rehearse)

const once =
  (file: string): Program["start"] =>
  (settings, limits) =>
    Effect.flatMap(Process.spawned(file, limits), (spawned) => spawned.serve(settings))

/** Every start is a process of its own. */
export const make: Effect.Effect<Program, Process.ProcessEnded> = Effect.map(compiled, (file) => ({
  start: once(file)
}))

const patience = "5 seconds"

/** A process that is not needed any more comes to its end in peace and serves at a later start. */
export const makeReused: Effect.Effect<Program, Process.ProcessEnded, Scope.Scope> = Effect.gen(function* () {
  const file = yield* compiled
  const scope = yield* Effect.scope
  const idle: Array<Process.Spawned> = []

  const giveBack = Effect.fnUntraced(function* (spawned: Process.Spawned, process: Process.Process) {
    const ending = yield* Effect.timeoutOption(Effect.interruptible(process.stop), patience)
    if (Option.isNone(ending)) return yield* process.signal("SIGKILL")
    if (ending.value.code === 0) idle.push(spawned)
  })

  const again = Effect.fnUntraced(function* (settings: HostSettings) {
    const spawned = idle.pop() ?? (yield* Scope.extend(Process.spawned(file), scope))
    return yield* Effect.acquireRelease(spawned.serve(settings), (process) => giveBack(spawned, process))
  })

  return { start: (settings, limits) => (limits === undefined ? again(settings) : once(file)(settings, limits)) }
})

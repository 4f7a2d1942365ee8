/** One process under test. */
import { spawn } from "node:child_process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Command, Settings, Trap, Word } from "./Protocol.js"

/** A process was not there. Instants are in milliseconds since 1970. */
export interface Absence {
  readonly pid: number
  readonly from: number
  readonly until: number
}

/** How a process ended. `log` is the end of what it wrote. */
interface Ending {
  readonly signal: string | null
  readonly code: number | null
  readonly log: string
}

/** A process that serves. */
export type Process = Effect.Effect.Success<ReturnType<typeof start>>

/**
 * Starts the program, under the limits of a command if there is one. The process ends with the scope at the latest, and
 * with its parent process.
 */
export const start = Effect.fnUntraced(function* (
  program: string,
  settings: Settings,
  limits: ReadonlyArray<string> = []
) {
  const clock = yield* Effect.clock
  const ready = yield* Deferred.make<string>()
  const end = yield* Deferred.make<Ending>()
  const done = yield* Queue.unbounded<void>()
  const traps = yield* Queue.unbounded<Trap>()
  const said = { reached: [] as Trap[], wrote: [] as string[], away: [] as Absence[] }
  let log = ""

  const hear = (word: Word): void => {
    switch (word._tag) {
      case "Ready":
        return void Deferred.unsafeDone(ready, Effect.succeed(word.url))
      case "Done":
        return void done.unsafeOffer(undefined)
      case "Reached":
        said.reached.push(word.trap)
        return void traps.unsafeOffer(word.trap)
      case "Wrote":
        return void said.wrote.push(word.name)
      case "Away": {
        const until = clock.unsafeCurrentTimeMillis()
        return void said.away.push({ pid, from: until - word.millis, until })
      }
    }
  }

  const spawned = Effect.sync(() => {
    const [command = "", ...parameters] = [...limits, process.execPath, program, JSON.stringify(settings)]
    return spawn(command, parameters, { stdio: ["ignore", "ignore", "pipe", "ipc"] })
      .on("message", (word) => hear(word as Word))
      .on("error", () => undefined)
      .once("close", (code, signal) => Deferred.unsafeDone(end, Effect.succeed({ code, signal, log })))
  })
  const ended = Deferred.await(end)
  const child = yield* Effect.acquireRelease(spawned, (child) =>
    Effect.zipRight(
      Effect.sync(() => child.kill("SIGKILL")),
      ended
    )
  )
  const pid = child.pid ?? 0
  child.stderr!.on("data", (chunk) => {
    log = `${log}${chunk}`.slice(-4000)
  })

  const died = Effect.flatMap(ended, ({ code, log, signal }) =>
    Effect.fail(new Error(`The process ended with ${signal ?? code}:\n${log}`))
  )
  const living = <A>(effect: Effect.Effect<A>) => Effect.raceFirst(effect, died)
  const signal = (name: NodeJS.Signals) => Effect.sync(() => void child.kill(name))
  return {
    ...{ pid, ended, signal },
    /** What it has said so far: the traps that it reached, the names that it wrote, and when it had no processor. */
    said: said as { readonly [Kind in keyof typeof said]: Readonly<(typeof said)[Kind]> },
    /** Where it answers, as soon as it does. Fails where it ends instead, as all that waits for it does. */
    url: living(Deferred.await(ready)),
    /** Sends a command and waits until it has been carried out or has failed. */
    tell: (command: Command) =>
      Effect.zipRight(
        // Writing to a process that was killed fails, and that is expected.
        Effect.sync(() => child.connected && child.send(command, () => undefined)),
        living(Queue.take(done))
      ),
    /** Asks it to stop in an orderly way, and waits for that. */
    stop: Effect.zipRight(signal("SIGTERM"), ended),
    /** Ends when it has reached one more trap. */
    reaches: living(Queue.take(traps))
  }
})

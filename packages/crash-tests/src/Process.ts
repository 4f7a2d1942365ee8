/** One process under test. */
import { spawn } from "node:child_process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import type { Command, Settings, Told, Trap, Word } from "./Protocol.js"

/** How a process ended, or that it stopped serving in an orderly way. `log` is the end of what it wrote. */
interface Ending {
  readonly signal: string | null
  readonly code: number | null
  readonly log: string
}

/** A process was not there. Instants are in milliseconds since 1970. */
export interface Absence {
  readonly pid: number
  readonly from: number
  readonly until: number
}

/** A process that serves. It ends with the scope at the latest, and with its parent process. */
export interface Process {
  readonly pid: number
  /** Where it answers, as soon as it does. Fails where it ends instead, as all that waits for it does. */
  readonly url: Effect.Effect<string, Error>
  readonly ended: Effect.Effect<Ending>
  readonly signal: (name: NodeJS.Signals) => Effect.Effect<void>
  /** Sends a command and waits until it has been carried out or has failed. */
  readonly tell: (command: Command) => Effect.Effect<void, Error>
  /** Asks it to stop in an orderly way, and waits for that. */
  readonly stop: Effect.Effect<Ending>
  /** Ends when it has reached one more trap. */
  readonly reaches: Effect.Effect<Trap, Error>
  /** What it has said so far: the traps that it reached, the names that it wrote, and when it had no processor. */
  readonly said: {
    readonly reached: ReadonlyArray<Trap>
    readonly wrote: ReadonlyArray<string>
    readonly away: ReadonlyArray<Absence>
  }
}

/** What is heard of a process from when it begins to serve until it stops. */
const listening = Effect.map(
  Effect.all({
    ready: Deferred.make<string>(),
    ended: Deferred.make<Ending>(),
    done: Queue.unbounded<void>(),
    traps: Queue.unbounded<Trap>(),
    clock: Effect.clock
  }),
  (own) => ({
    ...own,
    said: { reached: [] as Trap[], wrote: [] as string[], away: [] as Absence[] },
    log: ""
  })
)

type Session = Effect.Effect.Success<typeof listening>

const close = ({ ended, log }: Session, code: number | null, signal: string | null): void =>
  Deferred.unsafeDone(ended, Effect.succeed({ code, signal, log }))

const hear = (session: Session, pid: number, word: Word): void => {
  const { clock, done, ready, said, traps } = session
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
    case "Stopped":
      return void close(session, 0, null)
  }
}

const childOf = (program: string, limits: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [command = "", ...parameters] = [...limits, process.execPath, program]
      return spawn(command, parameters, { stdio: ["ignore", "ignore", "pipe", "ipc"] })
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

/**
 * Starts a process that does not serve yet, under the limits of a command if there is one. It serves when it is told to,
 * again and again, because starting one costs more than all that most tests do with it.
 */
export const spawned = Effect.fnUntraced(function* (program: string, limits: ReadonlyArray<string> = []) {
  const child = yield* childOf(program, limits)
  const pid = child.pid ?? 0
  const exited = yield* Deferred.make<void>()
  let session: Session | undefined

  child.on("message", (message) => {
    const word = message as Word
    if (session !== undefined) hear(session, pid, word)
    if (word._tag === "Stopped") session = undefined
  })
  child.stderr!.on("data", (chunk) => {
    if (session !== undefined) session.log = `${session.log}${chunk}`.slice(-4000)
  })
  // Writing to a process that was killed fails, and that is expected.
  child.on("error", () => undefined)
  child.once("close", (code, signal) => session && close(session, code, signal))
  // Where this side closed the channel, Node does not say that the child has closed.
  child.once("exit", () => Deferred.unsafeDone(exited, Effect.void))

  /** Begins to serve. What it served before must have stopped in an orderly way. */
  const serve = Effect.fnUntraced(function* (settings: Settings) {
    const own = yield* listening
    session = own
    // A handle to an earlier `serve` no longer reaches the process.
    const now = (act: () => unknown) => Effect.sync(() => void (session === own && act()))
    const send = (told: Told) => now(() => child.connected && child.send(told, () => undefined))
    const ended = Deferred.await(own.ended)
    const died = Effect.flatMap(ended, ({ code, log, signal }) =>
      Effect.fail(new Error(`The process ended with ${signal ?? code}:\n${log}`))
    )
    const living = <A>(effect: Effect.Effect<A>) => Effect.raceFirst(effect, died)
    yield* send({ _tag: "Serve", settings })
    const process: Process = {
      ...{ pid, ended, said: own.said },
      url: living(Deferred.await(own.ready)),
      signal: (name) => now(() => child.kill(name)),
      tell: (command) => Effect.zipRight(send(command), living(Queue.take(own.done))),
      stop: Effect.zipRight(send({ _tag: "Stop" }), ended),
      reaches: living(Queue.take(own.traps))
    }
    return process
  })

  /** Lets it end, and waits for that. */
  const leave = Effect.zipRight(
    Effect.sync(() => child.disconnect()),
    Deferred.await(exited)
  )
  return { serve, leave }
})

type Spawned = Effect.Effect.Success<ReturnType<typeof spawned>>

/** The program under test. */
export interface Program {
  /** Starts it; it is ready when its `url` is there, which it may not live to see. */
  readonly start: (settings: Settings, limits?: ReadonlyArray<string>) => Effect.Effect<Process, never, Scope.Scope>
}

/** A process that is not needed any more comes to its end in peace and serves at a later start. */
export const reusing = Effect.fnUntraced(function* (file: string) {
  const scope = yield* Effect.scope
  const idle: Array<Spawned> = []

  const giveBack = Effect.fnUntraced(function* (spawned: Spawned, process: Process) {
    const ending = yield* Effect.timeoutOption(Effect.interruptible(process.stop), "5 seconds")
    if (Option.isNone(ending)) return yield* process.signal("SIGKILL")
    if (ending.value.code === 0) idle.push(spawned)
  })

  const start: Program["start"] = Effect.fnUntraced(function* (settings, limits) {
    if (limits !== undefined) return yield* (yield* spawned(file, limits)).serve(settings)
    const child = idle.pop() ?? (yield* Scope.extend(spawned(file), scope))
    return yield* Effect.acquireRelease(child.serve(settings), (process) => giveBack(child, process))
  })
  return { start } satisfies Program
})

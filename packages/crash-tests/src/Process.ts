/** One process under test. */
import { spawn } from "node:child_process"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import type { Command, Settings, Told, Trap, Word } from "./Protocol.js"

/** How a process ended, or that it stopped serving in an orderly way; then it may serve again. */
export interface Ending {
  readonly signal: string | null
  readonly code: number | null
  /** The traps that it reached, in their order. */
  readonly reached: ReadonlyArray<Trap>
  /** The end of what it wrote to its log. */
  readonly log: string
}

/** A process ended where it should have lived. */
export class ProcessEnded extends Data.TaggedError("ProcessEnded")<{ readonly ending: Ending }> {
  override get message(): string {
    const { code, log, signal } = this.ending
    return `The process ended with ${signal ?? code}:\n${log}`
  }
}

/** A process that serves. It ends with the scope at the latest, and with its parent process. */
export interface Process {
  readonly pid: number
  /** Where it answers, as soon as it does. */
  readonly url: Effect.Effect<string, ProcessEnded>
  readonly ended: Effect.Effect<Ending>
  readonly signal: (name: NodeJS.Signals) => Effect.Effect<void>
  /** Sends a command and waits until it has been carried out; says whether it succeeded. */
  readonly tell: (command: Command) => Effect.Effect<boolean, ProcessEnded>
  /** Asks it to stop in an orderly way, and waits for that. */
  readonly stop: Effect.Effect<Ending>
  /** Ends when it has reached one more trap. */
  readonly reaches: Effect.Effect<Trap, ProcessEnded>
}

const logKept = 4000

/** What a process says from when it begins to serve until it stops. */
const listening = Effect.gen(function* () {
  const ready = yield* Deferred.make<string>()
  const ended = yield* Deferred.make<Ending>()
  const done = yield* Queue.unbounded<boolean>()
  const traps = yield* Queue.unbounded<Trap>()
  const reached: Array<Trap> = []
  let log = ""

  const closed = (code: number | null, signal: string | null): void =>
    Deferred.unsafeDone(ended, Effect.succeed({ code, signal, reached: [...reached], log }))

  const hear = (word: Word): void => {
    switch (word._tag) {
      case "Ready":
        return void Deferred.unsafeDone(ready, Effect.succeed(word.url))
      case "Done":
        return void done.unsafeOffer(!word.failed)
      case "Reached":
        reached.push(word.trap)
        return void traps.unsafeOffer(word.trap)
      case "Stopped":
        return void closed(0, null)
    }
  }

  const read = (more: string): void => {
    log = `${log}${more}`.slice(-logKept)
  }
  return { ready, ended, done, traps, hear, read, closed }
})

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
  const exited = yield* Deferred.make<void>()
  let session: Effect.Effect.Success<typeof listening> | undefined

  child.on("message", (message) => {
    const word = message as Word
    session?.hear(word)
    if (word._tag === "Stopped") session = undefined
  })
  child.stderr!.on("data", (chunk) => session?.read(String(chunk)))
  // Writing to a process that was killed fails, and that is expected.
  child.on("error", () => undefined)
  child.once("close", (code, signal) => session?.closed(code, signal))
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
    const died = Effect.flatMap(ended, (ending) => new ProcessEnded({ ending }))
    const living = <A>(effect: Effect.Effect<A>) => Effect.raceFirst(effect, died)
    yield* send({ _tag: "Serve", settings })
    const process: Process = {
      pid: child.pid ?? 0,
      url: living(Deferred.await(own.ready)),
      ended,
      signal: (name) => now(() => child.kill(name)),
      tell: (command) => Effect.zipRight(send(command), living(Queue.take(own.done))),
      stop: Effect.zipRight(send({ _tag: "Stop" }), ended),
      reaches: living(Queue.take(own.traps))
    }
    return process
  })

  /** Lets it end, and waits for that. */
  const close = Effect.zipRight(
    Effect.sync(() => child.disconnect()),
    Deferred.await(exited)
  )
  return { serve, close }
})

type Spawned = Effect.Effect.Success<ReturnType<typeof spawned>>

/** The program under test. */
export interface Program {
  /** Starts it; it is ready when its `url` is there, which it may not live to see. */
  readonly start: (settings: Settings, limits?: ReadonlyArray<string>) => Effect.Effect<Process, never, Scope.Scope>
}

/** Every start is a process of its own. */
export const program = (file: string): Program => ({
  start: (settings, limits) => Effect.flatMap(spawned(file, limits), (child) => child.serve(settings))
})

const patience = "5 seconds"

/** A process that is not needed any more comes to its end in peace and serves at a later start. */
export const reusing = Effect.fnUntraced(function* (file: string) {
  const scope = yield* Effect.scope
  const idle: Array<Spawned> = []

  const giveBack = Effect.fnUntraced(function* (spawned: Spawned, process: Process) {
    const ending = yield* Effect.timeoutOption(Effect.interruptible(process.stop), patience)
    if (Option.isNone(ending)) return yield* process.signal("SIGKILL")
    if (ending.value.code === 0) idle.push(spawned)
  })

  const again = Effect.fnUntraced(function* (settings: Settings) {
    const child = idle.pop() ?? (yield* Scope.extend(spawned(file), scope))
    return yield* Effect.acquireRelease(child.serve(settings), (process) => giveBack(child, process))
  })

  const reused: Program = {
    start: (settings, limits) => (limits === undefined ? again(settings) : program(file).start(settings, limits))
  }
  return reused
})

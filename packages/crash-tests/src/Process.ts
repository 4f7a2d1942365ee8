/** One process under test. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import { type Command, type HostSettings, type Told, type Trap, Word } from "./HostSettings.js"

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

/**
 * The operating system's side of it: it serves when it is told to, again and again, because starting one costs more than
 * all that most tests do with it.
 */
export interface Spawned {
  /** Begins to serve. What it served before must have stopped in an orderly way. */
  readonly serve: (settings: HostSettings) => Effect.Effect<Process>
  /** Lets it end, and waits for that. */
  readonly close: Effect.Effect<void>
}

const decode = Schema.decodeUnknownSync(Schema.parseJson(Word))
const logKept = 4000

/** The receiver of what the process says, as long as it serves the same settings. */
interface Ears {
  readonly hear: (word: Word) => void
  readonly read: (log: string) => void
  readonly closed: (code: number | null, signal: string | null) => void
}

/** What a process has said since it began to serve. */
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
        closed(0, null)
    }
  }

  const read = (more: string): void => {
    log = `${log}${more}`.slice(-logKept)
  }

  const ears: Ears = { hear, read, closed }
  return { ready, ended, done, traps, ears }
})

const childOf = (program: string, limits: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [command, ...parameters] = [...limits, process.execPath, program]
      return spawn(command!, parameters, { stdio: ["pipe", "pipe", "pipe"] })
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

/** Starts a process that does not serve yet. */
export const spawned = Effect.fnUntraced(function* (program: string, limits: ReadonlyArray<string> = []) {
  const child = yield* childOf(program, limits)
  const exited = yield* Deferred.make<void>()
  let ears: Ears | undefined

  createInterface({ input: child.stdout }).on("line", (line) => {
    const word = decode(line)
    ears?.hear(word)
    if (word._tag === "Stopped") ears = undefined
  })
  child.stderr.on("data", (chunk) => ears?.read(String(chunk)))
  // Writing to a process that was killed fails, and that is expected.
  child.stdin.on("error", () => undefined)
  child.once("close", (code, signal) => {
    ears?.closed(code, signal)
    Deferred.unsafeDone(exited, Effect.void)
  })

  const serve = Effect.fnUntraced(function* (settings: HostSettings) {
    const { done, ears: own, ended, ready, traps } = yield* listening
    ears = own
    // A handle to an earlier `serve` no longer reaches the process.
    const now = (act: () => unknown) => Effect.sync(() => void (ears === own && act()))
    const write = (told: Told) => now(() => child.stdin.write(`${JSON.stringify(told)}\n`))
    const died = Effect.flatMap(Deferred.await(ended), (ending) => new ProcessEnded({ ending }))
    const living = <A>(effect: Effect.Effect<A>) => Effect.raceFirst(effect, died)
    yield* write({ _tag: "Serve", settings })
    const process: Process = {
      pid: child.pid ?? 0,
      url: living(Deferred.await(ready)),
      ended: Deferred.await(ended),
      signal: (name) => now(() => child.kill(name)),
      tell: (told) => Effect.zipRight(write(told), living(Queue.take(done))),
      stop: Effect.zipRight(write({ _tag: "Stop" }), Deferred.await(ended)),
      reaches: living(Queue.take(traps))
    }
    return process
  })

  const close = Effect.zipRight(
    Effect.sync(() => child.stdin.end()),
    Deferred.await(exited)
  )
  const spawned: Spawned = { serve, close }
  return spawned
})

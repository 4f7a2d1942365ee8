/**
 * One process under test.
 *
 * @since 0.1.0
 */
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Command, type HostSettings, type Trap, Word } from "./HostSettings.js"

/**
 * How a process ended.
 *
 * @since 0.1.0
 * @category models
 */
export interface Ending {
  readonly signal: string | null
  readonly code: number | null
  /** The traps that it reached, in their order. */
  readonly reached: ReadonlyArray<Trap>
  /** The end of what it wrote to its log. */
  readonly log: string
}

/**
 * A process ended where it should have lived.
 *
 * @since 0.1.0
 * @category errors
 */
export class ProcessEnded extends Data.TaggedError("ProcessEnded")<{ readonly ending: Ending }> {
  override get message(): string {
    const { code, log, signal } = this.ending
    return `The process ended with ${signal ?? code}:\n${log}`
  }
}

/**
 * A process that was started. It ends with the scope at the latest, and with whoever started it.
 *
 * @since 0.1.0
 * @category models
 */
export interface Process {
  readonly pid: number
  /** Where it answers, as soon as it does. */
  readonly url: Effect.Effect<string, ProcessEnded>
  readonly ended: Effect.Effect<Ending>
  readonly signal: (name: NodeJS.Signals) => Effect.Effect<void>
  /** Tells it something and waits until it is done; says whether it was. */
  readonly tell: (command: Command) => Effect.Effect<boolean, ProcessEnded>
  /** Asks it to come to its end in peace, and waits for that. */
  readonly stop: Effect.Effect<Ending>
  /** Ends when it has reached one more trap. */
  readonly reaches: Effect.Effect<Trap, ProcessEnded>
}

const decode = Schema.decodeUnknownSync(Schema.parseJson(Word))
const logKept = 4000

/** What a process has said so far. */
const listening = Effect.fnUntraced(function* (child: ChildProcess) {
  const ready = yield* Deferred.make<string>()
  const ended = yield* Deferred.make<Ending>()
  const done = yield* Queue.unbounded<boolean>()
  const traps = yield* Queue.unbounded<Trap>()
  const reached: Array<Trap> = []
  let log = ""

  const hear = (word: Word): void => {
    switch (word._tag) {
      case "Ready":
        return void Deferred.unsafeDone(ready, Effect.succeed(word.url))
      case "Done":
        return void done.unsafeOffer(!word.failed)
      case "Reached":
        reached.push(word.trap)
        return void traps.unsafeOffer(word.trap)
    }
  }

  createInterface({ input: child.stdout! }).on("line", (line) => hear(decode(line)))
  child.stderr!.on("data", (chunk) => {
    log = `${log}${chunk}`.slice(-logKept)
  })
  // Who is killed cannot be told anything any more.
  child.stdin!.on("error", () => undefined)
  child.once("close", (code, signal) =>
    Deferred.unsafeDone(ended, Effect.succeed({ code, signal, reached: [...reached], log }))
  )
  return { ready, ended, done, traps }
})

/**
 * Starts the program. It is ready when its `url` is there, which it may not live to see.
 *
 * @since 0.1.0
 * @category constructors
 */
export const start = (
  program: string,
  settings: HostSettings,
  limits: ReadonlyArray<string> = []
): Effect.Effect<Process, never, Scope.Scope> =>
  Effect.gen(function* () {
    const [command, ...parameters] = [...limits, process.execPath, program, JSON.stringify(settings)]
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(command!, parameters, { stdio: ["pipe", "pipe", "pipe"] })),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    const { done, ended, ready, traps } = yield* listening(child)
    const died = Effect.flatMap(Deferred.await(ended), (ending) => new ProcessEnded({ ending }))
    const write = (told: Command) => Effect.sync(() => void child.stdin!.write(`${JSON.stringify(told)}\n`))
    const living = <A>(effect: Effect.Effect<A>) => Effect.raceFirst(effect, died)

    return {
      pid: child.pid ?? 0,
      url: living(Deferred.await(ready)),
      ended: Deferred.await(ended),
      signal: (name) => Effect.sync(() => void child.kill(name)),
      tell: (told) => Effect.zipRight(write(told), living(Queue.take(done))),
      stop: Effect.zipRight(write({ _tag: "Stop" }), Deferred.await(ended)),
      reaches: living(Queue.take(traps))
    }
  })

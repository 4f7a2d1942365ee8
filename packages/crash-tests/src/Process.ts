/** One process under test. */
import { spawn } from "node:child_process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Command, Settings, Word } from "./Protocol.js"

/** A process was not there. Instants are in milliseconds since 1970. */
export interface Absence {
  readonly pid: number
  readonly from: number
  readonly until: number
}

/** Looks every 20 ms, and ends with what it finds. */
export const untilFound = <A>(look: () => A | undefined): Effect.Effect<A> =>
  Effect.suspend(() => {
    const found = look()
    return found === undefined ? Effect.delay(untilFound(look), "20 millis") : Effect.succeed(found)
  })

const spawned = (program: string, settings: Settings, limits: ReadonlyArray<string>) => {
  const [command = "", ...parameters] = [...limits, process.execPath, program, JSON.stringify(settings)]
  return spawn(command, parameters, { stdio: ["ignore", "ignore", "pipe", "ipc"] })
}

export type Process = Effect.Effect.Success<ReturnType<typeof start>>

/**
 * Starts a process that serves, under the limits of a command if there is one. It ends with the scope at the latest, and
 * with its parent process.
 */
export const start = Effect.fnUntraced(function* (
  program: string,
  settings: Settings,
  limits: ReadonlyArray<string> = []
) {
  const clock = yield* Effect.clock
  // `log` is the end of what it wrote.
  const end = yield* Deferred.make<{ code: number | null; signal: string | null; log: string }>()
  const ended = Deferred.await(end)
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawned(program, settings, limits)),
    (child) =>
      Effect.zipRight(
        Effect.sync(() => child.kill("SIGKILL")),
        ended
      )
  )
  const pid = child.pid ?? 0
  const words: Array<Word & { readonly at: number }> = []
  let log = ""
  let traps = 0
  child.on("message", (word) => void words.push({ ...(word as Word), at: clock.unsafeCurrentTimeMillis() }))
  child.on("error", () => undefined)
  child.once("close", (code, signal) => Deferred.unsafeDone(end, Effect.succeed({ code, signal, log })))
  child.stderr!.on("data", (chunk) => {
    log = `${log}${chunk}`.slice(-4000)
  })

  const died = Effect.flatMap(ended, ({ code, log, signal }) =>
    Effect.fail(new Error(`The process ended with ${signal ?? code}:\n${log}`))
  )
  const received = <A>(look: () => A | undefined) => Effect.raceFirst(untilFound(look), died)
  const signal = (name: NodeJS.Signals) => Effect.sync(() => void child.kill(name))
  const reached = () => words.flatMap(({ reached = [] }) => reached)
  const done = () => words.filter(({ isDone = false }) => isDone).length
  return {
    ...{ pid, ended, signal },
    /** Where it answers, as soon as it does. Fails where it ends instead, as all that waits for it does. */
    url: received(() => words.find(({ url }) => url !== undefined)?.url),
    /** Where errands are taken, as soon as it answers. */
    office: received(() => words.find(({ office }) => office !== undefined)?.office),
    /** The traps that it has reached so far. */
    reached,
    /** Ends when it has reached one more trap. */
    reaches: Effect.tap(
      received(() => reached()[traps]),
      () => void traps++
    ),
    /** The names that it wrote. */
    wrote: () => words.flatMap(({ wrote = [] }) => wrote),
    /** The names under which it has held jobs, as far as it could tell. */
    owners: (): ReadonlyArray<string> => words.flatMap(({ owner }) => owner ?? []),
    /** When others may have taken it for dead, by its own account. */
    away: (): ReadonlyArray<Absence> =>
      words.flatMap(({ at, awayFor }) => (awayFor === undefined ? [] : [{ pid, from: at - awayFor, until: at }])),
    /** Sends a command and waits until it has been carried out or has failed. */
    tell: Effect.fnUntraced(function* (command: Command) {
      const before = done()
      // Writing to a process that was killed fails, and that is expected.
      if (child.connected) child.send(command, () => undefined)
      yield* received(() => done() > before || undefined)
    }),
    /** Asks it to stop in an orderly way, and waits for that. */
    stop: Effect.zipRight(signal("SIGTERM"), ended)
  }
})

/** Where the process that is there takes errands; looks for another one when it ends before that. */
export const officeOf = (process: Effect.Effect<Process>): Effect.Effect<string> =>
  Effect.flatMap(process, ({ office }) => office).pipe(
    Effect.catchAll(() => Effect.delay(officeOf(process), "20 millis"))
  )

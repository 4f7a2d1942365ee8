// npm run crash -- --kills 1000 --seed 7
// Kills at length, says now and then how far it is, and prints a report. Exit code 1 when a figure is off, 2 when a
// flag is wrong.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Figures from "../src/Figures.js"
import * as Flags from "../src/Flags.js"
import * as Kinds from "../src/Kinds.js"
import type { ProcessEnded } from "../src/Process.js"
import * as Program from "../src/Program.js"
import * as Report from "../src/Report.js"
import * as Walk from "../src/Walk.js"

const say = (text: string) => Effect.sync(() => console.log(text))

interface Task {
  readonly name: string
  readonly size: number
  done: number
  readonly column: Effect.Effect<Report.Column, ProcessEnded, Scope.Scope>
}

const walk = (): Task => {
  const task: Task = {
    name: "walk",
    size: Walk.steps.length,
    done: 0,
    column: Effect.gen(function* () {
      const program = yield* Program.makeReused
      const lines = yield* Effect.forEach(
        Walk.steps,
        (step) =>
          Walk.step({ ...step, program }).pipe(
            Effect.map((findings) => Object.values(findings).flat()),
            Effect.catchAll((error) => Effect.succeed([error.message])),
            Effect.map((faults) => faults.map((fault) => `${step.moment} ${step.point}: ${fault}`)),
            Effect.tap(() => Effect.sync(() => (task.done += 1)))
          ),
        { concurrency: Walk.atOnce }
      )
      return { name: "walk", figures: [{ name: "kills", value: task.done, isOff: false }], faults: lines.flat() }
    })
  }
  return task
}

const campaign = (kind: Kinds.Kind | Kinds.Estranged, { kills, seed }: Flags.Flags): Task => {
  const task: Task = {
    name: kind,
    size: kills,
    done: 0,
    column: Effect.gen(function* () {
      const program = yield* Program.make
      const outcome = yield* Kinds.run(kind, { program, seed, kills, progress: Effect.sync(() => (task.done += 1)) })
      return { name: kind, figures: Figures.of(outcome), faults: Figures.faults(outcome) }
    })
  }
  return task
}

const run = Effect.fnUntraced(function* (flags: Flags.Flags) {
  const tasks = flags.parts.map((part) => (part === "walk" ? walk() : campaign(part, flags)))
  const progress = Effect.suspend(() => say(tasks.map(({ done, name, size }) => `${name} ${done}/${size}`).join("  ")))
  yield* Effect.fork(Effect.delay(Effect.repeat(progress, Schedule.spaced("10 seconds")), "10 seconds"))
  const columns = yield* Effect.forEach(tasks, ({ column }) => column)
  yield* say(`\n${Report.render(columns)}`)
  return Report.isGood(columns)
}, Effect.scoped)

const flags = Flags.parse(process.argv.slice(2))
if (Either.isLeft(flags)) {
  console.error(flags.left.message)
  process.exit(2)
}

const fiber = Effect.runFork(run(flags.right))
process.once("SIGINT", () => Effect.runFork(Fiber.interrupt(fiber)))
process.once("SIGTERM", () => Effect.runFork(Fiber.interrupt(fiber)))
fiber.addObserver((exit) => {
  if (Exit.isFailure(exit)) console.error(Cause.pretty(exit.cause))
  process.exit(Exit.isSuccess(exit) && exit.value ? 0 : 1)
})

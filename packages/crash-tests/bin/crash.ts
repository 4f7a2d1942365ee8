// npm run crash -- --kills 1000 --seed 7
// Kills at length, says now and then how far it is, and prints a report. Exit code 1 when a figure is off, 2 when a
// flag is wrong.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Campaigns from "../src/Campaigns.js"
import * as Environment from "../src/Environment.js"
import * as Figures from "../src/Figures.js"

const say = (text: string) => Effect.sync(() => console.log(text))

const run = Effect.fnUntraced(function* ({ kills, parts, seed }: Campaigns.Flags) {
  const file = yield* Environment.host
  const done = new Map(parts.map((part) => [part, 0]))
  const progress = Effect.suspend(() =>
    say(parts.map((part) => `${part} ${done.get(part)}/${part === "walk" ? Campaigns.walkLength : kills}`).join("  "))
  )
  yield* Effect.fork(Effect.delay(Effect.repeat(progress, Schedule.spaced("10 seconds")), "10 seconds"))
  const columns = yield* Effect.forEach(parts, (part) => {
    const more = Effect.sync(() => void done.set(part, done.get(part)! + 1))
    return Campaigns.run(part, { file, kills, seed, progress: more })
  })
  yield* say(`\n${Figures.render(columns)}`)
  return Figures.isGood(columns)
}, Effect.scoped)

const flags = Either.getOrElse(Campaigns.parse(process.argv.slice(2)), (says) => {
  console.error(says)
  return process.exit(2)
})

const fiber = Effect.runFork(run(flags))
process.once("SIGINT", () => Effect.runFork(Fiber.interrupt(fiber)))
process.once("SIGTERM", () => Effect.runFork(Fiber.interrupt(fiber)))
fiber.addObserver((exit) => {
  if (Exit.isFailure(exit)) console.error(Cause.pretty(exit.cause))
  process.exit(Exit.isSuccess(exit) && exit.value ? 0 : 1)
})

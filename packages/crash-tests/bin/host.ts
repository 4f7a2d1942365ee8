// A process under test. It stops in an orderly way by a signal, and at once with the channel to its parent, so that it
// never outlives that.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Host from "../src/Host.js"
import type { Command, Settings, Word } from "../src/Protocol.js"

const say = (word: Word) =>
  Effect.async<void>((resume) => void process.send!(word, undefined, undefined, () => resume(Effect.void)))

const commands = Effect.runSync(Queue.unbounded<Command>())
process.on("message", (message) => void commands.unsafeOffer(message as Command))
process.on("disconnect", () => process.exit())

const log = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
const settings = JSON.parse(process.argv[2]!) as Settings

const fiber = Effect.runFork(Effect.provide(Host.run(settings, commands, say), log))
process.once("SIGTERM", () => Effect.runFork(Fiber.interrupt(fiber)))
fiber.addObserver((exit) => {
  if (Exit.isInterrupted(exit)) process.exit()
  console.error(String(exit))
  process.exit(1)
})

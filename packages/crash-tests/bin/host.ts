// A process under test. Its parent tells it what to do over the channel between them, and it ends with that channel, so
// that it never outlives its parent.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Host from "../src/Host.js"
import type { Told, Word } from "../src/Protocol.js"

const say = (word: Word) =>
  Effect.async<void>((resume) => void process.send!(word, undefined, undefined, () => resume(Effect.void)))

const told = Effect.runSync(Queue.unbounded<Told>())
process.on("message", (message) => void told.unsafeOffer(message as Told))
process.on("disconnect", () => process.exit())

const log = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))

Effect.runFork(Effect.provide(Host.run(told, say), log)).addObserver((exit) => {
  if (Exit.isFailure(exit)) console.error(String(exit.cause))
  process.exit(1)
})

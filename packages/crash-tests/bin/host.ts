// A process under test. It is told what to do by the lines of its input, and says what it did on lines of its output. It
// ends with its input, so that it never outlives whoever started it.
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Host from "../src/Host.js"
import { Told, type Word } from "../src/HostSettings.js"

const decode = Schema.decodeUnknownSync(Schema.parseJson(Told))
const say = (word: Word) => void writeSync(1, `${JSON.stringify(word)}\n`)

const told = Effect.runSync(Queue.unbounded<Told>())
const input = createInterface({ input: process.stdin })
input.on("line", (line) => void told.unsafeOffer(decode(line)))
input.on("close", () => process.exit())

const log = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))

Effect.runFork(Effect.provide(Host.run(told, say), log)).addObserver((exit) => {
  if (Exit.isFailure(exit)) console.error(String(exit.cause))
  process.exit(1)
})

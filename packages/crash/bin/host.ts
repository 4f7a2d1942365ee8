// A process under test. It is told what to do by its argument and by the lines of its input, and says what it did on
// lines of its output. It ends with its input, so that it never outlives whoever started it.
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Host from "../src/Host.js"
import { Command, HostSettings, type Word } from "../src/HostSettings.js"

const decode = <A, I>(schema: Schema.Schema<A, I>) => Schema.decodeUnknownSync(Schema.parseJson(schema))
const say = (word: Word) => void writeSync(1, `${JSON.stringify(word)}\n`)

const commands = Effect.runSync(Queue.unbounded<Command>())
const input = createInterface({ input: process.stdin })
input.on("line", (line) => void commands.unsafeOffer(decode(Command)(line)))
input.on("close", () => process.exit(3))

const log = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
const program = Host.run(decode(HostSettings)(process.argv[2]), commands, say)

Effect.runFork(Effect.provide(program, log)).addObserver((exit) => {
  if (Exit.isFailure(exit)) console.error(String(exit.cause))
  process.exit(Exit.isSuccess(exit) ? 0 : 1)
})

/** The work of `florin serve`: reads the settings, and runs the server with the log that they ask for. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { levels } from "../../host/hostLog.js"
import * as Log from "../server/log.js"
import * as Ready from "../server/ready.js"
import * as Server from "../server/serve.js"
import * as Settings from "../settings.js"
import * as UnknownSettings from "../unknownSettings.js"

const write = (line: string): void => void process.stderr.write(line)

/** What is wrong with the settings may be that one is misspelled. */
const settings = Effect.tapError(Settings.read, () =>
  Effect.flatMap(UnknownSettings.lines([]), (lines) => Effect.forEach(lines, (line) => Console.error(line)))
)

/** `json`: what is said once it is ready is one document. */
export const serve = (json: boolean) =>
  Effect.gen(function* () {
    const configured = yield* settings
    const { format, level } = configured.logging
    const least = level === undefined ? yield* FiberRef.get(FiberRef.currentMinimumLogLevel) : levels[level]
    const log = Log.make({ format, level: least, write })
    const logger = Layer.merge(Logger.replace(Log.plainLog, log.logger), Logger.minimumLogLevel(least))
    const say = json ? Ready.document : Ready.text
    const unknown = yield* UnknownSettings.lines(configured.providers)
    const warned = Effect.forEach(unknown, (line) => Effect.logWarning(line), { discard: true })
    yield* Effect.provide(Effect.zipRight(warned, Server.serve(configured, log, least, say)), logger)
  })

/** The work of `florin serve`: reads the settings, and runs the server with the log that they ask for. */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { levels } from "../../host/hostLog.js"
import * as Log from "../server/log.js"
import * as Ready from "../server/ready.js"
import * as Server from "../server/serve.js"
import * as Settings from "../settings.js"

const write = (line: string): void => void process.stderr.write(line)

/** `json`: what is said once it is ready is one document. */
export const serve = (json: boolean) =>
  Effect.gen(function* () {
    const settings = yield* Settings.read
    const { format, level } = settings.logging
    const least = level === undefined ? yield* FiberRef.get(FiberRef.currentMinimumLogLevel) : levels[level]
    const log = Log.make({ format, level: least, write })
    const logger = Layer.merge(Logger.replace(Log.plainLog, log.logger), Logger.minimumLogLevel(least))
    const say = json ? Ready.document : Ready.text
    yield* Effect.provide(Server.serve(settings, log, least, say), logger)
  })

/** The log of the commands that are no server: on stderr, because stdout has the answer. */
import * as Logger from "effect/Logger"

export const plainLog = Logger.withConsoleError(Logger.stringLogger)

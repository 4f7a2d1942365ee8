import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

/** Nothing is logged: providers that die and books that differ are what these tests are about. */
export const quiet: Layer.Layer<never> = Logger.replace(Logger.defaultLogger, Logger.none)

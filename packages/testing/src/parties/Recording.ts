/** Everything that a program says of itself, for a test that looks for secrets in it. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Tracer from "effect/Tracer"

/** Everything that is logged or traced, at every level, with causes, and the results of spans. `into`: one text each. */
export const recording = (into: Array<string>): Layer.Layer<never> => {
  const logger = Logger.make(({ annotations, cause, message }) => {
    into.push(JSON.stringify([message, [...HashMap.entries(annotations)]]), Cause.pretty(cause))
  })
  const tracer = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => ({
      _tag: "Span",
      name,
      spanId: "1",
      traceId: "1",
      parent,
      context,
      status: { _tag: "Started", startTime },
      attributes: new Map(),
      links,
      sampled: true,
      kind,
      end: (_, exit) => into.push(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : JSON.stringify(exit.value)),
      attribute: (key, value) => into.push(key, JSON.stringify(value)),
      event: (event, _, attributes) => into.push(event, JSON.stringify(attributes)),
      addLinks: () => undefined
    })
  })
  return Layer.mergeAll(
    Logger.replace(Logger.defaultLogger, logger),
    Logger.minimumLogLevel(LogLevel.All),
    Layer.setTracer(tracer)
  )
}

/**
 * Those of `secrets` that `text` has. A security code is three or four digits, which an id or a time has by chance: it
 * is found only where it stands alone.
 */
export const secretsIn = (text: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> =>
  secrets.filter((secret) =>
    /^\d{3,4}$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-]|\\.\\d)`).test(text) : text.includes(secret)
  )

/**
 * Spans, where a tracer is installed: Effect's own `Tracer`. Without one nothing here does anything, because an unused
 * span costs more than the rule it describes.
 *
 * Attributes are ids, statuses, kinds and words of ours, never bodies, cards, names or addresses. Of a failure a span
 * gets the name of its error alone.
 *
 * What a tracer throws is dropped: a payment must not fail, or stay without an answer, because a tracer does.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { SpanName } from "./SpanNames.js"

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** What a span is begun with. Default: an internal span below the present one. */
export interface SpanOptions {
  readonly kind?: Tracer.SpanKind
  readonly attributes?: Attributes
}

/** The parent span and the tracer of steps that run outside of fibers. */
export interface Trace {
  readonly tracer: Tracer.Tracer
  readonly clock: Clock.Clock
  readonly parent: Tracer.AnySpan | undefined
  /** Whether a span without a parent begins a trace, whatever else is traced in this process. */
  readonly root?: boolean
}

type AnyFiber = Fiber.RuntimeFiber<unknown, unknown>

const untraced = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** The fiber's place in its trace; undefined when nobody listens. */
export const traceOf = (fiber: AnyFiber): Trace | undefined => {
  const { currentTracer: tracer } = fiber
  if (tracer === untraced || !fiber.getFiberRef(FiberRef.currentTracerEnabled)) return undefined
  return { tracer, clock: Context.get(fiber.currentDefaultServices, Clock.Clock), parent: fiber.currentSpan }
}

/** Tells a tracer something. What it throws is dropped. */
export const ignoringThrows = (what: () => void): void => {
  try {
    what()
  } catch {
    // There is nowhere else to report it.
  }
}

/** Begins a span with `tracer`. If that throws, the span is one that records nothing. */
export const begun =
  (begin: Tracer.Tracer["span"]): Tracer.Tracer["span"] =>
  (...given) => {
    try {
      return begin(...given)
    } catch {
      return untraced.span(...given)
    }
  }

/** Begins a span, which `end` ends. */
export const begin = (trace: Trace, name: SpanName, { attributes, kind = "internal" }: SpanOptions = {}) => {
  const { clock, parent, root, tracer } = trace
  const options = root === true ? { root } : undefined
  const now = clock.unsafeCurrentTimeNanos()
  const span = begun((...given) => tracer.span(...given))(
    name,
    Option.fromNullable(parent),
    Context.empty(),
    [],
    now,
    kind,
    options
  )
  describe(span, attributes)
  return span
}

/** Adds attributes to a span of this process. Those that are undefined are left out. */
export const describe = (span: Tracer.AnySpan | undefined, attributes: Attributes = {}): void => {
  if (span?._tag !== "Span") return
  ignoringThrows(() => {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
  })
}

/** Links a span of this process with another. */
export const link = (span: Tracer.Span, other: Tracer.AnySpan): void =>
  ignoringThrows(() => span.addLinks([{ _tag: "SpanLink", span: other, attributes: {} }]))

/** The name of an error. Its other members may hold what a merchant sent. */
export const nameOf = (error: unknown): string => {
  const tag = (error as { readonly _tag?: unknown } | null)?._tag
  return typeof tag === "string" ? tag : "error"
}

const errorOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (error !== undefined) return nameOf(error)
  return Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"
}

export const end = ({ clock }: Trace, span: Tracer.Span, error?: string): void => {
  describe(span, { "error.type": error })
  ignoringThrows(() => span.end(clock.unsafeCurrentTimeNanos(), error === undefined ? Exit.void : Exit.fail(error)))
}

/** The effect as a part of a trace, whichever fiber runs it. */
export const within = <A, E, R>(trace: Trace | undefined, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (trace === undefined) return effect
  const inside = trace.parent === undefined ? effect : Effect.withParentSpan(effect, trace.parent)
  return Effect.withTracer(inside, trace.tracer) as Effect.Effect<A, E, R>
}

/** The effect in a span of its own. The last argument makes attributes of its outcome. */
export const spanned = <A, E, R>(
  trace: Trace,
  name: SpanName,
  effect: Effect.Effect<A, E, R>,
  options: SpanOptions = {},
  attributesOf?: (value: A) => Attributes
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const span = begin(trace, name, options)
    return Effect.onExit(within({ ...trace, parent: span }, effect), (exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) describe(span, attributesOf?.(exit.value))
        end(trace, span, Exit.isSuccess(exit) ? undefined : errorOf(exit.cause))
      })
    )
  })

/** `watched` where a tracer is installed, else `plain`. */
export const whereTraced = <A, E, R>(
  watched: (trace: Trace) => Effect.Effect<A, E, R>,
  plain: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const trace = traceOf(fiber)
    return trace === undefined ? plain : watched(trace)
  })

/** The effect in a span where a tracer is installed. */
export const traced = <A, E, R>(
  name: SpanName,
  effect: Effect.Effect<A, E, R>,
  options?: () => SpanOptions,
  attributesOf?: (value: A) => Attributes
): Effect.Effect<A, E, R> => whereTraced((trace) => spanned(trace, name, effect, options?.(), attributesOf), effect)

/** Adds attributes to the span around. */
export const described = (attributes: Attributes): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    describe(traceOf(fiber)?.parent, attributes)
    return Effect.void
  })

/**
 * The ids of a span as one line of text, as the W3C's header `traceparent` has them. Sent to another service, or stored
 * with a transaction, it lets later spans join the same trace: `spanOf` reads it back. Undefined for ids of another form,
 * such as those of a tracer that records nothing.
 *
 * Source: https://www.w3.org/TR/trace-context/
 */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string | undefined => {
  const text = `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`
  return traceparent.test(text) ? text : undefined
}

const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/

/** The span that a `traceparent` names; undefined when there is none, or none that can be read. */
export const spanOf = (text: string | undefined): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags = ""] = traceparent.exec(text ?? "") ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

/** The headers that carry a fiber's trace to another service. None when nobody listens. */
export const headersOf = (fiber: AnyFiber): Readonly<Record<string, string>> => {
  const parent = traceOf(fiber)?.parent
  const traceparent = parent && traceparentOf(parent)
  return traceparent === undefined ? {} : { traceparent }
}

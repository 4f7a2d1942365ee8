/** Spans for hosts that trace with OpenTelemetry. Florin needs no package for it: the host gives the one it has. */
import * as Tracing from "@florin/core/tracing/Tracing"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** A span's identity. */
interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
  readonly isRemote?: boolean
}

interface Span {
  spanContext(): SpanContext
  setAttribute(name: string, value: string | number | boolean): unknown
  addEvent(name: string): unknown
  addLinks?(links: Array<{ readonly context: SpanContext }>): unknown
  setStatus(status: { readonly code: number }): unknown
  end(): void
}

interface StartOptions {
  readonly kind: number
  readonly root: boolean
  readonly links: Array<{ readonly context: SpanContext }>
}

/**
 * The module `@opentelemetry/api`, by its shape. Spans go to the tracer provider that the host has registered with it,
 * under the name `florin`.
 */
export interface OpenTelemetry {
  /** Makes spans, and finds that of a context. */
  readonly trace: {
    getTracer(name: string): { startSpan(name: string, options: StartOptions, context: unknown): Span }
    getSpan(context: never): unknown
    setSpan(context: never, span: never): unknown
    setSpanContext(context: never, spanContext: never): unknown
  }
  /** Which context is active. */
  readonly context: {
    active(): unknown
    with(context: never, run: () => unknown): unknown
  }
}

// Source: the enumerations `SpanKind` and `SpanStatusCode` of OpenTelemetry's API.
const kinds: Readonly<Record<Tracer.SpanKind, number>> = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 }
const failed = 2

const contextOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): SpanContext => ({
  traceId,
  spanId,
  traceFlags: sampled ? 1 : 0,
  isRemote: true
})

const linksOf = (links: ReadonlyArray<Tracer.SpanLink>) => links.map(({ span }) => ({ context: contextOf(span) }))

/** A span of OpenTelemetry as one of Effect. Its times are those of the machine, wherever the sandbox's clock stands. */
class ReportedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly attributes = new Map<string, unknown>()
  readonly spanId: string
  readonly traceId: string
  readonly sampled: boolean
  status: Tracer.SpanStatus

  constructor(
    readonly name: string,
    readonly parent: Option.Option<Tracer.AnySpan>,
    readonly context: Tracer.Span["context"],
    readonly links: Array<Tracer.SpanLink>,
    startTime: bigint,
    readonly kind: Tracer.SpanKind,
    readonly span: Span
  ) {
    const { spanId, traceFlags, traceId } = span.spanContext()
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = (traceFlags & 1) === 1
    this.status = { _tag: "Started", startTime }
  }

  attribute(name: string, value: unknown): void {
    this.attributes.set(name, value)
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      Tracing.ignoringThrows(() => this.span.setAttribute(name, value))
    }
  }

  event(name: string): void {
    Tracing.ignoringThrows(() => this.span.addEvent(name))
  }

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.links.push(...links)
    Tracing.ignoringThrows(() => this.span.addLinks?.(linksOf(links)))
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    this.status = { ...this.status, _tag: "Ended", endTime, exit }
    Tracing.ignoringThrows(() => {
      if (Exit.isFailure(exit)) this.span.setStatus({ code: failed })
      this.span.end()
    })
  }
}

/** Runs within what the host's tracer enters. What that throws by itself is dropped, and `run` is called once anyway. */
const entered = <X>(enter: (run: () => void) => void, run: () => X): X => {
  let result: Either.Either<X, unknown> | undefined
  Tracing.ignoringThrows(() =>
    enter(() => {
      result = Either.try({ try: run, catch: identity })
    })
  )
  return result === undefined ? run() : Either.getOrThrowWith(result, identity)
}

const tracerOf = ({ context: contexts, trace }: OpenTelemetry): Tracer.Tracer => {
  const tracer = trace.getTracer("florin")
  const active = () => contexts.active() as never

  const below = (parent: Tracer.AnySpan): unknown =>
    parent instanceof ReportedSpan
      ? trace.setSpan(active(), parent.span as never)
      : trace.setSpanContext(active(), contextOf(parent) as never)

  /** The host's span of a request, which its instrumentation made, is nearer than the one that the request names. */
  const around = (parent: Option.Option<Tracer.AnySpan>, kind: Tracer.SpanKind): unknown => {
    const isOfHost = kind === "server" && trace.getSpan(active()) !== undefined
    return Option.isNone(parent) || isOfHost ? active() : below(parent.value)
  }

  return Tracer.make({
    span: Tracing.begun((name, parent, context, links, startTime, kind, options) => {
      const root = Option.isNone(parent) && options?.root === true
      const start = { kind: kinds[kind], root, links: linksOf(links) }
      const span = tracer.startSpan(name, start, around(parent, kind))
      return new ReportedSpan(name, parent, context, [...links], startTime, kind, span)
    }),
    // What a port of the host's calls sees the span, too.
    context: <X>(run: () => X, { currentSpan }: { readonly currentSpan: Tracer.AnySpan | undefined }): X =>
      currentSpan instanceof ReportedSpan
        ? entered((inside) => void contexts.with(below(currentSpan) as never, inside), run)
        : run()
  })
}

export const layer = (api: OpenTelemetry | undefined): Layer.Layer<never> =>
  api === undefined ? Layer.empty : Layer.setTracer(tracerOf(api))

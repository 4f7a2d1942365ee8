/** A tracer that keeps its spans in memory, for tests of what is told to a tracer. */
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** A span as it was told. */
export interface RecordedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** The span above, of this process or of another. */
  readonly parentId: string | undefined
  readonly kind: Tracer.SpanKind
  readonly attributes: Map<string, unknown>
  readonly links: Array<Tracer.SpanLink>
  /** Undefined while it is open. */
  exit: Exit.Exit<unknown, unknown> | undefined
}

export interface RecordedSpans {
  readonly tracer: Tracer.Tracer
  /** In the order in which they began. */
  readonly spans: ReadonlyArray<RecordedSpan>
  /** The names of the spans of a trace, indented below their parents. Default: of all, the traces one after another. */
  readonly tree: (traceId?: string) => ReadonlyArray<string>
}

const recorded = (spans: Array<RecordedSpan>, counted: () => number): Tracer.Tracer["span"] => {
  const id = (length: number) => counted().toString(16).padStart(length, "0")
  return (name, parent, context, links, startTime, kind) => {
    const above = Option.getOrUndefined(parent)
    const span: RecordedSpan = {
      name,
      kind,
      traceId: above?.traceId ?? id(32),
      spanId: id(16),
      parentId: above?.spanId,
      attributes: new Map(),
      links: [...links],
      exit: undefined
    }
    spans.push(span)
    const { attributes, spanId, traceId } = span
    return {
      _tag: "Span",
      name,
      kind,
      traceId,
      spanId,
      parent,
      context,
      attributes,
      links,
      sampled: true,
      get status(): Tracer.SpanStatus {
        return span.exit === undefined
          ? { _tag: "Started", startTime }
          : { _tag: "Ended", startTime, endTime: startTime, exit: span.exit }
      },
      attribute: (name, value) => void attributes.set(name, value),
      event: () => undefined,
      addLinks: (more) => void span.links.push(...more),
      end: (_, exit) => {
        span.exit = exit
      }
    }
  }
}

export const make = (): RecordedSpans => {
  const spans: Array<RecordedSpan> = []
  let count = 0
  const isTop = ({ parentId }: RecordedSpan) => !spans.some(({ spanId }) => spanId === parentId)
  const below = (span: RecordedSpan, depth: number): ReadonlyArray<string> => [
    `${"  ".repeat(depth)}${span.name}`,
    ...spans.filter(({ parentId }) => parentId === span.spanId).flatMap((one) => below(one, depth + 1))
  ]
  return {
    spans,
    tracer: Tracer.make({ span: recorded(spans, () => ++count), context: (run) => run() }),
    tree: (traceId) =>
      spans
        .filter((span) => isTop(span) && (traceId ?? span.traceId) === span.traceId)
        .flatMap((span) => below(span, 0))
  }
}

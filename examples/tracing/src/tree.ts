/** A trace in the terminal: every span below its parent, with what an operator looks at first. */
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base"

type Spans = ReadonlyArray<ReadableSpan>

const traceIdOf = (span: ReadableSpan | undefined) => span?.spanContext().traceId

/** The spans of the trace that has a span of that name. */
export const traceOf = (spans: Spans, name: string): Spans => {
  const traceId = traceIdOf(spans.find((span) => span.name === name))
  return spans.filter((span) => traceIdOf(span) === traceId)
}

const shown = ["florin.transaction.status", "florin.answer", "http.response.status_code", "error.type"]

const lineOf = ({ attributes, name }: ReadableSpan): string =>
  [name, ...shown.flatMap((one) => (attributes[one] === undefined ? [] : [`${attributes[one]}`]))].join("  ")

const below = (spans: Spans, parent: string | undefined, indent: string): ReadonlyArray<string> =>
  spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent)
    .flatMap((span) => [`${indent}${lineOf(span)}`, ...below(spans, span.spanContext().spanId, `${indent}  `)])

/** A line for each span, below the one that it belongs to. `parent`: the span of another service around all of them. */
export const linesOf = (spans: Spans, parent?: string): ReadonlyArray<string> => below(spans, parent, "")

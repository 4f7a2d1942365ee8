/** An operation as it runs, over HTTP, in process and from the command line: in a span that has its name. */
import type { SpanName } from "@florin/core/tracing/SpanNames"
import * as Tracing from "@florin/core/tracing/Tracing"
import type * as Effect from "effect/Effect"
import type * as Operation from "./Operation.js"

type Named = Pick<Operation.Any, "name" | "permission">

/** The span of an operation: its name, as hosts call it, behind whose it is. */
export const spanOf = ({ name, permission }: Named): SpanName =>
  `${permission === "capability" ? "shop" : permission}.${name}`

interface Row<S, C, A, E, R> extends Named {
  readonly run: (services: S, call: C) => Effect.Effect<A, E, R>
}

export const run = <S, C, A, E, R>(row: Row<S, C, A, E, R>, services: S, call: C): Effect.Effect<A, E, R> =>
  Tracing.traced(spanOf(row), row.run(services, call))

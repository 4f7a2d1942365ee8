/** The program without its spans: `bench.mjs` puts this in the place of core's `Tracing` for one side of `observed`. */
import type * as Tracing from "@florin/core/tracing/Tracing"
import * as Effect from "effect/Effect"

type Of<Name extends keyof typeof Tracing> = (typeof Tracing)[Name]

type Missing = Exclude<keyof typeof Tracing, keyof typeof import("./untraced.js")>

// An export of core's that has no namesake here would be missing only when the benchmarks are bundled.
true satisfies [Missing] extends [never] ? true : Missing

const nothing = () => undefined

export const traceOf: Of<"traceOf"> = nothing
export const spanOf: Of<"spanOf"> = nothing
export const traceparentOf: Of<"traceparentOf"> = nothing
export const describe: Of<"describe"> = nothing
export const ignoringThrows: Of<"ignoringThrows"> = nothing
export const end: Of<"end"> = nothing
export const link: Of<"link"> = nothing
export const nameOf: Of<"nameOf"> = () => ""
export const headersOf: Of<"headersOf"> = () => ({})
export const described: Of<"described"> = () => Effect.void
export const within: Of<"within"> = (_, effect) => effect
export const spanned: Of<"spanned"> = (_, __, effect) => effect
export const whereTraced: Of<"whereTraced"> = (_, plain) => plain
export const traced: Of<"traced"> = (_, effect) => effect
export const begin: Of<"begin"> = () => {
  throw new Error("Nothing is traced here")
}
export const begun: Of<"begun"> = (begins) => begins

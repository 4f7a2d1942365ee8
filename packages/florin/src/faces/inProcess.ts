/** The service behind the calls in process. */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { Parts } from "./twoFaces.js"

/** What `shop`, `operator` and `sandbox` require. `layer` and `operations` provide it. */
export class Operations extends Context.Tag("florin/Operations")<
  Operations,
  { readonly parts: Context.Context<Parts>; readonly clock: Clock.Clock }
>() {}

/** The operations over a gateway and its ports. */
export const make = Effect.gen(function* () {
  // A call belongs to the span and the scope of its caller.
  const parts = Context.omit(Tracer.ParentSpan, Scope.Scope)(yield* Effect.context<Parts>())
  return { parts: parts as Context.Context<Parts>, clock: yield* Effect.clock }
})

/** Wiring of many layers, at a third of the time of a chain. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Part = Layer.Layer<never, unknown, unknown>

/** What the parts need that none before them gives. */
type Missing<Parts, Given = never> = Parts extends readonly [infer First extends Part, ...infer Rest]
  ? Exclude<Layer.Layer.Context<First>, Given> | Missing<Rest, Given | Layer.Layer.Success<First>>
  : never

type Whole<Parts extends ReadonlyArray<Part>> = Layer.Layer<
  { [Index in keyof Parts]: Layer.Layer.Success<Parts[Index]> }[number],
  { [Index in keyof Parts]: Layer.Layer.Error<Parts[Index]> }[number],
  Missing<Parts>
>

/**
 * The parts, built one after another, each with what those before it give; closed in reverse. Gives all of it, as a
 * chain of `Layer.provideMerge` does, read from its end. Every link of such a chain is two layers more to build, which is
 * most of what starting a gateway costs.
 */
export const inOrder = <Parts extends ReadonlyArray<Part>>(...parts: Parts): Whole<Parts> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const memoMap = yield* Layer.CurrentMemoMap
      const scope = yield* Effect.scope
      let given = Context.empty()
      for (const part of parts) {
        const built = yield* Effect.provide(Layer.buildWithMemoMap(part, memoMap, scope), given)
        given = Context.merge(given, built)
      }
      return given
    })
  ) as never

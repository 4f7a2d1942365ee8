/** Wiring of many services, at a quarter of what a chain of layers costs. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"

/** A layer, or an effect that makes services, as `made` does. */
type Part = Layer.Layer<never, unknown, unknown> | Effect.Effect<Context.Context<never>, unknown, unknown>

type Given<One> =
  One extends Layer.Layer<infer Services, infer _E, infer _R>
    ? Services
    : One extends Effect.Effect<Context.Context<infer Services>, infer _E, infer _R>
      ? Services
      : never

type Failure<One> =
  One extends Layer.Layer<infer _A, infer E, infer _R>
    ? E
    : One extends Effect.Effect<infer _A, infer E, infer _R>
      ? E
      : never

type Need<One> =
  One extends Layer.Layer<infer _A, infer _E, infer R>
    ? R
    : One extends Effect.Effect<infer _A, infer _E, infer R>
      ? Exclude<R, Scope.Scope>
      : never

/** What the parts need that none before them gives. */
type Missing<Parts, Before = never> = Parts extends readonly [infer First, ...infer Rest]
  ? Exclude<Need<First>, Before> | Missing<Rest, Before | Given<First>>
  : never

type Whole<Parts extends ReadonlyArray<Part>> = Layer.Layer<
  { [Index in keyof Parts]: Given<Parts[Index]> }[number],
  { [Index in keyof Parts]: Failure<Parts[Index]> }[number],
  Missing<Parts>
>

/** A service of its own, for `inOrder`. Unlike a layer it is made anew wherever it stands. */
export const made = <Id, Service, E, R>(
  tag: Context.Tag<Id, Service>,
  make: Effect.Effect<Service, E, R>
): Effect.Effect<Context.Context<Id>, E, R> => Effect.map(make, (service) => Context.make(tag, service))

/**
 * The parts, made one after another, each with what those before it give; closed in reverse. Gives all of it, as a chain
 * of `Layer.provideMerge` does, read from its end. Every link of such a chain is two layers more, and to look after its
 * layers was most of what starting a gateway cost.
 *
 * What they run for as long as they live belongs to no span of their making.
 */
export const inOrder = <Parts extends ReadonlyArray<Part>>(...parts: Parts): Whole<Parts> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const memoMap = yield* Layer.CurrentMemoMap
      const scope = yield* Effect.scope
      let given = Context.empty()
      for (const part of parts) {
        const built = Layer.isLayer(part) ? Layer.buildWithMemoMap(part, memoMap, scope) : part
        given = Context.merge(given, yield* Effect.provide(built as Effect.Effect<Context.Context<never>>, given))
      }
      return given
    }).pipe(Effect.mapInputContext(Context.omit(Tracer.ParentSpan)))
  ) as never

/**
 * `Layer.provide` of what provides no service: references and listeners. Often that is nothing, and to look after an empty
 * layer costs as much as after any other.
 */
export const settled = <A, E, R, E2>(
  layer: Layer.Layer<A, E, R>,
  ...settings: ReadonlyArray<Layer.Layer<never, E2>>
): Layer.Layer<A, E | E2, R> => {
  const [first, ...others] = settings.filter((one) => one !== Layer.empty)
  return first === undefined
    ? layer
    : Layer.provide(layer, others.length === 0 ? first : Layer.mergeAll(first, ...others))
}

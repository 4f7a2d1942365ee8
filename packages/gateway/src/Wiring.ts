/** Wiring of many services, at a tenth of what a chain of layers costs. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"

/** A service that is still to be made. */
export interface Made<Id, E, R> {
  readonly make: Effect.Effect<unknown, E, R>
  readonly add: (given: Context.Context<never>, service: unknown) => Context.Context<Id>
}

/** A service of its own, for `together`. Unlike a layer it is made anew wherever it stands. */
export const made = <Id, Service, E, R>(
  tag: Context.Tag<Id, Service>,
  make: Effect.Effect<Service, E, R>
): Made<Id, E, R> => ({ make, add: (given, service) => Context.add(given, tag, service as Service) })

/** A service, services that are there already, a layer, or an effect that makes several services. */
type Part =
  | Made<never, unknown, unknown>
  | Context.Context<never>
  | Layer.Layer<never, unknown, unknown>
  | Effect.Effect<Context.Context<never>, unknown, unknown>

/** What a part gives, how it fails, and what it needs. */
type Sides<One> =
  One extends Made<infer Id, infer E, infer R>
    ? [Id, E, Exclude<R, Scope.Scope>]
    : One extends Context.Context<infer Services>
      ? [Services, never, never]
      : One extends Layer.Layer<infer Services, infer E, infer R>
        ? [Services, E, R]
        : One extends Effect.Effect<Context.Context<infer Services>, infer E, infer R>
          ? [Services, E, Exclude<R, Scope.Scope>]
          : never

type Given<One> = Sides<One>[0]

/** What the parts need that none before them gives. */
type Missing<Parts, Before = never> = Parts extends readonly [infer First, ...infer Rest]
  ? Exclude<Sides<First>[2], Before> | Missing<Rest, Before | Given<First>>
  : never

type AllGiven<Parts extends ReadonlyArray<Part>> = { [Index in keyof Parts]: Given<Parts[Index]> }[number]

type AnyFailure<Parts extends ReadonlyArray<Part>> = { [Index in keyof Parts]: Sides<Parts[Index]>[1] }[number]

type Together<Parts extends ReadonlyArray<Part>> = Effect.Effect<
  Context.Context<AllGiven<Parts>>,
  AnyFailure<Parts>,
  Missing<Parts> | Scope.Scope
>

type Whole<Parts extends ReadonlyArray<Part>> = Layer.Layer<AllGiven<Parts>, AnyFailure<Parts>, Missing<Parts>>

/**
 * The parts, made one after another, each with what those before it give; closed in reverse. Gives all of it, as a chain
 * of `Layer.provideMerge` does, read from its end. To look after the two layers of a link of such a chain costs more than
 * most services do, and was most of what starting a gateway cost.
 *
 * What they run for as long as they live belongs to no span of their making.
 */
export const together = <Parts extends ReadonlyArray<Part>>(...parts: Parts): Together<Parts> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const around = yield* Effect.context<never>()
    // Outside of a layer there is none, but for one that the whole process would share.
    const isInLayer = around.unsafeMap.has(Layer.CurrentMemoMap.key)
    const memoMap = yield* isInLayer ? Layer.CurrentMemoMap : Layer.makeMemoMap
    const outer = Context.add(around, Layer.CurrentMemoMap, memoMap)
    let given = Context.empty()
    for (const part of parts) {
      // Often a setting is nothing, and to look after an empty layer costs as much as after any other.
      if (part === Layer.empty) continue
      if (Context.isContext(part)) {
        given = Context.merge(given, part)
        continue
      }
      yield* FiberRef.set(FiberRef.currentContext, Context.merge(outer, given))
      if ("make" in part) {
        given = part.add(given, yield* part.make as Effect.Effect<unknown>)
        continue
      }
      const several = Layer.isLayer(part) ? Layer.buildWithMemoMap(part, memoMap, scope) : part
      given = Context.merge(given, yield* several as Effect.Effect<Context.Context<never>>)
    }
    return given
    // Puts the context back in the end.
  }).pipe(Effect.mapInputContext(Context.omit(Tracer.ParentSpan))) as never

/** `together` as a layer. */
export const layerOf = <Parts extends ReadonlyArray<Part>>(...parts: Parts): Whole<Parts> =>
  Layer.scopedContext(together(...parts)) as never

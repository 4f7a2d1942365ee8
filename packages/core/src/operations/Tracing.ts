/**
 * Spans where a tracer is installed, and nothing where none is: an unread span costs more than the rule it is about.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

const untraced = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/**
 * One span around the effect. It carries ids and statuses at most, never bodies.
 *
 * @since 0.2.0
 * @category tracing
 */
export const traced = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tracerWith((tracer) => (tracer === untraced ? effect : Effect.withSpan(effect, name))) as Effect.Effect<
    A,
    E,
    R
  >

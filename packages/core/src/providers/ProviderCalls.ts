/**
 * Calls of what lies outside: acquirers, providers of transfers, 3-D Secure servers and wallets. Whatever goes wrong on the
 * way is no answer, never a decision. Source: D41.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Lease } from "../due-work/Lease.js"
import { type Call, calling } from "../store/FaultPoints.js"
import type { SpanName } from "../tracing/SpanNames.js"
import * as Tracing from "../tracing/Tracing.js"
import { bounded, Calls } from "./Calls.js"

/** Who is called. `title`: what logs call it, such as `Acquirer`; `attribute`: that of spans which has its name. */
export interface Callee {
  readonly title: string
  readonly attribute: "florin.acquirer.name" | "florin.provider.name" | "florin.three_d_secure.server.name"
  readonly service: { readonly name: string; readonly gatewayId?: number }
}

/** What a port returns; a host's may return something that is not an effect. */
type Request = () => Effect.Effect<unknown>

const notSent = { _tag: "NotSent" } as const

const made = (request: Request): Effect.Effect<unknown> => {
  const effect = request()
  return Effect.isEffect(effect) ? effect : Effect.dieMessage("A port answered without an effect")
}

const spanOf =
  ({ attribute, service }: Callee) =>
  (): Tracing.SpanOptions => ({
    kind: "client",
    attributes: { "florin.gateway.id": service.gatewayId, [attribute]: service.name }
  })

const answeredAs = ({ _tag }: { readonly _tag: string }): Tracing.Attributes => ({ "florin.answer": _tag })

/** No answer is undefined. A cause may contain the request; only the callee's name is safe to log. */
export const orNoAnswer = (title: string): (<A>(call: Effect.Effect<A>) => Effect.Effect<A | undefined>) =>
  Effect.catchAllCause((cause) =>
    cause._tag === "Interrupt"
      ? Effect.succeed(undefined)
      : Effect.as(Effect.logError(`${title} died during a call`), undefined)
  )

export const make = Effect.gen(function* () {
  const lease = yield* Lease
  const call = yield* calling
  const inTime = bounded(yield* Calls)

  return {
    /**
     * Sends a request on behalf of `owner`, the name under which this process holds the job, and reads the answer as an
     * event. Has no time limit; the caller sets one.
     */
    sending: (point: Call) => {
      const called = call(point)
      return <Event extends { readonly _tag: string }>(
        callee: Callee,
        span: SpanName,
        owner: string,
        request: Request,
        read: (answer: unknown) => Effect.Effect<Event>
      ): Effect.Effect<Event> => {
        // The last lease check before sending: a process that was paused until here does not send. Source: D40.
        const send = Effect.suspend(() => (lease.isSure(owner) ? made(request) : Effect.succeed(notSent)))
        const answer = orNoAnswer(`${callee.title} ${callee.service.name}`)(called(send))
        return Tracing.traced(span, Effect.flatMap(answer, read), spanOf(callee), answeredAs)
      }
    },
    /** Asks for at most `limit`. `logs`: the death of a call is logged. */
    asking: (point: Call, limit: Duration.Duration, { logs }: { readonly logs: boolean }) => {
      const called = call(point)
      return (callee: Callee, span: SpanName, request: Request): Effect.Effect<unknown> => {
        const asked = called(Effect.suspend(() => made(request)))
        const answer = logs
          ? orNoAnswer(`${callee.title} ${callee.service.name}`)(asked)
          : Effect.catchAllCause(asked, () => Effect.succeed(undefined))
        return Tracing.traced(span, inTime(answer, limit, undefined), spanOf(callee))
      }
    }
  }
})

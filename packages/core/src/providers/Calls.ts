/** External calls in flight: one fiber per call, one list of deadlines for all. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { Lease } from "../due-work/Lease.js"
import { type Call, calling } from "../store/FaultPoints.js"
import * as Deadlines from "../time/Deadlines.js"
import type { SpanName } from "../tracing/SpanNames.js"
import * as Tracing from "../tracing/Tracing.js"

/** How long shutdown waits for calls in flight; due work finishes the rest after the next start. */
export const drainLimit = Duration.seconds(6)

export class Calls extends Context.Tag("@florin/core/Calls")<
  Calls,
  {
    /**
     * Starts a call. `received` is called once, when it ends. If it takes longer than `limit`, `late` is called first and
     * the call is interrupted; an uninterruptible call may still have effects until `received`.
     */
    readonly start: <A>(
      call: Effect.Effect<A>,
      limit: Duration.Duration,
      received: (exit: Exit.Exit<A>) => void,
      late: () => void
    ) => void
    /** Registers an operation that shutdown waits for; the returned function ends it. */
    readonly enter: () => () => void
  }
>() {}

export const make = Effect.gen(function* () {
  const runtime = yield* Effect.runtime<never>()
  // biome-ignore lint/plugin/runners: an external call runs in its own fiber and outlives its caller
  const runFork = Runtime.runFork(runtime)
  const deadline = yield* Deadlines.make
  let underWay = 0
  let emptied: () => void = () => undefined

  const empty = Effect.async<void>((resume) => {
    emptied = () => resume(Effect.void)
    if (underWay === 0) emptied()
  })
  // A finalizer is uninterruptible; without an interruptible wait the timeout would have no effect.
  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(Effect.interruptible(empty), drainLimit)))

  return Calls.of({
    start: (call, limit, received, late) => {
      const fiber = runFork(call)
      const done = deadline(limit, () => {
        late()
        fiber.unsafeInterruptAsFork(FiberId.none)
      })
      fiber.addObserver((exit) => {
        done()
        received(exit)
      })
    },
    enter: () => {
      underWay += 1
      return () => {
        underWay -= 1
        if (underWay === 0) emptied()
      }
    }
  })
})

export const layer: Layer.Layer<Calls> = Layer.scoped(Calls, make)

/** A port whose answer throws when it is read has given none. Source: D41. */
export const readOr = <A>(none: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return none
  }
}

/** A call as an effect that completes within `limit`, with `otherwise` if the call fails or takes longer. */
export const bounded =
  (calls: Context.Tag.Service<Calls>) =>
  <A>(call: Effect.Effect<A>, limit: Duration.Duration, otherwise: A): Effect.Effect<A> =>
    Effect.withFiberRuntime((fiber) =>
      Effect.async((resume) =>
        calls.start(
          Tracing.within(Tracing.traceOf(fiber), call),
          limit,
          (exit) => resume(exit._tag === "Success" ? Effect.succeed(exit.value) : Effect.succeed(otherwise)),
          () => resume(Effect.succeed(otherwise))
        )
      )
    )

/**
 * Who is called. `title`: what logs call it, such as `Acquirer`; `attribute`: that of spans which has its name, where there
 * can be several.
 */
export interface Callee {
  readonly title: string
  readonly attribute?: "florin.acquirer.name" | "florin.provider.name" | "florin.three_d_secure.server.name"
}

type Service = { readonly name?: string; readonly gatewayId?: number }

const logged = ({ title }: Callee, { name }: Service): string => (name === undefined ? title : `${title} ${name}`)

/** What a port returns; a host's may return something that is not an effect. */
type Request = () => Effect.Effect<unknown>

const notSent = { _tag: "NotSent" } as const

const made = (request: Request): Effect.Effect<unknown> => {
  const effect = request()
  return Effect.isEffect(effect) ? effect : Effect.dieMessage("A port answered without an effect")
}

const spanOf =
  ({ attribute }: Callee, { gatewayId, name }: Service) =>
  (): Tracing.SpanOptions => ({
    kind: "client",
    attributes: { "florin.gateway.id": gatewayId, ...(attribute === undefined ? {} : { [attribute]: name }) }
  })

const answeredAs = ({ _tag }: { readonly _tag: string }): Tracing.Attributes => ({ "florin.answer": _tag })

/** No answer is undefined. A cause may contain the request; only the callee's name is safe to log. */
export const orNoAnswer = (title: string): (<A>(call: Effect.Effect<A>) => Effect.Effect<A | undefined>) =>
  Effect.catchAllCause((cause) =>
    cause._tag === "Interrupt"
      ? Effect.succeed(undefined)
      : Effect.as(Effect.logError(`${title} died during a call`), undefined)
  )

/**
 * Calls of what lies outside: acquirers, providers of transfers, 3-D Secure servers and wallets. Whatever goes wrong on the
 * way is no answer, never a decision. Source: D41.
 */
export const makeCallers = Effect.gen(function* () {
  const lease = yield* Lease
  const call = yield* calling
  const inTime = bounded(yield* Calls)

  return {
    /**
     * Sends a request on behalf of `owner`, the name under which this process holds the job, and reads the answer as an
     * event. Has no time limit; the caller sets one.
     */
    sending: (point: Call, callee: Callee) => {
      const called = call(point)
      return <Event extends { readonly _tag: string }>(
        service: Service,
        span: SpanName,
        owner: string,
        request: Request,
        read: (answer: unknown) => Effect.Effect<Event>
      ): Effect.Effect<Event> => {
        // The last lease check before sending: a process that was paused until here does not send. Source: D40.
        const send = Effect.suspend(() => (lease.isSure(owner) ? made(request) : Effect.succeed(notSent)))
        const answer = orNoAnswer(logged(callee, service))(called(send))
        return Tracing.traced(span, Effect.flatMap(answer, read), spanOf(callee, service), answeredAs)
      }
    },
    /** Asks for at most `limit`. `logs`: the death of a call is logged. */
    asking: (point: Call, callee: Callee, limit: Duration.Duration, { logs }: { readonly logs: boolean }) => {
      const called = call(point)
      return (service: Service, span: SpanName, request: Request): Effect.Effect<unknown> => {
        const requested = called(Effect.suspend(() => made(request)))
        const answer = logs
          ? orNoAnswer(logged(callee, service))(requested)
          : Effect.catchAllCause(requested, () => Effect.succeed(undefined))
        return Tracing.traced(span, inTime(answer, limit, undefined), spanOf(callee, service))
      }
    }
  }
})

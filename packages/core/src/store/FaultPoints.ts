/**
 * The places where a process can die between two things that belong together: before and after each commit, and before
 * and after each call to the outside. Each has a name, so that a test can crash a process at every one of them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { UnitOfWork } from "./UnitOfWork.js"

/** The commits of this gateway, by what they write. */
export const commits = [
  "accept-charge",
  "accept-child",
  "accept-pay-out",
  "record",
  "record-no-answer",
  "record-too-late",
  "expire",
  "release-hold",
  "reversal-begin",
  "reversal-result",
  "recover-claim",
  "recover-later",
  "recover-nothing",
  "lease-renew",
  "delivery-result",
  "renotify",
  "resend",
  "resend-exhausted",
  "key-refuse",
  "key-claim",
  "key-answer",
  "jobs-claim",
  "job-give-back",
  "worker-start",
  "worker-stop",
  "sweep-plan",
  "sweep",
  "sweep-again",
  "rotate",
  "migrate",
  "demo-shop"
] as const

/** The calls to the outside: to an acquirer, and to a merchant. */
export const calls = ["acquirer.perform", "acquirer.status", "verification.ask", "webhook.send"] as const

export type Commit = (typeof commits)[number]

export type Call = (typeof calls)[number]

export type FaultPoint = `commit.${Commit}` | Call

/** Every fault point. */
export const points: ReadonlyArray<FaultPoint> = [...commits.map((name) => `commit.${name}` as const), ...calls]

/**
 * `before` a commit everything is written and nothing is durable; `after` it no caller has been told yet. `before` a call
 * nothing is sent; `after` it no other process knows the answer.
 */
export type Moment = "before" | "after"

/**
 * Is told of each fault point when it is reached, not before. Read when the services are built.
 *
 * Default: none is told, which costs nothing.
 */
export class FaultPoints extends Context.Reference<FaultPoints>()("@florin/core/FaultPoints", {
  defaultValue: (): ((point: FaultPoint, moment: Moment) => Effect.Effect<void>) | undefined => undefined
}) {}

type Run = Context.Tag.Service<UnitOfWork>["run"]

/** Runs units of work, each under the name of its commit. */
export const committing: Effect.Effect<(name: Commit) => Run, never, UnitOfWork> = Effect.gen(function* () {
  const { run } = yield* UnitOfWork
  const reached = yield* FaultPoints
  const named = (name: Commit): Run => {
    if (reached === undefined) return run
    const point = (moment: Moment) => Effect.suspend(() => reached(`commit.${name}`, moment))
    return (work) => Effect.zipLeft(run(Effect.zipLeft(work, point("before"))), point("after"))
  }
  return named
})

/** Makes a call to the outside under its name. */
export const calling: Effect.Effect<(name: Call) => <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>> =
  Effect.map(FaultPoints, (reached) =>
    reached === undefined
      ? () => identity
      : (name) => {
          const point = (moment: Moment) => Effect.suspend(() => reached(name, moment))
          return (call) => Effect.zipRight(point("before"), Effect.zipLeft(call, point("after")))
        }
  )

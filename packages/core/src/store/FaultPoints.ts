/**
 * The points where a crash separates two steps that belong together: before and after each commit, and before and after
 * each external call. Each point has a name, so a test can crash a process at every one of them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { UnitOfWork } from "./UnitOfWork.js"

/** The gateway's commits, named by what they write. */
export const commits = [
  "accept-charge",
  "accept-child",
  "accept-pay-out",
  "accept-return",
  "accept-transfer",
  "accept-proof",
  "accept-subscription",
  "accept-renewal",
  "accept-change",
  "accept-checkout",
  "checkout-create",
  "checkout-change",
  "checkout-expire",
  "card-create",
  "card-change",
  "card-delete",
  "plan-create",
  "product-create",
  "product-change",
  "customer-create",
  "coupon-create",
  "coupon-give",
  "usage-record",
  "subscription-create",
  "subscription-change",
  "renew-claim",
  "renew-free",
  "renew-nothing",
  "renew-refused",
  "entitlements-lapse",
  "record",
  "record-no-answer",
  "record-too-late",
  "acquirer-report",
  "transfer-report",
  "transfer-confirm",
  "transfer-correct",
  "proof-decide",
  "expire",
  "release-hold",
  "look-again",
  "reversal-begin",
  "reversal-result",
  "recover-claim",
  "recover-later",
  "recover-nothing",
  "lease-renew",
  "delivery-result",
  "mail-begin",
  "mail-result",
  "renotify",
  "note",
  "resend",
  "resend-exhausted",
  "key-claim",
  "key-answer",
  "jobs-claim",
  "job-give-back",
  "worker-start",
  "worker-stop",
  "audit",
  "person-change",
  "approval-change",
  "sweep",
  "sweep-again",
  "reconcile-again",
  "rotate",
  "migrate",
  "demo-shop"
] as const

/** The external calls: to acquirers, providers of transfers, 3-D Secure servers, wallets, merchants and mail servers. */
export const calls = [
  "acquirer.perform",
  "acquirer.status",
  "provider.perform",
  "provider.status",
  "three-d-secure.ask",
  "verification.ask",
  "wallet.save",
  "webhook.send",
  "mail.send"
] as const

export type CommitName = (typeof commits)[number]

export type Call = (typeof calls)[number]

export type FaultPoint = `commit.${CommitName}` | Call

export const points: ReadonlyArray<FaultPoint> = [...commits.map((name) => `commit.${name}` as const), ...calls]

/**
 * `before` a commit everything is written and nothing is durable; `after` it no caller has its answer yet. `before` a
 * call nothing is sent; `after` it no other process knows the answer.
 */
export type Moment = "before" | "after"

/**
 * Called when execution reaches a fault point. Read when the services are built.
 *
 * Default: none, at no cost.
 */
export class FaultPoints extends Context.Reference<FaultPoints>()("@florin/core/FaultPoints", {
  defaultValue: (): ((point: FaultPoint, moment: Moment) => Effect.Effect<void>) | undefined => undefined
}) {}

type Run = Context.Tag.Service<UnitOfWork>["run"]

/** Runs units of work under the names of their commits. */
export const committing: Effect.Effect<(name: CommitName) => Run, never, UnitOfWork> = Effect.contextWith(
  (context: Context.Context<UnitOfWork>) => {
    const { run } = Context.get(context, UnitOfWork)
    const reached = Context.get(context, FaultPoints)
    const named = (name: CommitName): Run => {
      if (reached === undefined) return run
      const point = (moment: Moment) => Effect.suspend(() => reached(`commit.${name}`, moment))
      return (work) => Effect.zipLeft(run(Effect.zipLeft(work, point("before"))), point("after"))
    }
    return named
  }
)

/** Makes an external call under its name. */
export const calling: Effect.Effect<(name: Call) => <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>> =
  Effect.map(FaultPoints, (reached) =>
    reached === undefined
      ? () => identity
      : (name) => {
          const point = (moment: Moment) => Effect.suspend(() => reached(name, moment))
          return (call) => Effect.zipRight(point("before"), Effect.zipLeft(call, point("after")))
        }
  )

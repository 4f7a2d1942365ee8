/** Stories of subscriptions: what a merchant does, and what is charged and announced while time passes. */

import * as Plans from "@florin/core/billing/Plans"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { SubscriptionId, TransactionUid } from "@florin/core/ids/Ids"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import type { WithChosenId } from "@florin/core/store/FindOrCreate"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { SystemTimeZone } from "@florin/core/time/SystemTimeZone"
import { SandboxThreeDSecure } from "@florin/sandbox/SandboxThreeDSecure"
import { Outcome, type Post, Sender } from "@florin/webhook-dispatcher/Sender"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { acquirerWith, card, find, movements, pass, shop, type WorldOptions, world } from "./world.js"

/** A delivered notification. */
export interface Reported {
  readonly event?: string
  readonly id?: string
  readonly state?: string
  /** The header `Florin-Sequence`. */
  readonly sequence?: number
  readonly transaction?: {
    readonly uid: string
    readonly status: string
    readonly type: string
    readonly amount: number
  }
}

const delivered: Array<Reported> = []

/** Acknowledges every notification and keeps it. */
const sender = Layer.sync(Sender, () => {
  delivered.length = 0
  return {
    post: ({ body, headers }: Pick<Post, "body" | "headers">) => {
      delivered.push({ ...JSON.parse(body), sequence: Number(headers["Florin-Sequence"]) })
      return Effect.succeed(Outcome.Acknowledged({ status: 200, answer: Option.none() }))
    }
  }
})

export const zone = (name: string) => Layer.succeed(SystemTimeZone, DateTime.zoneUnsafeMakeNamed(name))

/** Where shops are told of everything. */
export const hook = "https://shop.example/hook"

/** A world whose plain shop is told of everything. */
export const billing = (options: WorldOptions = {}) =>
  world({
    shops: [{ id: "plain", secret_key: "plain-secret-0001", name: "Plain", notification_url: hook }],
    sender,
    ...options
  })

/** A plan of 10.00 EUR a month, with changes. */
export const monthly = (changes: object = {}) => ({
  title: "Monthly",
  currency: "EUR",
  plan: { amount: 1000, interval: 1, interval_unit: "month" },
  ...changes
})

export const createPlan = (body: object, of = "plain") =>
  Effect.gen(function* () {
    return yield* (yield* Plans.Plans).create(yield* shop(of), yield* BillingRequests.plan(body))
  })

/** Creates a subscription, with the good card unless it says otherwise. */
export const subscribe = (plan: object, changes: object = {}, of = "plain", named: WithChosenId<SubscriptionId> = {}) =>
  Effect.gen(function* () {
    const request = yield* BillingRequests.subscription({ plan, card, ...changes })
    return yield* (yield* Subscriptions).create(yield* shop(of), request, named)
  })

/** A card whose holder is a test trigger. */
export const holding = (holder: string) => ({ ...card, holder })

export const look = (id: string, of = "plain") =>
  Effect.gen(function* () {
    return yield* (yield* Subscriptions).find(yield* shop(of), SubscriptionId.make(id))
  })

export const at = (instant: string) => TestClock.setTime(Date.parse(instant))

const minute = (instant: DateTime.Utc) => DateTime.formatIso(instant).slice(0, 16)

/** What has been charged so far, by the acquirer's own ledger: `2026-03-31T09:00 1000`. */
export const charges = Effect.map(movements, (all) =>
  all.filter(({ kind }) => kind === "payment").map(({ amount, at }) => `${minute(at)} ${amount}`)
)

/** The events of subscriptions since this was asked last, in the order of their delivery. */
export const events = Effect.sync(() =>
  delivered.splice(0).flatMap(({ event }) => (event === undefined ? [] : [event.replace(".subscription", "")]))
)

/** Everything that was delivered since this was asked last. */
export const bodies = Effect.sync(() => delivered.splice(0))

/** Lets time pass, and tells what was charged and announced in it. */
export const after = (duration: Duration.DurationInput) =>
  Effect.gen(function* () {
    const before = (yield* charges).length
    yield* events
    yield* pass(duration)
    return { charged: (yield* charges).slice(before), reported: yield* events }
  })

/** Time passes until that instant. */
export const until = (instant: string) =>
  Effect.flatMap(DateTime.now, (now) => after(Date.parse(instant) - now.epochMillis))

const shortOf = (instant: DateTime.Utc | null) => (instant === null ? null : minute(instant))

/** Where it stands, in short. */
export const progress = (id: Subscription["id"], of = "plain") =>
  Effect.map(look(id, of), ({ attempts, paidCycles, renewAt, state }) => ({
    state,
    paid: paidCycles,
    failed: attempts,
    next: shortOf(renewAt)
  }))

/** What an acquirer does with a charge instead of what the sandbox would do. */
export type Verdict = "approved" | "declined" | "error" | "stolen" | "lost" | "unheard"

const reasons = { declined: "funds", error: "acquirer-temporary", stolen: "fraud-issuer" } as const

/**
 * An acquirer whose charges end by script, and well when the script is over. `lost`: booked, but no answer arrives;
 * `unheard`: it never arrived, and no answer either. While `mute` it does not answer questions.
 */
export const playing = (...script: ReadonlyArray<Verdict>) => {
  const stage = { script: [...script], mute: false, requested: 0 }
  const acquirers = acquirerWith((real) => ({
    perform: (request) =>
      Effect.suspend(() => {
        if (request._tag !== "Charge") return real.perform(request)
        stage.requested++
        const verdict = stage.script.shift() ?? "approved"
        switch (verdict) {
          case "approved":
            return real.perform(request)
          case "lost":
            return Effect.as(real.perform(request), AcquirerAnswer.NoAnswer())
          case "unheard":
            return Effect.succeed(AcquirerAnswer.NoAnswer())
          case "declined":
          case "error":
          case "stolen":
            return Effect.succeed(AcquirerAnswer.Declined({ reason: reasons[verdict], report: noReport }))
        }
      }),
    status: (key, about) =>
      Effect.suspend(() => (stage.mute ? Effect.succeed(AcquirerStatus.Unknown()) : real.status(key, about)))
  }))
  return { stage, acquirers }
}

/** A subscription that was paid on 10 March at 10:00 UTC; what follows goes by the script. */
export const begun = (script: ReadonlyArray<Verdict>, plan: object = {}) => {
  const { acquirers, stage } = playing("approved", ...script)
  const start = Effect.gen(function* () {
    yield* at("2026-03-10T10:00:00Z")
    const { id } = yield* subscribe(monthly(plan))
    yield* pass(0)
    yield* events
    return id
  })
  return { start, stage, world: billing({ acquirers }) }
}

const command =
  <Request>(
    name: "change" | "undoChange" | "cancel" | "uncancel" | "pause" | "resume" | "charge" | "changePlan",
    decode: (body: unknown) => Either.Either<Request, InvalidRequest>
  ) =>
  (id: Subscription["id"], body: object = {}, of = "plain") =>
    Effect.gen(function* () {
      const service = yield* Subscriptions
      return yield* service[name](yield* shop(of), id, (yield* decode(body)) as never)
    })

const nothing = () => Either.right(undefined)

export const cancel = command("cancel", BillingRequests.cancel)
export const uncancel = command("uncancel", nothing)
export const pause = command("pause", nothing)
export const resume = command("resume", nothing)
export const chargeNow = command("charge", nothing)
export const change = command("change", BillingRequests.change)
export const undoChange = command("undoChange", nothing)
export const changePlan = command("changePlan", BillingRequests.planChange)

export const changeCard = (id: Subscription["id"], body: object, of = "plain") =>
  Effect.gen(function* () {
    return yield* (yield* Subscriptions).changeCard(yield* shop(of), id, yield* BillingRequests.cardChange(body))
  })

/** What lies ahead until that instant, by the preview: `2026-03-31T09:00 1000 cycle`. */
export const ahead = (id: Subscription["id"], until: string, of = "plain") =>
  Effect.gen(function* () {
    const options = { until: DateTime.unsafeMake(until) }
    const upcoming = yield* (yield* Subscriptions).preview(yield* shop(of), id, options)
    return upcoming.map(({ amount, at, reason }) => `${minute(at)} ${amount} ${reason}`)
  })

/** An instant with an offset, as charges are listed: in UTC. */
export const utc = (local: string): string => new Date(local).toISOString().slice(0, 16)

/** The customer leaves the issuer's page of a charge that waits. */
export const confirms = (uid: string, choice: "approve" | "decline", of: string) =>
  Effect.gen(function* () {
    const { authentication } = yield* find(uid, of)
    const challenge = authentication?.challenge
    if (challenge?.version !== 2) return yield* Effect.dieMessage("There is no challenge")
    const { page } = yield* SandboxThreeDSecure
    const shown = yield* page({ creq: challenge.creq, threeDSSessionData: challenge.sessionData })
    if (shown === undefined) return yield* Effect.dieMessage("The issuer does not know it")
    return yield* (yield* Cards).returned(TransactionUid.make(uid), shown.choices[choice])
  })

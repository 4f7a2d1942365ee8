/** Captures, voids and refunds of what Stripe has charged. */
import { AcquirerAnswer, type AcquirerRequest } from "@florin/core/cards/Acquirer"
import { type Reply, type Trace, Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { counted } from "./amounts.js"
import type { SdkCall } from "./client.js"
import { errorOf, Intent, Refund, readBody, type StripeError } from "./documents.js"
import * as Lookups from "./lookups.js"
import { keyName, keyOf, kindName, type Marked, marking, markingAlone, markOf } from "./marks.js"
import { done, notProcessed, ofRefund, refused, type Word } from "./words.js"

/** With what operations are performed. */
export interface Working extends Lookups.Looking {
  readonly name: string
  readonly multicapture: boolean
}

type Request = Extract<AcquirerRequest, { readonly _tag: "Capture" | "Void" | "Refund" }>
type Conclusion = Effect.Effect<AcquirerAnswer, Unclear>
type Own = Effect.Effect<Option.Option<Word>, Unclear>

/** One operation on what was charged before. */
interface Step {
  readonly request: Request
  /** As Stripe counts it. */
  readonly units: number
  /** Stripe's reference of the parent. */
  readonly parent: string
  /** As it is before the step. */
  readonly before: Intent
  readonly trace: Trace
}

const isDecided = ({ status }: Reply): boolean => status === 400 || status === 402 || status === 404

const doubtful = (reply: Reply) => new Unclear({ because: `it answered ${reply.status}` })

const logAlarm = (text: string, key: string) => Effect.annotateLogs(Effect.logError(text), { key })

/** An earlier sending may have been processed before this one was refused. */
const refusedBy = ({ name }: Working, { key }: Request, error: StripeError, own: Own): Conclusion =>
  Effect.flatMap(own, (found): Conclusion => {
    if (Option.isSome(found)) return Effect.succeed(found.value)
    return error.type === "idempotency_error"
      ? Effect.as(logAlarm(`${name} has our key on another request`, key), refused("duplicate-at-acquirer"))
      : Effect.succeed(notProcessed(error))
  })

/** From the reply to the operation. `own`: what an earlier sending has left at Stripe. */
const concluded = (
  working: Working,
  { request }: Step,
  reply: Reply,
  onDone: (reply: Reply) => Conclusion,
  own: Own
): Conclusion => {
  if (reply.status === 200) return onDone(reply)
  return isDecided(reply)
    ? Effect.flatMap(errorOf(reply), (error) => refusedBy(working, request, error, own))
    : doubtful(reply)
}

const ownMark = (working: Working, { parent, request }: Step, kind: Marked): Own =>
  Effect.map(
    Lookups.marked(working, kind, request.key, parent),
    Option.map((found) =>
      markOf(found.metadata, kind, request.key)?.amount === request.amount
        ? done(found.id)
        : refused("duplicate-at-acquirer")
    )
  )

const capture = Effect.fnUntraced(function* (working: Working, step: Step) {
  const { parent, request, trace, units } = step
  const params = {
    amount_to_capture: units,
    ...(working.multicapture ? { final_capture: false } : {}),
    metadata: marking({ ...request, kind: "capture" })
  }
  const call: SdkCall = (sdk, options) => sdk.paymentIntents.capture(parent, params, options)
  const reply = yield* working.client.send(request.key, call, trace)
  const onDone = (reply: Reply) => Effect.map(readBody(Intent)(reply), ({ id }) => done(id))
  return yield* concluded(working, step, reply, onDone, ownMark(working, step, "capture"))
})

/** What a void is on an intent. */
type VoidStep = "cancel" | "release" | "impossible"

/** Nothing is held, and a charge may still come. */
const isOpen = ({ status }: Intent): boolean => status === "requires_action" || status === "requires_confirmation"

/** A hold is canceled as a whole; what several captures have left of it is released by a last one of nothing. */
export const voidStep = (intent: Intent, units: number): VoidStep => {
  const { amount, amount_capturable: capturable, amount_received: received, status } = intent
  if (status === "requires_capture") {
    if (units !== capturable) return "impossible"
    return received > 0 ? "release" : "cancel"
  }
  return isOpen(intent) && units === amount ? "cancel" : "impossible"
}

const canceling =
  (parent: string): SdkCall =>
  (sdk, options) =>
    sdk.paymentIntents.cancel(parent, { cancellation_reason: "requested_by_customer" }, options)

const releasing =
  (parent: string): SdkCall =>
  (sdk, options) =>
    sdk.paymentIntents.capture(parent, { amount_to_capture: 0, final_capture: true }, options)

/** The intent is no longer as it was: by this void, or by something else. */
const alreadyDone = (working: Working, step: Step): Conclusion =>
  Effect.map(
    ownMark(working, step, "void"),
    Option.getOrElse(() => refused("not-allowed", step.parent))
  )

/** The intent with the mark of the void, which alone changes nothing of the hold; or why Stripe does not take it. */
const noted = Effect.fnUntraced(function* (working: Working, { before, parent, request }: Step) {
  const mark = { ...request, kind: "void" as const }
  if (markOf(before.metadata, "void", request.key) !== undefined) return Either.right(before)
  const note: SdkCall = (sdk, options) =>
    sdk.paymentIntents.update(parent, { metadata: markingAlone(before.metadata, mark) }, options)
  const reply = yield* working.client.send(`${request.key}:note`, note)
  if (!isDecided(reply))
    return reply.status === 200 ? Either.right(yield* readBody(Intent)(reply)) : yield* doubtful(reply)
  const error = yield* errorOf(reply)
  // Beside it the other marks have changed: it is looked at again.
  return error.type === "idempotency_error" ? yield* doubtful(reply) : Either.left(notProcessed(error))
})

/** A cancellation takes no metadata, so that the key is put there first. */
const release = Effect.fnUntraced(function* (working: Working, step: Step) {
  const { before, parent, request, trace, units } = step
  const isNoted = markOf(before.metadata, "void", request.key) !== undefined
  if (isNoted && before.status === "canceled") return yield* alreadyDone(working, step)
  if (voidStep(before, units) === "impossible") return refused("not-allowed", parent)
  const intent = yield* noted(working, step)
  if (Either.isLeft(intent)) return intent.left
  const next = voidStep(intent.right, units)
  if (next === "impossible") return yield* alreadyDone(working, step)
  const reply = yield* working.client.send(request.key, (next === "cancel" ? canceling : releasing)(parent), trace)
  return yield* concluded(working, step, reply, () => Effect.succeed(done(parent)), ownMark(working, step, "void"))
})

const ownRefund = (working: Working, { parent, request, units }: Step): Own =>
  Effect.flatMap(Lookups.refund(working, request.key, parent), (own): Own => {
    if (Option.isNone(own)) return Effect.succeedNone
    const isOurs = Lookups.isOf(own.value, units, request.currency)
    return Effect.asSome(isOurs ? ofRefund(own.value) : Effect.succeed(refused("duplicate-at-acquirer")))
  })

/** The void of a payment is a refund there. */
const moneyBack = Effect.fnUntraced(function* (working: Working, step: Step) {
  const { before, parent, request, trace, units } = step
  // Taking a payment back is all or nothing.
  const isPart = request._tag === "Void" && request.parentKind === "payment" && units !== before.amount_received
  if (isPart) return refused("not-allowed", parent)
  const metadata = { [keyName]: request.key, [kindName]: request._tag === "Void" ? "void" : "refund" }
  const call: SdkCall = (sdk, options) =>
    sdk.refunds.create({ payment_intent: parent, amount: units, metadata }, options)
  const reply = yield* working.client.send(request.key, call, trace)
  const onDone = (reply: Reply) => Effect.flatMap(readBody(Refund)(reply), ofRefund)
  return yield* concluded(working, step, reply, onDone, ownRefund(working, step))
})

/** The parent is what was charged, or one of its captures. */
const isParent = ({ metadata }: Intent, { parent }: Request): boolean =>
  keyOf(metadata) === parent || markOf(metadata, "capture", parent) !== undefined

/** A payment that its customer has not confirmed holds nothing yet, and is canceled as a hold is. */
const isHold = ({ parentKind }: Request, before: Intent): boolean => parentKind === "authorization" || isOpen(before)

const notSent = ({ name }: Working, { key }: Request, because: string): Conclusion =>
  Effect.as(logAlarm(`${name} is not asked to follow a charge: ${because}`, key), AcquirerAnswer.NotSent())

/** Performs a capture, void or refund. */
export const perform = (working: Working, request: Request, trace: Trace): Conclusion => {
  const { amount, currency, parentReference: parent } = request
  const units = counted(amount, currency)
  if (units === undefined) return Effect.succeed(refused("not-allowed"))
  if (!Lookups.isIntentId(parent)) return notSent(working, request, "its reference is not known")
  return Effect.flatMap(Lookups.intent(working, parent), (before): Conclusion => {
    if (!isParent(before, request)) return notSent(working, request, "the reference is that of another one")
    if (before.currency !== currency.toLowerCase()) return notSent(working, request, "it has another currency")
    const step = { request, units, parent, before, trace }
    if (request._tag === "Capture") return capture(working, step)
    return request._tag === "Void" && isHold(request, before) ? release(working, step) : moneyBack(working, step)
  })
}

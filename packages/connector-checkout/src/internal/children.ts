/** Captures, voids and refunds: the vendor takes them (`202`), and decides later. */
import { AcquirerAnswer, type AcquirerChildRequest, type AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import { type Reply, type Trace, Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import { declined, readRefusal } from "./charges.js"
import { type Client, isTheirs, read } from "./client.js"
import { toVendor } from "./currencies.js"
import * as Decisions from "./decisions.js"
import { Accepted, type Action, type Payment } from "./documents.js"
import * as Lookups from "./lookups.js"
import * as References from "./references.js"

export type Child = Extract<AcquirerRequest, { readonly _tag: "Capture" | "Void" | "Refund" }>

type Conclusion = Effect.Effect<AcquirerAnswer, Unclear>

const notAllowed = (code: string | null = null): AcquirerAnswer => declined("not-allowed", code)

const readAccepted = read(Accepted)

/** The parent was approved there, so that its absence decides nothing about what follows it. Source: D40. */
const parentIsMissing = new Unclear({ because: "it does not know the parent", isAlarm: true })

/** The payment that is followed: named by its reference, else found under its key. */
const parentOf = (client: Client, request: AcquirerChildRequest): Effect.Effect<string, Unclear> => {
  const id = References.paymentIn(request.parentReference)
  if (id !== undefined) return Effect.succeed(id)
  return Effect.flatMap(Lookups.idsUnder(client, request.parent), ([only, ...others]) =>
    only === undefined || others.length > 0 ? parentIsMissing : Effect.succeed(only)
  )
}

/** The reference leads to the operation that the key names: another one's is followed by nothing. Source: D53. */
const isParent = (request: AcquirerChildRequest, payment: Payment, actions: ReadonlyArray<Action>): boolean =>
  isCharge(request.parentKind)
    ? payment.reference == null || payment.reference === request.parent
    : ownIn(actions, request.parent) !== undefined

const isCharge = (kind: CardTransactionType): boolean =>
  kind === "authorization" || kind === "payment" || kind === "tokenization"

const parentIsAnother = new Unclear({
  because: "the reference of the parent leads to another operation",
  isAlarm: true
})

/** What was done under our key already. */
export const ownIn = (actions: ReadonlyArray<Action>, key: string): Action | undefined =>
  actions.find(({ reference, type }) => reference === key && type !== "Authorization" && type !== "Card Verification")

/** A capture by itself follows a payment soon: until then it cannot be refunded. */
const isUnderway = ({ status }: Payment): boolean => status === "Authorized"

/** What the vendor says is left. Without it nothing can be decided about a void. */
const left = (amount: number | null | undefined): Effect.Effect<number, Unclear> =>
  amount == null ? new Unclear({ because: "it does not say what is left", isAlarm: true }) : Effect.succeed(amount)

type Step = { readonly route: "captures" | "voids" | "refunds"; readonly body: object }

/** Undefined: it cannot be asked for. */
type Stepping = Effect.Effect<Step | undefined, Unclear>

/** A capture of all that is left closes the payment; any other leaves the rest on hold. */
const capture = (payment: Payment, amount: number, reference: string): Step => {
  const isRest = payment.balances?.available_to_capture === amount
  return { route: "captures", body: { amount, capture_type: isRest ? "Final" : "NonFinal", reference } }
}

/** A void releases all that is left: one of a part cannot be asked for. */
const release = ({ balances }: Payment, amount: number, reference: string): Stepping =>
  Effect.map(left(balances?.available_to_void), (available) =>
    available === amount ? { route: "voids", body: { reference } } : undefined
  )

const refund = (amount: number, reference: string): Step => ({ route: "refunds", body: { amount, reference } })

const notCaptured = new Unclear({ because: "the payment is not captured yet" })

/** A payment that was captured is reversed by a refund, and one that is not yet by a void. */
const reversal = (payment: Payment, amount: number, reference: string): Stepping =>
  Effect.gen(function* () {
    // Its customer is still away: there is nothing to take back yet.
    if (payment.status === "Pending") return undefined
    const available = yield* left(payment.balances?.available_to_refund)
    if (available >= amount) return refund(amount, reference)
    const step = yield* release(payment, amount, reference)
    return step === undefined && isUnderway(payment) ? yield* notCaptured : step
  })

const stepOf = (request: Child, payment: Payment, amount: number): Stepping => {
  const { key, parentKind } = request
  switch (request._tag) {
    case "Capture":
      return Effect.succeed(capture(payment, amount, key))
    case "Refund":
      return Effect.succeed(refund(amount, key))
    case "Void":
      return parentKind === "authorization" ? release(payment, amount, key) : reversal(payment, amount, key)
  }
}

/** Refused: our action may be there from before. A payment that is about to be captured says nothing yet. */
const refused = (client: Client, id: string, request: Child, reply: Reply): Conclusion =>
  Effect.gen(function* () {
    const [payment, actions] = yield* Lookups.whole(client, id)
    const own = ownIn(actions, request.key)
    if (own !== undefined) return Decisions.ofAction(id, own)
    if (request._tag === "Refund" && request.parentKind === "payment" && isUnderway(payment)) {
      return yield* notCaptured
    }
    if (reply.status === 403) return notAllowed()
    const { error_codes: codes } = yield* readRefusal(reply)
    return notAllowed(codes?.find((code) => /^[a-z0-9_]{1,64}$/.test(code)) ?? null)
  })

const taken = (id: string, request: Child, reply: Reply): Conclusion =>
  Effect.flatMap(
    readAccepted(reply),
    ({ action_id, reference }): Conclusion =>
      reference == null || reference === request.key
        ? Effect.succeed(AcquirerAnswer.Accepted({ reference: References.ofAction(id, action_id) }))
        : new Unclear({ because: "the action belongs to another request", isAlarm: true })
  )

export const following =
  (client: Client) =>
  (request: Child, trace: Trace): Conclusion =>
    Effect.gen(function* () {
      const amount = toVendor(request.amount, request.currency)
      if (amount === undefined) return declined("currency")
      const id = yield* parentOf(client, request)
      const [payment, actions] = yield* Lookups.whole(client, id)
      if (!isParent(request, payment, actions)) return yield* parentIsAnother
      const own = ownIn(actions, request.key)
      if (own?.amount != null && own.amount !== amount) return declined("duplicate-at-acquirer")
      // What was sent before need not be sent again, and what was left then is no longer.
      if (own !== undefined) return Decisions.ofAction(id, own)
      const step = yield* stepOf(request, payment, amount)
      if (step === undefined) return notAllowed()
      const path = `/payments/${encodeURIComponent(id)}/${step.route}`
      const reply = yield* client.post(path, request.key, JSON.stringify(step.body), trace)
      if (reply.status >= 200 && reply.status < 300) return yield* taken(id, request, reply)
      const isRefusal = (reply.status === 403 || reply.status === 422) && isTheirs(reply)
      return yield* isRefusal
        ? refused(client, id, request, reply)
        : new Unclear({ because: `it answered ${reply.status}`, isAlarm: reply.status === 404 })
    })

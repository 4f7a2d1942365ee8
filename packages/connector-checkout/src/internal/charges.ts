/** Charges: sends one, and concludes from its answer. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { type Reply, type Trace, Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import { type Client, isTheirs, read } from "./client.js"
import * as Decisions from "./decisions.js"
import { Payment, Refusal } from "./documents.js"
import { paymentUnder } from "./lookups.js"
import { reasonOfRefusal } from "./reasons.js"
import { provider } from "./reports.js"
import { type Charge, chargeBody, chargedAmount, type Wording } from "./requests.js"

type Conclusion = Effect.Effect<AcquirerAnswer, Unclear>

export const declined = (reason: DeclineReason, code: string | null = null): AcquirerAnswer =>
  AcquirerAnswer.Declined({ reason, report: { ...noReport, bankCode: code } })

const readPayment = read(Payment)
export const readRefusal = read(Refusal)

/** An error code of the vendor's, short enough to be shown. */
const shownCode = (codes: ReadonlyArray<string>): string | null =>
  codes.find((code) => /^[a-z0-9_]{1,64}$/.test(code)) ?? null

/** A customer who is absent goes nowhere: the payment ends at the vendor when its time is over. */
const withoutCustomer = (decision: Decisions.Decision, { initiatedBy }: Charge): AcquirerAnswer =>
  decision._tag === "ActionNeeded" && initiatedBy === "merchant"
    ? AcquirerAnswer.Accepted({ reference: decision.reference })
    : decision

/** The answer is about another request: its key was used before, with another amount. */
const isAnothers = (payment: Payment, request: Charge, amount: number): boolean =>
  (payment.amount != null && payment.amount !== amount) ||
  (payment.currency != null && payment.currency !== request.currency)

const created = (name: string, reply: Reply, request: Charge, amount: number): Conclusion =>
  Effect.gen(function* () {
    const payment = yield* readPayment(reply)
    if (payment.reference != null && payment.reference !== request.key) {
      return yield* new Unclear({ because: "the payment belongs to another request", isAlarm: true })
    }
    const decision = yield* Decisions.ofCreated(payment)
    if (!isAnothers(payment, request, amount)) return withoutCustomer(decision, request)
    yield* Effect.annotateLogs(Effect.logError(`${name} has our key on another request`), { key: request.key })
    return declined("duplicate-at-acquirer")
  })

/** It was refused before anything was processed; an earlier request under the key may have been. */
const refused = (client: Client, reply: Reply, request: Charge, amount: number): Conclusion =>
  Effect.gen(function* () {
    const { error_codes: codes } = yield* readRefusal(reply)
    const known = yield* paymentUnder(client, request.key, amount, request.currency)
    return known ?? declined(reasonOfRefusal(codes ?? []), shownCode(codes ?? []))
  })

const isTaken = (request: Charge, { cardNumbers }: Wording): boolean =>
  request.source === "card" ? cardNumbers : request.token.provider === provider

export const charging =
  (name: string, client: Client, wording: Wording) =>
  (request: Charge, trace: Trace): Conclusion =>
    Effect.suspend(() => {
      // A token of another provider, and a card where the account takes none, never leave.
      if (!isTaken(request, wording)) return Effect.succeed(declined("not-allowed"))
      const amount = chargedAmount(request)
      if (amount === undefined) return Effect.succeed(declined("currency"))
      const body = chargeBody(request, amount, wording)
      return Effect.flatMap(client.post("/payments", request.key, body, trace), (reply): Conclusion => {
        if (reply.status >= 200 && reply.status < 300) return created(name, reply, request, amount)
        if (reply.status === 422 && isTheirs(reply)) return refused(client, reply, request, amount)
        // Any other status may be sent after the request was processed, or by an intermediary.
        return new Unclear({ because: `it answered ${reply.status}` })
      })
    })

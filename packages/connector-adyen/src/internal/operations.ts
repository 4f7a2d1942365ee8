/** Performs an operation, and asks what the customer's return has come to. */
import { createHash } from "node:crypto"
import {
  AcquirerAnswer,
  type AcquirerRequest,
  AcquirerStatus,
  type AcquirerAnswer as Answer,
  type AskedAbout
} from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Actions from "./actions.js"
import { nothing, toAdyen } from "./amounts.js"
import type * as Answers from "./answers.js"
import { bodyOf, type Charge } from "./charges.js"
import type { Client, Trace } from "./client.js"
import { traced } from "./client.js"
import { type Child, modificationOf } from "./modifications.js"
import * as Outcomes from "./outcomes.js"
import { paymentIn } from "./references.js"
import type { Settings } from "./settings.js"
import type { DetailsBody } from "./vendor.js"

type Performed = Effect.Effect<Answer, Unclear>

/** Adyen takes 64 characters. Ours are 36. */
const keyLimit = 64

/** The key of a further request of an operation: the same for the same request, and no other's. */
const keyOf = (key: AcquirerKey, details: DetailsBody): string =>
  createHash("sha256")
    .update(`${key}\0${JSON.stringify(details)}`, "utf8")
    .digest("hex")

export const make = (settings: Settings, client: Client) => {
  const details = (key: AcquirerKey, body: DetailsBody, trace: Trace) =>
    client({ path: "/payments/details", key: keyOf(key, body), body }, trace)

  const action = (document: Answers.PaymentDocument, key: AcquirerKey): Performed => {
    const customerAction = Actions.actionOf(document.action)
    return customerAction === undefined
      ? new Unclear({ because: "the customer is needed for what only Adyen's component can do", isAlarm: true })
      : Effect.succeed(AcquirerAnswer.ActionNeeded({ reference: document.pspReference ?? key, action: customerAction }))
  }

  const charge = Effect.fnUntraced(function* (request: Charge, trace: Trace) {
    const { currency, amount, initiatedBy, key, kind } = request
    const body = bodyOf(request, settings)
    if (body === undefined) return Outcomes.declined("not-allowed")
    const expected = {
      reference: key,
      amount: kind === "tokenization" ? nothing(currency) : toAdyen(amount, currency)
    }
    const withCustomer = (document: Answers.PaymentDocument): Performed => {
      // Without a customer nothing comes of it: Adyen completes a payment only when it is brought back.
      if (initiatedBy === "merchant") return Effect.succeed(Outcomes.declined("authentication-failed"))
      const further = Actions.withoutFingerprint(document.action)
      if (further === undefined) return action(document, key)
      return details(key, further, trace).pipe(
        Effect.flatMap((reply) =>
          reply.status === 200
            ? Outcomes.documentIn(reply.body)
            : new Unclear({ because: `it answered ${reply.status}` })
        ),
        Effect.flatMap((next) => Outcomes.concluded(next, expected, (last) => action(last, key)))
      )
    }
    const reply = yield* client({ path: "/payments", key, body }, trace)
    if (reply.status !== 200) return yield* Outcomes.failed(reply, trace, true)
    const document = yield* Outcomes.documentIn(reply.body)
    return yield* Outcomes.concluded(document, expected, withCustomer)
  })

  const child = Effect.fnUntraced(function* (request: Child, trace: Trace) {
    const { key, parentReference } = request
    const modification = modificationOf(request, settings)
    if (modification === undefined) {
      return yield* new Unclear({ because: "it has no reference of the parent, or no such amount", isAlarm: true })
    }
    const { body, isCapture, path } = modification
    const reply = yield* client({ path, key, body }, trace)
    const expected = { reference: body.reference ?? "", amount: "amount" in body ? body.amount : undefined }
    return yield* Outcomes.received(reply, expected, isCapture ? paymentIn(parentReference) : undefined, trace)
  })

  const perform = (request: AcquirerRequest, trace: Trace): Performed => {
    if (request.key.length > keyLimit) return new Unclear({ because: "the key is too long for it", isAlarm: true })
    switch (request._tag) {
      case "Charge":
        return charge(request, trace)
      case "Capture":
      case "Void":
      case "Refund":
        return child(request, trace)
      case "Payout":
        return Effect.succeed(Outcomes.declined("not-allowed"))
    }
  }

  /** Whether the answer is about this payment: another's return may have been brought here. */
  const isOf = (document: Answers.PaymentDocument, key: AcquirerKey, { reference }: AskedAbout): boolean =>
    document.merchantReference == null
      ? document.pspReference != null && document.pspReference === reference
      : document.merchantReference === key

  const afterReturn = Effect.fnUntraced(function* (key: AcquirerKey, about: AskedAbout, body: DetailsBody) {
    const reply = yield* details(key, body, traced())
    if (reply.status !== 200) return AcquirerStatus.Unknown()
    const document = yield* Outcomes.documentIn(reply.body)
    if (!isOf(document, key, about)) {
      return yield* new Unclear({ because: "the customer brought what is another payment's", isAlarm: true })
    }
    const amount = about.kind === "tokenization" ? nothing(about.currency) : toAdyen(about.amount, about.currency)
    if (Outcomes.isAnothers(document.amount, { reference: key, amount })) {
      return yield* new Unclear({ because: "the answer is about another amount", isAlarm: true })
    }
    const answer = yield* Outcomes.concluded(document, { reference: key }, (last) => action(last, key))
    return answer._tag === "NoAnswer" || answer._tag === "NotSent" ? AcquirerStatus.Unknown() : answer
  })

  /** Adyen answers no question about a key or a reference: only about what a customer has brought back. */
  const status = (key: AcquirerKey, about: AskedAbout): Effect.Effect<AcquirerStatus, Unclear> => {
    const body = about.returned === undefined ? undefined : Actions.detailsOf(about.returned)
    return body === undefined ? Effect.succeed(AcquirerStatus.Unknown()) : afterReturn(key, about, body)
  }

  return { perform, status }
}

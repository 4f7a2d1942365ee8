/** Charges, with what their customers bring back. */
import { createHash } from "node:crypto"
import {
  AcquirerAnswer,
  AcquirerStatus,
  type AcquirerAnswer as Answer,
  type QueriedOperation
} from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Actions from "./actions.js"
import { nothing, toAdyen } from "./amounts.js"
import type * as Answers from "./answers.js"
import { bodyOf, type Charge } from "./charges.js"
import { type Client, type Trace, traced } from "./client.js"
import * as Outcomes from "./outcomes.js"
import type { Settings } from "./settings.js"
import type { DetailsBody } from "./vendor.js"

type Charged = Effect.Effect<Answer, Unclear>

/** The key of a further request of an operation: the same for the same request, and no other's. */
const keyOf = (key: AcquirerKey, details: DetailsBody): string =>
  createHash("sha256")
    .update(`${key}\0${JSON.stringify(details)}`, "utf8")
    .digest("hex")

/**
 * What the customer has to do. The reference of a charge that waits is ours: Adyen's is of use only when it is decided, and
 * by ours it can be closed.
 */
const actionOf = (document: Answers.PaymentDocument, key: AcquirerKey): Charged => {
  const action = Actions.actionOf(document.action)
  return action === undefined
    ? new Unclear({ because: "the customer is needed for what only Adyen's component can do", isAlarm: true })
    : Effect.succeed(AcquirerAnswer.ActionNeeded({ reference: key, action }))
}

const amountOf = ({ amount, currency, kind }: Pick<QueriedOperation, "amount" | "currency" | "kind">) =>
  kind === "tokenization" ? nothing(currency) : toAdyen(amount, currency)

export const make = (settings: Settings, client: Client) => {
  const details = (key: AcquirerKey, body: DetailsBody, trace: Trace) =>
    client({ path: "/payments/details", key: keyOf(key, body), body }, trace)

  const onward = Effect.fnUntraced(function* (request: Charge, body: DetailsBody, trace: Trace) {
    const { key } = request
    const reply = yield* details(key, body, trace)
    if (reply.status !== 200) return yield* new Unclear({ because: `it answered ${reply.status}` })
    const document = yield* Outcomes.documentIn(reply.body)
    const expected = { reference: key, amount: amountOf(request) }
    return yield* Outcomes.concluded(document, expected, (last) => actionOf(last, key))
  })

  const charge = Effect.fnUntraced(function* (request: Charge, trace: Trace) {
    const { initiatedBy, key, source } = request
    const body = settings.sources.includes(source) ? bodyOf(request, settings) : undefined
    if (body === undefined) return Outcomes.declined("not-allowed")
    const withCustomer = (document: Answers.PaymentDocument): Charged => {
      // Without a customer nothing comes of it: Adyen completes a payment only when it is brought back.
      if (initiatedBy === "merchant") return Effect.succeed(Outcomes.declined("authentication-failed"))
      const further = Actions.withoutFingerprint(document.action)
      return further === undefined ? actionOf(document, key) : onward(request, further, trace)
    }
    const reply = yield* client({ path: "/payments", key, body }, trace)
    if (reply.status !== 200) return yield* Outcomes.failed(reply, trace, true)
    const document = yield* Outcomes.documentIn(reply.body)
    return yield* Outcomes.concluded(document, { reference: key, amount: amountOf(request) }, withCustomer)
  })

  const afterReturn = Effect.fnUntraced(function* (key: AcquirerKey, about: QueriedOperation, body: DetailsBody) {
    const reply = yield* details(key, body, traced())
    if (reply.status !== 200) return AcquirerStatus.Unknown()
    const document = yield* Outcomes.documentIn(reply.body)
    // Another payment's return may have been brought here.
    if (document.merchantReference !== key) {
      return yield* new Unclear({ because: "the customer brought what is another payment's", isAlarm: true })
    }
    if (Outcomes.isAnothers(document.amount, { reference: key, amount: amountOf(about) })) {
      return yield* new Unclear({ because: "the answer is about another amount", isAlarm: true })
    }
    const answer = yield* Outcomes.concluded(document, { reference: key }, (last) => actionOf(last, key))
    return answer._tag === "NoAnswer" || answer._tag === "NotSent" ? AcquirerStatus.Unknown() : answer
  })

  return { charge, afterReturn }
}

/** Performs an operation, and asks what the customer's return has come to. */
import {
  type AcquirerAnswer,
  type AcquirerRequest,
  AcquirerStatus,
  type QueriedOperation
} from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Actions from "./actions.js"
import * as Charging from "./charging.js"
import type { Client, Trace } from "./client.js"
import { type Child, modificationOf } from "./modifications.js"
import * as Outcomes from "./outcomes.js"
import { paymentIn } from "./references.js"
import type { Settings } from "./settings.js"

/** Adyen takes 64 characters. Ours are 36. */
const keyLimit = 64

export const make = (settings: Settings, client: Client) => {
  const { afterReturn, charge } = Charging.make(settings, client)

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

  const perform = (request: AcquirerRequest, trace: Trace): Effect.Effect<AcquirerAnswer, Unclear> => {
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

  /** Adyen answers no question about a key or a reference: only about what a customer has brought back. */
  const status = (key: AcquirerKey, about: QueriedOperation): Effect.Effect<AcquirerStatus, Unclear> => {
    const body = about.returned === undefined ? undefined : Actions.detailsOf(about.returned)
    return body === undefined ? Effect.succeed(AcquirerStatus.Unknown()) : afterReturn(key, about, body)
  }

  return { perform, status }
}

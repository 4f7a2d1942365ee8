/** An acquirer that needs the customer, or decides later; the test plays its customer and its clerk. */
import {
  AcquirerAnswer,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  type QueriedOperation
} from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Where an operation is. `unknown`: the bank does not answer questions about it. */
export type Place = "action" | "accepted" | "approved" | "declined" | "canceled" | "unknown" | "lost"

export const redirect: CustomerAction = { _tag: "Redirect", url: "https://bank.example/pay/1" }

const answerFor = (reference: string, place: Place, action: CustomerAction): AcquirerAnswer => {
  switch (place) {
    case "action":
      return AcquirerAnswer.ActionNeeded({ reference, action })
    case "accepted":
      return AcquirerAnswer.Accepted({ reference })
    case "approved":
      return AcquirerAnswer.Approved({ report: { ...noReport, refId: reference } })
    case "declined":
    case "canceled":
      return AcquirerAnswer.Declined({ reason: "unspecified", report: noReport })
    case "unknown":
    case "lost":
      return AcquirerAnswer.NoAnswer()
  }
}

/** `first`: where an operation begins, by its kind. */
export const actingBank = (first: Partial<Record<AcquirerRequest["_tag"], Place>> = { Charge: "action" }) => {
  const places = new Map<string, Place>()
  const requested: Array<QueriedOperation & { readonly key: string }> = []
  const requests: Array<AcquirerRequest> = []
  const own = { action: redirect as CustomerAction, refusesVoids: false }

  const referenceOf = (key: string): string => `bank-${key}`

  const voided = (parent: string): Place => {
    const place = places.get(parent)
    if (own.refusesVoids) return "declined"
    if (place === "action" || place === "accepted" || place === "approved") {
      places.set(parent, "canceled")
      return "approved"
    }
    return "declined"
  }

  const perform: AcquirerService["perform"] = (request) =>
    Effect.sync(() => {
      const { _tag, key } = request
      requests.push(request)
      const decided = first[_tag] ?? (_tag === "Void" ? voided(request.parent) : "approved")
      const place = places.get(key) ?? decided
      places.set(key, place)
      return answerFor(referenceOf(key), place, own.action)
    })

  const status: AcquirerService["status"] = (key, about) =>
    Effect.sync(() => {
      requested.push({ ...about, key })
      const place = places.get(key)
      if (place === undefined || place === "lost") return AcquirerStatus.NotFound()
      const answer = answerFor(referenceOf(key), place, own.action)
      return answer._tag === "NoAnswer" || answer._tag === "NotSent" ? AcquirerStatus.Unknown() : answer
    })

  return {
    requested,
    own,
    /** What the customer, or the bank, makes of an operation. */
    places,
    requests,
    change: () => ({ perform, status, inFlightWindow: Duration.zero }),
    /** What has an effect in the bank's books: charges and payouts that stand, and what follows them. */
    approved: () => requests.flatMap(({ _tag, key }) => (places.get(key) === "approved" ? [_tag] : []))
  }
}

export type ActingBank = ReturnType<typeof actingBank>

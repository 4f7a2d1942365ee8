import type { AcquirerKey } from "../../ids/Ids.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { type AcquirerCard, AcquirerRequest } from "../Acquirer.js"
import type { ChargeKind } from "../ChargeRules.js"
import type { ChildKind } from "../ChildRules.js"

/** What the acquirer is asked for an accepted charge. */
export const charge = (kind: ChargeKind, transaction: Transaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Charge({ key, kind, amount, currency, card, transaction })
}

/** What the acquirer is asked for an accepted capture, void or refund. */
export const child = (kind: ChildKind, transaction: Transaction): AcquirerRequest => {
  const { acquirerKey: key, amount, currency, parentKey, parentUid } = transaction
  const parent = parentKey ?? (parentUid as string as AcquirerKey)
  switch (kind) {
    case "capture":
      return AcquirerRequest.Capture({ key, parent, amount, currency })
    case "void":
      return AcquirerRequest.Void({ key, parent, amount, currency })
    case "refund":
      return AcquirerRequest.Refund({ key, parent, amount, currency })
  }
}

/** What the acquirer is asked for an accepted credit or payout. */
export const payout = (transaction: Transaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Payout({ key, amount, currency, card, transaction })
}

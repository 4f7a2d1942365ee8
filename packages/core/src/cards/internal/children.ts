import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { claim } from "../../idempotency/Claiming.js"
import type { IdempotencyKey } from "../../idempotency/IdempotencyStore.js"
import * as Machine from "../../machine/Machine.js"
import { type Amount, add, remainder } from "../../money/Amount.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { ChildRequest, RefundRequest } from "../../transactions/ChildRequest.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { type ParentTotals, TransactionStore } from "../../transactions/TransactionStore.js"
import { AcquirerRequest } from "../Acquirer.js"
import * as ChildMachine from "../ChildMachine.js"
import { accept, type Beginning } from "./acceptance.js"

export type ChildKind = "capture" | "void" | "refund"

/** What each may follow. Source: D10. */
const parents: Record<ChildKind, ReadonlyArray<Transaction["type"]>> = {
  capture: ["authorization"],
  void: ["authorization"],
  refund: ["payment", "capture"]
}

const remains = (kind: ChildKind, parent: Transaction, taken: ParentTotals): Amount =>
  kind === "refund"
    ? remainder(parent.amount, taken.refunded)
    : remainder(parent.amount, add(taken.captured, taken.voided))

const findParent = Effect.fnUntraced(function* (shop: Shop, kind: ChildKind, request: ChildRequest) {
  const store = yield* TransactionStore
  const found = yield* store.lock(shop.id, request.parentUid)
  if (Option.isNone(found)) return yield* invalid("parent_uid", "Parent transaction is not found")
  const parent = found.value
  if (!parents[kind].includes(parent.type)) {
    return yield* invalid("parent_uid", `Parent transaction can't be followed by a ${kind}`)
  }
  if (parent.status !== "successful") return yield* invalid("parent_uid", "Parent transaction is not successful")
  if (parent.closedAt !== null) return yield* invalid("parent_uid", "Parent transaction is closed")
  const left = remains(kind, parent, yield* store.parentTotals(shop.id, parent.uid))
  if (request.amount > left) return yield* invalid("amount", `can't be greater than ${left}`)
  return parent
})

/** The one way these transactions begin: `pending`, with the acquirer to be asked. */
export const beginning = Effect.map(
  Machine.decide(ChildMachine.machine, "none", "Accepted", undefined),
  ({ effects, next }): Beginning => ({
    trigger: "Accepted",
    status: next as Transaction["status"],
    effects,
    reason: null,
    detail: null
  })
)

/** Accepts a capture, void or refund against what is left of its parent. */
export const acceptChild = Effect.fnUntraced(function* (
  shop: Shop,
  kind: ChildKind,
  request: ChildRequest | RefundRequest,
  key: IdempotencyKey | undefined
) {
  const now = yield* DateTime.now
  yield* claim(shop.id, key, now)
  const parent = yield* findParent(shop, kind, request)
  const trackingId = request.trackingId ?? parent.trackingId
  const { notificationUrl } = parent.details
  const accepted = yield* accept(
    shop,
    {
      type: kind,
      amount: request.amount,
      currency: parent.currency,
      test: parent.test,
      language: parent.language,
      details: {
        ...(notificationUrl === undefined ? {} : { notificationUrl }),
        ...(request.duplicateCheck === undefined ? {} : { duplicateCheck: request.duplicateCheck })
      },
      gatewayId: parent.gatewayId,
      parentUid: parent.uid,
      ...(trackingId === undefined ? {} : { trackingId }),
      ...("reason" in request ? { refundReason: request.reason } : {})
    },
    yield* beginning,
    { on: parent.uid, check: request.duplicateCheck ?? true },
    now,
    key
  )
  return { accepted, parent }
})

/** What the acquirer is asked for an accepted capture, void or refund. */
export const childRequest = (kind: ChildKind, transaction: Transaction, parent: Transaction): AcquirerRequest => {
  const asked = {
    key: transaction.acquirerKey,
    parent: parent.acquirerKey,
    amount: transaction.amount,
    currency: transaction.currency
  }
  switch (kind) {
    case "capture":
      return AcquirerRequest.Capture(asked)
    case "void":
      return AcquirerRequest.Void(asked)
    case "refund":
      return AcquirerRequest.Refund(asked)
  }
}

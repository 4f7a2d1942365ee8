import type { Answer } from "@florin/core/cards/Answer"
import { keptFor } from "@florin/core/idempotency/IdempotencyStore"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Auditor, Scene } from "../Invariants.js"
import { keyName, transitionName } from "../Mirror.js"
import type { Order } from "../Orders.js"

/** Invariant 7. */
export const sameAnswers = ({ fail, labelOf, mirror, now }: Scene): Auditor => {
  const first = new Map<string, string>()

  const isCommitted = ({ transaction }: Answer): void => {
    const { status, uid, version } = transaction
    const row = mirror.transactions.get(uid)
    const line = mirror.transitions.get(transitionName({ uid, version }))
    if (row === undefined || row.version < version || line?.to !== status) {
      fail(7, `${labelOf(uid)} v${version} ${status} was answered, and is not committed`)
    }
  }

  const isRepeated = (order: Order, document: string): void => {
    if (order.key === undefined) return
    const name = keyName({ shop: order.shop.id, key: order.key })
    const before = first.get(name)
    if (before !== undefined && before !== document) fail(7, `${order.name} was answered in two ways`)
    first.set(name, document)
    if (mirror.keys.get(name)?.answer !== document)
      fail(7, `${order.name} was answered otherwise than its key keeps it`)
  }

  return {
    answered: ({ exit, order }) => {
      if (Exit.isSuccess(exit)) {
        isCommitted(exit.value)
        return isRepeated(order, exit.value.document)
      }
      const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
      if (error?._tag === "AlreadyAnswered") isRepeated(order, error.body)
      if (error?._tag === "IdempotencyMismatch") fail(7, `${order.name} was taken for another request`)
      const known =
        order.key === undefined ? undefined : mirror.keys.get(keyName({ shop: order.shop.id, key: order.key }))
      if (error?._tag === "IdempotencyInFlight" && known === undefined) fail(7, `${order.name} is said to be in flight`)
    },
    committed: ({ keys }) => {
      for (const { after, before } of keys) {
        if (before === undefined) continue
        const isKept = now() - before.claimedAt <= Duration.toMillis(keptFor)
        const isNew = after === undefined || after.claimedAt !== before.claimedAt
        if (isNew && isKept) fail(7, `the key ${before.key} was forgotten too early`)
        if (isNew) first.delete(keyName(before))
        else if (before.answer !== null && after.answer !== before.answer)
          fail(7, `the answer under ${before.key} changed`)
      }
    }
  }
}

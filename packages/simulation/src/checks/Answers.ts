import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import type { Answer } from "@florin/core/operations/Answer"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import { type Auditor, errorOf, type Order, type Scene } from "../Invariants.js"
import { type Changed, type KeyRow, keyName, type Mirror, transitionName } from "../Mirror.js"

const nameOf = (order: Order): string | undefined =>
  order.key === undefined ? undefined : keyName({ shop: order.shop.id, key: order.key })

/** What is wrong about an answer, whatever was answered before. */
const wrongAnswer = (mirror: Mirror, { transaction }: Answer): string | undefined => {
  const { status, uid, version } = transaction
  const line = mirror.transitions.get(transitionName({ uid, version }))
  const isCommitted = line?.to === status && (mirror.transactions.get(uid)?.version ?? 0) >= version
  return isCommitted ? undefined : `v${version} ${status}, which is not committed`
}

/** Invariant 7, and 9 as far as answers show it. */
export const sameAnswers = ({ apart, fail, mirror, now }: Scene): Auditor => {
  const first = new Map<string, string>()
  /** The version whose document each key keeps. */
  const kept = new Map<string, number>()

  const isRepeated = (order: Order, document: string): void => {
    const name = nameOf(order)
    if (name === undefined) return
    const before = first.get(name)
    if (before !== undefined && before !== document) fail(7, `${order.name} was answered in two ways`)
    first.set(name, document)
    const isKept = mirror.keys.get(name)?.answer === document
    if (!isKept) fail(7, `${order.name} was answered otherwise than its key keeps it`)
  }

  const keeps = (row: KeyRow): void => {
    const made = Array.from(mirror.transactions.values()).filter(
      ({ document, shop }) => shop === row.shop && document.idempotencyKey === row.key
    )
    kept.set(keyName(row), made.at(-1)?.version ?? 0)
  }

  const checkKey = ({ after, before }: Changed<KeyRow>): void => {
    if (after?.answer != null && before?.answer == null) keeps(after)
    if (before === undefined) return
    const isYoung = now() - before.claimedAt <= Duration.toMillis(keptFor) - 2 * apart
    const isNew = after === undefined || after.claimedAt !== before.claimedAt
    if (isNew && isYoung) fail(7, `the key ${before.key} was forgotten too early`)
    if (isNew) first.delete(keyName(before))
    else if (before.answer !== null && after.answer !== before.answer) fail(7, `the answer of ${before.key} changed`)
  }

  return {
    committed: ({ keys }) => keys.forEach(checkKey),
    answered: ({ exit, order }) => {
      const name = nameOf(order) ?? ""
      if (Exit.isSuccess(exit)) {
        const says = wrongAnswer(mirror, exit.value)
        if (says !== undefined) fail(7, `${order.name} was answered ${says}`)
        const { document, replayed, transaction } = exit.value
        // A caller that waited out a takeover, and what followed it, is answered with what stands now.
        const isKeysOwn = transaction.version <= (kept.get(name) ?? Number.POSITIVE_INFINITY)
        if (replayed === true || isKeysOwn) isRepeated(order, document)
        return
      }
      if (Cause.isDie(exit.cause)) fail(9, `${order.name} died: ${Cause.pretty(exit.cause)}`)
      const error = errorOf(exit)
      if (error?._tag === "AlreadyAnswered" && "document" in error.answer) isRepeated(order, error.answer.document)
      if (error?._tag === "IdempotencyMismatch") fail(7, `${order.name} was taken for another request`)
      if (error?._tag === "IdempotencyInFlight" && !mirror.keys.has(name)) {
        fail(7, `${order.name} is said to be in flight`)
      }
    }
  }
}

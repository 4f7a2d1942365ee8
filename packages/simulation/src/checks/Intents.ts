import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import * as Accepting from "@florin/core/operations/Accepting"
import { asksFor } from "@florin/testing/parties/AcquirerLedger"
import { isReversal, uidOf } from "@florin/testing/parties/Auditor"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Auditor, Scene } from "../Invariants.js"
import { keyName, type TransactionRow } from "../Mirror.js"
import type { Process } from "../Process.js"

/** Invariant 1. */
export const chargedOnce = ({ apart, fail, fleet, labelOf, mirror, now }: Scene): Auditor => {
  const accepted = new Map<string, TransactionRow>()

  return {
    // Source: D40. A sender sends only while it is sure of its lease.
    sent: ({ acquirer, key, process }) => {
      const job = { kind: isReversal(key) ? "reverse" : "recover", subject: uidOf(key) } as const
      const doubt = fleet.leases.doubt(process, job, now())
      if (doubt === undefined || !mirror.transactions.has(uidOf(key))) return
      fail(1, `${process.name} sends ${labelOf(key)} to ${acquirer.name}, and ${doubt}`)
    },
    arrived: ({ acquirer, entry, isKnown, movement }) => {
      const uid = uidOf(movement.key)
      const row = mirror.transactions.get(uid)
      if (row === undefined) return fail(1, `${acquirer.name} was asked for ${uid}, which is not committed`)
      if (row.document.test !== acquirer.simulated) fail(1, `${labelOf(uid)} went to ${acquirer.name} (D39)`)
      if (isKnown && !asksFor(movement, entry)) fail(1, `${labelOf(uid)} asks for something else under the same key`)
    },
    committed: ({ transactions }) => {
      for (const { after, before } of transactions) {
        if (after === undefined || before !== undefined || after.document.idempotencyKey === undefined) continue
        const name = keyName({ shop: after.shop, key: after.document.idempotencyKey })
        const first = accepted.get(name)
        if (first !== undefined && now() - first.createdAt <= Duration.toMillis(keptFor) - 2 * apart) {
          fail(1, `${labelOf(first.uid)} and ${labelOf(after.uid)} came of one idempotency key`)
        }
        accepted.set(name, after)
      }
    }
  }
}

const window = Duration.toMillis(Accepting.duplicateWindow)

/** Invariant 8. Source: D12. */
export const noDuplicates = ({ apart, fail, labelOf, mirror, now }: Scene): Auditor => {
  const acceptedBy = new Map<string, Process>()
  const accepted = new Map<string, Array<TransactionRow>>()

  return {
    committed: ({ process, transactions }) => {
      for (const { after, before } of transactions) {
        if (after === undefined || before !== undefined) continue
        const name = `${after.shop} ${after.fingerprint}`
        const equals = accepted.get(name) ?? []
        acceptedBy.set(after.uid, process)
        // The window is one of dates: processes whose clocks are apart can't agree on it.
        const recent = equals.findLast(
          ({ createdAt, uid }) => after.createdAt - createdAt < window && acceptedBy.get(uid)?.ahead === process.ahead
        )
        if (recent !== undefined && after.document.details.duplicateCheck !== false) {
          const distance = after.createdAt - recent.createdAt
          fail(8, `${labelOf(recent.uid)} and ${labelOf(after.uid)} are equal, ${distance} ms apart`)
        }
        accepted.set(name, [...equals, after])
      }
    },
    answered: ({ askedAt, exit, order }) => {
      if (Exit.isSuccess(exit)) return
      const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
      if (error?._tag !== "DuplicateRequest") return
      const isOriginal = ({ createdAt, document, shop }: TransactionRow) =>
        shop === order.shop.id &&
        document.type === order.type &&
        document.amount === order.amount &&
        document.parentUid === order.parent &&
        createdAt > askedAt - window - apart &&
        createdAt <= now() + apart
      if (!Array.from(mirror.transactions.values()).some(isOriginal)) {
        fail(8, `${order.name} was refused as a duplicate of nothing`)
      }
    }
  }
}

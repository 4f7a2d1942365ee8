import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import * as Duration from "effect/Duration"
import { asksFor } from "../AcquirerLedger.js"
import type { Auditor, Scene } from "../Invariants.js"
import { keyName, type TransactionRow } from "../Mirror.js"

const reversal = /:reverse(?:-\d+)?$/

/** The transaction that a key of ours belongs to. */
export const uidOf = (key: string): string => key.replace(reversal, "")

export const isReversal = (key: string): boolean => reversal.test(key)

/** Invariant 1. */
export const chargedOnce = ({ apart, fail, fleet, labelOf, mirror, now }: Scene): Auditor => {
  const accepted = new Map<string, TransactionRow>()

  return {
    // Source: D40. A sender sends only while it is sure of its lease.
    sent: ({ acquirer, key, process }) => {
      const job = { kind: isReversal(key) ? "reverse" : "recover", subject: uidOf(key) }
      if (!mirror.transactions.has(uidOf(key)) || fleet.leases.isSure(process, job, now())) return
      const why = fleet.leases.holds(process, job) ? "when its heartbeat is old" : "and does not hold its work"
      fail(1, `${process.name} sends ${labelOf(key)} to ${acquirer.name} ${why}`)
    },
    arrived: ({ acquirer, entry, known, request }) => {
      const uid = uidOf(request.key)
      const row = mirror.transactions.get(uid)
      if (row === undefined) return fail(1, `${acquirer.name} was asked for ${uid}, which is not committed`)
      if (row.document.test !== acquirer.simulated) fail(1, `${labelOf(uid)} went to ${acquirer.name} (D39)`)
      if (known && !asksFor(request, entry)) fail(1, `${labelOf(uid)} asks for something else under the same key`)
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

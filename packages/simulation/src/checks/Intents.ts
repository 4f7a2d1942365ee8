import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import * as AcceptanceRules from "@florin/core/operations/AcceptanceRules"
import { asksFor } from "@florin/testing/parties/AcquirerLedger"
import { isReversal, uidOf } from "@florin/testing/parties/Auditor"
import * as BankLedger from "@florin/testing/parties/BankLedger"
import * as Duration from "effect/Duration"
import { type Auditor, errorOf, type Scene } from "../Invariants.js"
import { added, isCard, keyName, type TransactionRow } from "../Mirror.js"
import type { Process } from "../Process.js"

/** Invariant 1. */
export const chargedOnce = ({ apart, blame, fail, fleet, labelOf, mirror, now }: Scene): Auditor => {
  const accepted = new Map<string, TransactionRow>()

  return {
    // Source: D40. A sender sends only while it is sure of its lease.
    sent: ({ acquirer, key, process }) => {
      const job = { kind: isReversal(key) ? "reverse" : "recover", subject: uidOf(key) } as const
      const doubt = fleet.doubt(process, job)
      if (doubt === undefined || !mirror.transactions.has(uidOf(key))) return
      blame(1, key, `is sent to ${acquirer.name} by ${process.name}, which ${doubt}`)
    },
    arrived: ({ acquirer, entry, isKnown, movement }) => {
      const [forgotten] = acquirer.sentPastLife
      if (forgotten !== undefined) return blame(1, uidOf(forgotten), "was sent again under a key that was forgotten")
      const uid = uidOf(movement.key)
      const row = mirror.transactions.get(uid)
      if (row === undefined) return fail(1, `${acquirer.name} was asked for ${uid}, which is not committed`)
      const attempts = isCard(row) ? (row.document.attempts ?? []) : []
      const keys = [row.document.acquirerKey, ...attempts.map(({ key }) => key)] as ReadonlyArray<string>
      if (!keys.includes(movement.key)) blame(1, uid, "was sent under a key that is not committed")
      if (row.document.test !== acquirer.simulated) blame(1, uid, `went to ${acquirer.name} (D39)`)
      if (isKnown && !asksFor(movement, entry)) blame(1, uid, "asks for something else under the same key")
    },
    arrivedAtBank: ({ account, isKnown, request }) => {
      const { key } = request
      const row = mirror.transactions.get(key)
      if (row === undefined) return fail(1, `the bank was asked for ${key}, which is not committed`)
      if (row.document.acquirerKey !== key) blame(1, key, "was sent under a key that is not committed")
      if (isKnown && !BankLedger.asksFor(request, account)) blame(1, key, "asks for something else under the same key")
    },
    committed: ({ transactions }) => {
      for (const row of added(transactions)) {
        const { document, shop, uid } = row
        if (document.idempotencyKey === undefined) continue
        const name = keyName({ shop, key: document.idempotencyKey })
        const first = accepted.get(name)
        if (first !== undefined && now() - first.createdAt <= Duration.toMillis(keptFor) - 2 * apart) {
          blame(1, uid, `came of the same idempotency key as ${labelOf(first.uid)}`)
        }
        accepted.set(name, row)
      }
    }
  }
}

/** A request with a key of its own is no duplicate of another one with a key. */
const areAlike = (one: TransactionRow, other: TransactionRow): boolean => {
  const keys = [one, other].filter(({ document }) => document.idempotencyKey !== undefined)
  return keys.length < 2 && alikeOf(one) === alikeOf(other)
}

const alikeOf = ({ fingerprint }: TransactionRow): string => fingerprint.replace(/:keyed$/, "")

const window = Duration.toMillis(AcceptanceRules.duplicateWindow)

/** Invariant 8. Source: D12. */
export const noDuplicates = ({ apart, blame, fail, labelOf, mirror, now }: Scene): Auditor => {
  const accepted: Array<TransactionRow & Pick<Process, "ahead">> = []

  return {
    committed: ({ process: { ahead }, transactions }) => {
      for (const row of added(transactions)) {
        // A charge of a subscription has no window of its own.
        if (isCard(row) && row.document.subscription !== undefined) continue
        // The window is one of dates: processes whose clocks are apart can't agree on it.
        const recent = accepted.findLast(
          (other) =>
            other.ahead === ahead &&
            other.shop === row.shop &&
            areAlike(other, row) &&
            row.createdAt - other.createdAt < window
        )
        // Attempts of a checkout are told apart by the checkout itself.
        const isChecked =
          row.document.checkout === undefined && (!isCard(row) || row.document.details.duplicateCheck !== false)
        if (recent !== undefined && isChecked) {
          blame(8, row.uid, `is equal to ${labelOf(recent.uid)}, ${row.createdAt - recent.createdAt} ms before it`)
        }
        accepted.push({ ...row, ahead })
      }
    },
    answered: ({ requestedAt, exit, order }) => {
      if (errorOf(exit)?._tag !== "DuplicateRequest") return
      const isOriginal = ({ createdAt, document, shop }: TransactionRow) =>
        shop === order.shop.id &&
        document.type === order.type &&
        document.amount === order.amount &&
        document.parentUid === order.parent &&
        createdAt > requestedAt - window - apart &&
        createdAt <= now() + apart
      if (!Array.from(mirror.transactions.values()).some(isOriginal)) {
        fail(8, `${order.name} was refused as a duplicate of nothing`)
      }
    }
  }
}

import * as Accepting from "@florin/core/operations/Accepting"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Auditor, Scene } from "../Invariants.js"
import type { TransactionRow } from "../Mirror.js"
import type { Process } from "../Process.js"

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
          fail(
            8,
            `${labelOf(recent.uid)} and ${labelOf(after.uid)} are equal, ${after.createdAt - recent.createdAt} ms apart`
          )
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
        document.parentUid === (order.parent ?? undefined) &&
        createdAt > askedAt - window - apart &&
        createdAt <= now() + apart
      if (!Array.from(mirror.transactions.values()).some(isOriginal)) {
        fail(8, `${order.name} was refused as a duplicate of nothing`)
      }
    }
  }
}

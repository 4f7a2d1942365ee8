import type { Auditor, Scene } from "../Invariants.js"
import type { TransactionRow } from "../Mirror.js"

/** Invariant 3. */
export const sums = ({ fail, labelOf, mirror }: Scene): Auditor => {
  const children = new Map<string, Set<string>>()

  const taken = (parent: TransactionRow, ...types: ReadonlyArray<string>): number => {
    let sum = 0
    for (const uid of children.get(parent.uid) ?? []) {
      const child = mirror.transactions.get(uid)!
      const counts = child.status === "successful" || child.status === "pending"
      if (counts && types.includes(child.document.type)) sum += child.document.amount
    }
    return sum
  }

  const check = (parent: TransactionRow): void => {
    const [used, refunded] = [taken(parent, "capture", "void"), taken(parent, "refund")]
    const { amount } = parent.document
    if (used > amount) fail(3, `${used} of ${labelOf(parent.uid)} is captured or voided, which is ${amount}`)
    if (refunded > amount) fail(3, `${refunded} of ${labelOf(parent.uid)} is refunded, which is ${amount}`)
  }

  return {
    committed: ({ transactions }) => {
      for (const { after } of transactions) {
        const parentUid = after?.document.parentUid
        if (after === undefined || parentUid === undefined) continue
        children.set(parentUid, (children.get(parentUid) ?? new Set()).add(after.uid))
        check(mirror.transactions.get(parentUid)!)
      }
    },
    arrived: ({ acquirer, entry, known, request }) => {
      if (entry.parent === undefined || known) return
      if (entry.excessive) {
        fail(
          3,
          `${acquirer.name} was asked to ${entry.kind} ${entry.amount} of ${labelOf(request.key)}: more than is left`
        )
      }
    }
  }
}

import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Auditor, Scene } from "../Invariants.js"

/** Invariant 9, as far as answers show it. */
export const nothingDies = ({ fail }: Scene): Auditor => ({
  answered: ({ exit, order }) => {
    if (Exit.isSuccess(exit)) return
    const defect = Cause.dieOption(exit.cause)
    if (Option.isSome(defect)) fail(9, `${order.name} died: ${String(defect.value)}`)
  }
})

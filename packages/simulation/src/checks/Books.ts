import type { Report } from "@florin/core/reconciliation/Reconciliation"
import type { Auditor, Scene } from "../Invariants.js"
import { isTransfer } from "../Mirror.js"
import { openIn, reportedIn } from "./Announcements.js"

const differing = /the books differ.*"difference":"([^"]+)".*"key":"([^"]+)"(?:.*"uid":"([^"]+)")?/

/** What moved nothing needs no comparison. */
const hasMoved = ({ mirror }: Scene): boolean =>
  Array.from(mirror.transactions.values()).some(
    ({ document: { type }, status }) => status === "successful" && type !== "tokenization" && type !== "proof"
  )

/**
 * Invariant 11. Every night, and in the end. What a human was told about is the human's: the acquirer keeps an approval,
 * or the rest of a hold, that our books have as taken back.
 */
export const reconciled = (scene: Scene): Auditor => {
  const { acquirers, fail, labelOf, mirror } = scene
  const isTransferred = (uid: string): boolean => {
    const row = mirror.transactions.get(uid)
    return row !== undefined && isTransfer(row)
  }
  const reportedToHuman = new Set<string>()
  const nightly: Array<string> = []

  const shown = (kind: string, key: string, uid: string | undefined): ReadonlyArray<string> =>
    uid !== undefined && reportedToHuman.has(uid) ? [] : [`${labelOf(key)}: ${kind}`]

  const judge = ({ checked, differences, notCompared }: Report): void => {
    for (const says of nightly) fail(11, `${says} at night`)
    for (const says of differences.flatMap(({ key, kind, uid }) => shown(kind, key, uid))) fail(11, says)
    for (const { gatewayId, reason } of notCompared) fail(11, `gateway ${gatewayId} was not compared: ${reason}`)
    if (checked === 0 && hasMoved(scene)) fail(11, "nothing was compared")
  }

  return {
    logged: (message) => {
      const reported =
        reportedIn(message) ?? (acquirers.some(({ leavesOpen }) => leavesOpen) ? openIn(message) : undefined)
      if (reported !== undefined) reportedToHuman.add(reported)
      const found = differing.exec(message)
      // What a bank has not told yet is found at night; it tells everything in the end.
      if (found?.[3] !== undefined && isTransferred(found[3])) return
      // What breaks another invariant too is told as that, in the end.
      if (found !== null) nightly.push(...shown(found[1]!, found[2]!, found[3]))
    },
    reconciled: (exit) => {
      if (exit === undefined || exit._tag === "Failure") fail(11, "the books could not be compared")
      else judge(exit.value)
    }
  }
}

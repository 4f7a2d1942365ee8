import { queryPeriod } from "@florin/core/transfer-operations/QueryTimes"
import { uidOf } from "@florin/testing/parties/Auditor"
import * as Duration from "effect/Duration"
import type { Scene } from "../Invariants.js"
import { type Commit, isSuspended, isTransfer, type JobRow } from "../Mirror.js"

/** Providers are asked at six growing intervals and then hourly for seven days. Source: reliability, promise 3. */
const questions = 6 + 7 * 24

const queryPeriodMillis = Duration.toMillis(queryPeriod)

/** Whether its provider was asked to the end: so often, or, about a transfer that its bank knows, for so long. */
const isRequestedEnough = ({ apart, mirror, now }: Scene, { attempts, subject }: JobRow): boolean => {
  const row = mirror.transactions.get(subject)
  const isKnown = row !== undefined && isTransfer(row) && row.document.report !== null
  return attempts >= questions || (isKnown && now() - row.createdAt > queryPeriodMillis - 2 * apart)
}

/**
 * The transactions about which nobody asks any more from these changes on. After the last question each is a human's, and
 * before it nobody's.
 */
export const leftIn = (scene: Scene, changes: Commit["jobs"]) =>
  changes.flatMap(({ after, before }) => {
    const isSuspending = after?.kind === "recover" && isSuspended(after) && before !== undefined && !isSuspended(before)
    return isSuspending ? [{ uid: before.subject, isLast: isRequestedEnough(scene, before) }] : []
  })

const unanswered =
  /(?:still pending after the last status query|did not confirm the reversal of an approval).*"uid":"([^"]+)"/

/**
 * The transaction that a line of the log hands to a human where an acquirer forgets keys, or cannot be asked: nothing
 * may be sent again, and what it does not tell stays open.
 */
export const openIn = (message: string): string | undefined => {
  const found = unanswered.exec(message)
  return found?.[1] === undefined ? undefined : uidOf(found[1])
}

const refused = /refused to reverse an approval.*"uid":"([^"]+)"/

/** The transaction that a line of the log hands to a human: its acquirer keeps what was to be taken back. */
export const reportedIn = (message: string): string | undefined => {
  const found = refused.exec(message)
  return found?.[1] === undefined ? undefined : uidOf(found[1])
}

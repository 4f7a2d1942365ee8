import { uidOf } from "@florin/testing/parties/Auditor"
import { type Commit, isSuspended } from "../Mirror.js"

/** Providers are asked at six growing intervals and then hourly for seven days. Source: reliability, promise 3. */
const questions = 6 + 7 * 24

/**
 * The transaction about which nobody asks from this change on, after the last question: it is a human's. One whose work
 * is suspended before that is nobody's.
 */
export const leftIn = ({ after, before }: Commit["jobs"][number]): string | undefined => {
  const isLast = after?.kind === "recover" && isSuspended(after) && before !== undefined && before.attempts >= questions
  return isLast ? after.subject : undefined
}

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
export const toldIn = (message: string): string | undefined => {
  const found = refused.exec(message)
  return found?.[1] === undefined ? undefined : uidOf(found[1])
}

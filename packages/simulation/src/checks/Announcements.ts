import { uidOf } from "@florin/testing/parties/Auditor"

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

import { uidOf } from "@florin/testing/parties/Auditor"

const refused = /refused to reverse an approval.*"uid":"([^"]+)"/

/** The transaction that a line of the log hands to a human: its acquirer keeps what was to be taken back. */
export const toldIn = (message: string): string | undefined => {
  const found = refused.exec(message)
  return found?.[1] === undefined ? undefined : uidOf(found[1])
}

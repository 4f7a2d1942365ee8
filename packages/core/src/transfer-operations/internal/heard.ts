import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readOr } from "../../providers/Calls.js"
import * as Redaction from "../../redaction/Redaction.js"
import type { TransferReport } from "../../transfers/ProviderReport.js"
import {
  AcceptedStanding,
  type TransferAnswer,
  type TransferStanding,
  type TransferStatus
} from "../../transfers/TransferProvider.js"

const decode = Schema.validateOption(AcceptedStanding)

const cleaned = ({ message, refId }: TransferReport): TransferReport => ({
  refId: refId === null ? null : Redaction.removedFromReference(refId),
  message: message === null ? null : Redaction.removedFromText(message)
})

/** A transfer's state from a provider, without card numbers and control characters. Undefined if it is malformed. */
export const standingOf = (said: unknown): TransferStanding | undefined =>
  readOr(undefined, () =>
    Option.getOrUndefined(Option.map(decode(said), (standing) => ({ ...standing, report: cleaned(standing.report) })))
  )

const tagOf = (said: unknown): unknown =>
  readOr<unknown>(undefined, () =>
    typeof said === "object" && said !== null && "_tag" in said ? said._tag : undefined
  )

/** Validates a provider's answer; anything malformed becomes `NoAnswer`. Source: D41. */
export const answerOf = (said: unknown): TransferAnswer =>
  tagOf(said) === "NotSent" ? { _tag: "NotSent" } : (standingOf(said) ?? { _tag: "NoAnswer" })

/** Like `answerOf`, for the status of a key. */
export const statusOf = (said: unknown): TransferStatus =>
  tagOf(said) === "NotFound" ? { _tag: "NotFound" } : (standingOf(said) ?? { _tag: "Unknown" })

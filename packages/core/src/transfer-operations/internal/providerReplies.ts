import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readOr } from "../../providers/Calls.js"
import * as Redaction from "../../redaction/Redaction.js"
import type { TransferReport } from "../../transfers/ProviderReport.js"
import {
  type TransferAnswer,
  type TransferProgress,
  type TransferStatus,
  WellFormedProgress
} from "../../transfers/TransferProvider.js"

const decode = Schema.validateOption(WellFormedProgress)

const cleaned = ({ message, refId }: TransferReport): TransferReport => ({
  refId: refId === null ? null : Redaction.cardNumberRemovedFromReference(refId),
  message: message === null ? null : Redaction.cardNumbersRemovedFromText(message)
})

/** A transfer's state from a provider, without card numbers and control characters. Undefined if it is malformed. */
export const progressOf = (response: unknown): TransferProgress | undefined =>
  readOr(undefined, () =>
    Option.getOrUndefined(Option.map(decode(response), (current) => ({ ...current, report: cleaned(current.report) })))
  )

const tagOf = (response: unknown): unknown =>
  readOr<unknown>(undefined, () =>
    typeof response === "object" && response !== null && "_tag" in response ? response._tag : undefined
  )

/** Validates a provider's answer; anything malformed becomes `NoAnswer`. Source: D41. */
export const answerOf = (response: unknown): TransferAnswer =>
  tagOf(response) === "NotSent" ? { _tag: "NotSent" } : (progressOf(response) ?? { _tag: "NoAnswer" })

/** Like `answerOf`, for the status of a key. */
export const statusOf = (response: unknown): TransferStatus =>
  tagOf(response) === "NotFound" ? { _tag: "NotFound" } : (progressOf(response) ?? { _tag: "Unknown" })

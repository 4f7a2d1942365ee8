/** The columns of a key. In 0.1.0 an answer was a status and a text of HTTP, and these columns still hold it. */
import type { FirstAnswer, KeyRecord } from "@florin/core/idempotency/IdempotencyKey"
import { given } from "@florin/core/request/Given"
import type { Row } from "@florin/core/store/UnitOfWork"
import { number, text } from "./values.js"

/** Stands for the status of a refusal, whose text is its data. No status of HTTP is below 100. */
const refused = 0

/** The columns of an answer. */
export const columnsOf = (answer: FirstAnswer): { readonly status: number; readonly body: string } => {
  if ("sent" in answer) return answer.sent
  if ("refused" in answer) return { status: refused, body: JSON.stringify(answer.refused) }
  return { status: answer.isNew === true ? 201 : 200, body: answer.document }
}

const answerOf = (status: number, body: string): FirstAnswer => {
  if (status === refused) return { refused: JSON.parse(body) }
  if (status >= 400) return { sent: { status, body } }
  return status === 201 ? { document: body, isNew: true } : { document: body }
}

/** The column `subject`: behind a space what the request has made, once it has had its effect. */
export const subjectOf = (subject = "", made: string | undefined): string | null => {
  if (made !== undefined) return `${subject} ${made}`
  return subject === "" ? null : subject
}

/** Where 0.1.0 named the transaction of a first answer. */
const uidInDocument = /^\{"transaction":\{"uid":"([0-9a-f-]{36})"/

const begunIn = (row: Row): Pick<KeyRecord, "subject" | "made"> => {
  if (row.subject === null) {
    const made = row.answer_body === null ? undefined : uidInDocument.exec(text(row, "answer_body"))?.[1]
    return made === undefined ? {} : { made }
  }
  const [subject, made] = text(row, "subject").split(" ")
  return { ...(subject ? { subject } : {}), ...given({ made }) }
}

/** The record in a row. */
export const recordOf = (row: Row): KeyRecord => ({
  fingerprint: text(row, "fingerprint"),
  claimedAt: number(row, "claimed_at"),
  ...begunIn(row),
  answer: row.answer_status === null ? undefined : answerOf(number(row, "answer_status"), text(row, "answer_body"))
})

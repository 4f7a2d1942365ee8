import { assert, describe, it } from "@effect/vitest"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as FirstAnswers from "../src/internal/firstAnswers.js"

const uid = "019d672b-8a80-7363-be83-d1a82f2be74d"

const rowOf = (status: number | null, body: string | null, subject: string | null = null): Row => ({
  fingerprint: "f",
  claimed_at: 7,
  subject,
  answer_status: status,
  answer_body: body
})

// Source: D13; what 0.1.0 kept is answered for 30 days.
describe("the row of a key", () => {
  it.each([
    [rowOf(null, null), { answer: undefined }],
    [rowOf(null, null, "0123456789abcdef"), { subject: "0123456789abcdef", answer: undefined }],
    [rowOf(null, null, `0123456789abcdef ${uid}`), { subject: "0123456789abcdef", made: uid, answer: undefined }],
    [rowOf(200, "{}", "0123456789abcdef "), { subject: "0123456789abcdef", made: "", answer: { document: "{}" } }],
    [rowOf(201, "{}", "0123456789abcdef"), { subject: "0123456789abcdef", answer: { document: "{}", isNew: true } }],
    [rowOf(200, "{}", ` ${uid}`), { made: uid, answer: { document: "{}" } }],
    [
      rowOf(200, `{"transaction":{"uid":"${uid}","id":"x"}}`),
      { made: uid, answer: { document: `{"transaction":{"uid":"${uid}","id":"x"}}` } }
    ],
    [
      rowOf(404, '{ "message": "Not found." }'),
      { answer: { sent: { status: 404, body: '{ "message": "Not found." }' } } }
    ],
    [rowOf(422, ""), { answer: { sent: { status: 422, body: "" } } }],
    [rowOf(0, '{"_tag":"NotFound"}'), { answer: { refused: { _tag: "NotFound" } } }]
  ])("%j holds %j", (row, expected) => {
    const record = FirstAnswers.recordOf(row)
    assert.deepStrictEqual<unknown>(record, { fingerprint: "f", claimedAt: 7, ...expected })
    const { answer } = record
    if (answer === undefined) return
    assert.deepStrictEqual(FirstAnswers.columnsOf(answer), { status: row.answer_status, body: row.answer_body })
  })
})

/** The acquirer of the processes under test: another process, which keeps its own ledger. */
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ask, type Question } from "./internal/asking.js"

/**
 * How long after it was sent a request may still reach the ledger: twice the longest delay that the acquirer of the tests
 * makes (2.5 s), because it shares its process with whatever else is tried there, and must not break its own word.
 */
export const inFlightWindow = Duration.seconds(5)

/** What is put to the acquirer. It needs no card number, and gets none. */
export const Asked = Schema.Struct({
  key: Schema.String,
  kind: Schema.String,
  /** The key of what is followed up. */
  parent: Schema.optional(Schema.String),
  amount: Schema.Number,
  /** The merchant's own id, where the request carries one. */
  intent: Schema.optional(Schema.String)
})

export type Asked = typeof Asked.Type

const askedOf = (request: AcquirerRequest): Asked => {
  const { amount, key } = request
  switch (request._tag) {
    case "Charge":
      return { key, kind: request.kind, amount, intent: request.transaction.trackingId }
    case "Payout":
      return { key, kind: request.transaction.type, amount, intent: request.transaction.trackingId }
    case "Capture":
    case "Void":
    case "Refund":
      return { key, kind: request._tag.toLowerCase(), amount, parent: request.parent }
  }
}

const reportOf = (refId: string): AcquirerReport => ({ ...noReport, refId })

/** What the ledger says about a key; undefined when it has never seen it. */
const Entry = Schema.Struct({ approved: Schema.Boolean })
const decode = Schema.decode(Schema.parseJson(Entry))

/** The header that says which process asks. */
export const asker = "x-process"

const exchange = (url: string, question: Question = {}) =>
  ask(url, { ...question, headers: { [asker]: String(process.pid) } })

const perform = (url: string) => (request: AcquirerRequest) =>
  exchange(`${url}/entries`, { method: "POST", body: JSON.stringify(askedOf(request)) }).pipe(
    Effect.flatMap(({ body }) => decode(body)),
    Effect.map(({ approved }) =>
      approved
        ? AcquirerAnswer.Approved({ report: reportOf(request.key) })
        : AcquirerAnswer.Declined({ reason: "funds", report: noReport })
    ),
    Effect.orElseSucceed(() => AcquirerAnswer.NoAnswer())
  )

const status = (url: string) => (key: AcquirerKey) =>
  Effect.gen(function* () {
    const { body, status } = yield* exchange(`${url}/entries/${key}`)
    if (status === 404) return AcquirerStatus.NotFound()
    const { approved } = yield* decode(body)
    return approved
      ? AcquirerStatus.Approved({ report: reportOf(key) })
      : AcquirerStatus.Declined({ reason: "funds", report: noReport })
  }).pipe(Effect.orElseSucceed(() => AcquirerStatus.Unknown()))

export const make = (url: string, gatewayId = 1): AcquirerService => ({
  gatewayId,
  name: "Remote",
  simulated: true,
  inFlightWindow,
  perform: perform(url),
  status: status(url)
})

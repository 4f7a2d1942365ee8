/** The acquirer of the processes under test: it stands in another process, with a ledger of its own. */
import { createHmac } from "node:crypto"
import type { AcquirerAnswer, AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import {
  AcquirerNotification,
  type AcquirerNotifications,
  type ReportedOutcome
} from "@florin/core/cards/AcquirerNotifications"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { MovementKind, MovementsUnavailable } from "@florin/core/money/Movement"
import { movementOf } from "@florin/testing/parties/AcquirerLedger"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * How long after it was sent a request may still reach the ledger: twice the longest delay that the acquirer of the tests
 * makes (2.5 s), because it shares its process with whatever else is tried there, and must not break its own word.
 */
export const inFlightWindow = Duration.seconds(5)

/** The header that says which process asks. */
export const asker = "x-process"

/** The header that says which of the acquirers is asked: all of them are one server. */
export const requested = "x-gateway"

/** What is said comes as it is: the gateway makes sure that it is an answer (D41). */
export const exchange = (url: string, question: Loopback.Question = {}) =>
  Effect.flatMap(
    Loopback.ask(url, { ...question, headers: { ...question.headers, [asker]: String(process.pid) } }),
    ({ body }) => Effect.try((): unknown => JSON.parse(body))
  )

const listed = Schema.decodeUnknown(
  Schema.Array(
    Schema.Struct({
      ...{ key: AcquirerKey, kind: MovementKind, amount: Amount, currency: Schema.String },
      at: Schema.DateTimeUtc
    })
  )
)

/** The header with the signature of what it tells. */
const signed = "x-signature"

const signatureOf = (body: string | Uint8Array): string =>
  createHmac("sha256", "the acquirer's secret").update(body).digest("hex")

/** What it posts to a process to tell the outcome of a key. */
export const notification = (gatewayId: number, outcome: ReportedOutcome) => {
  const body = JSON.stringify(outcome)
  return {
    path: `/acquirers/${gatewayId}/notifications`,
    question: { method: "POST", body, headers: { [signed]: signatureOf(body), "content-type": "text/plain" } }
  }
}

const notifications: AcquirerNotifications = {
  receive: ({ body, header }) =>
    Effect.sync(() =>
      header(signed) === signatureOf(body)
        ? AcquirerNotification.Genuine({ outcomes: [JSON.parse(Buffer.from(body).toString()) as ReportedOutcome] })
        : AcquirerNotification.NotGenuine()
    )
}

export const make = (url: string, gatewayId: number): AcquirerService => {
  const headers = { [requested]: String(gatewayId) }
  const at = (path: string, question: Loopback.Question = {}) => exchange(`${url}${path}`, { ...question, headers })
  return {
    ...{ gatewayId, name: "Remote", simulated: true, inFlightWindow, notifications },
    perform: (request) => {
      const reply = at("/entries", { method: "POST", body: JSON.stringify(movementOf(request)) })
      return Effect.orElseSucceed(reply, () => ({ _tag: "NoAnswer" })) as Effect.Effect<AcquirerAnswer>
    },
    status: (key) =>
      Effect.orElseSucceed(at(`/entries/${key}`), () => ({ _tag: "Unknown" })) as Effect.Effect<AcquirerStatus>,
    movements: ({ from, to }) =>
      at(`/movements/${from.epochMillis}-${to.epochMillis}`).pipe(
        Effect.flatMap(listed),
        Effect.mapError(() => new MovementsUnavailable({}))
      ) as ReturnType<NonNullable<AcquirerService["movements"]>>
  }
}

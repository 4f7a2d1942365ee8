/** The acquirer of the processes under test: it stands in another process, with a ledger of its own. */
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { movementOf } from "@florin/testing/parties/AcquirerLedger"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * How long after it was sent a request may still reach the ledger: twice the longest delay that the acquirer of the tests
 * makes (2.5 s), because it shares its process with whatever else is tried there, and must not break its own word.
 */
export const inFlightWindow = Duration.seconds(5)

/** The header that says which process asks. */
export const asker = "x-process"

/** An answer that says neither is none. */
const decided = (body: string, refId: string) => {
  const { approved } = JSON.parse(body) as { readonly approved?: boolean }
  if (approved === undefined) throw new Error("no decision")
  return approved
    ? ({ _tag: "Approved", report: { ...noReport, refId } } as const)
    : ({ _tag: "Declined", reason: "funds", report: noReport } as const)
}

const exchange = (url: string, question: Loopback.Question = {}) =>
  Loopback.ask(url, { ...question, headers: { [asker]: String(process.pid) } })

const perform = (url: string) => (request: AcquirerRequest) =>
  exchange(`${url}/entries`, { method: "POST", body: JSON.stringify(movementOf(request)) }).pipe(
    Effect.flatMap(({ body }) => Effect.try((): AcquirerAnswer => decided(body, request.key))),
    Effect.orElseSucceed(() => AcquirerAnswer.NoAnswer())
  )

const status = (url: string) => (key: string) =>
  exchange(`${url}/entries/${key}`).pipe(
    Effect.flatMap(({ body, status }) =>
      Effect.try((): AcquirerStatus => (status === 404 ? AcquirerStatus.NotFound() : decided(body, key)))
    ),
    Effect.orElseSucceed(() => AcquirerStatus.Unknown())
  )

export const make = (url: string, gatewayId: number): AcquirerService => ({
  ...{ gatewayId, name: "Remote", simulated: true, inFlightWindow },
  perform: perform(url),
  status: status(url)
})

/** An acquirer that approves at once, in process: the programs by hand ask none, so this one may cost nothing. */
import { AcquirerAnswer, type AcquirerService, AcquirerStatus, Acquirers } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const report = { ...noReport, authCode: "123456", bankCode: "00", rrn: "123456789012", billingDescriptor: "An order" }

const approved = Effect.succeed(AcquirerAnswer.Approved({ report }))
const known = Effect.succeed(AcquirerStatus.Approved({ report }))

/** Knows at once what became of a key. */
export const atOnce: AcquirerService = {
  gatewayId: 1,
  name: "at once",
  simulated: false,
  inFlightWindow: Duration.zero,
  perform: () => approved,
  status: () => known
}

export const acquirers: Layer.Layer<Acquirers> = Layer.succeed(Acquirers, [atOnce])

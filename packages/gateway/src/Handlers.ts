/** The one list of job handlers, for a gateway built from layers and for the simulation's. */

import { Renewals } from "@florin/core/billing/Renewals"
import { Holds } from "@florin/core/card-operations/Holds"
import * as Expiry from "@florin/core/checkout-operations/Expiry"
import { JobHandlers } from "@florin/core/due-work/JobHandlers"
import * as Sweep from "@florin/core/due-work/Sweep"
import { Recovery } from "@florin/core/operations/Recovery"
import { ReceiptMails } from "@florin/core/receipts/ReceiptMails"
import * as DailyReconciliation from "@florin/core/reconciliation/DailyReconciliation"
import { Dispatcher } from "@florin/webhook-dispatcher/Dispatcher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const make = Effect.gen(function* () {
  const recovery = yield* Recovery
  const holds = yield* Holds
  const dispatcher = yield* Dispatcher
  const receipts = yield* ReceiptMails
  const renewals = yield* Renewals
  const sweep = yield* Sweep.make
  const reconciliation = yield* DailyReconciliation.make
  return JobHandlers.of([
    recovery.handler,
    ...holds.handlers,
    renewals.handler,
    yield* Expiry.make,
    dispatcher.handler,
    receipts.handler,
    sweep,
    reconciliation
  ])
})

export const layer = Layer.effect(JobHandlers, make)

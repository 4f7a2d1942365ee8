/** The one list of job handlers, for a gateway built from layers and for the simulation's. */
import { Holds } from "@florin/core/cards/Holds"
import * as Sweep from "@florin/core/idempotency/Sweep"
import { JobHandlers } from "@florin/core/jobs/JobHandlers"
import { ReceiptMails } from "@florin/core/mail/ReceiptMails"
import { Recovery } from "@florin/core/operations/Recovery"
import * as DailyReconciliation from "@florin/core/reconciliation/DailyReconciliation"
import { Renewals } from "@florin/core/subscriptions/Renewals"
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
    dispatcher.handler,
    receipts.handler,
    sweep,
    reconciliation
  ])
})

export const layer = Layer.effect(JobHandlers, make)

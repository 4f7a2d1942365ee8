/** The one list of job handlers, for a gateway built from layers and for the simulation's. */

import * as GrantExpiry from "@florin/core/billing/GrantExpiry"
import { Renewals } from "@florin/core/billing/Renewals"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import * as Holds from "@florin/core/card-operations/Holds"
import * as Expiry from "@florin/core/checkout-operations/Expiry"
import { JobHandlers } from "@florin/core/due-work/JobHandlers"
import * as Sweep from "@florin/core/due-work/Sweep"
import { MailsElsewhere } from "@florin/core/mail/Mailer"
import * as MoneyMails from "@florin/core/money-mails/MoneyMails"
import { Recovery } from "@florin/core/operations/Recovery"
import * as ReceiptMails from "@florin/core/receipts/ReceiptMails"
import * as DailyReconciliation from "@florin/core/reconciliation/DailyReconciliation"
import * as Dispatcher from "@florin/webhook-dispatcher/Dispatcher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const mailing = Effect.gen(function* () {
  if (yield* MailsElsewhere) return []
  const { outlook } = yield* Subscriptions
  return [yield* ReceiptMails.make(outlook), yield* MoneyMails.make(outlook)]
})

export const make = Effect.gen(function* () {
  const recovery = yield* Recovery
  const renewals = yield* Renewals
  return JobHandlers.of([
    recovery.handler,
    ...(yield* Holds.make),
    renewals.handler,
    yield* GrantExpiry.make,
    yield* Expiry.make,
    yield* Dispatcher.make,
    ...(yield* mailing),
    yield* Sweep.make,
    yield* DailyReconciliation.make
  ])
})

export const layer = Layer.effect(JobHandlers, make)

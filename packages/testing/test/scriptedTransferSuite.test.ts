// The contract of providers holds of the scripted one too, as long as its script keeps it.
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import { transferProviderSuite } from "@florin/testing/transfers/TransferProviderSuite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"

/** Says by the `tracking_id` what becomes of the request. */
const tracked =
  (trackingId: string) =>
  (request: TransferRequest): TransferRequest => ({ ...request, transfer: { ...request.transfer, trackingId } })

const scripted = Effect.sync(() => {
  const bank = ScriptedTransferProvider.make()
  const { pay, reject } = bank.ledger
  const sent = new Set<string>()
  const manner = ({ intent, key }: BankRequest): ScriptedTransferProvider.Manner => {
    const isFirst = !sent.has(key)
    sent.add(key)
    const { prompt } = ScriptedTransferProvider
    if (intent === "refused") return { ...prompt, verdict: "provider" }
    if (intent === "lost" && isFirst) return { ...prompt, way: "lost", answer: "no-answer" }
    return intent === "late" && isFirst ? { ...prompt, answer: "no-answer" } : prompt
  }
  const moves = (key: string, amount = bank.ledger.accounts.get(key)?.amount ?? 0) =>
    Effect.map(Clock.currentTimeMillis, (at) => pay(key, { amount, at }))
  return {
    provider: ScriptedTransferProvider.service(bank, { manner }),
    pay: moves,
    complete: moves,
    refuse: (key: string) => Effect.sync(() => reject(key, "provider"))
  }
})

transferProviderSuite({ describe, it }, "A scripted provider", scripted, {
  recipient: { account: "+70001234567", bankCode: "100000000004" },
  refused: tracked("refused"),
  lost: tracked("lost"),
  late: tracked("late")
})

/** Verification requests: the merchant approves or refuses a transaction before the acquirer is called. */

import * as Ids from "@florin/core/ids/Ids"
import { VerificationRequests } from "@florin/core/operations/VerificationRequests"
import { readOr } from "@florin/core/providers/Calls"
import type { Shop } from "@florin/core/shops/Shop"
import { calling } from "@florin/core/store/FaultPoints"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Outcome, Sender } from "./Sender.js"
import * as Signature from "./Signature.js"
import { signedAt, WebhookSettings } from "./WebhookSettings.js"

/**
 * Whether a `2xx` response text allows the transaction to continue: it is empty, or a JSON object whose `code` is 0 or
 * absent.
 *
 * Source: D20.
 */
export const goesOn = (text: string): boolean => {
  if (text.trim() === "") return true
  const answer = readOr<unknown>(undefined, () => JSON.parse(text))
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return false
  return !("code" in answer) || answer.code === 0
}

const decide = (outcome: Outcome): "go-on" | "refused" =>
  outcome._tag === "Acknowledged" && Option.exists(outcome.answer, goesOn) ? "go-on" : "refused"

export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const { verificationTimeLimit: timeLimit } = settings
  const sender = yield* Sender
  const documents = yield* TransactionDocuments
  const call = yield* calling

  const ask = Effect.fn("VerificationRequests.ask")(function* (shop: Shop, transaction: Transaction, url: string) {
    const body = documents.encode(transaction)
    const { version: sequence } = transaction
    const id = Ids.withSequence(yield* Ids.newNotificationId, sequence)
    const message = { id, timestamp: yield* signedAt(settings), sequence }
    const signed = Signature.sign(shop, { ...message, body })
    yield* Signature.reportUnusable(shop, signed.unusable)
    const post = sender.post({ url, headers: signed.headers, body, timeLimit, fresh: true })
    return decide(yield* call("verification.ask")(post))
  })

  return VerificationRequests.of({ ask })
})

import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Shop } from "../../shops/Shop.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type { AcquirerCard } from "../Acquirer.js"
import { apply, type TransactionEvent } from "../TransactionEvent.js"
import { WalletProvider } from "../WalletProvider.js"
import { noAnswer } from "../WalletResult.js"
import { acquirerOf } from "./asking.js"

/** How long a wallet may keep an approved charge from being committed. */
export const walletLimit = Duration.seconds(5)

// An approval that checks reject, or that came too late, is taken back: its card is not for the wallet.
const succeeds = (transaction: Transaction, event: TransactionEvent, now: DateTime.Utc): boolean =>
  Either.match(apply(transaction, event, now), {
    onLeft: () => false,
    onRight: (change) => change.transaction.status === "successful"
  })

/** What the wallet says to the card of a charge; undefined when it is not asked. Source: D39. */
export const save = Effect.fnUntraced(function* (
  shop: Shop,
  transaction: Transaction,
  event: TransactionEvent,
  card: AcquirerCard,
  now: DateTime.Utc
) {
  const session = transaction.details.additionalData?.wallet?.params?.session
  if (session === undefined || !succeeds(transaction, event, now)) return undefined
  const wallet = yield* WalletProvider
  const acquirer = yield* acquirerOf(transaction)
  if (acquirer?.simulated === true && !wallet.simulated) return undefined
  const answer = yield* wallet.save({ shop, transaction, session, card }).pipe(
    Effect.timeoutTo({ duration: walletLimit, onSuccess: (answer) => answer, onTimeout: () => noAnswer }),
    // A cause may hold the card.
    Effect.catchAllCause(() => Effect.as(Effect.logError("The wallet died while it was asked"), noAnswer))
  )
  return answer === "not-used" ? undefined : answer
})

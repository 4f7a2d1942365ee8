/** The page on which a customer pays by bank transfer, and how the page follows the payment. Source: D2, D27, D28. */
import { NotFound } from "@florin/core/request/InvalidRequest"
import { isTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { transferScript } from "@florin/pages/TransferScript"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Exchange, type Handler, json, noRoute, rootFrom, seeOther } from "../transport/exchange.js"
import * as TransactionPages from "./transactionPages.js"

/** Refunds, payouts and proofs ask nothing of the customer. */
const asPayment = (transaction: Transaction): Effect.Effect<Transfer, NotFound> =>
  isTransfer(transaction) && transaction.type === "payment" ? Effect.succeed(transaction) : Effect.fail(new NotFound())

/** Why it failed takes longer to read than that it was paid. */
const secondsToRead = ({ status }: Transfer): number => (status === "successful" ? 5 : 15)

export const make = Effect.gen(function* () {
  const { found, isSimulated, orMissing, pages, shopOf, shown } = yield* TransactionPages.make

  const payment = (exchange: Exchange) => Effect.flatMap(found(exchange), asPayment)

  const page = Effect.fnUntraced(function* (exchange: Exchange) {
    const transaction = yield* payment(exchange)
    const { merchant, zone } = yield* shopOf(transaction)
    const root = rootFrom(exchange)
    const script = `${root}/assets/transfer.js`
    const isFramed = transaction.checkout !== undefined && TransactionPages.isFramed(exchange)
    const model = { transaction, merchant, simulated: isSimulated(transaction), isFramed }
    if (transaction.status === "pending") {
      const statusUrl = `${root}/transfers/${transaction.uid}/status`
      return shown(
        pages.transfer({ ...model, outcome: "pending", now: yield* DateTime.now, zone, script, statusUrl }),
        { script: true }
      )
    }
    const back = TransactionPages.returnUrl(transaction)
    // The page of an order shows what became of it.
    if (transaction.checkout !== undefined && back !== undefined) return seeOther(back.href)
    const onward = { script, seconds: secondsToRead(transaction) }
    const more = back === undefined ? {} : { returnUrl: back.href, onward }
    return shown(pages.result({ ...model, receiptUrl: `${root}/receipts/${transaction.uid}`, ...more }), {
      script: back !== undefined
    })
  })

  const transferPage: Handler = (exchange) => orMissing(exchange)(page(exchange))

  const transferStatus: Handler = (exchange) =>
    Effect.map(payment(exchange), ({ status, version }) => json(JSON.stringify({ status, version }))).pipe(
      Effect.catchTag("NotFound", () => Effect.succeed(noRoute))
    )

  return { transferPage, transferStatus, transferScript: TransactionPages.script(transferScript) }
})

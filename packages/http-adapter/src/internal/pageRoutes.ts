/**
 * The customer's pages. Source: D1, D2, D16.
 */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { lastCharge, type Transaction } from "@florin/core/transactions/Transaction"
import { Transactions } from "@florin/core/transactions/Transactions"
import { languageOf } from "@florin/pages/Layout"
import { Pages } from "@florin/pages/Pages"
import type { TransactionPage } from "@florin/pages/Receipt"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Exchange, type Handler, page } from "./exchange.js"
import { uidOf } from "./transactionRoutes.js"

/** Where the customer returns to, with the uid and status added to the URL's own query. Source: D16. */
const returnUrl = ({ details, status, uid }: Transaction): string | undefined => {
  if (details.returnUrl === undefined) return undefined
  const address = new URL(details.returnUrl)
  address.searchParams.set("uid", uid)
  address.searchParams.set("status", status)
  return address.href
}

/** Whether a transaction moved no money, by the acquirer that was asked last. Source: D39. */
const simulatedBy = (acquirers: Context.Tag.Service<Acquirers>) => {
  const ids = new Set(acquirers.filter(({ simulated }) => simulated).map(({ gatewayId }) => gatewayId))
  return (transaction: Transaction): boolean => {
    const { gatewayId } = lastCharge(transaction)
    return transaction.test || (gatewayId !== null && ids.has(gatewayId))
  }
}

export const make = Effect.gen(function* () {
  const transactions = yield* Transactions
  const directory = yield* ShopDirectory
  const pages = yield* Pages
  // A host may provide the acquirers to the gateway only; then `test` alone decides.
  const isSimulated = simulatedBy(Option.getOrElse(yield* Effect.serviceOption(Acquirers), () => []))

  const shown =
    (render: (page: TransactionPage) => string): Handler =>
    (exchange: Exchange) =>
      Effect.gen(function* () {
        const transaction = yield* Effect.flatMap(uidOf(exchange), transactions.findPublic)
        const shop = yield* directory.find(transaction.shop)
        const merchant = Option.match(shop, { onNone: () => transaction.shop, onSome: ({ name }) => name })
        return page(pages, render({ transaction, merchant, simulated: isSimulated(transaction) }))
      }).pipe(
        Effect.catchTag("NotFound", () => {
          const language = languageOf(exchange.incoming.header("accept-language") ?? "")
          return Effect.succeed(page(pages, pages.notFound({ language }), 404))
        })
      )

  const result = (receipts: string) =>
    shown((model) => {
      const back = returnUrl(model.transaction)
      const receiptUrl = `${receipts}/${model.transaction.uid}`
      return pages.result({ ...model, receiptUrl, ...(back === undefined ? {} : { returnUrl: back }) })
    })

  return {
    process: result("../receipts"),
    processReturn: result("../../receipts"),
    receipt: shown(pages.receipt)
  }
})

/**
 * The customer's pages. Source: D1, D2, D16.
 */
import { ShopDirectory } from "@florin/core/shops/Shop"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { Transactions } from "@florin/core/transactions/Transactions"
import { languageOf } from "@florin/pages/Layout"
import { Pages } from "@florin/pages/Pages"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Exchange, type Handler, page } from "./exchange.js"
import { uidOf } from "./transactionRoutes.js"

/** Where the customer goes back to, with what became of the transaction in the address's own query. Source: D16. */
const returnUrl = ({ details, status, uid }: Transaction): string | undefined => {
  if (details.returnUrl === undefined) return undefined
  const address = new URL(details.returnUrl)
  address.searchParams.set("uid", uid)
  address.searchParams.set("status", status)
  return address.href
}

export const make = Effect.gen(function* () {
  const transactions = yield* Transactions
  const directory = yield* ShopDirectory
  const pages = yield* Pages

  const shown =
    (render: (transaction: Transaction, merchant: string) => string): Handler =>
    (exchange: Exchange) =>
      Effect.gen(function* () {
        const transaction = yield* Effect.flatMap(uidOf(exchange), transactions.findPublic)
        const shop = yield* directory.find(transaction.shop)
        const merchant = Option.match(shop, { onNone: () => transaction.shop, onSome: ({ name }) => name })
        return page(pages, render(transaction, merchant))
      }).pipe(
        Effect.catchTag("NotFound", () => {
          const language = languageOf(exchange.incoming.header("accept-language") ?? "")
          return Effect.succeed(page(pages, pages.notFound({ language }), 404))
        })
      )

  const result = (receipts: string) =>
    shown((transaction, merchant) => {
      const back = returnUrl(transaction)
      const receiptUrl = `${receipts}/${transaction.uid}`
      return pages.result({ transaction, merchant, receiptUrl, ...(back === undefined ? {} : { returnUrl: back }) })
    })

  return {
    process: result("../receipts"),
    processReturn: result("../../receipts"),
    receipt: shown((transaction, merchant) => pages.receipt({ transaction, merchant }))
  }
})

/** What a customer's page about a transaction is made of. Source: D1, D2, D16. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { SystemTimeZone, zoneOf } from "@florin/core/time/SystemTimeZone"
import * as Simulated from "@florin/core/transactions/Simulated"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import type { Allowances } from "@florin/pages/Design"
import { Pages } from "@florin/pages/Pages"
import { withMembers } from "@florin/wire/ReturnAddress"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import { asset, type Exchange, type Handler, page, type Reply, uidOf } from "../transport/exchange.js"
import * as ProblemPages from "./problemPages.js"

/** Where the customer returns to, with the result added to the URL's own query. */
export const returnUrl = ({ details, status, uid }: Transaction): URL | undefined =>
  details.returnUrl === undefined ? undefined : withMembers(details.returnUrl, { uid, status })

/** A script of ours. */
export const script = (body: string): Handler => {
  const reply = asset("text/javascript", body)
  return () => Effect.succeed(reply)
}

/** Whether the browser shows it in a frame. Source: Fetch Metadata, `Sec-Fetch-Dest`. */
export const isFramed = ({ incoming }: Exchange): boolean => /^i?frame$/.test(incoming.header("sec-fetch-dest") ?? "")

export const make = Effect.gen(function* () {
  const transactions = yield* Transactions
  const directory = yield* ShopDirectory
  const pages = yield* Pages
  const system = yield* SystemTimeZone
  const { framedBy } = yield* HttpSettings
  // A host may provide the acquirers to the gateway only; then `test` alone decides.
  const acquirers = Option.getOrElse(yield* Effect.serviceOption(Acquirers), () => [])
  const providers = yield* TransferProviders
  const isSimulated = Simulated.movesNoMoney(acquirers, providers)

  const shown = (body: string, allowances: Allowances = {}): Reply =>
    page(pages.contentSecurityPolicy({ framedBy, ...allowances }), body)

  /** A page of an order may stand in one of ours, too, which may stand in the shop's. */
  const within = framedBy.length === 0 ? [] : ["'self'", ...framedBy]

  /** The shop may be gone; its transactions stay. */
  const shopOf = (transaction: Transaction) =>
    Effect.map(directory.find(transaction.shop), (found) => {
      const shop = Option.getOrUndefined(found)
      return { merchant: shop?.name ?? transaction.shop, zone: zoneOf(shop?.timeZone, system) }
    })

  const modelOf = <Kind extends Transaction>(transaction: Kind) =>
    Effect.map(shopOf(transaction), ({ merchant }) => ({ transaction, merchant, simulated: isSimulated(transaction) }))

  const { orMissing } = yield* ProblemPages.make

  const found = (exchange: Exchange) => Effect.flatMap(uidOf(exchange), transactions.findPublic)

  return {
    pages,
    shown,
    within,
    shopOf,
    isSimulated,
    modelOf,
    orMissing,
    found,
    /** Of what has no transaction yet. */
    allSimulated: Simulated.areAll([...acquirers, ...providers])
  }
})

/** Checkouts: the page for one order. Source: D45, D46. */
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import { CheckoutToken } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { existing } from "@florin/core/store/Records"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as CheckoutDocuments from "../CheckoutDocuments.js"
import * as Requests from "../CheckoutRequests.js"
import * as Samples from "../internal/checkoutSamples.js"
import { command, read, type Subject } from "./Operation.js"
import { paged, pageQuery } from "./Parts.js"
import { ofCheckouts } from "./RefusalForm.js"

const byToken: Subject<CheckoutToken> = {
  name: "token",
  schema: CheckoutToken,
  description: "Token of the checkout."
}

/** Each has the result of its last attempt, which is read for it. */
const pages = { usual: 100, most: 100 }

const services = Effect.all({
  checkouts: Checkouts,
  directory: ShopDirectory,
  options: CheckoutDocuments.CheckoutOptions,
  transactions: Transactions
})

type Services = Effect.Effect.Success<typeof services>

const listing = Effect.all({ checkouts: Checkouts, store: TransactionStore })

type Listing = Effect.Effect.Success<typeof listing>

const shared = {
  group: "checkouts",
  permission: "shop",
  record: "checkout",
  form: ofCheckouts,
  uses: services
} as const

const one = { ...shared, subject: byToken, answer: "CheckoutDocument", member: "checkout" } as const

const statusOf = ({ checkouts, transactions }: Services, checkout: Checkout, shop: Shop, isOwn = true) =>
  Effect.map(checkout.uid === null ? Effect.succeed(undefined) : transactions.find(shop, checkout.uid), (last) =>
    CheckoutDocuments.status({ checkout, shop, last, isOwn }, checkouts.methods(checkout))
  )

/** The same of many, whose last attempts are read together: over a network each read is a round trip. */
const statusesOf = ({ checkouts, store }: Listing, all: ReadonlyArray<Checkout>, shop: Shop) => {
  const uids = all.flatMap(({ uid }) => (uid === null ? [] : [uid]))
  return Effect.map(uids.length === 0 ? Effect.succeed([]) : store.findAll(uids), (found) => {
    const attempts = new Map(found.map((one) => [one.uid, one]))
    return all.map((checkout) => {
      const last = checkout.uid === null ? undefined : attempts.get(checkout.uid)
      return CheckoutDocuments.status({ checkout, shop, last, isOwn: true }, checkouts.methods(checkout))
    })
  })
}

/** Whose a checkout is: its token is enough to ask for it. Source: D46. */
const ownerOf = ({ checkouts, directory }: Services, token: CheckoutToken) =>
  Effect.flatMap(checkouts.findPublic(token), ({ shop }) => existing(directory.find(shop)))

export const checkoutOperations = {
  createCheckout: command({
    ...shared,
    permission: "capability",
    name: "checkouts.create",
    id: "createCheckout",
    at: "POST /ctp/api/checkouts",
    aliases: { createPaymentToken: "/payments/tokens" },
    title: "Create a checkout",
    description:
      "Answers the address of a page on which the customer pays for one order, by any method of the shop. The shop's public key is enough where its setting allow_public_key is on: then anyone who sees the key can create one, of any amount, and the shop compares amount, currency and test in each webhook with its order.",
    body: { schema: CheckoutRequest, decode: Requests.checkout, wrapper: "checkout" },
    answer: "CreatedCheckoutDocument",
    member: "checkout",
    status: 201,
    example: () => ({ request: Samples.request, answer: Samples.created() }),
    run: ({ checkouts, options }, { apiVersion, isGuest = false, request, shop, subject }) =>
      Effect.map(checkouts.create(shop, request, subject, isGuest ? { isByGuest: true } : {}), (checkout) =>
        CheckoutDocuments.created(options, { checkout, shop }, apiVersion)
      )
  }),
  findCheckout: read({
    ...one,
    permission: "capability",
    owner: (services, { id }) => ownerOf(services, id),
    name: "checkouts.find",
    id: "findCheckout",
    at: "GET /ctp/api/checkouts/:token",
    title: "Status of a checkout",
    description:
      "Answers how the order stands, with the result of its last attempt. The token is enough: without the shop's credentials, what only the shop needs to know is left out.",
    example: () => ({ answer: Samples.found() }),
    run: (services, { id, isGuest = false, shop }) =>
      Effect.flatMap(services.checkouts.find(shop, id), (checkout) => statusOf(services, checkout, shop, !isGuest))
  }),
  listCheckouts: read({
    ...shared,
    name: "checkouts.list",
    id: "listCheckouts",
    at: "GET /ctp/api/checkouts",
    title: "List checkouts",
    description: "Newest first. The next page is asked for with the last token as after.",
    query: pageQuery(pages.most),
    page: pages,
    idsOn: ({ checkouts }) => checkouts.map(({ token }) => token),
    answer: "CheckoutListDocument",
    member: "checkouts",
    example: () => ({ answer: { checkouts: [Samples.found().checkout] } }),
    uses: listing,
    run: (services, { query, shop }) =>
      Effect.flatMap(paged(CheckoutToken, (options) => services.checkouts.list(shop, options))(query), (all) =>
        Effect.map(statusesOf(services, all, shop), (documents) => ({
          checkouts: documents.map(({ checkout }) => checkout)
        }))
      )
  }),
  cancelCheckout: command({
    ...one,
    name: "checkouts.cancel",
    id: "cancelCheckout",
    at: "POST /ctp/api/checkouts/:token/cancel",
    title: "Cancel a checkout",
    description: "Closes it, where no attempt is under way: the order can be paid no more.",
    example: () => ({ answer: Samples.canceled() }),
    run: (services, { id, shop }) =>
      Effect.flatMap(services.checkouts.cancel(shop, id), (checkout) => statusOf(services, checkout, shop)),
    done: (services, { id, shop }) =>
      Effect.flatMap(services.checkouts.find(shop, id), (checkout) => statusOf(services, checkout, shop))
  })
}

/** A Florin whose only acquirer is the other gateway. Its due work doesn't run automatically. */
import { Cards } from "@florin/core/card-operations/Cards"
import { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Gateway from "@florin/gateway/Gateway"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-sqlite/testing/emptyStore"
import * as Vault from "@florin/vault/Vault"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as UpstreamAcquirer from "../../src/UpstreamAcquirer.js"
import { ring } from "./otherGateway.js"

const shops = Shops.layerListed(
  Either.getOrThrow(ShopSettings.fromJson([{ id: "ours", secret_key: "a-secret-of-ours-1" }]))
)

export const layer = (options: UpstreamAcquirer.Options) =>
  Gateway.layerOnDemand({ baseUrl: "https://ours.example" }).pipe(
    Layer.provideMerge(Layer.mergeAll(shops, Vault.layer, UpstreamAcquirer.layerOnly(options))),
    Layer.provideMerge(Layer.merge(emptyStore, ring)),
    Layer.orDie
  )

export type Services = Layer.Layer.Success<ReturnType<typeof layer>>

const shop = Effect.map(
  Effect.flatMap(ShopDirectory, (directory) => directory.find(ShopId.make("ours"))),
  Option.getOrThrow
)

export const card = {
  number: "4200000000000000",
  verification_value: "739",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}

const request = (changes: object) => ({
  request: { amount: 1000, currency: "EUR", description: "An order", credit_card: card, ...changes }
})

export const authorize = (changes: object = {}) =>
  Effect.gen(function* () {
    const charge = yield* Requests.authorization(request(changes))
    return (yield* (yield* Cards).authorize(yield* shop, charge)).transaction
  })

export const pay = (changes: object = {}) =>
  Effect.gen(function* () {
    return (yield* (yield* Cards).pay(yield* shop, yield* Requests.payment(request(changes)))).transaction
  })

export const follow = (kind: "capture" | "void", parent: { readonly uid: string }, amount: number) =>
  Effect.gen(function* () {
    const child = yield* Requests.capture({ request: { parent_uid: parent.uid, amount } })
    return (yield* (yield* Cards)[kind](yield* shop, child)).transaction
  })

export const refund = (parent: { readonly uid: string }, amount: number) =>
  Effect.gen(function* () {
    const child = yield* Requests.refund({ request: { parent_uid: parent.uid, amount, reason: "Returned" } })
    return (yield* (yield* Cards).refund(yield* shop, child)).transaction
  })

export const find = (uid: string) =>
  Effect.gen(function* () {
    return yield* (yield* Transactions).find(yield* shop, TransactionUid.make(uid))
  })

/** Queries the acquirer now, like `POST /transactions/{uid}/recover`. */
export const recover = (uid: string) =>
  Effect.gen(function* () {
    return yield* (yield* Transactions).recover(yield* shop, TransactionUid.make(uid))
  })

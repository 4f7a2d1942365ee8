/** Checkouts: created by shops, paid by customers on our page. Source: D44 to D46. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import { Acquirers } from "../cards/Acquirer.js"
import type { SavedCard } from "../cards/CardStore.js"
import { type CardEntry, cardEntryOf } from "../cards/ProviderFields.js"
import type { Checkout } from "../checkouts/Checkout.js"
import type { CheckoutRequest, MethodType } from "../checkouts/CheckoutRequest.js"
import * as CheckoutRules from "../checkouts/CheckoutRules.js"
import { CheckoutDocuments, CheckoutStore } from "../checkouts/CheckoutStore.js"
import * as GuestOrders from "../checkouts/GuestOrders.js"
import { type Commit, CommitStore, commitUnguarded, decided, refuse, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import { type CheckoutToken, Entropy, makeCheckoutToken, makeNotificationId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import { isAble } from "../routing/Capabilities.js"
import { forTestMode } from "../routing/Routing.js"
import * as Sources from "../routing/Sources.js"
import { closedRefusal, type Shop } from "../shops/Shop.js"
import { findOrCreate } from "../store/FindOrCreate.js"
import { existing, type List, listing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { TransferProviders } from "../transfers/TransferProvider.js"
import * as CheckoutCards from "./CheckoutCards.js"
import * as CheckoutWriter from "./CheckoutWriter.js"
import * as CheckoutPayment from "./internal/checkoutPayment.js"

/** Where a checkout comes from: by whom, and what it sells. Default: the shop made it. */
export type Creator = Pick<CheckoutRules.NewCheckout, "isByGuest" | "product">

export class Checkouts extends Context.Tag("@florin/core/Checkouts")<
  Checkouts,
  {
    /**
     * Creates a checkout. `reference`: 16 hex digits that a repeated request has again: it is answered with the checkout
     * that it created before. Default: new ones.
     */
    readonly create: (
      shop: Shop,
      request: CheckoutRequest,
      reference?: string,
      origin?: Creator
    ) => Effect.Effect<Checkout, InvalidRequest | NotInsideTransaction | StorageError>
    readonly find: (shop: Shop, token: CheckoutToken) => Effect.Effect<Checkout, NotFound | StorageError>
    /** For the page: the unguessable token is the capability. */
    readonly findPublic: (token: CheckoutToken) => Effect.Effect<Checkout, NotFound | StorageError>
    readonly list: List<Checkout, CheckoutToken>
    /** Closes it, where no attempt is under way. Source: D46. */
    readonly cancel: (
      shop: Shop,
      token: CheckoutToken
    ) => Effect.Effect<Checkout, InvalidRequest | NotFound | NotInsideTransaction | StorageError>
    /** By what an order can be paid here, in the order of the page. */
    readonly methods: (checkout: Checkout) => ReadonlyArray<MethodType>
    /** How its page takes a card. Source: D58. */
    readonly cardEntry: (checkout: Checkout) => CardEntry
    /** The saved cards by which its customer can pay, in the order of the page. */
    readonly savedCards: CheckoutCards.FindOfferedCards
    /** The customer pays: one attempt, however often and in however many tabs it is sent. Answers its transaction. */
    readonly pay: CheckoutPayment.Pay
  }
>() {}

export type { CheckoutAttempt } from "./internal/checkoutPayment.js"

interface Facts {
  readonly checkout: Checkout | undefined
}

const canceling = (
  token: CheckoutToken,
  now: DateTime.Utc,
  context: CheckoutWriter.Context
): Commit<Facts, Checkout, InvalidRequest | NotFound> => ({
  name: "checkout-change",
  load: { checkout: Reads.checkout(context.shop.id, token) },
  decide: ({ checkout }) => {
    if (checkout === undefined) return refuse(new NotFound())
    const changed = CheckoutRules.canceled(checkout, now)
    if (changed._tag === "Left") return refuse(changed.left)
    const { checkout: canceled } = changed.right
    return decided(
      [{ _tag: "CancelJob", job: CheckoutWriter.job(canceled) }, ...CheckoutWriter.replaced(changed.right, context)],
      canceled,
      { wakeAt: now.epochMillis }
    )
  }
})

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* CheckoutStore
  const { encode } = yield* CheckoutDocuments
  const entropy = yield* Entropy
  const newNotificationId = yield* makeNotificationId
  const pay = yield* CheckoutPayment.make
  const acquirers = yield* Acquirers
  const providers = yield* TransferProviders

  const contextOf = (shop: Shop, now: DateTime.Utc): CheckoutWriter.Context => ({
    shop,
    encode,
    notification: newNotificationId(now.epochMillis)
  })

  const methods = (checkout: Checkout): ReadonlyArray<MethodType> => {
    const test = checkout.details.test ?? false
    const wanted = CheckoutPayment.wantedOf(checkout)
    const available = {
      cards: forTestMode(acquirers, test).some((acquirer) => isAble(acquirer, wanted)),
      transfers: forTestMode(providers, test).length > 0
    }
    return CheckoutRules.offered(checkout, available)
  }

  const insert = Effect.fnUntraced(function* (shop: Shop, request: CheckoutRequest, reference: string, by: Creator) {
    const now = yield* DateTime.now
    const refused = closedRefusal(shop) ?? (by.isByGuest === true ? GuestOrders.refusal(shop, request) : undefined)
    if (refused !== undefined) return yield* refused
    const { expiredAt } = request.order
    if (expiredAt !== undefined && DateTime.lessThanOrEqualTo(expiredAt, now)) {
      return yield* invalid(["order", "expired_at"], "must be in the future")
    }
    const token = makeCheckoutToken(entropy)
    const created = CheckoutRules.created({ shop: shop.id, token, now, ...by }, request)
    const { checkout } = created
    if (methods(checkout).length === 0) {
      return yield* invalid(["payment_method", "types"], "has no method by which this order can be paid")
    }
    const writes = CheckoutWriter.inserted(created, reference, contextOf(shop, now))
    return yield* write(writing("checkout-create", writes, checkout, checkout.expiresAt.epochMillis))
  })

  const create = (shop: Shop, request: CheckoutRequest, reference: string | undefined, origin: Creator) =>
    reference === undefined
      ? Effect.suspend(() => insert(shop, request, Encoding.encodeHex(entropy(8)), origin))
      : findOrCreate(store.findByReference(shop.id, reference), insert(shop, request, reference, origin))

  // The row is locked by the commit that replaces it: it is never stale.
  const cancel = (shop: Shop, token: CheckoutToken) =>
    Effect.flatMap(DateTime.now, (now) => write(canceling(token, now, contextOf(shop, now))))

  const offeredCards = yield* CheckoutCards.make
  const isTakenHere = (checkout: Checkout, { providerToken }: SavedCard): boolean => {
    const source = Sources.sourceOf(providerToken)
    return forTestMode(acquirers, checkout.details.test ?? false).some((acquirer) => Sources.takes(acquirer, source))
  }

  return Checkouts.of({
    create: (shop, request, reference, origin = {}) =>
      outsideUnitOfWork("Checkouts.create", create(shop, request, reference, origin)),
    savedCards: (shop, checkout) =>
      Effect.map(offeredCards(shop, checkout), (cards) => cards.filter((card) => isTakenHere(checkout, card))),
    find: (shop, token) => existing(store.find(shop.id, token)),
    findPublic: (token) => existing(store.findPublic(token)),
    list: listing(store),
    cancel: (shop, token) => outsideUnitOfWork("Checkouts.cancel", cancel(shop, token)),
    methods,
    cardEntry: ({ details: { test = false } }) => cardEntryOf(forTestMode(acquirers, test), acquirers),
    pay: (shop, checkout, attempt) =>
      outsideUnitOfWork("Checkouts.pay", closedRefusal(shop) ?? pay(shop, checkout, attempt))
  })
})
